"""Replay: pull requests oldest first, each one transaction that updates the components it touched.

Diffs are taken and files read ahead in windows; merging and writing keep the order of history, so that a build which
was stopped anywhere goes on and ends in the same memory.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from codens_core.base.problems import Problem
from codens_core.build.merging import Merger
from codens_core.build.places import Places
from codens_core.build.reading import FileReader, Task
from codens_core.graph.records import FileChange, PullRequest
from codens_core.memory.store import Store
from codens_core.memory.writer import Writer
from codens_core.syntax.reader import Reading

WINDOW = 240
"""Files read ahead together: enough work for every worker, little enough memory."""


@dataclass(slots=True)
class _Window:
    """Consecutive pull requests with the readings of their files under way."""

    steps: list[PullRequest] = field(default_factory=list)
    tasks: list[Task] = field(default_factory=list)
    readings: Iterator[Reading] | None = None


class Replay:
    """Replays pull requests into one store."""

    def __init__(
        self, store: Store, places: Places, reader: FileReader, scalars: frozenset[str], problems: list[Problem]
    ) -> None:
        self._store = store
        self._places = places
        self._reader = reader
        self._problems = problems
        self._writer = Writer(store.connection)
        self._merger = Merger(self._writer, places, scalars)
        self.next_ordinal = self._writer.last_ordinal() + 1

    def run(self, history: Iterable[PullRequest], done: Callable[[int, PullRequest], None]) -> set[int]:
        """Replay all of `history`; `done` hears of each one. Returns the keys of components touched."""
        touched: set[int] = set()
        waiting: deque[_Window] = deque()
        for window in self._windows(history):
            waiting.append(window)
            if len(waiting) > 1:
                touched |= self._finish(waiting.popleft(), done)
        while waiting:
            touched |= self._finish(waiting.popleft(), done)
        return touched

    def _windows(self, history: Iterable[PullRequest]) -> Iterator[_Window]:
        window = _Window()
        for pr in history:
            window.steps.append(pr)
            window.tasks += [task for file in pr.files if (task := self._task(file))]
            if len(window.tasks) >= WINDOW or len(window.steps) >= WINDOW:
                yield self._started(window)
                window = _Window()
        if window.steps:
            yield self._started(window)

    def _started(self, window: _Window) -> _Window:
        window.readings = self._reader.submit(window.tasks)
        return window

    def _task(self, file: FileChange) -> Task | None:
        if file.status == "deleted":
            return None
        place = self._places.of(file.path, file.mode)
        if place.root is None or not place.type:
            return None
        inside = file.path[len(place.root.folder) :]
        return Task(place.root.framework, inside, file.path, place.type, file.new_oid)

    def _finish(self, window: _Window, done: Callable[[int, PullRequest], None]) -> set[int]:
        touched: set[int] = set()
        readings = zip((task.shown for task in window.tasks), window.readings or (), strict=True)
        for pr in window.steps:
            wanted = sum(1 for file in pr.files if self._task(file))
            mine = {path: reading for _, (path, reading) in zip(range(wanted), readings, strict=False)}
            touched |= self._commit(pr, mine)
            done(self.next_ordinal, pr)
            self.next_ordinal += 1
        return touched

    def _commit(self, pr: PullRequest, readings: dict[str, Reading]) -> set[int]:
        with self._store.transaction():
            self._writer.add_pull_request(self.next_ordinal, pr)
            touched = self._merger.merge(self.next_ordinal, pr, readings)
            self._writer.add_problems(self.next_ordinal, self._problems)
        self._problems.clear()
        return touched
