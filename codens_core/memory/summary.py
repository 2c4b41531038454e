"""The memory in numbers: what it holds and how far it reaches."""

from __future__ import annotations

from dataclasses import dataclass

from codens_core.memory.store import Store


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts of one memory file."""

    mode: str
    """`history`, `head` for one without history, empty where nothing was built."""
    complete: bool
    """False when a build was stopped before relations and search texts were made."""
    last_key: str
    commit: str
    pull_requests: int
    first_date: str
    last_date: str
    components: dict[str, int]
    """Existing components by type, most first."""
    removed: int
    support_files: int
    relations: dict[str, tuple[int, int]]
    """(total, distinct pairs) by type."""
    unresolved: dict[str, int]
    """By reason, most first."""


def summarize(store: Store) -> Summary:
    """Count everything in one memory."""
    db = store.connection
    last = db.execute("SELECT ord, key, commit_id FROM pull_requests ORDER BY ord DESC LIMIT 1").fetchone()
    number, first_date, last_date = db.execute(
        "SELECT count(*), coalesce(min(date), ''), coalesce(max(date), '') FROM pull_requests WHERE date <> ''"
    ).fetchone()
    removed, support = db.execute(
        "SELECT coalesce(sum(closed IS NOT NULL AND support = 0), 0), "
        "coalesce(sum(closed IS NULL AND support = 1), 0) FROM components"
    ).fetchone()
    relations = db.execute(
        "SELECT type, count(*), count(DISTINCT source || ' ' || target) FROM relations GROUP BY type"
    )
    return Summary(
        mode=store.meta("mode"),
        complete=last is not None and store.meta("related") == str(last[0]),
        last_key=last[1] if last else "",
        commit=last[2] if last else "",
        pull_requests=number,
        first_date=first_date,
        last_date=last_date,
        components=_counts(store, "SELECT type, count(*) FROM components WHERE closed IS NULL AND support = 0"),
        removed=removed,
        support_files=support,
        relations={name: (total, distinct) for name, total, distinct in relations},
        unresolved=_counts(store, "SELECT reason, count(*) FROM unresolved"),
    )


def _counts(store: Store, query: str) -> dict[str, int]:
    return dict(store.connection.execute(f"{query} GROUP BY 1 ORDER BY 2 DESC, 1").fetchall())
