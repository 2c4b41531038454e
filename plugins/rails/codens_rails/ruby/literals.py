"""Literal values of Ruby nodes: what can be known without running the program."""

from __future__ import annotations

from typing import Any

from tree_sitter import Node

WILDCARD = "*"
"""Stands in a string for an interpolation."""


class Unknown:
    """A value that only running the program would tell."""

    def __repr__(self) -> str:
        return "UNKNOWN"

    def __bool__(self) -> bool:
        return False


UNKNOWN = Unknown()
_WORDS = {"true": True, "false": False, "nil": None}


def text(node: Node) -> str:
    """Source text of a node."""
    return (node.text or b"").decode("utf-8", errors="replace")


def string(node: Node | None) -> str | None:
    """A string or symbol as str (`"a"`, `:a`, `:"a b"`, `a:` as a hash key); interpolations become `*`; else None."""
    if node is None:
        return None
    kind = node.type
    if kind == "simple_symbol":
        return text(node)[1:]
    if kind in ("hash_key_symbol", "string_content", "bare_symbol", "bare_string", "heredoc_content"):
        return _content(node) if node.named_children else text(node)
    if kind in ("string", "delimited_symbol", "heredoc_body"):
        return _content(node)
    if kind == "chained_string":
        parts = [string(part) for part in node.named_children]
        return "".join(part if part is not None else WILDCARD for part in parts)
    return None


def _content(node: Node) -> str:
    out = []
    for child in node.named_children:
        if child.type == "interpolation":
            out.append(WILDCARD)
        elif child.type == "escape_sequence":
            out.append(_unescape(text(child)))
        elif child.type != "heredoc_end":
            out.append(text(child))
    return "".join(out)


def _unescape(sequence: str) -> str:
    return {"\\n": "\n", "\\t": "\t", "\\s": " "}.get(sequence, sequence[1:])


def value(node: Node | None) -> Any:
    """The Python value of a literal: str, int, float, bool, None, list, dict; UNKNOWN for anything else.

    Constants and other expressions inside a list or hash become UNKNOWN in their place.
    """
    if node is None:
        return UNKNOWN
    if (known := string(node)) is not None:
        return known
    kind = node.type
    if kind in _WORDS:
        return _WORDS[kind]
    if kind == "integer":
        return _integer(text(node))
    if kind == "float":
        return float(text(node).replace("_", ""))
    if kind in ("array", "string_array", "symbol_array"):
        return [value(child) for child in node.named_children if child.type != "comment"]
    if kind == "hash":
        return {key: value(item) for key, item in pairs(node).items()}
    if kind == "parenthesized_statements" and node.named_child_count == 1:
        return value(node.named_children[0])
    if kind == "call" and _method(node) in ("freeze", "to_sym", "to_s"):
        return value(node.child_by_field_name("receiver"))
    return UNKNOWN


def _integer(digits: str) -> int | Unknown:
    try:
        return int(digits.replace("_", ""), 0 if len(digits) > 1 and digits[0] == "0" and digits[1].isalpha() else 10)
    except ValueError:
        return UNKNOWN


def _method(node: Node) -> str:
    method = node.child_by_field_name("method")
    return text(method) if method is not None else ""


def pairs(node: Node) -> dict[str, Node]:
    """Literal keys of a hash or argument list to their value nodes; `x:` alone gives the key node."""
    found: dict[str, Node] = {}
    for child in node.named_children:
        if child.type == "pair":
            key = child.child_by_field_name("key")
            name = string(key)
            if name is not None and key is not None:
                found[name] = child.child_by_field_name("value") or key
    return found


def constant(node: Node | None) -> str | None:
    """`Admin::User` or `::User` as written when the node is a constant path, else None."""
    if node is not None and node.type in ("constant", "scope_resolution"):
        written = text(node)
        if all(part[:1].isupper() for part in written.removeprefix("::").split("::")):
            return "".join(written.split())
    return None


def strings(node: Node | None) -> list[str]:
    """Strings and symbols of a literal, one or a list; unknown ones are left out."""
    known = value(node)
    items = known if isinstance(known, list) else [known]
    return [item for item in items if isinstance(item, str)]
