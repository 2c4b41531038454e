"""Going back to where a rewritten history left the known one, so that only what follows is replayed.

Values come from the recorded changes; lines, which only the newest state keeps, from reading the files of then again.
The result is byte for byte what a build of the common history alone would have left.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from codens_core.build.places import SUPPORT, Places
from codens_core.build.reading import FileReader, Task
from codens_core.graph.facts import FactMap, StoredFacts
from codens_core.memory.past import Past, PastComponent
from codens_core.memory.store import Store
from codens_core.memory.writer import ComponentRow, Writer
from codens_core.syntax.reader import Reading


@dataclass(frozen=True, slots=True)
class _Then:
    """A component's file at the pull request that last gave it content, up to the point gone back to."""

    ordinal: int
    path: str
    oid: str
    commit: str


def rewind(store: Store, ordinal: int, places: Places, reader: FileReader) -> int:
    """Make the memory what it was after pull request `ordinal`; relations are left to the next step.

    Runs inside the caller's transaction. Returns the number of pull requests taken back.
    """
    db, writer, past = store.connection, Writer(store.connection), Past(store)
    keys = [row[0] for row in db.execute("SELECT DISTINCT component FROM changes WHERE ord > ? ORDER BY 1", (ordinal,))]
    keys += [
        row[0]
        for row in db.execute(
            "SELECT DISTINCT component FROM files WHERE ord > ? AND component IS NOT NULL", (ordinal,)
        )
        if row[0] not in set(keys)
    ]
    states = {key: past.component(key, ordinal) for key in keys}
    then = {key: found for key in keys if (found := _then(db, key, ordinal)) is not None}
    taken = _forget_after(db, ordinal, [key for key in keys if key not in then])
    tasks = {key: task for key, at in then.items() if (task := _task(places, at))}
    for key, reading in zip(tasks, reader.submit(tasks.values()), strict=True):
        _restore(db, writer, places, states[key], then[key], reading)
    return taken


def _then(db: sqlite3.Connection, key: int, ordinal: int) -> _Then | None:
    row = db.execute(
        "SELECT f.ord, f.path, f.new_oid, p.commit_id FROM files f JOIN pull_requests p USING (ord) "
        "WHERE f.component = ? AND f.ord <= ? AND f.status <> 'deleted' AND f.reason = '' ORDER BY f.ord DESC LIMIT 1",
        (key, ordinal),
    ).fetchone()
    return _Then(*row) if row else None


def _forget_after(db: sqlite3.Connection, ordinal: int, unborn: list[int]) -> int:
    """Drop what came later, whole components among it. Returns the number of pull requests dropped."""
    count = int(db.execute("SELECT count(*) FROM pull_requests WHERE ord > ?", (ordinal,)).fetchone()[0])
    for table in ("pull_requests", "files", "changes", "problems"):
        db.execute(f"DELETE FROM {table} WHERE ord > ?", (ordinal,))
    db.executemany("DELETE FROM components WHERE key = ?", [(key,) for key in unborn])
    return count


def _task(places: Places, at: _Then) -> Task | None:
    place = places.of(at.path)
    if place.root is None or not place.type:
        return None
    return Task(place.root.framework, at.path[len(place.root.folder) :], at.path, place.type, at.oid)


def _restore(
    db: sqlite3.Connection, writer: Writer, places: Places, state: PastComponent, at: _Then, reading: Reading
) -> None:
    place = places.of(at.path)
    if place.root is None:
        raise ValueError(f"{at.path} was read without an application")
    row = ComponentRow(
        state.key, place.node_id, place.type if place.support else reading.type, at.path, place.root.framework,
        place.root.folder, place.type == SUPPORT, at.commit, at.oid, None if state.exists else _closed(db, state.key),
    )  # fmt: skip
    writer.save_component(row, _since(reading.facts, state.facts), reading.words)
    writer.drop_problems(at.path)
    if state.exists:
        writer.add_problems(at.ordinal, reading.problems)


def _closed(db: sqlite3.Connection, key: int) -> int | None:
    row = db.execute(
        "SELECT max(ord) FROM changes WHERE component = ? AND attribute = 'path' AND kind = 'removed'", (key,)
    ).fetchone()
    return None if row is None else row[0]


def _since(facts: FactMap, known: StoredFacts) -> StoredFacts:
    """Lines of the fresh reading with the pull requests that the changes remember."""
    return {
        attribute: {key: [known[attribute][key][0], *spans] for key, spans in values.items()}
        for attribute, values in facts.items()
    }
