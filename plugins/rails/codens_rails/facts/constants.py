"""References by constant: every constant used in code, and those that strings name for Ruby to look up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from codens_core.plugin.records import SourceFile
from codens_rails.facts.extensions import extending_nodes
from codens_rails.facts.macros import ASSOCIATIONS
from codens_rails.ruby.literals import constant, string
from codens_rails.ruby.walk import Call, Context, Definition, RubyFile, ruby_file

_PATH = re.compile(r"(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*\Z")
_LOOKUPS = ("constantize", "safe_constantize")
_HINTS = re.compile(rb"constantize|const_get|rescue_from|class_name|_type['\"]?(?::| ?=>) ?['\"][A-Z]")
_TYPE_CONFIDENCE = 0.9
_PATTERN = re.compile(r"(?=.*\*)(?:::)?[A-Z*][\w*]*(?:::[A-Z*][\w*]*)*\Z")
_LITERAL = 5
"""The least length of a literal part of a name that is put together."""


def constants(source: SourceFile) -> None:
    """Refer to every constant used (`resolve: constant`). What tests name is read as tests, not here."""
    if source.type == "spec":
        return
    file = ruby_file(source)
    skipped = extending_nodes(file)
    for use in file.constants:
        if use.node.id not in skipped:
            _refer(source, use.name, use.context, use.line)
    for definition in file.definitions:
        if definition.kind == "value":
            _registry(source, definition)
    if _HINTS.search(source.data):
        for name, call, confidence in _spelt(file):
            _refer(source, name, call.context, call.line, None if confidence == 1 else confidence)
        for call in file.named(*_LOOKUPS, "const_get"):
            _pattern(source, call)


def _registry(source: SourceFile, definition: Definition) -> None:
    """A constant that holds classes: `{card: CardService, cash: CashService}.freeze`, `[A, B]`."""
    node = definition.node.child_by_field_name("right")
    if node is not None and node.type == "call":
        node = node.child_by_field_name("receiver")
    if node is None or node.type not in ("array", "hash"):
        return
    values = [child.child_by_field_name("value") if child.type == "pair" else child for child in node.named_children]
    members = [name for value in values if (name := constant(value)) is not None]
    if members:
        fact = {"name": definition.name, "members": members, "scope": list(definition.nesting)}
        source.facts.add("registries", fact, *definition.lines)


def _refer(source: SourceFile, name: str, context: Context, line: int, confidence: float | None = None) -> None:
    details: dict[str, Any] = {"scope": list(context.nesting), "member": context.member, "confidence": confidence}
    source.facts.refer("invokes", "constant", name, line, **details)


def _pattern(source: SourceFile, call: Call) -> None:
    """A class whose name is put together: at least one whole part of it must be literal."""
    name = call.first() if call.method == "const_get" else string(call.receiver)
    if name is not None and _PATTERN.match(name) and max(map(len, name.split("*"))) >= _LITERAL:
        details: dict[str, Any] = {"scope": list(call.context.nesting), "member": call.context.member}
        source.facts.refer("invokes", "constant_pattern", name, call.line, **details)


def _spelt(file: RubyFile) -> Iterator[tuple[str, Call, float]]:
    """(constant path, call, confidence) of strings that are looked up as constants."""
    for call in file.calls:
        for name, confidence in _strings(call):
            if name is not None and _PATH.match(name):
                yield name, call, confidence


def _strings(call: Call) -> Iterator[tuple[str | None, float]]:
    if call.method in _LOOKUPS:
        yield string(call.receiver), 1
    elif call.method in ("const_get", "qualified_const_get"):
        base = constant(call.receiver)
        prefix = f"{base}::" if base not in (None, "Object", "::Object", "Kernel") else ""
        if (name := call.first()) is not None:
            yield prefix + name, 1
    elif call.method == "rescue_from":
        for argument in call.args:
            yield string(argument), 1
    for key, node in call.options.items() if call.arguments is not None else ():
        if key == "class_name" and call.method not in ASSOCIATIONS:
            yield string(node), 1
        elif key.endswith("_type"):
            yield string(node), _TYPE_CONFIDENCE
