"""Names of templates that code hands to whoever renders: in hashes (`partial: "a/b"`), by methods, by attributes."""

from __future__ import annotations

import re

from tree_sitter import Node

from codens_core.plugin.records import SourceFile
from codens_rails.facts.possible import Possible, returned
from codens_rails.ruby.literals import string, text
from codens_rails.ruby.walk import Context, ruby_file

_TELLING = re.compile(r"(partial|template)(_name|_path)?\Z")
_NAME = re.compile(r"/?_?[a-z*][\w*-]*(/_?[\w*-]+)*\Z")
_PAIR = re.compile(rb"(?:partial|template)['\"]?(?:: | ?=>)")
_TYPES = ("view", "spec")
KEYS = ("partial", "template")


def handed(source: SourceFile) -> None:
    """Refer to templates (`resolve: view_name`) under the key, method or attribute that gives their name."""
    if source.type in _TYPES or (b"partial" not in source.data and b"template" not in source.data):
        return
    file = ruby_file(source)
    possible = Possible(file)
    for method in file.methods:
        if _TELLING.search(method.name):
            for value in returned(method.node):
                names, _ = possible.strings(value, Context((method.owner,), method.name))
                _note(source, f".{method.name}", names, method.node)
    for node, context in file.assignments:
        left = node.child_by_field_name("left")
        attribute = left.child_by_field_name("method") if left is not None and left.type == "call" else None
        if attribute is not None and _TELLING.search(name := text(attribute)):
            names, _ = possible.strings(node.child_by_field_name("right"), context)
            _note(source, f".{name}", names, node)
    for pair, key in _pairs(source) if _PAIR.search(source.data) else ():
        names, _ = possible.strings(pair.child_by_field_name("value"), Context())
        _note(source, f"[:{key}]", names, pair)


def _pairs(source: SourceFile) -> list[tuple[Node, str]]:
    """Pairs of braced hashes whose key tells a template."""
    found: list[tuple[Node, str]] = []
    tree = source.tree()
    stack = [tree.root_node] if tree is not None else []
    while stack:
        node = stack.pop()
        if node.type == "hash":
            for pair in node.named_children:
                key = string(pair.child_by_field_name("key")) if pair.type == "pair" else None
                if key in KEYS:
                    found.append((pair, key))
        stack.extend(reversed(node.named_children))
    return found


def _note(source: SourceFile, variable: str, names: list[str], node: Node) -> None:
    for name in names:
        if _NAME.match(name) and name.strip("*/_"):
            line = node.start_point.row + 1
            source.facts.refer("renders_view", "view_name", name, line, variable=variable)
