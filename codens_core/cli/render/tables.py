"""Tables in one look: no frame, a dim head, numbers to the right, long names folded and never cut."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.table import Table
from rich.text import Text

from codens_core.cli.render.text import safe


@dataclass(frozen=True, slots=True)
class Col:
    """One column."""

    title: str
    style: str = ""
    right: bool = False
    wrap: bool = True
    """False keeps the column on one line whatever the width: for short words and numbers."""


def table(columns: Sequence[Col], rows: Iterable[Sequence[object]]) -> Table:
    """Rows under their heads; cells are texts or anything that `str` makes one."""
    made = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0), collapse_padding=True)
    for column in columns:
        made.add_column(
            column.title,
            style=column.style,
            justify="right" if column.right else "left",
            no_wrap=not column.wrap,
            overflow="fold",
        )
    for row in rows:
        made.add_row(*(cell if isinstance(cell, Text) else Text(safe(_shown(cell))) for cell in row))
    return made


def _shown(cell: object) -> str:
    return f"{cell:,}" if isinstance(cell, int) else str(cell)


def heading(text: str) -> Text:
    """A line above a block, with an empty one before it."""
    return Text(f"\n{safe(text)}", style="bold")


def note(text: str) -> Text:
    """A dim line below a block."""
    return Text(safe(text), style="dim")
