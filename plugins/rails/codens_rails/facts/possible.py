"""What strings an expression may give: its branches, its local variables and methods of the same file followed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from tree_sitter import Node

from codens_rails.ruby.literals import WILDCARD, constant, string, text
from codens_rails.ruby.walk import Context, RubyFile

_DEPTH = 4
_SAME = ("freeze", "to_s", "to_sym", "html_safe", "presence", "dup", "strip")
_BLOCKS = ("then", "else", "begin", "body_statement", "block_body", "parenthesized_statements", "begin_block")
_FORMAT = re.compile(r"%(?:<\w+>|\{\w+\})?[-+ #0]*\d*(?:\.\d+)?[sd]?")


class Possible:
    """The literals behind expressions of one file."""

    def __init__(self, file: RubyFile) -> None:
        self._file = file

    def strings(self, node: Node | None, context: Context, depth: int = 0) -> tuple[list[str], list[Node]]:
        """(strings, other leaves) that `node` may give; interpolations and other unknown parts of a string are `*`."""
        found: dict[str, None] = {}
        others: list[Node] = []
        for leaf in branches(node) if node is not None else ():
            known = self._string(leaf)
            if known is not None:
                found[known] = None
            elif depth < _DEPTH and (values := self._values(leaf, context)):
                for value in values:
                    more, rest = self.strings(value, context, depth + 1)
                    found.update(dict.fromkeys(more))
                    others += rest
            elif leaf.type != "nil":
                others.append(leaf)
        return list(found), others

    def _string(self, node: Node) -> str | None:
        if node.type == "hash_key_symbol":
            return None
        if (known := string(node)) is not None:
            return known
        if node.type == "binary" and _operator(node) == "+":
            parts = [
                self._string(part) for part in (node.child_by_field_name("left"), _right(node)) if part is not None
            ]
            return "".join(WILDCARD if part is None else part for part in parts) if any(parts) else None
        if node.type == "binary" and _operator(node) == "%":
            known = self._string(node.children[0])
            return _FORMAT.sub(WILDCARD, known) if known is not None else None
        if node.type == "call":
            return self._joined(node)
        return None

    def _joined(self, call: Node) -> str | None:
        """`File.join("a", x)` and `["a", x].join("/")`."""
        method, receiver = call.child_by_field_name("method"), call.child_by_field_name("receiver")
        if method is None or receiver is None or text(method) != "join":
            return None
        arguments = call.child_by_field_name("arguments")
        parts = receiver if receiver.type == "array" else arguments if constant(receiver) == "File" else None
        if parts is None or not parts.named_children:
            return None
        known = [self._string(part) for part in parts.named_children]
        if not any(known):
            return None
        glue = string(arguments.named_children[0]) if receiver.type == "array" and arguments else "/"
        return (glue or "").join(WILDCARD if part is None else part for part in known)

    def _values(self, leaf: Node, context: Context) -> list[Node]:
        """Expressions that a local variable or a method of this file was given."""
        if leaf.type in ("identifier", "hash_key_symbol"):
            name = text(leaf)
            return self._locals.get((context.owner, context.member, name)) or self._returns(name)
        if leaf.type == "call" and leaf.child_by_field_name("receiver") is None:
            method = leaf.child_by_field_name("method")
            return self._returns(text(method)) if method is not None else []
        return []

    @cached_property
    def _locals(self) -> dict[tuple[str, str, str], list[Node]]:
        found: dict[tuple[str, str, str], list[Node]] = {}
        for node, context in self._file.assignments:
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is not None and right is not None and left.type == "identifier":
                found.setdefault((context.owner, context.member, text(left)), []).append(right)
        return found

    def _returns(self, name: str) -> list[Node]:
        return [value for method in self._file.methods if method.name == name for value in returned(method.node)]


def branches(node: Node) -> Iterator[Node]:
    """The expressions that may be the value of `node`: of conditionals, cases, `||` and look-ups in literal hashes."""
    kind = node.type
    if kind in ("conditional", "if", "unless", "elsif"):
        parts = [node.child_by_field_name(field) for field in ("consequence", "alternative")]
    elif kind in ("case", "case_match"):
        parts = [child.child_by_field_name("body") or child for child in node.named_children if child.type in _CLAUSES]
    elif kind in _BLOCKS:
        statements = [child for child in node.named_children if child.type not in ("comment", "rescue", "ensure")]
        parts = list(statements[-1:])
    elif kind == "binary" and _operator(node) in ("||", "or"):
        parts = [node.child_by_field_name("left"), _right(node)]
    elif (kind == "binary" and _operator(node) in ("&&", "and")) or kind in ("assignment", "operator_assignment"):
        parts = [_right(node)]
    elif kind in ("if_modifier", "unless_modifier", "rescue_modifier"):
        parts = [node.child_by_field_name("body")]
    elif kind in ("return", "argument_list") and node.named_child_count == 1:
        parts = [node.named_children[0]]
    else:
        parts = list(_looked_up(node))
        if not parts:
            yield node
            return
    for part in parts:
        if part is not None:
            yield from branches(part)


_CLAUSES = ("when", "in_clause", "else")


def _looked_up(node: Node) -> Iterator[Node]:
    """Values of `{a: "x"}[key]` and `.fetch(key)`; the receiver of `"x".freeze`."""
    if node.type == "element_reference":
        holder = node.child_by_field_name("object") or node.named_children[0]
    elif node.type == "call":
        method, receiver = node.child_by_field_name("method"), node.child_by_field_name("receiver")
        name = text(method) if method is not None else ""
        if receiver is None or name not in (*_SAME, "fetch", "dig"):
            return
        if name in _SAME:
            yield receiver
            return
        holder = receiver
    else:
        return
    if holder.type == "hash":
        for pair in holder.named_children:
            value = pair.child_by_field_name("value") if pair.type == "pair" else None
            if value is not None:
                yield value


def returned(method: Node) -> Iterator[Node]:
    """What a method gives back: its last expression and what it returns before."""
    body = method.child_by_field_name("body") or method.child_by_field_name("right")
    if body is None:
        return
    yield body
    stack = list(body.named_children)
    while stack:
        node = stack.pop()
        if node.type == "return":
            yield node
        elif node.type not in ("method", "lambda", "class", "module", "do_block", "block"):
            stack.extend(node.named_children)


def _operator(node: Node) -> str:
    operator = node.child_by_field_name("operator")
    return text(operator) if operator is not None else ""


def _right(node: Node) -> Node | None:
    return node.child_by_field_name("right")
