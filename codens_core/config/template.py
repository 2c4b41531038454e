"""The commented `codens.yaml` that `codens init` writes: every key with its docstring, defaults as comments."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import yaml
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from codens_core.config.model import Config

HEAD = "# How CODENS reads this repository. Keys in comments show their defaults; `codens config check` finds mistakes."


class FoundRoot(NamedTuple):
    """An application to write down, and the file that shows it."""

    path: str
    framework: str
    because: str


def commented(project: str, roots: Sequence[FoundRoot]) -> str:
    """The text of a new file."""
    given = {"version": "1", "project": as_yaml(project), "roots": _roots(roots)}
    return "\n".join([HEAD, *_fields(Config, given)]) + "\n"


def _roots(roots: Sequence[FoundRoot]) -> str:
    rows = (as_yaml({"path": root.path or ".", "framework": root.framework}) + f"  # {root.because}" for root in roots)
    return "".join(f"\n  - {row}" for row in rows)


def _fields(model: type[BaseModel], given: dict[str, str]) -> Iterator[str]:
    for name, field in model.model_fields.items():
        yield ""
        yield from _comment(field.description or "")
        if name in given:
            yield f"{name}: {given[name]}".replace(": \n", ":\n")
        else:
            yield from (f"# {line}" for line in _default(name, field))


def _default(name: str, field: FieldInfo) -> Iterator[str]:
    if not isinstance(field.default, BaseModel):
        yield f"{name}: {as_yaml(field.default)}"
        return
    yield f"{name}:"
    for key, inner in type(field.default).model_fields.items():
        yield from (f"  {line}" for line in _comment(inner.description or ""))
        yield f"  {key}: {as_yaml(inner.default)}"


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in textwrap.wrap(" ".join(text.split()), 100)]


def as_yaml(value: Any) -> str:
    """A value as YAML on one line."""
    text = yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, width=float("inf"), sort_keys=False)
    return text.removesuffix("\n").removesuffix("\n...")
