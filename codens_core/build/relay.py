"""What a code host newly tells of pull requests that are in memory already: their texts, and units it joins anew."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from codens_core.build.places import Places
from codens_core.build.reading import FileReader
from codens_core.build.rewind import rewind
from codens_core.graph.records import PullRequest
from codens_core.history.records import Records
from codens_core.memory.store import Store
from codens_core.memory.writer import Writer


def digest(records: Records) -> str:
    """A digest of everything that records say; empty for none."""
    if not records:
        return ""
    told = hashlib.sha256()
    for number in sorted(records):
        told.update(records[number].model_dump_json(exclude_defaults=True).encode())
    return told.hexdigest()[:32]


def relay(store: Store, units: Iterable[PullRequest], places: Places, reader: FileReader) -> int:
    """Bring the units in memory to what `units` (the whole history, oldest first) say now.

    Where a unit's name or end is another, memory goes back to before it. Runs inside the caller's transaction.
    Returns the number of pull requests taken back.
    """
    writer = Writer(store.connection)
    known = store.connection.execute("SELECT ord, key, commit_id, kind FROM pull_requests ORDER BY ord").fetchall()
    fresh = iter(units)
    for ordinal, key, commit, kind in known:
        unit = next(fresh, None)
        if unit is None or (unit.key, unit.commit, unit.kind) != (key, commit, kind):
            return _back(store, writer, ordinal - 1, places, reader)
        writer.retell_pull_request(ordinal, unit)
    return 0


def _back(store: Store, writer: Writer, ordinal: int, places: Places, reader: FileReader) -> int:
    if ordinal >= 0:
        return rewind(store, ordinal, places, reader)
    taken = writer.last_ordinal() + 1
    kept = {key: store.meta(key) for key in ("fingerprint", "mode")}
    writer.forget()
    for key, value in kept.items():
        store.set_meta(key, value)
    return taken
