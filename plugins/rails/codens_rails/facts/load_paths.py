"""Folders as boot code writes them: `Rails.root.join("lib", "x")`, `"#{config.root}/extras"`, `Dir["packs/*"]`."""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from codens_rails.ruby.literals import WILDCARD, constant, string, strings, text
from codens_rails.ruby.walk import Call, RubyFile

_SAME = ("to_s", "to_path", "freeze", "expand_path", "realpath", "sort", "select", "map", "filter", "children")
_ROOTS = ("root", "config_root", "root_path")


class LoadPaths:
    """Reads path expressions of one file; gives paths (or globs) relative to the application's root."""

    def __init__(self, file: RubyFile) -> None:
        self._locals: dict[str, Node] = {}
        for node, _ in file.assignments:
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is not None and right is not None and left.type in ("identifier", "constant"):
                self._locals.setdefault(text(left), right)
        for definition in file.definitions:
            right = definition.node.child_by_field_name("right") if definition.kind == "value" else None
            if right is not None:
                self._locals.setdefault(definition.written, right)

    def of(self, node: Node, blocks: Sequence[Call] = ()) -> list[str]:
        """Paths that `node` may be; empty where only running would tell."""
        return list(dict.fromkeys(filter(None, (_clean(path) for path in self._paths(node, blocks, 0)))))

    def _paths(self, node: Node, blocks: Sequence[Call], depth: int) -> list[str]:
        if depth > 6:
            return []
        if (known := string(node)) is not None:
            return [known]
        kind = node.type
        if kind in ("array", "string_array", "symbol_array", "splat_argument", "parenthesized_statements"):
            return [path for child in node.named_children for path in self._paths(child, blocks, depth + 1)]
        if kind in ("identifier", "constant"):
            return self._named(text(node), blocks, depth)
        if kind == "element_reference":
            return [path for child in node.named_children[1:] for path in self._paths(child, blocks, depth + 1)]
        if kind == "binary":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            return _joined(self._each(left, blocks, depth), self._each(right, blocks, depth))
        return self._call(node, blocks, depth) if kind == "call" else []

    def _each(self, node: Node | None, blocks: Sequence[Call], depth: int) -> list[str]:
        return self._paths(node, blocks, depth + 1) if node is not None else []

    def _named(self, name: str, blocks: Sequence[Call], depth: int) -> list[str]:
        for block in reversed(blocks):
            wrapper = block.block.child_by_field_name("parameters") if block.block is not None else None
            if wrapper is not None and block.receiver is not None:
                first = wrapper.named_children[:1]
                if first and text(first[0]) == name and block.method in ("each", "map"):
                    return self._paths(block.receiver, (), depth + 1)
        if name in self._locals:
            return self._paths(self._locals[name], (), depth + 1)
        return [""] if name in _ROOTS else []

    def _call(self, node: Node, blocks: Sequence[Call], depth: int) -> list[str]:
        method, receiver = node.child_by_field_name("method"), node.child_by_field_name("receiver")
        name = text(method) if method is not None else ""
        arguments = node.child_by_field_name("arguments")
        given = arguments.named_children if arguments is not None else []
        if name in _ROOTS:
            return [""]
        if name in ("join", "glob", "[]") or (name == "expand_path" and given):
            whole = [""] if constant(receiver) in ("File", "Dir", "Pathname") else self._each(receiver, blocks, depth)
            for argument in given:
                whole = _joined(whole, self._paths(argument, blocks, depth + 1) or strings(argument))
            return whole
        return self._each(receiver, blocks, depth) if name in _SAME else []


def _joined(heads: list[str], tails: list[str]) -> list[str]:
    """`File.join` of every pair; nothing known of one side leaves the other."""
    if not heads or not tails:
        return heads or tails
    return ["/".join(filter(None, (head.rstrip("/"), tail.lstrip("/")))) for head in heads for tail in tails]


def _clean(path: str) -> str:
    """A path below the root: what an interpolation or a leading slash stands for is the root."""
    parts = [part for part in path.split("/") if part not in ("", ".")]
    while parts and parts[0] in (WILDCARD, ".."):
        parts.pop(0)
    return "/".join(parts)
