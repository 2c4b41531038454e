"""What classes and modules extend: superclasses and mixins, with the class whose ancestors they change."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tree_sitter import Node

from codens_core.plugin.records import SourceFile
from codens_rails.facts.classbody import Place, parameters, place
from codens_rails.facts.definitions import superclass_name
from codens_rails.ruby.literals import constant, string, strings, text
from codens_rails.ruby.walk import Call, RubyFile, ruby_file

_MIXES = ("include", "extend", "prepend")
_SENDS = ("send", "public_send", "__send__")
_CALLS = frozenset((*_MIXES, *_SENDS))
_EVALS = ("class_eval", "class_exec", "module_eval")
_EDITIONS = re.compile(r"(include|extend|prepend)_mod(?:_with)?\Z")
"""`User.prepend_mod_with("User")`: the module of the same name in the namespace of each edition (`EE::User`)."""


@dataclass(frozen=True, slots=True)
class Mix:
    """One mixin call: how, what, and into which class body."""

    call: Call
    kind: str
    arguments: list[Node]
    where: Place


def extensions(source: SourceFile) -> None:
    """Refer to every superclass and mixin (`resolve: extension`), and to classes reopened by `class_eval`."""
    file = ruby_file(source)
    for definition in file.definitions:
        name = superclass_name(definition)
        if name is not None and definition.superclass is not None:
            place_of = Place(definition.name, definition.nesting)
            _refer(source, name, definition.superclass.start_point.row + 1, "superclass", place_of)
    for mix in mixes(file):
        for argument in mix.arguments:
            name = constant(argument)
            if name is None and argument.type == "self" and mix.where.on:
                name = "::" + mix.where.owner
            if name is not None:
                _refer(source, name, mix.call.line, mix.kind, mix.where)
    for call in file.calls:
        method = call.method
        if method in _EVALS:
            _reopening(source, call)
        elif "_mod" in method and (edition := _EDITIONS.match(method)) is not None:
            _edition(source, call, edition[1])


def _refer(source: SourceFile, name: str, line: int, kind: str, where: Place) -> None:
    details: dict[str, Any] = {**where.details(), "kind": kind, "scope": list(where.scope)}
    source.facts.refer("extends_component", "extension", name, line, **details)


def _reopening(source: SourceFile, call: Call) -> None:
    name = constant(call.receiver)
    if name is not None and call.block is not None and not call.context.member:
        _refer(source, name, call.line, "reopens", Place(call.context.owner, call.context.nesting))


def _edition(source: SourceFile, call: Call, kind: str) -> None:
    owner = constant(call.receiver) or ""
    name = call.first() or owner.removeprefix("::") or call.context.owner
    if name and (owner or call.context.owner) and not call.context.member:
        _refer(source, f"*::{name}", call.line, kind, Place(call.context.owner, call.context.nesting, owner))


_last: tuple[RubyFile, list[Mix]] | None = None


def mixes(file: RubyFile) -> list[Mix]:
    """Every include, extend and prepend of a known class body, also by `send(:include, X)`; looked for once a file."""
    global _last  # noqa: PLW0603 - one file is read at a time, by all extractors in turn
    if _last is None or _last[0] is not file:
        _last = (file, list(_mixes(file)))
    return _last[1]


def _mixes(file: RubyFile) -> Iterator[Mix]:
    for call in file.calls:
        method = call.method
        if method not in _CALLS:
            continue
        if method in _MIXES:
            kind, arguments = method, call.args
        elif call.args and string(call.args[0]) in _MIXES:
            kind, arguments = str(string(call.args[0])), call.args[1:]
        else:
            continue
        singleton = call.context.singleton and not call.context.member
        listed = [node for argument in arguments for node in _listed(argument)]
        for where, own in _places(call):
            yield Mix(call, "extend" if kind != "extend" and (singleton or own) else kind, listed, where)


def _listed(argument: Node) -> list[Node]:
    """The members of a splat list, else the argument itself."""
    inner = argument.named_children[0] if argument.type == "splat_argument" and argument.named_children else None
    return inner.named_children if inner is not None and inner.type == "array" else [argument]


def _places(call: Call) -> list[tuple[Place, bool]]:
    """(class body, whether its singleton class is meant); what is extended at top level or in an object is no class."""
    context = call.context
    receiver, own = call.receiver, False
    if receiver is not None and receiver.type == "call":
        method, inner = receiver.child_by_field_name("method"), receiver.child_by_field_name("receiver")
        if method is None or text(method) not in ("singleton_class", "constantize"):
            return []
        receiver, own = inner, text(method) == "singleton_class"
    here = Place(context.owner, context.nesting)
    if (name := constant(receiver)) is not None:
        return [(replace(here, on=name), own)]
    if receiver is not None and receiver.type == "identifier" and (names := _walked(call, text(receiver))):
        return [(replace(here, on=name), own) for name in names]
    where = place(call) if receiver is call.receiver else None
    return [(where, own)] if where is not None and (where.owner or where.on) else []


def _walked(call: Call, variable: str) -> list[str]:
    """Classes of the literal list that an enclosing `each` walks over."""
    for block in reversed(call.context.blocks):
        if block.method == "each" and block.receiver is not None and parameters(block.block)[:1] == [variable]:
            named = [name for node in block.receiver.named_children if (name := constant(node)) is not None]
            return named or [name for name in strings(block.receiver) if name[:1].isupper()]
    return []


def extending_nodes(file: RubyFile) -> set[int]:
    """Ids of the nodes that `extensions` refers to: they are no uses besides."""
    found = {definition.superclass.id for definition in file.definitions if definition.superclass is not None}
    for mix in mixes(file):
        found.update(argument.id for argument in mix.arguments)
    return found
