"""Callbacks of models, controllers, jobs and mailers, with the conditions under which they run."""

from __future__ import annotations

from typing import Any

from codens_core.plugin.records import SourceFile
from codens_rails.facts.classbody import Place, literals, names, options, place
from codens_rails.ruby.literals import constant, text
from codens_rails.ruby.walk import Call, ruby_file

_MOMENTS = ("before", "around", "after")
_EVENTS = (
    "action", "filter", "validation", "save", "create", "update", "destroy", "commit", "rollback", "touch",
    "initialize", "find", "create_commit", "update_commit", "destroy_commit", "save_commit",
    "enqueue", "perform", "discard", "deliver", "processing", "render", "sign_in", "reset",
)  # fmt: skip
_MACROS = frozenset(
    [f"{moment}_{event}" for moment in _MOMENTS for event in _EVENTS]
    + [f"{lead}_{moment}_action" for lead in ("skip", "prepend", "append") for moment in _MOMENTS]
    + ["skip_callback"]
)
_CONDITIONS = ("if", "unless", "only", "except", "on")


def callbacks(source: SourceFile) -> None:
    """Note one `callbacks` fact for each method (or block) that a macro registers."""
    for call in ruby_file(source).calls:
        if call.method in _MACROS and (where := place(call)) is not None:
            for name in _names(call):
                source.facts.add("callbacks", _fact(call, name, where), call.line, call.end_line)


def _names(call: Call) -> list[str]:
    """Method names; a class by its name; what is written in place as `(block)`."""
    found = [name for argument in call.args for name in names(call, argument)]
    found += [name for argument in call.args if (name := _class(argument)) is not None]
    inline = call.block is not None or any(argument.type == "lambda" for argument in call.args)
    return [*found, "(block)"] if inline else found


def _class(argument: Any) -> str | None:
    if argument.type == "call":
        argument = argument.child_by_field_name("receiver")
    return constant(argument)


def _fact(call: Call, name: str, where: Place) -> dict[str, Any]:
    fact: dict[str, Any] = {"macro": call.method, "name": name, **where.details()}
    given = options(call)
    known = literals({key: given[key] for key in _CONDITIONS if key in given})
    for key in _CONDITIONS:
        if key in known:
            listed = key in ("only", "except", "on") and not isinstance(known[key], list)
            fact[key] = [known[key]] if listed else known[key]
        elif key in given:
            fact[key] = " ".join(text(given[key]).split())
    return fact
