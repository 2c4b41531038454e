"""Entries: requests that reach a component's members, and the links and forms by which people send them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from codens_core.graph.protocols import ComponentView, Edge, Held, KnowledgeBase
from codens_core.graph.records import Evidence
from codens_core.graph.schema import FrameworkSchema

_OPTIONAL = re.compile(r"\([^()]*\)$")
"""The optional end of a path pattern: `(.:format)`."""


@dataclass(frozen=True, slots=True)
class Node:
    """A component as entries and flows name it."""

    key: int
    node_id: str
    type: str
    path: str

    @classmethod
    def of(cls, view: ComponentView) -> Node:
        """The node of a component."""
        return cls(view.key, view.node_id, view.type, view.path)


@dataclass(frozen=True, slots=True)
class Entry:
    """A request and the member that answers it."""

    verb: str
    path: str
    member: str
    action: str
    """How links name the member: what their `action` holds."""
    target: Node
    source: Node
    """The component in which the request is declared."""
    evidence: Evidence | None

    @property
    def name(self) -> str:
        """`POST /stories`."""
        return f"{self.verb} {self.path}".strip()


@dataclass(frozen=True, slots=True)
class Way:
    """A link or form that leads to an entry."""

    label: str
    kind: Literal["link", "form"]
    view: Node
    action: str
    verb: str
    evidence: Evidence | None
    fields: tuple[str, ...] = ()
    """What a form asks for."""


def schema_of(kb: KnowledgeBase, type_name: str) -> FrameworkSchema | None:
    """The schema that knows a component type."""
    return next((schema for schema in kb.schemas.values() if type_name in schema.types), None)


def entry_targets(kb: KnowledgeBase) -> list[str]:
    """Component types that requests reach."""
    found: dict[str, None] = {}
    for schema in kb.schemas.values():
        if relation := schema.relations.get(schema.flow.entry):
            found.update(dict.fromkeys(relation.target))
    return list(found)


def entry_relations(kb: KnowledgeBase) -> list[str]:
    """Relation types by which requests reach components."""
    return sorted({schema.flow.entry for schema in kb.schemas.values() if schema.flow.entry})


def entries_of(kb: KnowledgeBase, key: int) -> list[Entry]:
    """Entries of one component, in the order of their names."""
    relations = entry_relations(kb)
    return _entries(kb.edges(key, relations, "in")) if relations else []


def all_entries(kb: KnowledgeBase) -> list[Entry]:
    """Every entry of the application."""
    relations = entry_relations(kb)
    return _entries(kb.relations(relations)) if relations else []


def _entries(edges: Iterable[Edge]) -> list[Entry]:
    return [_entry(edge, *pair) for edge in edges for pair in _actions(edge.attributes)]


def _entry(edge: Edge, member: str, action: str) -> Entry:
    verb, _, path = edge.name.partition(" ") if " " in edge.name else ("", "", edge.name)
    evidence = edge.evidence[0] if edge.evidence else None
    path = _OPTIONAL.sub("", path) or "/"
    target = Node(edge.target, edge.target_id, edge.target_type, edge.target_path)
    source = Node(edge.source, edge.source_id, edge.source_type, edge.source_path)
    return Entry(verb, path, member, action, target, source, evidence)


def _actions(attributes: Mapping[str, Any]) -> list[tuple[str, str]]:
    """(member, action as links name it) of an entry relation."""
    written = attributes.get("action", "")
    owner = attributes.get("controller", "")
    found = []
    for action in written if isinstance(written, list) else [written]:
        member = str(action).rsplit("#", 1)[-1]
        found.append((member, str(action) if "#" in str(action) or not owner else f"{owner}#{action}"))
    return found


def ways_to(kb: KnowledgeBase, actions: Sequence[str]) -> list[Way]:
    """Links and forms that lead to the given actions, labelled ones first, forms before links."""
    forms = {name for schema in kb.schemas.values() for name in schema.with_role("form")}
    names = sorted(forms.union(*(schema.with_role("link") for schema in kb.schemas.values())))
    wanted = set(actions)
    found: list[Way] = []
    for owner in sorted({action.partition("#")[0] for action in actions}) if names else ():
        found += [
            _way(held, held.value, "form" if held.attribute in forms else "link")
            for held in kb.held(names, f'"{owner}#')
            if isinstance(held.value, dict) and held.value.get("action") in wanted
        ]
    return sorted(found, key=lambda way: (not way.label, way.kind == "link"))


def _way(held: Held, value: Mapping[str, Any], kind: Literal["link", "form"]) -> Way:
    label = " ".join(str(value.get("label") or "").split())
    view = Node(held.key, held.node_id, held.type, held.path)
    fields = value.get("fields")
    asked_for = tuple(str(name) for name in fields) if isinstance(fields, list) else ()
    verb = str(value.get("verb") or "").upper()
    return Way(label, kind, view, str(value["action"]), verb, held.evidence, asked_for)


def pages_of(kb: KnowledgeBase, view: int, depth: int = 5) -> list[Entry]:
    """Entries whose answer shows a view, itself or inside others, the plainest first."""
    found: dict[tuple[str, str], tuple[int, Entry]] = {}
    level, seen = {view}, {view}
    relations = [schema.flow.page for schema in kb.schemas.values() if schema.flow.page]
    for distance in range(depth if relations else 0):
        above: set[int] = set()
        for key in sorted(level):
            for edge in kb.edges(key, relations, "in"):
                members = {evidence.member for evidence in edge.evidence} | _members(edge)
                for entry in entries_of(kb, edge.source) if edge.source_type in entry_targets(kb) else ():
                    if entry.member in members:
                        found.setdefault((entry.verb, entry.path), (distance, entry))
                above.add(edge.source)
        level = above - seen
        seen |= level
        if found or len(level) > 40:
            break
    return [entry for _, entry in sorted(found.values(), key=lambda pair: _plainness(pair[0], pair[1]))]


def _members(edge: Edge) -> set[str]:
    """Members of the source that a page relation names in its attributes."""
    written = edge.attributes.get("actions", [])
    return {str(name) for name in (written if isinstance(written, list) else [written])}


def _plainness(distance: int, entry: Entry) -> tuple[int, bool, int, int, str]:
    return distance, entry.verb != "GET", entry.path.count(":"), entry.path.count("/"), entry.path
