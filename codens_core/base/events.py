"""What long work tells whoever watches: plain records, so that a CLI bar and a TUI draw the same facts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """Work of one stage: `done` of `total` (0 when unknown); `note` is what is under way just now."""

    stage: str
    done: int
    total: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence worth showing while work goes on; `level` is info, warning or error."""

    level: str
    message: str
    hint: str = ""


Event = Progress | Notice
Listener = Callable[[Event], None]


def ignore(event: Event) -> None:
    """The listener of callers that do not watch."""
