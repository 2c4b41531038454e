"""Foreign errors in one line, for people: what a library says in ten lines, where it matters."""

from __future__ import annotations

from pydantic import ValidationError


def one_line(error: BaseException) -> str:
    """`KeyError: 'name'`; for a model that refused its input the first field and how many more are wrong."""
    if isinstance(error, ValidationError):
        return _first_field(error)
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def _first_field(error: ValidationError) -> str:
    first, *more = error.errors(include_url=False, include_context=False, include_input=False)
    where = ".".join(map(str, first["loc"]))
    rest = f" (and {len(more)} more)" if more else ""
    return f"{error.title}{'.' if where else ''}{where}: {first['msg']}{rest}"
