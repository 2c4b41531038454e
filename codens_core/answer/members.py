"""Members of components: where they stand, whom they call, and which hooks run around them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from codens_core.graph.protocols import ComponentView, Edge, KnowledgeBase, Value
from codens_core.graph.records import Evidence
from codens_core.graph.schema import FrameworkSchema
from codens_core.retrieve.entries import schema_of

_METHODS = "methods"
_ANCESTORS = 12
_SKIP = "skip_"
"""A hook whose macro begins so takes another one away."""


@dataclass(frozen=True, slots=True)
class Hook:
    """Code that runs around a member: its name and where it is declared."""

    name: str
    macro: str
    owner: ComponentView
    evidence: Evidence | None
    pull_request: str


@dataclass(slots=True)
class Family:
    """A component with what it inherits from, nearest first, as one body of members."""

    components: list[ComponentView]
    edges: list[Edge] = field(default_factory=list)
    """Outgoing relations of all of them."""
    _defined: dict[str, tuple[ComponentView, Value]] = field(default_factory=dict)
    _calls: dict[str, list[str]] = field(default_factory=dict)

    @property
    def main(self) -> ComponentView:
        """The component itself."""
        return self.components[0]

    def defines(self, member: str) -> tuple[ComponentView, Evidence | None] | None:
        """Who defines a member, and where."""
        found = self._defined.get(member)
        return (found[0], found[1].evidence) if found else None

    def members(self) -> set[str]:
        """Names of all members."""
        return set(self._defined)

    def own(self) -> set[str]:
        """Names of the members that the component itself defines."""
        return {name for name, (owner, _) in self._defined.items() if owner is self.main}

    def reached(self, members: set[str]) -> set[str]:
        """`members` with those of the family that they call, directly or not."""
        reached, todo = set(members), list(members)
        while todo:
            for name in self._calls.get(todo.pop(), ()):
                if name in self._defined and name not in reached:
                    reached.add(name)
                    todo.append(name)
        return reached

    def called(self, members: set[str]) -> set[str]:
        """Every name that `members` call."""
        return {name for member in members for name in self._calls.get(member, ())}

    def hooks(self, member: str, schema: FrameworkSchema) -> list[Hook]:
        """Hooks that run around a member, inherited ones first."""
        found: dict[str, Hook] = {}
        for component in reversed(self.components):
            for attribute in sorted(schema.with_role("hook")):
                for value in component.attributes.get(attribute, ()):
                    if not isinstance(value.value, dict) or not _applies(value.value, member):
                        continue
                    macro, name = str(value.value.get("macro", "")), str(value.value.get("name", ""))
                    if skips(value.value):
                        found.pop(name, None)
                    else:
                        found.setdefault(name, Hook(name, macro, component, value.evidence, value.pull_request))
        return list(found.values())


def _applies(value: dict[str, Any], member: str) -> bool:
    only, without = value.get("only"), value.get("except")
    return (member in _names(only) if only else True) and member not in _names(without)


def skips(value: Any) -> bool:
    """Whether a hook's value takes another one away."""
    return isinstance(value, dict) and str(value.get("macro", "")).startswith(_SKIP)


def _names(listed: Any) -> list[str]:
    return [str(name) for name in listed] if isinstance(listed, list) else [str(listed)] if listed else []


def family(kb: KnowledgeBase, key: int, only_main: bool = False) -> Family | None:
    """The component with its ancestors (what it extends over the schema's inheriting relation); None when unknown."""
    main = kb.component(key)
    if main is None:
        return None
    schema = schema_of(kb, main.type)
    inherit = schema.flow.inherit if schema else ""
    whole, todo = {key: main}, [] if only_main or not inherit else [key]
    edges = kb.edges(key, direction="out")
    for current in todo:
        for edge in edges if current == key else kb.edges(current, direction="out"):
            if edge.type == inherit and edge.target not in whole and len(whole) < _ANCESTORS:
                parent = kb.component(edge.target)
                if parent is not None:
                    whole[edge.target] = parent
                    todo.append(edge.target)
    found = Family(list(whole.values()))
    found.edges = [edge for other in whole for edge in (edges if other == key else kb.edges(other, direction="out"))]
    _read_members(found, schema)
    return found


def _read_members(found: Family, schema: FrameworkSchema | None) -> None:
    calls: defaultdict[str, list[str]] = defaultdict(list)
    for component in found.components:
        own: set[str] = set()
        for value in component.attributes.get(_METHODS, ()):
            name = str(value.value.get("name", "")) if isinstance(value.value, dict) else str(value.value)
            own.add(name)
            found._defined.setdefault(name, (component, value))
        for attribute in sorted(schema.with_role("call")) if schema else ():
            for value in component.attributes.get(attribute, ()):
                if isinstance(value.value, dict) and found._defined[str(value.value["member"])][0] is component:
                    calls[str(value.value["member"])].append(str(value.value["name"]))
    found._calls = dict(calls)
