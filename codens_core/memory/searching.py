"""Searching the memory: full text by voice, and bare looks at many components at once."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import replace

from codens_core.graph.protocols import Activity, Coverage, Held, Match, Tie
from codens_core.graph.records import Evidence, Unresolved

_VOICES = {"search_code": "4.0, 3.0, 1.0", "search_people": "1.0, 2.0, 1.0", "search_history": "2.0, 1.0"}
"""Weights of the columns of each full-text table."""


class Searching:
    """The part of the reader that retrieval leans on; `_db` is the open connection."""

    _db: sqlite3.Connection

    def search(self, words: Sequence[str], limit: int, types: Sequence[str] = ()) -> list[Match]:
        """Components by BM25 over each voice (`code`, `people`, `history`); `limit` is of each voice."""
        query = " OR ".join(f'"{word}"' for word in dict.fromkeys(w.replace('"', "") for w in words) if word)
        if not query:
            return []
        found: dict[int, Match] = {}
        for table, weights in _VOICES.items():
            voice = table.removeprefix("search_")
            for key, node_id, type_name, path, score in self._ranked(table, weights, query, limit, types):
                match = found.setdefault(key, Match(key, node_id, type_name, path, 0.0))
                match.shares[voice] = score
        scored = [replace(match, score=sum(match.shares.values())) for match in found.values()]
        return sorted(scored, key=lambda match: (-match.score, match.node_id))

    def _ranked(
        self, table: str, weights: str, query: str, limit: int, types: Sequence[str]
    ) -> Iterable[tuple[int, str, str, str, float]]:
        where, values = one_of("c.type", types)
        return self._db.execute(
            f"SELECT c.key, c.node_id, c.type, c.path, -bm25({table}, {weights}) AS score FROM {table} "
            f"JOIN components c ON c.key = {table}.rowid WHERE {table} MATCH ? AND {where} ORDER BY score DESC LIMIT ?",
            [query, *values, limit],
        )

    def known_words(self, words: Sequence[str]) -> set[str]:
        """Those of the words that any search text has, in this or another grammatical form."""
        return {word for word in words if any(self._has(table, word) for table in _VOICES)}

    def _has(self, table: str, word: str) -> bool:
        query = '"' + word.replace('"', "") + '"'
        sql = f"SELECT 1 FROM {table} WHERE {table} MATCH ? LIMIT 1"
        return self._db.execute(sql, (query,)).fetchone() is not None

    def ties(self, keys: Sequence[int], types: Sequence[str] = ()) -> list[Tie]:
        """Relations with at least one end in `keys`."""
        where, values = one_of("type", types)
        rows: set[tuple[str, int, int]] = set()
        for end in ("source", "target") if keys else ():
            sql = f"SELECT type, source, target FROM relations WHERE {end} IN ({places(keys)}) AND {where}"
            rows.update(self._db.execute(sql, [*keys, *values]))
        return [Tie(*row) for row in sorted(rows)]

    def held(self, attributes: Sequence[str], text: str) -> list[Held]:
        """Derived values of the given attributes whose JSON holds `text`, ordered by node id."""
        where, values = one_of("d.attribute", attributes)
        rows = self._db.execute(
            "SELECT c.key, c.node_id, c.type, c.path, d.attribute, d.value, d.spans, s.path, s.commit_id "
            "FROM derived d JOIN components c ON c.key = d.component JOIN components s ON s.key = d.source "
            f"WHERE {where} AND instr(d.value, ?) ORDER BY c.node_id, d.attribute, d.position",
            [*values, text],
        )
        return [_held(*row) for row in rows]

    def activity(self, keys: Sequence[int]) -> dict[int, Activity]:
        """How much each component was worked on."""
        if not keys:
            return {}
        newest = max(1, self._db.execute("SELECT coalesce(max(ord), 0) FROM pull_requests").fetchone()[0])
        rows = self._db.execute(
            f"SELECT component, count(*), max(ord) FROM files WHERE component IN ({places(keys)}) GROUP BY component",
            list(keys),
        )
        return {key: Activity(count, last / newest) for key, count, last in rows}

    def unresolved_of(self, keys: Sequence[int]) -> list[Unresolved]:
        """References of components that lead nowhere, in order of component and line."""
        if not keys:
            return []
        rows = self._db.execute(
            f"SELECT type, source, name, reason, line FROM unresolved WHERE source IN ({places(keys)}) "
            "ORDER BY source, line, name",
            list(keys),
        )
        return [Unresolved(*row) for row in rows]

    def coverage(self) -> Coverage:
        """How much of history is known."""
        row = self._db.execute(
            "SELECT count(*), coalesce(min(date), ''), coalesce(max(date), '') FROM pull_requests "
            "WHERE kind <> 'snapshot'"
        ).fetchone()
        return Coverage(*row)


def one_of(column: str, values: Sequence[str]) -> tuple[str, list[str]]:
    if not values:
        return "1", []
    return f"{column} IN ({', '.join('?' * len(values))})", list(values)


def places(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


def evidence_of(path: str, spans: Sequence[int], commit: str) -> Evidence | None:
    return Evidence(path, spans[0], spans[1], commit) if spans else None


def _held(
    key: int, node_id: str, type_name: str, path: str, attribute: str, value: str, spans: str, shown: str, commit: str
) -> Held:
    evidence = evidence_of(shown, json.loads(spans), commit)
    return Held(key, node_id, type_name, path, attribute, json.loads(value), evidence)
