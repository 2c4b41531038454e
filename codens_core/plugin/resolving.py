"""What resolvers of every framework do alike: run rules over references and collect relations with their evidence.

A rule gives a reference its meaning. It is registered under the name that references carry in `resolve`, gets the
component and the reference's fact, and returns the targets it found or the reason why there are none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from codens_core.base.errors import PluginError
from codens_core.graph.facts import REFERENCES, Fact
from codens_core.graph.records import Component, Derived, Evidence, Provenance, Relation, Unresolved
from codens_core.plugin.records import Resolution

Reason = Literal["missing", "external", "dynamic", "ambiguous", "ignored"]
"""Why a reference has no target: nothing of the name here, a library's, known only when running, several equally
good, or no reference after all (not reported)."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One target of a reference. Empty `relation` means the reference's own."""

    target: Component
    relation: str = ""
    name: str = ""
    """Tells apart what one pair has twice: an association's name, `VERB path` of a route."""
    confidence: float = 1.0
    attributes: Mapping[str, Any] = field(default_factory=dict)


Rule = Callable[[Component, Fact], Sequence[Hit] | Reason]


class Collector:
    """Gathers relations, one for each (type, source, target, name), merging their evidence."""

    def __init__(self) -> None:
        self._relations: dict[tuple[str, int, int, str], Relation] = {}
        self._unresolved: dict[Unresolved, None] = {}
        self._derived: list[Derived] = []

    def run(self, components: Iterable[Component], rules: Mapping[str, Rule]) -> None:
        """Give every reference of `components` to its rule. A reference without a rule is a PluginError."""
        for component in components:
            for fact in component.facts.get(REFERENCES):
                rule = rules.get(fact.value["resolve"])
                if rule is None:
                    raise PluginError(f"no rule {fact.value['resolve']!r} for a reference in {component.path}")
                self.settle(component, fact, rule(component, fact))

    def settle(self, component: Component, fact: Fact, outcome: Sequence[Hit] | Reason) -> None:
        """Note what a rule said of one reference."""
        reference = fact.value
        if isinstance(outcome, str):
            if outcome != "ignored":
                self.unresolved(reference["relation"], component, reference["name"], outcome, fact.line)
            return
        for hit in outcome:
            self.relate(hit.relation or reference["relation"], component, hit, fact)

    def relate(
        self, type_name: str, source: Component, hit: Hit, fact: Fact, evidence_from: Component | None = None
    ) -> None:
        """Note one relation shown by `fact`, which stands in `evidence_from` (default: the source's own file)."""
        reference = fact.value if isinstance(fact.value, dict) else {}
        key = (type_name, source.key, hit.target.key, hit.name)
        confidence = hit.confidence * reference.get("confidence", 1.0)
        relation = self._relations.get(key)
        if relation is None:
            provenance: Provenance = "cue" if reference.get("cue") else "static"
            relation = Relation(*key, provenance=provenance, confidence=confidence, first=fact.since, last=fact.since)
            self._relations[key] = relation
        relation.confidence = max(relation.confidence, confidence)
        relation.first, relation.last = min(relation.first, fact.since), max(relation.last, fact.since)
        _merge_attributes(relation.attributes, hit.attributes)
        home = evidence_from or source
        for start, end in zip(fact.spans[::2], fact.spans[1::2], strict=True):
            evidence = Evidence(home.root + home.path, start, end, home.commit, reference.get("member", ""))
            if evidence not in relation.evidence:
                relation.evidence.append(evidence)

    def drop_covered(self, weaker: str, stronger: Collection[str]) -> None:
        """Drop relations of type `weaker` whose every line another relation of the same two components shows."""
        shown: dict[tuple[int, int], list[Evidence]] = {}
        for relation in self._relations.values():
            if relation.type in stronger:
                shown.setdefault((relation.source, relation.target), []).extend(relation.evidence)
        for key in [key for key in self._relations if key[0] == weaker and key[1:3] in shown]:
            better = shown[key[1:3]]
            if all(any(_covers(one, other) for one in better) for other in self._relations[key].evidence):
                del self._relations[key]

    def sources(self, type_name: str) -> set[int]:
        """Keys of the components that have a relation of a type so far."""
        return {relation.source for relation in self._relations.values() if relation.type == type_name}

    def unresolved(self, type_name: str, source: Component, name: str, reason: Reason, line: int) -> None:
        """Note a reference that leads nowhere."""
        self._unresolved.setdefault(Unresolved(type_name, source.key, name, reason, line))

    def derive(self, component: Component, attribute: str, value: Any, source: Component, fact: Fact) -> None:
        """Note a value of `component` that `fact` in the file of `source` shows."""
        self._derived.append(Derived(component.key, attribute, value, source.key, fact))

    def resolution(self) -> Resolution:
        """Everything found, in a stable order."""
        ordered = [self._relations[key] for key in sorted(self._relations)]
        return Resolution(relations=ordered, unresolved=list(self._unresolved), derived=self._derived)


def _covers(one: Evidence, other: Evidence) -> bool:
    return one.path == other.path and one.start_line <= other.start_line and other.end_line <= one.end_line


def _merge_attributes(known: dict[str, Any], more: Mapping[str, Any]) -> None:
    """Values that differ between evidences become a list of the distinct ones, in order of appearance."""
    for key, value in more.items():
        if key not in known:
            known[key] = value
        elif known[key] != value:
            values = known[key] if isinstance(known[key], list) else [known[key]]
            news = value if isinstance(value, list) else [value]
            known[key] = values + [item for item in news if item not in values]
