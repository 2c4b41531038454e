"""References by constant: every constant used in code, and those that strings name for Ruby to look up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tree_sitter import Node

from codens_core.plugin.records import SourceFile
from codens_rails.facts.extensions import extending_nodes
from codens_rails.facts.macros import ASSOCIATIONS
from codens_rails.ruby.literals import constant, string, text
from codens_rails.ruby.walk import Call, Context, Definition, RubyFile, ruby_file

_PATH = re.compile(r"(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*\Z")
_LOOKUPS = ("constantize", "safe_constantize")
_HINTS = (b"constantize", b"const_get", b"rescue_from", b"class_name")
_TYPE_HINT = re.compile(rb"_type['\"]?(?::| ?=>) ?['\"][A-Z]")
_TYPE_CONFIDENCE = 0.9
_PATTERN = re.compile(r"(?=.*\*)(?:::)?[A-Z*][\w*]*(?:::[A-Z*][\w*]*)*\Z")
_CLASS_INSIDE = re.compile(r"#\{[^}]*\bclass(?:\.name|\.to_s)?\}")
_LITERAL = 5
"""The least length of a literal part of a name that is put together."""


def constants(source: SourceFile) -> None:
    """Refer to every constant used (`resolve: constant`). What tests name is read as tests, not here."""
    if source.type == "spec":
        return
    file = ruby_file(source)
    skipped = extending_nodes(file) if source.language == "ruby" else ()
    for use in file.constants:
        if use.node.id not in skipped:
            _refer(source, use.name, use.context, use.line)
    for definition in file.definitions:
        if definition.kind == "value":
            _registry(source, definition)
    if _may_spell(source.data):
        for name, call, confidence in _spelt(file):
            _refer(source, name, call.context, call.line, None if confidence == 1 else confidence)
        for call in file.named(*_LOOKUPS, "const_get"):
            _pattern(source, call)


def _may_spell(data: bytes) -> bool:
    """Whether a file may hold a string that is looked up as a constant."""
    return any(hint in data for hint in _HINTS) or (b"_type" in data and _TYPE_HINT.search(data) is not None)


def _registry(source: SourceFile, definition: Definition) -> None:
    """A constant that holds classes: `{card: CardService, cash: CashService}.freeze`, `[A, B]`; or `Service.new`."""
    node = definition.node.child_by_field_name("right")
    if node is not None and (made := _instance_of(node)) is None and node.type == "call":
        node = node.child_by_field_name("receiver")
        made = _instance_of(node)
    if node is None:
        return
    values = [child.child_by_field_name("value") if child.type == "pair" else child for child in node.named_children]
    listed = values if node.type in ("array", "hash") else []
    members = [made] if made else [name for value in listed if (name := constant(value)) is not None]
    if members:
        fact = {"name": definition.name, "members": members, "scope": list(definition.nesting)}
        source.facts.add("registries", fact, *definition.lines)


def _instance_of(node: Node | None) -> str | None:
    """The class of `Service.new(x)` and `Service.instance`."""
    method = node.child_by_field_name("method") if node is not None and node.type == "call" else None
    if node is None or method is None or text(method) not in ("new", "instance"):
        return None
    return constant(node.child_by_field_name("receiver"))


def _refer(source: SourceFile, name: str, context: Context, line: int, confidence: float | None = None) -> None:
    details: dict[str, Any] = {"scope": list(context.nesting), "member": context.member, "confidence": confidence}
    source.facts.refer("invokes", "constant", name, line, **details)


def _pattern(source: SourceFile, call: Call) -> None:
    """A class whose name is put together: at least one whole part of it must be literal."""
    node = call.args[0] if call.method == "const_get" and call.args else call.receiver
    if node is None or (name := string(node)) is None:
        return
    name = re.sub(r"\*+", "**" if _CLASS_INSIDE.search(text(node)) else "*", name)
    if _PATTERN.match(name) and max(map(len, name.split("*"))) >= _LITERAL:
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
