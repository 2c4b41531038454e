"""From a parsed document to a checked model: every problem at once, each with its line and what was probably meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from codens_core.config.positions import Document, Place
from codens_core.config.tables import MOVED, is_secret, variable_for

M = TypeVar("M", bound=BaseModel)

_EXPECTED = {
    "string_type": "a text",
    "bool_type": "true or false",
    "int_type": "a whole number",
    "list_type": "a list",
    "dict_type": "a section of keys and values",
    "model_type": "a section of keys and values",
}


def check(document: Document, model: type[M]) -> M | None:
    """The model that the document describes; None after its problems were noted in the document."""
    if document.problems and document.data is None:
        return None
    try:
        checked = model.model_validate({} if document.data is None else document.data)
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            _note(document, model, detail)
        document.problems.sort(key=lambda problem: problem.line)
        return None
    return None if document.problems else checked


def nearest(word: str, words: Iterable[str]) -> str:
    """The most similar of `words`, empty when none is close."""
    return next(iter(difflib.get_close_matches(word, list(words), n=1, cutoff=0.6)), "")


def _note(document: Document, model: type[BaseModel], detail: ErrorDetails) -> None:
    place: Place = tuple(detail["loc"])
    if detail["type"] == "extra_forbidden":
        message, hint = _unknown(model, place)
        document.report("unknown-key", message, document.line(place), hint)
    elif detail["type"] == "missing":
        document.report("missing-key", f"{_name(place)} is missing", document.line(place[:-1]))
    elif expected := _EXPECTED.get(detail["type"]):
        given = detail["input"]
        message = f"{_name(place)}: {expected} is expected, {_kind(given)} stands here"
        document.report("wrong-type", message, document.line(place), _quote(expected, given))
    else:
        message = detail["msg"].removeprefix("Value error, ").replace("Input should be", "it must be")
        document.report("wrong-value", f"{_name(place)}: {message}", document.line(place))


def _unknown(model: type[BaseModel], place: Place) -> tuple[str, str]:
    """Message and hint for a key that the model does not have."""
    *section, key = (str(part) for part in place if not isinstance(part, int))
    if moved := MOVED.get((*section, key)):
        return f"{_name(place)} stands elsewhere", f"write it as {'.'.join(moved)}"
    if is_secret(key):
        variable = variable_for(key)
        return f"{_name(place)}: secrets do not belong into this file", f"set {variable}" if variable else ""
    if like := nearest(key, _fields(model, place[:-1])):
        return f"unknown key {_name(place)}", f"did you mean {like}?"
    return f"unknown key {_name(place)}", f"known here: {', '.join(_fields(model, place[:-1]))}"


def _fields(model: type[BaseModel], section: Place) -> list[str]:
    """Names of the fields that a section may have."""
    for part in section:
        if isinstance(part, str):
            model = _section_model(model, part)
    return list(model.model_fields)


def _section_model(model: type[BaseModel], key: str) -> type[BaseModel]:
    annotation: Any = model.model_fields[key].annotation
    models = [a for a in (annotation, *get_args(annotation)) if isinstance(a, type) and issubclass(a, BaseModel)]
    return models[0]


def _name(place: Place) -> str:
    """`roots[0].path` for ("roots", 0, "path"); the whole file where the place is empty."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place)
    return text.lstrip(".") or "the file"


def _kind(value: object) -> str:
    if value is None:
        return "nothing"
    kinds = {bool: "true or false", int: "a number", float: "a number", str: "a text", list: "a list"}
    return kinds.get(type(value), "a section" if isinstance(value, dict) else f"a {type(value).__name__}")


def _quote(expected: str, given: object) -> str:
    scalar = given is not None and not isinstance(given, str | list | dict)
    return "put it in quotes" if expected == "a text" and scalar else ""
