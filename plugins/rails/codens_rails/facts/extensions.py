"""What classes and modules extend: superclasses and mixins, with the class whose ancestors they change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tree_sitter import Node

from codens_core.plugin.records import SourceFile
from codens_rails.facts.classbody import Place, place
from codens_rails.facts.definitions import superclass_name
from codens_rails.ruby.literals import constant, string
from codens_rails.ruby.walk import Call, RubyFile, ruby_file

_MIXES = ("include", "extend", "prepend")
_SENDS = ("send", "public_send", "__send__")


def extensions(source: SourceFile) -> None:
    """Refer to every superclass and mixin (`resolve: extension`), and to classes reopened by `class_eval`."""
    file = ruby_file(source)
    for definition in file.definitions:
        name = superclass_name(definition)
        if name is not None and definition.superclass is not None:
            line = definition.superclass.start_point.row + 1
            details: dict[str, Any] = {
                "kind": "superclass",
                "owner": definition.name,
                "scope": list(definition.nesting),
            }
            source.facts.refer("extends_component", "extension", name, line, **details)
    for call, kind, arguments in mixes(file):
        where = _target(call)
        if where is None:
            continue
        for argument in arguments:
            name = constant(argument)
            if name is None and argument.type == "self" and where.on:
                name = "::" + where.owner
            if name is not None:
                details = {**where.details(), "kind": _kind(call, kind), "scope": list(where.scope)}
                source.facts.refer("extends_component", "extension", name, call.line, **details)
    for call in file.named("class_eval", "class_exec", "module_eval"):
        name = constant(call.receiver)
        if name is not None and call.block is not None and not call.context.member:
            details = {"kind": "reopens", "owner": call.context.owner, "scope": list(call.context.nesting)}
            source.facts.refer("extends_component", "extension", name, call.line, **details)


def mixes(file: RubyFile) -> Iterator[tuple[Call, str, list[Node]]]:
    """(call, include | extend | prepend, its arguments), also by `send(:include, X)`."""
    for call in file.calls:
        if call.method in _MIXES:
            yield call, call.method, call.args
        elif call.method in _SENDS and call.args and (method := string(call.args[0])) in _MIXES:
            yield call, str(method), call.args[1:]


def _target(call: Call) -> Place | None:
    """The class body that is extended; a mixin at top level or in an unknown object is a mere use."""
    where = place(call)
    return where if where is not None and (where.owner or where.on) else None


def _kind(call: Call, kind: str) -> str:
    """`include` inside `class << self` extends the class."""
    return "extend" if call.context.singleton and kind == "include" and not call.context.member else kind


def extending_nodes(file: RubyFile) -> set[int]:
    """Ids of the nodes that `extensions` refers to: they are no uses besides."""
    found = {definition.superclass.id for definition in file.definitions if definition.superclass is not None}
    for call, _, arguments in mixes(file):
        if _target(call) is not None:
            found.update(argument.id for argument in arguments)
    return found
