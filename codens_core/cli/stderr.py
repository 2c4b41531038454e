"""The only writer to standard error: errors, notes, and the progress of long work."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

from codens_core.base.events import Event, Notice, Progress

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress as Bars
    from rich.progress import TaskID

EVERY = 5.0
"""Seconds between two lines of progress where there is no terminal."""
COLOURS = {"error": "bold red", "warning": "yellow", "info": "cyan"}


def console(no_color: bool = False) -> Console:
    """A console on standard error."""
    from rich.console import Console

    return Console(stderr=True, no_color=no_color or None, highlight=False, markup=False, emoji=False, soft_wrap=True)


def say(level: str, message: str, hint: str = "", no_color: bool = False) -> None:
    """Write one message with its level and, on a second line, what to do about it."""
    from rich.text import Text

    from codens_core.cli.render.text import safe

    word = "note" if level == "info" else level
    text = Text.assemble((f"{word}: ", COLOURS[level]), safe(message))
    if hint:
        text.append("\nhint: ", "dim").append(safe(hint))
    console(no_color).print(text)


def traceback(error: BaseException) -> None:
    """Write the whole traceback of an error."""
    import traceback as standard

    standard.print_exception(error, file=sys.stderr)


class Watcher:
    """Shows events while work goes on: bars on a terminal, now and then a line elsewhere. Use it as a context."""

    def __init__(self, quiet: bool = False, no_color: bool = False) -> None:
        self._quiet = quiet
        self._no_color = no_color
        self._bars: Bars | None = None
        self._tasks: dict[str, TaskID] = {}
        self._said: dict[str, float] = {}

    def __enter__(self) -> Watcher:
        if not self._quiet and sys.stderr.isatty():
            self._bars = _bars(console(self._no_color))
            self._bars.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bars is not None:
            self._bars.stop()

    def __call__(self, event: Event) -> None:
        """Hear of one event."""
        if isinstance(event, Notice):
            self._notice(event)
        elif self._bars is not None:
            self._draw(self._bars, event)
        elif not self._quiet:
            self._line(event)

    def _notice(self, event: Notice) -> None:
        if not self._quiet or event.level != "info":
            say(event.level, event.message, event.hint, self._no_color)

    def _draw(self, bars: Bars, event: Progress) -> None:
        total = event.total or None
        if event.stage not in self._tasks:
            self._tasks[event.stage] = bars.add_task(event.stage, total=total, note="")
        from codens_core.cli.render.text import safe

        bars.update(self._tasks[event.stage], completed=event.done, total=total, note=safe(event.note))

    def _line(self, event: Progress) -> None:
        now = time.monotonic()
        last = self._said.get(event.stage)
        if last is not None and event.done != event.total and now - last < EVERY:
            return
        self._said[event.stage] = now
        of = f" of {event.total:,}" if event.total else ""
        sys.stderr.write(f"{event.stage}: {event.done:,}{of}\n")


def _bars(shown: Console) -> Bars:
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars
    from rich.table import Column

    return Bars(
        TextColumn("{task.description}", style="bold"),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[note]}", style="dim", markup=False, table_column=Column(no_wrap=True, ratio=1)),
        console=shown,
        expand=True,
    )
