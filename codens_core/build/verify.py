"""Proof that what is remembered is what the code says: a commit is read afresh and compared with the memory."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from codens_core.base.errors import NotFoundError
from codens_core.base.events import Listener, Progress, ignore
from codens_core.build.places import Places
from codens_core.build.reading import FileReader, Task
from codens_core.graph.facts import StoredFacts
from codens_core.history.repository import Repository
from codens_core.memory.past import Past
from codens_core.memory.store import Store
from codens_core.syntax.reader import Reading


@dataclass(slots=True)
class Verification:
    """What was compared, and every difference as (path, what differs)."""

    commit: str
    files: int = 0
    values: int = 0
    differences: list[tuple[str, str]] = field(default_factory=list)

    @property
    def equal(self) -> bool:
        """True when memory and commit tell the same."""
        return not self.differences


@dataclass(slots=True)
class _Known:
    """A remembered component."""

    type: str
    facts: StoredFacts


def verify(
    repository: Repository, store: Store, places: Places, reader: FileReader, at: int | None = None,
    listener: Listener = ignore,
) -> Verification:  # fmt: skip
    """Compare the memory with a fresh reading of the commit it was built at.

    With `at` (an ordinal), compare the state rebuilt from the recorded changes with that pull request's commit: values
    and types then, without lines and order, which only the newest state keeps.
    """
    result = Verification(_commit(store, at))
    known = _present(store) if at is None else _past(store, at)
    tasks = _tasks(repository, places, result.commit)
    for task, reading in zip(tasks, reader.submit(tasks), strict=True):
        result.files += 1
        listener(Progress("verify", result.files, len(tasks), task.shown))
        _compare(result, task, reading, known.pop(task.shown, None), with_lines=at is None)
    result.differences += [(path, "in memory, not in the commit") for path in sorted(known)]
    return result


def _commit(store: Store, at: int | None) -> str:
    row = store.connection.execute(
        "SELECT commit_id FROM pull_requests WHERE ?1 IS NULL OR ord = ?1 ORDER BY ord DESC LIMIT 1", (at,)
    ).fetchone()
    if row is None:
        raise NotFoundError("no such pull request in memory", "run `codens build`")
    return str(row[0])


def _present(store: Store) -> dict[str, _Known]:
    rows = store.connection.execute("SELECT path, type, facts FROM components WHERE closed IS NULL")
    return {path: _Known(type_name, json.loads(facts)) for path, type_name, facts in rows}


def _past(store: Store, ordinal: int) -> dict[str, _Known]:
    return {state.path: _Known(state.type, state.facts) for state in Past(store).components(ordinal)}


def _tasks(repository: Repository, places: Places, commit: str) -> list[Task]:
    tasks = []
    for path, oid, mode in repository.tree_files(commit):
        place = places.of(path, mode)
        if place.root is not None and place.type:
            tasks.append(Task(place.root.framework, path[len(place.root.folder) :], path, place.type, oid))
    return tasks


def _compare(result: Verification, task: Task, reading: Reading, known: _Known | None, with_lines: bool) -> None:
    if known is None:
        result.differences.append((task.shown, "in the commit, not in memory"))
        return
    expected = task.type if task.type == "support" else reading.type
    if known.type != expected:
        result.differences.append((task.shown, f"type is {known.type}, read afresh {expected}"))
    result.values += sum(len(values) for values in reading.facts.values())
    for attribute in sorted(known.facts.keys() | reading.facts.keys()):
        if not _equal(known.facts.get(attribute, {}), reading.facts.get(attribute, {}), with_lines):
            result.differences.append((task.shown, f"{attribute} differs"))


def _equal(stored: dict[str, list[int]], fresh: dict[str, list[int]], with_lines: bool) -> bool:
    if not with_lines:
        return stored.keys() == fresh.keys()
    return [(key, row[1:]) for key, row in stored.items()] == list(fresh.items())
