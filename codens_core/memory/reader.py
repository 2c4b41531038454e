"""Reading the memory: implements `KnowledgeBase` over one open store."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from codens_core.graph.facts import CONSTANTS, REFERENCES, FactView
from codens_core.graph.protocols import (
    ChangeView,
    ComponentView,
    Direction,
    Edge,
    Value,
)
from codens_core.graph.records import Component, Evidence, FileChange, PullRequest
from codens_core.graph.schema import Attribute, FrameworkSchema
from codens_core.memory.searching import Searching, evidence_of, one_of, places
from codens_core.memory.store import Store

_PULL_REQUEST = "ord, key, kind, title, commit_id, parent_id, author, email, date, body, number, url, labels, extra"
_EDGE_FIELDS = (
    "type", "source", "target", "source_id", "target_id", "source_type", "target_type", "source_path", "target_path",
    "name", "provenance", "confidence",
)  # fmt: skip
_EDGE = """
SELECT r.type, r.source, r.target, s.node_id, t.node_id, s.type, t.type, s.path, t.path, r.name, r.provenance,
       r.confidence, r.attributes, r.evidence, r.first, r.last
FROM relations r JOIN components s ON s.key = r.source JOIN components t ON t.key = r.target
"""


class MemoryReader(Searching):
    """One memory file, read-only. `schemas` (by framework) tell which attributes relations carry."""

    def __init__(self, store: Store, schemas: Mapping[str, FrameworkSchema]) -> None:
        self._db = store.connection
        self._schemas = schemas

    @property
    def schemas(self) -> Mapping[str, FrameworkSchema]:
        """Schemas of the frameworks in use, by framework."""
        return self._schemas

    @cached_property
    def _keys(self) -> list[str]:
        """Keys of all pull requests by ordinal."""
        return [row[0] for row in self._db.execute("SELECT key FROM pull_requests ORDER BY ord")]

    def _key_of(self, ordinal: int) -> str:
        return self._keys[ordinal] if 0 <= ordinal < len(self._keys) else ""

    # components

    def components(self, types: Sequence[str] = (), attributes: bool = False) -> list[ComponentView]:
        """Existing components ordered by node id."""
        where, values = one_of("c.type", types)
        return self._views(f"c.closed IS NULL AND c.support = 0 AND {where}", values, attributes)

    def component(self, key: int) -> ComponentView | None:
        """One component with all attributes, existing or removed."""
        views = self._views("c.key = ?", [key], attributes=True)
        return views[0] if views else None

    def _views(self, where: str, values: Sequence[object], attributes: bool) -> list[ComponentView]:
        rows = self._db.execute(
            "SELECT c.key, c.node_id, c.type, c.path, c.commit_id, c.framework, c.closed, c.facts, "
            "(SELECT json_group_array(ord) FROM (SELECT DISTINCT ord FROM files WHERE component = c.key ORDER BY ord)) "
            f"FROM components c WHERE {where} ORDER BY c.node_id, c.key",
            values,
        ).fetchall()
        return [self._view(row, attributes) for row in rows]

    def _view(self, row: Sequence[Any], attributes: bool) -> ComponentView:
        key, node_id, type_name, path, commit, framework, closed, facts, touched = row
        view = FactView(json.loads(facts))
        prs = [self._key_of(ordinal) for ordinal in json.loads(touched)]
        names = list(dict.fromkeys(_constant_name(value) for value in view.values(CONSTANTS)))
        found = ComponentView(
            key, node_id, type_name, path, names, commit, framework, prs[0] if prs else "", prs[-1] if prs else "", prs,
            closed_by="" if closed is None else self._key_of(closed),
        )  # fmt: skip
        if attributes:
            found.attributes = self._attributes(found, view)
        return found

    def _attributes(self, view: ComponentView, facts: FactView) -> dict[str, list[Value]]:
        found = {
            name: [
                Value(f.value, evidence_of(view.path, f.spans, view.commit), self._key_of(f.since))
                for f in facts.get(name)
            ]
            for name in facts
            if name not in (REFERENCES, CONSTANTS)
        }
        for name, value in self._derived(view.key):
            found.setdefault(name, []).append(value)
        schema = self._schemas.get(view.framework)
        if schema is None:
            return found
        declared = schema.attributes_of(view.type)
        relational = {name: a for name, a in declared.items() if a.kind == "relational"}
        edges = self.edges(view.key)
        for name, attribute in relational.items():
            ends = [end for edge in edges if (end := _projected(attribute, edge, view.key)) is not None]
            if ends:
                found[name] = list({end.value: end for end in reversed(ends)}.values())[::-1]
        return {name: found[name] for name in declared if name in found}

    def _derived(self, key: int) -> Iterable[tuple[str, Value]]:
        rows = self._db.execute(
            "SELECT d.attribute, d.value, d.since, d.spans, c.path, c.commit_id FROM derived d "
            "JOIN components c ON c.key = d.source WHERE d.component = ? ORDER BY d.attribute, d.position",
            (key,),
        )
        for attribute, value, since, spans, path, commit in rows:
            evidence = evidence_of(path, json.loads(spans), commit)
            yield attribute, Value(json.loads(value), evidence, self._key_of(since), "derived")

    def find(self, text: str) -> list[ComponentView]:
        """Components meant by a node id, path, constant or unique ending of one; best kind of match only."""
        constant = (
            "instr(c.facts, ?) AND EXISTS (SELECT 1 FROM json_each(c.facts, '$.constants') k "
            "WHERE coalesce(json_extract(k.key, '$.name'), json_extract(k.key, '$')) {})"
        )
        plain = text.removeprefix("::")
        for where, values in (
            ("c.node_id = ? OR c.path = ?", (text, text)),
            (constant.format("= ?"), (plain, plain)),
            (" OR ".join([r"c.node_id LIKE ? ESCAPE '\'", *[r"c.path LIKE ? ESCAPE '\'"] * 2]), _endings(text)),
            (constant.format("LIKE ?"), (plain, f"%::{plain}")),
        ):
            found = self._views(f"c.support = 0 AND ({where})", values, attributes=False)
            existing = [view for view in found if not view.closed_by]
            if found:
                return existing or found
        return []

    # relations

    def edges(self, key: int, types: Sequence[str] = (), direction: Direction = "both") -> list[Edge]:
        """Relations of one component, ordered by type, other end and name."""
        where, values = one_of("r.type", types)
        ends = {"out": "r.source = ?", "in": "r.target = ?", "both": "(r.source = ? OR r.target = ?)"}[direction]
        keys = [key, key] if direction == "both" else [key]
        order = "ORDER BY r.type, s.node_id, t.node_id, r.name"
        return [self._edge(r) for r in self._db.execute(f"{_EDGE} WHERE {ends} AND {where} {order}", [*keys, *values])]

    def relations(self, types: Sequence[str] = ()) -> list[Edge]:
        """All relations, ordered by type, source, target and name."""
        where, values = one_of("r.type", types)
        order = "ORDER BY r.type, s.node_id, t.node_id, r.name"
        return [self._edge(row) for row in self._db.execute(f"{_EDGE} WHERE {where} {order}", values)]

    def _edge(self, row: Sequence[Any]) -> Edge:
        attributes, evidence, first, last = row[12:]
        fields: dict[str, Any] = dict(zip(_EDGE_FIELDS, row, strict=False))
        fields["attributes"] = json.loads(attributes)
        fields["evidence"] = tuple(Evidence(*item) for item in json.loads(evidence))
        return Edge(**fields, first_pr=self._key_of(first), last_pr=self._key_of(last))

    def relation_counts(self, key: int) -> dict[tuple[str, str], int]:
        """Number of relations by (type, direction)."""
        rows = self._db.execute(
            "SELECT type, 'out', count(*) FROM relations WHERE source = ?1 GROUP BY type UNION ALL "
            "SELECT type, 'in', count(*) FROM relations WHERE target = ?1 GROUP BY type ORDER BY 1, 2",
            (key,),
        )
        return {(type_name, direction): count for type_name, direction, count in rows}

    def unresolved(self) -> list[tuple[str, str, str, str, str, int]]:
        """(relation type, node id, path, name, reason, line) of every reference that leads nowhere."""
        return self._db.execute(
            "SELECT u.type, c.node_id, c.path, u.name, u.reason, u.line FROM unresolved u "
            "JOIN components c ON c.key = u.source ORDER BY u.type, c.node_id, u.line, u.name"
        ).fetchall()

    def several(self, keys: Sequence[int]) -> list[ComponentView]:
        """Components by key, in the order of `keys`, without attributes."""
        if not keys:
            return []
        views = {view.key: view for view in self._views(f"c.key IN ({places(keys)})", keys, attributes=False)}
        return [views[key] for key in keys if key in views]

    # history

    def pull_request(self, key: str) -> PullRequest | None:
        """One pull request by key (`#12`, commit prefix) with its files."""
        row = self._db.execute(
            f"SELECT {_PULL_REQUEST} FROM pull_requests WHERE key = ?1 OR key = '#' || ?1 OR "
            "(length(?1) >= 7 AND commit_id LIKE ?1 || '%') ORDER BY key <> ?1, ord LIMIT 1",
            (key,),
        ).fetchone()
        return _pull_request(row, tuple(file for file, _ in self._files(row[0]))) if row else None

    def pull_requests(self, keys: Iterable[str] | None = None) -> list[PullRequest]:
        """Pull requests, oldest first, without their files."""
        where, values = one_of("key", list(keys)) if keys is not None else ("1", [])
        if keys is not None and not values:
            return []
        rows = self._db.execute(f"SELECT {_PULL_REQUEST} FROM pull_requests WHERE {where} ORDER BY ord", values)
        return [_pull_request(row, ()) for row in rows]

    def files_of(self, pull_request: str) -> list[tuple[FileChange, str]]:
        """Files of a pull request with the node id each belongs to (empty for files left out)."""
        row = self._db.execute("SELECT ord FROM pull_requests WHERE key = ?", (pull_request,)).fetchone()
        return self._files(row[0]) if row else []

    def _files(self, ordinal: int) -> list[tuple[FileChange, str]]:
        rows = self._db.execute(
            "SELECT f.path, f.old_path, f.status, f.old_oid, f.new_oid, f.mode, coalesce(c.node_id, '') FROM files f "
            "LEFT JOIN components c ON c.key = f.component WHERE f.ord = ? ORDER BY f.path, f.status",
            (ordinal,),
        )
        return [(FileChange(*row[:6]), row[6]) for row in rows]

    def history(self, key: int) -> list[ChangeView]:
        """Every change of one component, oldest first."""
        return self._changes("h.component = ?", key)

    def learned(self, pull_request: str) -> list[ChangeView]:
        """Every change that a pull request (by key) made, component by component."""
        return self._changes("h.ord = (SELECT ord FROM pull_requests WHERE key = ?)", pull_request)

    def _changes(self, where: str, value: object) -> list[ChangeView]:
        rows = self._db.execute(
            f"SELECT h.attribute, h.kind, h.new, h.old, h.spans, f.path, c.node_id, {_prefixed(_PULL_REQUEST)} "
            "FROM changes h JOIN pull_requests p USING (ord) JOIN components c ON c.key = h.component "
            "LEFT JOIN files f ON f.ord = h.ord AND f.component = h.component AND f.status <> 'deleted' "
            f"WHERE {where} GROUP BY h.component, h.ord, h.step ORDER BY h.ord, c.node_id, h.component, h.step",
            (value,),
        )
        return [_change(row) for row in rows]

    # whole tables

    def problems(self) -> list[tuple[str, int, str, str, str]]:
        """(path, line, code, message, hint) of everything that could not be read as usual."""
        return self._db.execute(
            "SELECT path, line, code, message, hint FROM problems ORDER BY path, line, code, message"
        ).fetchall()

    def left_out(self) -> dict[str, int]:
        """Number of head files that are no components, by reason."""
        return dict(self._db.execute("SELECT reason, count(*) FROM left_out GROUP BY reason ORDER BY 2 DESC, 1"))

    def sources(self, framework: str, root: str) -> list[Component]:
        """Existing components and support files of one application with their facts, for resolvers."""
        rows = self._db.execute(
            "SELECT key, node_id, type, path, facts, commit_id, support FROM components "
            "WHERE closed IS NULL AND framework = ? AND root = ? ORDER BY node_id, key",
            (framework, root),
        )
        return [
            Component(key, node_id, type_name, path[len(root) :], FactView(json.loads(facts)), commit, framework, root,
                      bool(support))
            for key, node_id, type_name, path, facts, commit, support in rows
        ]  # fmt: skip


def _endings(text: str) -> tuple[str, str, str]:
    plain = text.replace("\\", "\\\\").replace("%", r"\%").replace("_", r"\_")
    return f"%.{plain}", f"%/{plain}", f"%/{plain}.%"


def _constant_name(value: object) -> str:
    return str(value["name"]) if isinstance(value, dict) else str(value)


def _projected(attribute: Attribute, edge: Edge, key: int) -> Value | None:
    """The other end of an edge as a value of a relational attribute, or None when the edge is not part of it."""
    here, other_type, other = (
        (edge.source, edge.target_type, edge.target_id)
        if attribute.direction == "out"
        else (edge.target, edge.source_type, edge.source_id)
    )
    if here != key or (attribute.relation and edge.type != attribute.relation):
        return None
    if attribute.target_types and other_type not in attribute.target_types:
        return None
    evidence = edge.evidence[0] if edge.evidence else None
    return Value(other, evidence, edge.first_pr, "relation")


def _prefixed(columns: str) -> str:
    return ", ".join(f"p.{column.strip()}" for column in columns.split(","))


def _pull_request(row: Sequence[Any], files: tuple[FileChange, ...]) -> PullRequest:
    _, key, kind, title, commit, parent, author, email, date, body, number, url, labels, extra = row
    return PullRequest(
        key, kind, title, commit, parent, author, email, date, body, number, url, tuple(json.loads(labels)), files,
        json.loads(extra),
    )  # fmt: skip


def _change(row: Sequence[Any]) -> ChangeView:
    attribute, kind, new, old, spans, path, node_id, *pull_request = row
    pr = _pull_request(pull_request, ())
    evidence = evidence_of(path or "", json.loads(spans), pr.commit)
    return ChangeView(node_id, attribute, kind, _decoded(new), _decoded(old), pr, evidence)


def _decoded(text: str | None) -> Any:
    return None if text is None else json.loads(text)


def connection_of(reader: MemoryReader) -> sqlite3.Connection:
    """The connection behind a reader, for rooms that read whole tables (dump, Cypher copy)."""
    return reader._db
