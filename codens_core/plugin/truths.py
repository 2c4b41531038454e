"""Scoring against truth that a running framework gave: what scorers of every framework look at and return.

A scorer turns one section of an oracle into the set of expected items, finds the same kind of items in the graph, and
lets `compare` count. Items are tuples or strings; two items are equal or they are not.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from codens_core.graph.facts import CONSTANTS
from codens_core.graph.records import Component, Derived, Relation, Unresolved


@dataclass(frozen=True, slots=True)
class Score:
    """Precision and recall of one section. `precision` is None where the truth is a lower bound."""

    section: str
    expected: int
    found: int
    hits: int
    precision: float | None
    recall: float
    misses: list[Any] = field(default_factory=list)
    """Expected items that were not found, in a stable order."""
    extras: list[Any] = field(default_factory=list)
    """Found items that the truth does not have; empty where it is a lower bound."""


def compare(
    section: str, expected: Iterable[Hashable], found: Iterable[Hashable], exact: bool, hits: Collection[Hashable] = ()
) -> Score:
    """Count `found` against `expected`; `hits` are expected items that count as found though spelt otherwise."""
    wanted, have = set(expected), set(found)
    right = {item for item in wanted if item in have or item in hits}
    extras = _ordered(have - wanted) if exact else []
    precision = (len(have & wanted) / len(have) if have else 1.0) if exact else None
    recall = len(right) / len(wanted) if wanted else 1.0
    return Score(section, len(wanted), len(have), len(right), precision, recall, _ordered(wanted - right), extras)


def _ordered(items: Iterable[Hashable]) -> list[Hashable]:
    return sorted(items, key=repr)


@dataclass
class TruthView:
    """One application's graph as scorers see it: components with facts, relations, and what was left over."""

    framework: str
    components: list[Component]
    relations: list[Relation]
    unresolved: Sequence[Unresolved] = ()
    derived: Sequence[Derived] = ()

    @cached_property
    def by_key(self) -> dict[int, Component]:
        """Components by key."""
        return {component.key: component for component in self.components}

    @cached_property
    def by_path(self) -> dict[str, Component]:
        """Components by path inside the application's root."""
        return {component.path: component for component in self.components}

    @cached_property
    def by_constant(self) -> dict[str, list[Component]]:
        """All components that define a constant, by its full name."""
        found: dict[str, list[Component]] = {}
        for component in self.components:
            for name in dict.fromkeys(constant["name"] for constant in component.facts.values(CONSTANTS)):
                found.setdefault(name, []).append(component)
        return found

    @cached_property
    def _derived(self) -> dict[tuple[int, str], list[Any]]:
        found: dict[tuple[int, str], list[Any]] = {}
        for item in self.derived:
            found.setdefault((item.component, item.attribute), []).append(item.value)
        return found

    def values(self, component: Component, attribute: str) -> list[Any]:
        """Static values of an attribute, then derived ones."""
        return component.facts.values(attribute) + self._derived.get((component.key, attribute), [])

    def of_type(self, *types: str) -> list[Component]:
        """Components of some types, ordered by node id."""
        return [component for component in self.components if component.type in types]

    def edges(self, *types: str) -> list[tuple[Component, Component, Relation]]:
        """(source, target, relation) of all relations of some types (none given: all)."""
        return [
            (self.by_key[relation.source], self.by_key[relation.target], relation)
            for relation in self.relations
            if not types or relation.type in types
        ]
