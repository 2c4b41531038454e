"""The only writer to standard output: JSON documents, and readable text with colours where a terminal shows it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import BaseModel
    from rich.console import Console, RenderableType

UNLIMITED = 10_000
"""Columns where no terminal sets any: lines that another program reads are never wrapped."""


class _State:
    no_color = False


def configure(no_color: bool) -> None:
    """Set how text is written from now on."""
    _State.no_color = no_color
    console.cache_clear()


@cache
def console() -> Console:
    """The console behind standard output."""
    import os

    from rich.console import Console

    width = None if sys.stdout.isatty() or os.environ.get("COLUMNS") else UNLIMITED
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    return Console(
        file=sys.stdout,
        width=width,
        no_color=_State.no_color or None,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=False,
    )


def answer(model: BaseModel, as_json: bool, readable: Callable[[], Iterable[RenderableType]]) -> None:
    """Write what a verb answered: as one JSON document, or in its readable form, which is made only then."""
    if as_json:
        write_json(model)
        return
    shown = console()
    if shown.is_terminal:
        for part in readable():
            shown.print(part)
        return
    with shown.capture() as kept:
        for part in readable():
            shown.print(part)
    write_plain("\n".join(line.rstrip() for line in kept.get().splitlines()))


def write_plain(text: str) -> None:
    """Write text exactly as it is, with one line end."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


def write_json(model: BaseModel) -> None:
    """Write one JSON document in UTF-8, whatever the terminal's encoding."""
    data = model.model_dump_json(indent=2).encode("utf-8") + b"\n"
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
