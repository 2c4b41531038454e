"""What models (and concerns for them) declare: validations, scopes, enums, and where their rows are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tree_sitter import Node

from codens_core.plugin.records import SourceFile
from codens_rails.facts.classbody import Place, literals, names, options, place
from codens_rails.ruby.literals import constant, string, strings, text, value
from codens_rails.ruby.walk import Call, Context, ruby_file

_CONDITIONS = ("if", "unless", "on", "allow_nil", "allow_blank", "strict", "message", "prepend")
_LONGEST = 200
_SETTINGS = ("table_name", "abstract_class", "table_name_prefix", "table_name_suffix", "inheritance_column")


def models(source: SourceFile) -> None:
    """Note `validations`, `scopes`, `enums` and `table_settings`; refer to validators by their keys."""
    file = ruby_file(source)
    for call in file.calls:
        handler = _HANDLERS.get(call.method) or (_validation if _validates(call.method) else None)
        if handler is not None and (where := place(call)) is not None and where.via != "macro":
            handler(source, call, where)
    for node, context in file.assignments:
        _setting(source, node, context)
    for method in file.methods:
        if method.singleton and method.name in _SETTINGS:
            body = method.node.child_by_field_name("body")
            known = value(body.named_children[-1]) if body is not None and body.named_children else None
            if isinstance(known, str):
                fact = {"owner": method.owner, "name": method.name, "value": known}
                source.facts.add("table_settings", fact, *method.lines)


def _validates(method: str) -> bool:
    return method.startswith("validates_") and method != "validates_context"


def _validation(source: SourceFile, call: Call, where: Place) -> None:
    fact: dict[str, Any] = {"macro": call.method, **where.details()}
    if attributes := [name for argument in call.args for name in names(call, argument)]:
        fact["attributes"] = attributes
    if classes := [name for argument in call.args if (name := constant(argument)) is not None]:
        fact["validators"] = classes
    checks = {key: _literal(node) for key, node in options(call).items()}
    if call.method == "validates":
        for key in checks:
            if key not in _CONDITIONS:
                details = {"owner": where.owner, "scope": list(where.scope)}
                source.facts.refer("invokes", "validator_key", key, call.line, call.end_line, **details)
    source.facts.add("validations", {**fact, **({"checks": checks} if checks else {})}, call.line, call.end_line)


def _literal(node: Node) -> Any:
    """A literal option; anything else as its source text."""
    known = literals({"": node})
    return known[""] if known else _short(node)


def _short(node: Node) -> str:
    shown = " ".join(text(node).split())
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"


def _scope(source: SourceFile, call: Call, where: Place) -> None:
    name = call.first() if call.method == "scope" else call.method
    if name is None:
        return
    fact = {"name": name, **where.details()}
    rest = call.args[1:] if call.method == "scope" else call.args
    if rest:
        fact["body"] = _short(rest[0])
    source.facts.add("scopes", fact, call.line, call.end_line)


def _enum(source: SourceFile, call: Call, where: Place) -> None:
    name = call.first()
    if name is not None:
        listed = call.args[1] if len(call.args) > 1 else None
        known = _keys(listed) if listed is not None else [k for k in call.options if not k.startswith("_")]
        _add_enum(source, call, where, name, known)
        return
    for key, node in call.options.items():
        if not key.startswith("_") and node.type in ("hash", "array", "symbol_array", "string_array", "constant"):
            _add_enum(source, call, where, key, _keys(node))


def _keys(node: Node) -> list[str]:
    known = value(node)
    return [str(key) for key in known] if isinstance(known, dict) else strings(node)


def _add_enum(source: SourceFile, call: Call, where: Place, name: str, values: list[str]) -> None:
    source.facts.add("enums", {"name": name, "values": values, **where.details()}, call.line, call.end_line)


def _abstract(source: SourceFile, call: Call, where: Place) -> None:
    fact = {"owner": where.owner, "name": "abstract_class", "value": True}
    source.facts.add("table_settings", fact, call.line)


def _setting(source: SourceFile, node: Node, context: Context) -> None:
    """`self.table_name = "x"` in a class body."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if context.member or left is None or left.type != "call":
        return
    method, receiver = left.child_by_field_name("method"), left.child_by_field_name("receiver")
    name = text(method) if method is not None else ""
    if name not in _SETTINGS or receiver is None or receiver.type != "self":
        return
    known = True if right is not None and right.type == "true" else string(right)
    if known is not None:
        fact = {"owner": context.owner, "name": name, "value": known}
        source.facts.add("table_settings", fact, node.start_point.row + 1)


_HANDLERS: dict[str, Callable[[SourceFile, Call, Place], None]] = {
    "validates": _validation,
    "validate": _validation,
    "scope": _scope,
    "default_scope": _scope,
    "enum": _enum,
    "primary_abstract_class": _abstract,
}
