"""The memory at an earlier moment: components as they were after a pull request, rebuilt from their changes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from codens_core.graph.facts import StoredFacts, canonical
from codens_core.memory.store import Store


@dataclass(slots=True)
class PastComponent:
    """A component as it stood after pull request `ordinal`."""

    key: int
    path: str = ""
    type: str = ""
    facts: StoredFacts = field(default_factory=dict)
    """Values with the ordinal that set them and the lines at that pull request."""
    commit: str = ""
    """The commit that had last changed the file."""

    @property
    def exists(self) -> bool:
        """False before the file came and after it went."""
        return bool(self.path)


class Past:
    """Rebuilds states from the recorded changes of one store."""

    def __init__(self, store: Store) -> None:
        self._db = store.connection

    def ordinal(self, commit: str) -> int | None:
        """The ordinal of the pull request that ends in `commit` (full id), or None."""
        row = self._db.execute("SELECT ord FROM pull_requests WHERE commit_id = ?", (commit,)).fetchone()
        return row[0] if row else None

    def ordinal_at(self, date: str) -> int | None:
        """The last pull request not later than `date` (ISO 8601, a day counts as its end); None before the first."""
        until = date if "T" in date or " " in date else f"{date}T23:59:59"
        row = self._db.execute(
            "SELECT max(ord) FROM pull_requests WHERE julianday(date) <= julianday(?)", (until,)
        ).fetchone()
        return row[0] if row else None

    def component(self, key: int, ordinal: int) -> PastComponent:
        """One component after pull request `ordinal`."""
        return self._states(ordinal, "component = ? AND", (key,)).get(key, PastComponent(key))

    def components(self, ordinal: int) -> list[PastComponent]:
        """All components and support files that existed after pull request `ordinal`, by key."""
        states = self._states(ordinal, "", ())
        return [states[key] for key in sorted(states) if states[key].exists]

    def touched_between(self, first: int, last: int) -> list[int]:
        """Keys of components with a change after pull request `first` up to `last`, in either order."""
        low, high = min(first, last), max(first, last)
        rows = self._db.execute("SELECT DISTINCT component FROM changes WHERE ord > ? AND ord <= ?", (low, high))
        return sorted(row[0] for row in rows)

    def _states(self, ordinal: int, where: str, values: tuple[int, ...]) -> dict[int, PastComponent]:
        rows = self._db.execute(
            f"SELECT component, ord, attribute, kind, new, old, spans FROM changes WHERE {where} ord <= ? "
            "ORDER BY component, ord, step",
            (*values, ordinal),
        )
        states: dict[int, PastComponent] = {}
        for key, at, attribute, kind, new, old, spans in rows:
            state = states.setdefault(key, PastComponent(key))
            _apply(state, at, attribute, kind, _value(new), _value(old), json.loads(spans))
        self._date(states, ordinal, where, values)
        return states

    def _date(self, states: dict[int, PastComponent], ordinal: int, where: str, values: tuple[int, ...]) -> None:
        rows = self._db.execute(
            "SELECT component, commit_id FROM (SELECT component, max(ord) AS ord FROM files "
            f"WHERE component IS NOT NULL AND {where} ord <= ? GROUP BY component) JOIN pull_requests USING (ord)",
            (*values, ordinal),
        )
        for key, commit in rows:
            if key in states:
                states[key].commit = commit


def _value(text: str | None) -> Any:
    return None if text is None else json.loads(text)


def _apply(state: PastComponent, ordinal: int, attribute: str, kind: str, new: Any, old: Any, spans: list[int]) -> None:
    """One recorded step. A removed file keeps its facts, so that its return is told by what differs."""
    if attribute == "path":
        state.path = new if kind == "set" else ""
    elif attribute == "type":
        state.type = new
    elif kind == "set":
        state.facts[attribute] = {canonical(new): [ordinal, *spans]}
    elif kind == "added":
        state.facts.setdefault(attribute, {})[canonical(new)] = [ordinal, *spans]
    else:
        values = state.facts.get(attribute, {})
        values.pop(canonical(old), None)
        if not values:
            state.facts.pop(attribute, None)
