"""One application's graph out of the memory, as scorers look at it."""

from __future__ import annotations

import json
from collections.abc import Container

from codens_core.graph.facts import Fact
from codens_core.graph.records import Derived, Relation, Unresolved
from codens_core.memory.reader import MemoryReader
from codens_core.memory.store import Store
from codens_core.plugin.truths import TruthView


def applications(store: Store) -> list[tuple[str, str]]:
    """(framework, root folder) of every application that the memory holds."""
    rows = store.connection.execute(
        "SELECT DISTINCT framework, root FROM components WHERE closed IS NULL ORDER BY 2, 1"
    )
    return list(rows)


def view(store: Store, reader: MemoryReader, framework: str, root: str) -> TruthView:
    """The existing components of one application with all that was found about them."""
    components = reader.sources(framework, root)
    keys = {component.key for component in components}
    return TruthView(framework, components, _relations(reader, keys), _unresolved(store, keys), _derived(store, keys))


def _relations(reader: MemoryReader, keys: Container[int]) -> list[Relation]:
    return [
        Relation(e.type, e.source, e.target, e.name, e.provenance, e.confidence, e.attributes, list(e.evidence))  # type: ignore[arg-type]
        for e in reader.relations()
        if e.source in keys
    ]


def _unresolved(store: Store, keys: Container[int]) -> list[Unresolved]:
    rows = store.connection.execute("SELECT type, source, name, reason, line FROM unresolved ORDER BY 1, 2, 5, 3")
    return [Unresolved(*row) for row in rows if row[1] in keys]


def _derived(store: Store, keys: Container[int]) -> list[Derived]:
    rows = store.connection.execute(
        "SELECT component, attribute, value, source, since, spans FROM derived ORDER BY component, attribute, position"
    )
    return [
        Derived(
            component, attribute, json.loads(value), source, Fact(json.loads(value), tuple(json.loads(spans)), since)
        )
        for component, attribute, value, source, since, spans in rows
        if component in keys
    ]
