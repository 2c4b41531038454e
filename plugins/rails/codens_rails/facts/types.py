"""What class an expression is likely of: constants it is built from, and names that models are called by."""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from tree_sitter import Node

from codens_rails.facts.possible import branches, returned
from codens_rails.ruby.literals import constant, text
from codens_rails.ruby.walk import Context, RubyFile

_DEPTH = 5
_SAME_CLASS = re.compile(
    r"(find|find!|find_by\w*!?|find_or_\w+|find_each|friendly|where|not|order|new|build|create!?|first!?|last!?|take!?|sole"
    r"|all|includes|preload|eager_load|joins|left_joins|references|limit|offset|page|per|distinct|unscoped|unscope|decorate"
    r"|first_or_\w+|with_\w+|without_\w+|kept|lock!?|reload|dup|becomes|merge|tap|presence|compact|to_a|sort_by|select"
    r"|reject|each|map|uniq|group|having|or|none|extending|readonly|ransack|result|paginate|then|itself|record)\Z"
)
"""Methods whose result is a record (or records) of the receiver's class."""


class Guess(NamedTuple):
    """Constants as written, surest first, and names (`post`, `comments`) that tell a class only by convention."""

    constants: list[str]
    words: list[str]


class Types:
    """Guesses for expressions of one file."""

    def __init__(self, file: RubyFile) -> None:
        self._file = file

    def guess(self, node: Node, context: Context) -> Guess:
        """What `node`, standing in `context`, may be an object (or the class, or a list of objects) of."""
        found = Guess([], [])
        self._collect(node, context, found, 0)
        return Guess(list(dict.fromkeys(found.constants)), list(dict.fromkeys(found.words)))

    def _collect(self, node: Node, context: Context, found: Guess, depth: int) -> None:
        for leaf in branches(node):
            root, methods = _chain(leaf)
            name = constant(root)
            last = next((method for method in reversed(methods) if not _SAME_CLASS.match(method)), "")
            if name is not None:
                if not last or methods.index(last) == 0:
                    found.constants.append(name)
                else:
                    found.words.append(last)
            elif root.type in ("identifier", "instance_variable"):
                if not last and depth < _DEPTH:
                    for value, where in self._values(text(root), context):
                        self._collect(value, where, found, depth + 1)
                found.words.append(last or text(root).lstrip("@"))
            elif last:
                found.words.append(last)

    def _values(self, name: str, context: Context) -> list[tuple[Node, Context]]:
        """What a variable is given, in the same method if there, else in the file; or what a method of its name is."""
        given = self._assigned.get(name, [])
        near = [value for value in given if value[1].member == context.member]
        if near or given:
            return near or given
        methods = [method for method in self._file.methods if method.name == name]
        return [(value, Context(context.nesting, name)) for method in methods for value in returned(method.node)]

    @cached_property
    def _assigned(self) -> dict[str, list[tuple[Node, Context]]]:
        found: dict[str, list[tuple[Node, Context]]] = {}
        for node, context in self._file.assignments:
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is not None and right is not None and left.type in ("identifier", "instance_variable"):
                found.setdefault(text(left), []).append((right, context))
        return found


def _chain(node: Node) -> tuple[Node, list[str]]:
    """(the root of a chain of calls, the methods called on it in order)."""
    methods: list[str] = []
    while True:
        if node.type == "parenthesized_statements" and node.named_children:
            node = node.named_children[-1]
        elif node.type == "element_reference":
            node = node.named_children[0]
        elif node.type == "call":
            method, receiver = node.child_by_field_name("method"), node.child_by_field_name("receiver")
            if receiver is None:
                return (method or node), methods[::-1]
            methods.append(text(method) if method is not None else "call")
            node = receiver
        else:
            return node, methods[::-1]
