"""Problems found on the way: collected with file and line, shown at the end, never fatal by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that went wrong in one place; `line` is 1-based, 0 when the whole file is meant."""

    code: str
    message: str
    path: str = ""
    line: int = 0
    hint: str = ""

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}: " if self.line else f"{self.path}: " if self.path else ""
        return f"{place}{self.message}" + (f" ({self.hint})" if self.hint else "")


@dataclass(slots=True)
class Problems:
    """A growing list of problems without repetitions, in order of appearance."""

    _seen: dict[Problem, None] = field(default_factory=dict)

    def add(self, problem: Problem) -> None:
        self._seen.setdefault(problem)

    def take(self) -> list[Problem]:
        """All problems so far; the list is empty afterwards."""
        taken, self._seen = list(self._seen), {}
        return taken

    def __iter__(self) -> Iterator[Problem]:
        return iter(self._seen)

    def __len__(self) -> int:
        return len(self._seen)
