"""Writing what the build learned. Every method runs inside a transaction of the caller's."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from codens_core.base.problems import Problem
from codens_core.graph.facts import StoredFacts
from codens_core.graph.records import Change, Derived, FileChange, PullRequest, Relation, Unresolved
from codens_core.memory.schema import SEARCH, TABLES

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(slots=True)
class ComponentRow:
    """A component as stored, without its facts."""

    key: int
    node_id: str
    type: str
    path: str
    framework: str
    root: str
    support: bool
    commit: str
    blob: str
    closed: int | None = None


@dataclass(slots=True)
class SearchText:
    """What a component is found by, as words separated by spaces, by voice: code, people, history."""

    key: int
    path: str = ""
    names: str = ""
    """Identifiers that the file defines."""
    facts: str = ""
    """Identifiers in its attributes and references."""
    words: str = ""
    """What people wrote in the file for people: page text, comments, descriptions."""
    labels: str = ""
    """Labels of the links and forms that lead to it, and the text of its pages."""
    examples: str = ""
    """What tests say of it."""
    titles: str = ""
    """Titles of the pull requests that touched it."""
    bodies: str = ""
    """Their descriptions."""


class Writer:
    """Writes to one open store."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    # reading back what replay needs

    def open_components(self) -> dict[str, ComponentRow]:
        """Existing components and support files by repository path."""
        return {row.path: row for row in self._rows("closed IS NULL")}

    def closed_components(self) -> dict[str, ComponentRow]:
        """The last removed component of each path that has no existing one."""
        return {row.path: row for row in self._rows("closed IS NOT NULL ORDER BY closed, key")}

    def _rows(self, where: str) -> Iterable[ComponentRow]:
        columns = "key, node_id, type, path, framework, root, support, commit_id, blob, closed"
        for row in self._db.execute(f"SELECT {columns} FROM components WHERE {where}"):
            key, node_id, type_name, path, framework, root, support, commit, blob, closed = row
            yield ComponentRow(key, node_id, type_name, path, framework, root, bool(support), commit, blob, closed)

    def facts(self, key: int) -> StoredFacts:
        """The stored facts of a component."""
        row = self._db.execute("SELECT facts FROM components WHERE key = ?", (key,)).fetchone()
        facts: StoredFacts = json.loads(row[0])
        return facts

    def next_key(self) -> int:
        """The number for the next new component."""
        return int(self._db.execute("SELECT coalesce(max(key), 0) + 1 FROM components").fetchone()[0])

    def last_ordinal(self) -> int:
        """Ordinal of the newest pull request, -1 when there is none."""
        return int(self._db.execute("SELECT coalesce(max(ord), -1) FROM pull_requests").fetchone()[0])

    def commits(self) -> list[str]:
        """Commits of all pull requests, oldest first."""
        return [row[0] for row in self._db.execute("SELECT commit_id FROM pull_requests ORDER BY ord")]

    # replay

    def add_pull_request(self, ordinal: int, pr: PullRequest) -> None:
        """Note a pull request, without its files."""
        self._db.execute(
            f"INSERT INTO pull_requests VALUES ({', '.join('?' * 14)})",
            (ordinal, pr.key, pr.number, pr.kind, pr.title, pr.body, pr.author, pr.email, pr.date, pr.commit, pr.parent,
             pr.url, _encode(list(pr.labels)), _encode(pr.extra)),
        )  # fmt: skip

    def retell_pull_request(self, ordinal: int, pr: PullRequest) -> None:
        """Put what is told of a pull request now in the place of what was; its commit, state and author stay."""
        self._db.execute(
            "UPDATE pull_requests SET number = ?, title = ?, body = ?, url = ?, labels = ?, extra = ? WHERE ord = ?",
            (pr.number, pr.title, pr.body, pr.url, _encode(list(pr.labels)), _encode(pr.extra), ordinal),
        )

    def add_file(self, ordinal: int, file: FileChange, component: int | None, reason: str) -> None:
        """Note a file of a pull request and the component it belongs to."""
        self._db.execute(
            "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (ordinal, file.path, file.old_path, file.status, file.old_oid, file.new_oid, file.mode, component, reason),
        )

    def save_component(self, row: ComponentRow, facts: StoredFacts, words: str) -> None:
        """Insert or replace a component's state."""
        self._db.execute(
            "INSERT OR REPLACE INTO components VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (row.key, row.node_id, row.type, row.path, row.framework, row.root, int(row.support), row.commit, row.blob,
             row.closed, _encode(facts), words),
        )  # fmt: skip

    def close_component(self, row: ComponentRow) -> None:
        """Mark a component as removed by pull request `row.closed`; its last state stays."""
        self._db.execute("UPDATE components SET closed = ? WHERE key = ?", (row.closed, row.key))

    def add_changes(self, component: int, ordinal: int, changes: Iterable[Change], first_step: int = 0) -> None:
        """Note the steps of one component in one pull request, in order."""
        self._db.executemany(
            "INSERT INTO changes VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (component, ordinal, step, c.attribute, c.kind, _json(c.new), _json(c.old), _spans(c.spans))
                for step, c in enumerate(changes, first_step)
            ],
        )

    def add_problems(self, ordinal: int, problems: Iterable[Problem]) -> None:
        """Note problems found at a pull request (-1: about the whole repository)."""
        self._db.executemany(
            "INSERT OR REPLACE INTO problems VALUES (?, ?, ?, ?, ?, ?)",
            [(ordinal, p.path, p.line, p.code, p.message, p.hint) for p in problems],
        )

    def replace_problems(self, code: str, problems: Iterable[Problem]) -> None:
        """Put problems about the whole repository in the place of all of one `code`."""
        self._db.execute("DELETE FROM problems WHERE code = ?", (code,))
        self.add_problems(-1, problems)

    def drop_problems(self, path: str) -> None:
        """Forget the problems of a file: it is about to be read again, or is gone."""
        self._db.execute("DELETE FROM problems WHERE path = ?", (path,))

    # relate and index

    def replace_relations(self, relations: Iterable[Relation]) -> None:
        """Put the given relations in the place of all known ones."""
        self._db.execute("DELETE FROM relations")
        self._db.executemany(
            "INSERT INTO relations VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (r.type, r.source, r.target, r.name, r.provenance, r.confidence, _encode(r.attributes),
                 _encode([[e.path, e.start_line, e.end_line, e.commit, e.member] for e in r.evidence]), r.first, r.last)
                for r in relations
            ],
        )  # fmt: skip

    def replace_unresolved(self, unresolved: Iterable[Unresolved]) -> None:
        """Put the given unresolved references in the place of all known ones."""
        self._db.execute("DELETE FROM unresolved")
        self._db.executemany(
            "INSERT OR IGNORE INTO unresolved VALUES (?, ?, ?, ?, ?)",
            [(u.type, u.source, u.name, u.reason, u.line) for u in unresolved],
        )

    def replace_derived(self, derived: Iterable[Derived]) -> None:
        """Put the given derived values in the place of all known ones."""
        self._db.execute("DELETE FROM derived")
        position: dict[tuple[int, str], int] = {}
        rows = []
        for d in derived:
            place = position[d.component, d.attribute] = position.get((d.component, d.attribute), -1) + 1
            value, spans = _encode(d.value), _encode(list(d.fact.spans))
            rows.append((d.component, d.attribute, place, value, d.source, d.fact.since, spans))
        self._db.executemany("INSERT INTO derived VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    def replace_left_out(self, left_out: Mapping[str, str]) -> None:
        """Note the head files that are no components, with the reason."""
        self._db.execute("DELETE FROM left_out")
        self._db.executemany("INSERT INTO left_out VALUES (?, ?)", left_out.items())

    def replace_search(self, rows: Iterable[SearchText]) -> None:
        """Put search texts in the place of the components' old ones."""
        rows = list(rows)
        self.drop_search(row.key for row in rows)
        for table, columns in SEARCH.items():
            names, places = ", ".join(columns), ", ".join("?" * (len(columns) + 1))
            self._db.executemany(
                f"INSERT INTO {table} (rowid, {names}) VALUES ({places})",
                [(row.key, *(getattr(row, column) for column in columns)) for row in rows],
            )

    def drop_search(self, keys: Iterable[int]) -> None:
        """Forget the search texts of components."""
        rows = [(key,) for key in keys]
        for table in SEARCH:
            self._db.executemany(f"DELETE FROM {table} WHERE rowid = ?", rows)

    # starting over

    def forget(self) -> None:
        """Remove everything that static reading gave, so that a replay can start over."""
        for table in (*TABLES, *SEARCH, "meta"):
            self._db.execute(f"DELETE FROM {table}")


def _json(value: object) -> str | None:
    return None if value is None else _encode(value)


def _spans(spans: tuple[int, ...]) -> str:
    return _encode(list(spans)) if spans else "[]"
