"""The whole memory as it was after a pull request: a copy in RAM that every reader reads like the real one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from codens_core.build.places import SUPPORT, Root
from codens_core.build.relate import resolve_all
from codens_core.graph.facts import FactView
from codens_core.graph.ids import node_id
from codens_core.graph.records import Component
from codens_core.memory.past import Past, PastComponent
from codens_core.memory.store import Store
from codens_core.memory.writer import ComponentRow, Writer
from codens_core.plugin.manager import Plugins


def memory_at(
    store: Store, ordinal: int, plugins: Plugins, roots: Sequence[Root], settings: Mapping[str, Mapping[str, Any]]
) -> Store:
    """A store in RAM with everything known after pull request `ordinal`, relations resolved as of then.

    Search texts are not filled. Lines of a value are those at the pull request that set it.
    """
    past = Store.in_memory()
    with past.transaction() as db:
        for table in ("pull_requests", "files", "changes"):
            rows = store.connection.execute(f"SELECT * FROM {table} WHERE ord <= ?", (ordinal,))
            places = ", ".join("?" * len(rows.description))
            db.executemany(f"INSERT INTO {table} VALUES ({places})", rows)
        writer = Writer(db)
        states = _placed(Past(store).components(ordinal), plugins, roots)
        for state, row in states:
            writer.save_component(row, state.facts, "")
        by_root = _components(states)
        found = resolve_all(plugins, roots, settings, lambda framework, root: by_root.get((framework, root), []), [])
        writer.replace_relations(found.relations)
        writer.replace_unresolved(found.unresolved)
        writer.replace_derived(found.derived)
    return past


def _placed(
    states: list[PastComponent], plugins: Plugins, roots: Sequence[Root]
) -> list[tuple[PastComponent, ComponentRow]]:
    innermost = sorted(roots, key=lambda root: -len(root.folder))
    placed = []
    for state in states:
        root = next((root for root in innermost if state.path.startswith(root.folder)), None)
        if root is None:
            continue
        name = node_id(state.path, plugins.schema(root.framework).drop_suffix)
        support = state.type == SUPPORT
        row = ComponentRow(
            state.key, name, state.type, state.path, root.framework, root.folder, support, state.commit, ""
        )
        placed.append((state, row))
    return placed


def _components(states: list[tuple[PastComponent, ComponentRow]]) -> dict[tuple[str, str], list[Component]]:
    found: dict[tuple[str, str], list[Component]] = {}
    for state, row in sorted(states, key=lambda pair: (pair[1].node_id, pair[1].key)):
        component = Component(
            row.key, row.node_id, row.type, row.path[len(row.root) :], FactView(state.facts), row.commit,
            row.framework, row.root, row.support,
        )  # fmt: skip
        found.setdefault((row.framework, row.root), []).append(component)
    return found
