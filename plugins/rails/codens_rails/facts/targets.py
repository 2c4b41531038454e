"""Where links lead, as written. A target is one of:

* `{"helper": "story"}`: a route helper without `_path` or `_url`;
* `{"path": "/about"}`: a literal path, `*` for interpolations;
* `{"url_for": {"controller": ..., "action": ...}}`: a hash for `url_for`;
* `{"record": ["admin", "@story"]}`: parts of a polymorphic route: words, and names of variables with their sign;
* `{"new": "Story"}`, `{"class": "Story"}`: a new record, or all of a kind;
* `{"param": "url"}`: a name that may be a parameter of the method around, or a record.
"""

from __future__ import annotations

import re
from typing import Any

from tree_sitter import Node

from codens_rails.ruby.literals import constant, pairs, string, text, value
from codens_rails.ruby.walk import Call

Target = dict[str, Any]
HELPER = re.compile(r"(?P<name>[a-z_]\w*)_(?:path|url)")
_EACH = ("each", "each_with_index", "map", "each_slice", "find_each", "each_with_object", "flat_map")
_KEYS = ("controller", "action")


def targets(node: Node | None, call: Call) -> list[Target]:
    """All targets that an expression may give; empty for what cannot be told."""
    if node is None:
        return []
    kind = node.type
    if kind in ("conditional", "if_modifier"):
        parts = ("consequence", "alternative", "body")
        return [t for part in parts for t in targets(node.child_by_field_name(part), call)]
    if kind == "binary" and text(node.children[1]) in ("||", "or"):
        sides = (node.child_by_field_name("left"), node.child_by_field_name("right"))
        return [t for side in sides for t in targets(side, call)]
    if kind == "parenthesized_statements" and node.named_child_count == 1:
        return targets(node.named_children[0], call)
    found = _one(node, call)
    return [found] if found else []


def _one(node: Node, call: Call) -> Target | None:
    kind = node.type
    if kind == "simple_symbol":
        return {"record": [text(node)[1:]]}
    if (path := string(node)) is not None:
        return _literal(path, node)
    if kind == "hash":
        return _url_for(pairs(node))
    if kind == "array":
        parts = [part for child in node.named_children if child.type != "pair" and (part := _part(child, call))]
        return {"record": parts} if parts else None
    if kind in ("instance_variable", "identifier"):
        return _variable(text(node), call)
    if kind == "call":
        return _called(node, call)
    if (name := constant(node)) is not None:
        return {"class": name}
    return None


def _literal(path: str, node: Node) -> Target | None:
    first = node.named_children[0] if node.named_children else None
    if path.startswith("*") and first is not None and first.type == "interpolation" and first.named_children:
        inner = first.named_children[0]
        if (found := _helper(inner)) is not None:
            return {"helper": found}
        return {"path": path[1:]} if path[1:].startswith("/") else None
    return {"path": path} if path.startswith("/") else None


def _variable(name: str, call: Call) -> Target:
    """A variable: the record it names, which a loop's collection tells better than the loop's variable."""
    if (match := HELPER.fullmatch(name)) is not None:
        return {"helper": match["name"]}
    if (collection := _looped(name, call)) is not None:
        return {"record": [f"each:{collection}"], "param": name}
    return {"record": [f"@{name.lstrip('@')}"], "param": name}


def _looped(name: str, call: Call) -> str | None:
    """The collection whose block gives a variable: `@users.each do |u|` → users."""
    for block in reversed(call.context.blocks):
        parameters = block.block.child_by_field_name("parameters") if block.block is not None else None
        if block.method in _EACH and parameters is not None and block.receiver is not None:
            first = parameters.named_children[0] if parameters.named_children else None
            if first is not None and text(first) == name:
                return _last_name(block.receiver)
    return None


def _last_name(node: Node) -> str:
    if node.type == "call":
        method, receiver = node.child_by_field_name("method"), node.child_by_field_name("receiver")
        name = text(method) if method is not None else ""
        return _last_name(receiver) if name in _CHAINED and receiver is not None else name
    return text(node).lstrip("@")


_CHAINED = ("order", "limit", "where", "includes", "all", "sort_by", "reverse", "first", "to_a", "active", "visible",
            "sort", "select", "reject", "preload", "page", "per", "with_attached_image", "last", "take", "uniq",
            "compact", "decorate")  # fmt: skip


def _helper(node: Node) -> str | None:
    """The route helper that a node calls, through `.html_safe` and the like and `main_app.`."""
    name = ""
    if node.type == "identifier":
        name = text(node)
    elif node.type == "call":
        method = node.child_by_field_name("method")
        name = text(method) if method is not None else ""
    match = HELPER.fullmatch(name)
    return match["name"] if match else None


def _called(node: Node, call: Call) -> Target | None:
    if (helper := _helper(node)) is not None:
        return {"helper": helper}
    method, receiver = node.child_by_field_name("method"), node.child_by_field_name("receiver")
    arguments = node.child_by_field_name("arguments")
    name = text(method) if method is not None else ""
    if name == "url_for" and arguments is not None:
        inner = [n for n in arguments.named_children if n.type != "pair"]
        return _one(inner[0], call) if inner else _url_for(pairs(arguments))
    if name == "polymorphic_path" and arguments is not None and arguments.named_children:
        return _one(arguments.named_children[0], call)
    if name in ("new", "build") and (known := constant(receiver)) is not None:
        return {"new": known}
    if name in ("merge", "html_safe", "to_s") and receiver is not None:
        return _one(receiver, call)
    if receiver is not None and arguments is None and re.match(r"[a-z]\w*\Z", name):
        return {"record": [f"@{name}"]}
    return None


def _part(node: Node, call: Call) -> str | None:
    """One part of a polymorphic route."""
    if (word := string(node)) is not None:
        return word
    found = _one(node, call)
    if found is None:
        return None
    record = found.get("record")
    if record:
        return str(record[-1])
    return f"new:{found['new']}" if "new" in found else f"class:{found['class']}" if "class" in found else None


def _url_for(options: dict[str, Node]) -> Target | None:
    known = {key: item for key in _KEYS if isinstance(item := value(options.get(key)), str)}
    return {"url_for": known} if known else None


def options_targets(call: Call) -> list[Target]:
    """`link_to "x", controller: "a", action: "b"`: the keywords are the target."""
    found = _url_for(call.options)
    return [found] if found else []
