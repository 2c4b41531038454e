"""Proof that the replayed state is the head's: every file is read afresh and compared with the memory."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from codens_core.base.events import Listener, Progress, ignore
from codens_core.build.places import Places
from codens_core.build.reading import FileReader, Task
from codens_core.graph.facts import FactMap, StoredFacts
from codens_core.history.repository import Repository
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
        """True when memory and head tell the same."""
        return not self.differences


def verify(
    repository: Repository, store: Store, places: Places, reader: FileReader, listener: Listener = ignore
) -> Verification:
    """Compare the memory's existing components with a fresh reading of the commit it was built at."""
    row = store.connection.execute("SELECT commit_id FROM pull_requests ORDER BY ord DESC LIMIT 1").fetchone()
    result = Verification(row[0] if row else repository.head)
    known = {
        path: (type_name, facts)
        for path, type_name, facts in store.connection.execute(
            "SELECT path, type, facts FROM components WHERE closed IS NULL"
        )
    }
    tasks = _tasks(repository, places, result.commit)
    for task, reading in zip(tasks, reader.submit(tasks), strict=True):
        result.files += 1
        listener(Progress("verify", result.files, len(tasks), task.shown))
        _compare(result, task, reading, known.pop(task.shown, None))
    result.differences += [(path, "in memory, not in the commit") for path in sorted(known)]
    return result


def _tasks(repository: Repository, places: Places, commit: str) -> list[Task]:
    tasks = []
    for path, oid, mode in repository.tree_files(commit):
        place = places.of(path, mode)
        if place.root is not None and place.type:
            tasks.append(Task(place.root.framework, path[len(place.root.folder) :], path, place.type, oid))
    return tasks


def _compare(result: Verification, task: Task, reading: Reading, known: tuple[str, str] | None) -> None:
    if known is None:
        result.differences.append((task.shown, "in the commit, not in memory"))
        return
    type_name, facts = known[0], json.loads(known[1])
    expected = task.type if task.type == "support" else reading.type
    if type_name != expected:
        result.differences.append((task.shown, f"type is {type_name}, read afresh {expected}"))
    result.values += sum(len(values) for values in reading.facts.values())
    result.differences += [(task.shown, what) for what in _fact_differences(facts, reading.facts)]


def _fact_differences(stored: StoredFacts, fresh: FactMap) -> list[str]:
    """Attributes whose values, order or lines differ."""
    found = []
    for attribute in sorted(stored.keys() | fresh.keys()):
        known = [(key, row[1:]) for key, row in stored.get(attribute, {}).items()]
        if known != list(fresh.get(attribute, {}).items()):
            found.append(f"{attribute} differs")
    return found
