"""Class-level macros: associations with all their options, and whatever other macro a class calls."""

from __future__ import annotations

from typing import Any

from codens_core.plugin.records import SourceFile
from codens_rails.facts.classbody import literals, names, options, place
from codens_rails.ruby.literals import strings
from codens_rails.ruby.walk import Call, ruby_file

ASSOCIATIONS = ("belongs_to", "has_many", "has_one", "has_and_belongs_to_many", "delegated_type")
_ASSOCIATIONS = frozenset(ASSOCIATIONS)
_NO_RECORDS = ("serializer", "presenter", "helper", "view", "controller", "policy", "job", "mailer")
"""Types in which macros of these names mean something else."""
_PLAIN = frozenset(
    "include extend prepend private protected public private_class_method module_function private_constant "
    "attr_accessor attr_reader attr_writer attr define_method alias_method alias_attribute delegate "
    "delegate_missing_to require require_relative autoload puts raise return send public_send class_eval "
    "class_exec module_eval included prepended class_methods with_options concerning lambda proc loop "
    "validates validate validates_with validates_each scope default_scope enum attribute mattr_accessor "
    "cattr_accessor class_attribute thread_mattr_accessor helper_method helper rescue_from freeze new "
    "field argument let subject it describe context before after expect".split()
)
"""Calls in class bodies that no macro table knows."""


def macros(source: SourceFile) -> None:
    """Note `associations`, the ones a macro method makes (`macro_associations`), and `macros` called."""
    for call in ruby_file(source).calls:
        if call.method in _ASSOCIATIONS:
            _association(source, call)
        elif _is_macro(call):
            _macro(source, call)


def _association(source: SourceFile, call: Call) -> None:
    where = place(call)
    if where is None or not call.args or source.type in _NO_RECORDS:
        return
    attribute = "macro_associations" if where.via == "macro" else "associations"
    for name in names(call, call.args[0]) or ["*"]:
        fact = {"macro": call.method, "name": name, **_spread(literals(options(call))), **where.details()}
        if call.context.nesting and where.on:
            fact["scope"] = list(where.scope)
        source.facts.add(attribute, fact, call.line, call.end_line)


def _spread(known: dict[str, Any]) -> dict[str, Any]:
    """Options that would hide the fact's own keys are dropped; they are none of Rails'."""
    return {key: item for key, item in known.items() if key not in ("macro", "name", "owner", "on", "via", "member")}


def _is_macro(call: Call) -> bool:
    """Whether a call stands directly in a class body (or in `included do`, `with_options`) and has no receiver."""
    context = call.context
    if call.receiver is not None or context.member or not context.nesting or call.method in _PLAIN:
        return False
    return all(block.method in ("included", "prepended", "with_options", "class_eval") for block in context.blocks)


def _macro(source: SourceFile, call: Call) -> None:
    where = place(call)
    if where is None:
        return
    fact: dict[str, Any] = {"name": call.method, **where.details()}
    if _takes_names(call.method):
        fact["args"] = [name for argument in call.args for name in strings(argument)]
        fact.update(_spread(literals(call.options)))
    source.facts.add("macros", {key: part for key, part in fact.items() if part != []}, call.line, call.end_line)


def _takes_names(method: str) -> bool:
    """Whether a macro's arguments matter for what it adds to the class."""
    return method == "devise" or method.startswith(("acts_as", "acts_", "has_", "belongs_to", "is_", "act_"))
