"""Reading files of pull requests ahead of the replay, in worker processes when there is enough to do."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from codens_core.base.problems import Problem
from codens_core.history.repository import MissingBlob, Repository
from codens_core.plugin.manager import Plugins
from codens_core.syntax.reader import Reader, Reading

BATCH = 24
"""Files of one hand-over to a worker: large enough to hide its cost, small enough to keep all workers busy."""


class Task(NamedTuple):
    """One file at one state. `path` is inside the application's root, `shown` the repository's path."""

    framework: str
    path: str
    shown: str
    type: str
    oid: str


@dataclass(slots=True)
class _Desk:
    """What a process needs to read files: the repository and one reader for each framework."""

    repository: Repository
    plugins: Plugins
    readers: dict[str, Reader]

    def read(self, task: Task) -> Reading:
        try:
            data = self.repository.blob(task.oid)
        except MissingBlob as error:
            problem = Problem("missing-blob", str(error), task.shown, 0, "fetch it, or clone the repository whole")
            return Reading(task.type, {}, "", (problem,))
        if task.framework not in self.readers:
            self.readers[task.framework] = Reader(self.plugins, task.framework)
        reading = self.readers[task.framework].read(task.path, data, task.type)
        if not reading.problems:
            return reading
        shown = tuple(Problem(p.code, p.message, task.shown, p.line, p.hint) for p in reading.problems)
        return Reading(reading.type, reading.facts, reading.words, shown)


_desk: _Desk | None = None


def _start_worker(path: Path, bare: bool) -> None:
    global _desk  # noqa: PLW0603 - one desk a worker process
    _desk = _Desk(Repository.open(path, bare=bare), Plugins(), {})


def _read_batch(tasks: list[Task]) -> list[Reading]:
    if _desk is None:
        raise RuntimeError("the worker was not started")
    return [_desk.read(task) for task in tasks]


class FileReader:
    """Reads tasks in the order in which they are asked for. `jobs` 1 reads in this process."""

    def __init__(self, repository: Repository, plugins: Plugins, jobs: int) -> None:
        self._here = _Desk(repository, plugins, {})
        self._jobs = jobs
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> FileReader:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def submit(self, tasks: Iterable[Task]) -> Iterator[Reading]:
        """Start reading; the iterator gives the readings in order, waiting where needed."""
        todo = list(tasks)
        if self._jobs == 1 or (self._pool is None and len(todo) < 2 * BATCH):
            return iter([self._here.read(task) for task in todo])
        if self._pool is None:
            self._pool = self._start()
        pool = self._pool
        return _in_order([pool.submit(_read_batch, todo[i : i + BATCH]) for i in range(0, len(todo), BATCH)])

    def _start(self) -> ProcessPoolExecutor:
        forking = "fork" in multiprocessing.get_all_start_methods() and threading.active_count() == 1
        return ProcessPoolExecutor(
            self._jobs,
            multiprocessing.get_context("fork" if forking else "spawn"),
            _start_worker,
            (self._here.repository.root, self._here.repository.is_bare),
        )


def _in_order(futures: list[Future[list[Reading]]]) -> Iterator[Reading]:
    for future in futures:
        yield from future.result()
