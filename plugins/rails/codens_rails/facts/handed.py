"""Names of templates that code hands to whoever renders: in hashes (`partial: "a/b"`), by methods, by attributes."""

from __future__ import annotations

import re
from typing import Any

from tree_sitter import Node

from codens_core.plugin.records import SourceFile
from codens_core.syntax.cues import enclosing
from codens_rails.facts.possible import Possible, returned
from codens_rails.ruby.literals import string, text
from codens_rails.ruby.walk import Context, RubyFile, ruby_file

_TELLING = re.compile(r"(partial|template)(_name|_path)?\Z")
_PATH = re.compile(r"_?[a-z]\w*(/_?[\w*-]+)+\Z")
_PATHS = re.compile(rb"[\"'][a-z_]\w*/[\w#]|File\.join")
_GIVING = ("helper", "presenter", "concern", "controller", "model")
"""Types of components whose methods give paths of templates, whatever the methods are called."""
_NAME = re.compile(r"/?_?[a-z*][\w*-]*(/_?[\w*-]+)*\Z")
_PAIR = re.compile(rb"[{,]\s*:?['\"]?(?:partial|template)['\"]?\s*(?::|=>)")
KEYS = ("partial", "template")


def handed(source: SourceFile) -> None:
    """Refer to templates (`resolve: view_name`) under the key, method or attribute that gives their name."""
    telling = b"partial" in source.data or b"template" in source.data
    if source.type == "spec" or not (telling or (source.type in _GIVING and _PATHS.search(source.data))):
        return
    file = ruby_file(source)
    possible = Possible(file)
    paths = [found.start() for found in _PATHS.finditer(source.data)] if source.type in _GIVING else []
    for method in file.methods:
        sure, start, end = bool(_TELLING.search(method.name)), method.node.start_byte, method.node.end_byte
        if sure or any(start < path < end for path in paths):
            for value in returned(method.node):
                names, _ = possible.strings(value, Context((method.owner,), method.name))
                given = [name for name in names if sure or _PATH.match(name)]
                _note(source, f".{method.name}", given, method.node)
    if telling:
        _given(source, file, possible)


def _given(source: SourceFile, file: RubyFile, possible: Possible) -> None:
    """Attributes and keys that are given names; a path under a key is rendered by whoever is handed it."""
    for node, context in file.assignments:
        left = node.child_by_field_name("left")
        attribute = left.child_by_field_name("method") if left is not None and left.type == "call" else None
        if attribute is not None and _TELLING.search(name := text(attribute)):
            names, _ = possible.strings(node.child_by_field_name("right"), context)
            _note(source, f".{name}", names, node)
    for pair, key in _pairs(source) if _PAIR.search(source.data) else ():
        names, _ = possible.strings(pair.child_by_field_name("value"), Context())
        _note(source, f"[:{key}]", names, pair)
        for name in names:
            if _PATH.match(name):
                _rendered(source, pair, key, name)


def _rendered(source: SourceFile, pair: Node, key: str, name: str) -> None:
    scope = enclosing(source.scopes, pair.start_byte)
    how: dict[str, Any] = {"form": key, "kind": "partial" if key == "partial" else "explicit", "quiet": True}
    if scope is not None:
        how.update({"scope": list(scope.nesting), "member": scope.member})
    source.facts.refer("renders_view", "render", name, pair.start_point.row + 1, confidence=0.7, **how)


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
