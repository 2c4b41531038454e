"""The walk of a flow: from members to what they use, send and show, only along what those members do."""

from __future__ import annotations

from collections.abc import Sequence

from codens_core.answer.members import Family, family
from codens_core.answer.steps import Step
from codens_core.graph.protocols import Edge, KnowledgeBase
from codens_core.graph.records import Evidence
from codens_core.graph.schema import FrameworkSchema
from codens_core.retrieve.entries import Entry, Node, schema_of

_DEEPEST = 3
_BROAD = 99
_MANY_TYPES = 4
_UTILITY = 8
"""What so many components use over a broad relation is a tool, no step of a flow, unless the entry itself uses it."""
READS = ("GET", "HEAD", "")
"""Verbs of requests that change nothing."""


def breadth(kb: KnowledgeBase, type_name: str, relation: str) -> int:
    """Number of component types that a relation may lead to: the fewer, the more it says."""
    schema = schema_of(kb, type_name)
    found = schema.relations.get(relation) if schema else None
    return len(found.target) or _BROAD if found else _BROAD


class Walk:
    """Collects steps; each component is entered once."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb
        self._entered: set[int] = set()
        self.steps: list[Step] = []

    def entry(self, entry: Entry) -> None:
        """The request, the hooks around its member, and what the member does."""
        whole = family(self._kb, entry.target.key)
        schema = schema_of(self._kb, whole.main.type) if whole else None
        if whole is None or schema is None:
            return
        title = schema.relations[schema.flow.entry].title
        main = Node.of(whole.main)
        shown = _one(entry.evidence)
        self.steps.append(
            Step("entry", title, entry.source, entry.name, main, entry.member, shown, relation=schema.flow.entry)
        )
        hooks = whole.hooks(entry.member, schema)
        for hook in hooks:
            owner = Node.of(hook.owner)
            self.steps.append(Step("hook", hook.macro, main, entry.member, owner, hook.name, _one(hook.evidence)))
        self._member(whole, entry.member)
        near = {hook.name for hook in hooks} & whole.own()
        self._run(whole, schema, {entry.member} | near, 0, entry.verb not in READS)

    def component(self, key: int, members: set[str] | None) -> None:
        """What some members of a component do; all of it when `members` is None."""
        whole = family(self._kb, key)
        schema = schema_of(self._kb, whole.main.type) if whole else None
        if whole is not None and schema is not None:
            for member in sorted(members or ()):
                self._member(whole, member)
            self._run(whole, schema, members, 0, True)

    def _member(self, whole: Family, member: str) -> None:
        defined = whole.defines(member)
        if defined is not None:
            owner = Node.of(defined[0])
            self.steps.append(Step("member", "runs", Node.of(whole.main), "", owner, member, _one(defined[1])))

    def _run(self, whole: Family, schema: FrameworkSchema, members: set[str] | None, depth: int, writes: bool) -> None:
        """Steps of the relations that `members` (None: all) have evidence of, in the schema's order."""
        self._entered.add(whole.main.key)
        reached = whole.reached(members) if members is not None else None
        called = whole.called(reached if reached is not None else whole.members())
        seen: set[tuple[str, int]] = set()
        tools: list[Step] = []
        for edge, evidence in _fitting(whole, schema, reached, depth):
            if (edge.type, edge.target) in seen or edge.target == whole.main.key:
                continue
            utility = self._is_utility(edge)
            if depth and utility:
                continue
            seen.add((edge.type, edge.target))
            (tools if utility else self.steps).append(_step(edge, evidence, schema, depth))
            if depth + 1 < _DEEPEST and edge.target not in self._entered and edge.type != schema.flow.page:
                self._enter(edge, called, depth + 1, writes)
        self.steps += tools

    def _is_utility(self, edge: Edge) -> bool:
        if breadth(self._kb, edge.target_type, edge.type) < _MANY_TYPES:
            return False
        return self._kb.relation_counts(edge.target).get((edge.type, "in"), 0) >= _UTILITY

    def _enter(self, edge: Edge, called: set[str], depth: int, writes: bool) -> None:
        """Go on inside the target with the members that are called, or with all of them where it runs as a whole."""
        schema = schema_of(self._kb, edge.target_type)
        whole = family(self._kb, edge.target, only_main=True)
        if schema is None or whole is None:
            return
        members = {_named(edge)} & whole.members() or called & whole.members()
        if writes:
            members |= _implicit(whole, schema)
        if edge.target_type in schema.flow.start and not (members and _named(edge)):
            members = whole.members()
        if members:
            self._run(whole, schema, members, depth, writes)


def _one(evidence: Evidence | None) -> tuple[Evidence, ...]:
    return (evidence,) if evidence is not None else ()


def _named(edge: Edge) -> str:
    """The member of the target that a relation names."""
    return str(edge.attributes.get("action") or edge.attributes.get("member") or "")


def _fitting(
    whole: Family, schema: FrameworkSchema, members: set[str] | None, depth: int
) -> list[tuple[Edge, list[Evidence]]]:
    """Relations that a flow follows from the members, with the evidence in them, in the schema's order.

    Inside what a step used, relations to more of the same type would spread over the whole application: they are left.
    """
    order = {name: place for place, name in enumerate(schema.flow.follow)}
    found = []
    for edge in whole.edges:
        if edge.type not in order or edge.type == schema.flow.entry:
            continue
        if depth and edge.target_type == edge.source_type and edge.type != schema.flow.page:
            continue
        evidence = [e for e in edge.evidence if members is None or e.member in members]
        if evidence:
            found.append((edge, evidence))
    return sorted(
        _plainest(found, schema), key=lambda pair: (order[pair[0].type], pair[1][0].start_line, pair[0].target_id)
    )


def _plainest(
    found: Sequence[tuple[Edge, list[Evidence]]], schema: FrameworkSchema
) -> list[tuple[Edge, list[Evidence]]]:
    """Of several relations between one pair, those that say most: a type with fewer possible targets says more."""

    def width(edge: Edge) -> int:
        return len(schema.relations[edge.type].target) or _BROAD if edge.type in schema.relations else _BROAD

    narrowest: dict[tuple[int, int], int] = {}
    for edge, _ in found:
        pair = edge.source, edge.target
        narrowest[pair] = min(width(edge), narrowest.get(pair, _BROAD))
    return [(edge, evidence) for edge, evidence in found if width(edge) == narrowest[edge.source, edge.target]]


def _implicit(whole: Family, schema: FrameworkSchema) -> set[str]:
    """Members that run by themselves when the component is written: those that its hooks and rules name."""
    names: set[str] = set()
    for attribute in sorted(schema.with_role("rule") | schema.with_role("hook")):
        for value in whole.main.attributes.get(attribute, ()):
            if isinstance(value.value, dict) and isinstance(value.value.get("name"), str):
                names.add(value.value["name"])
    return names & whole.members()


def _step(edge: Edge, evidence: Sequence[Evidence], schema: FrameworkSchema, depth: int) -> Step:
    title = schema.relations[edge.type].title if edge.type in schema.relations else edge.type
    member = _named(edge) if edge.type != schema.flow.page else ""
    source = Node(edge.source, edge.source_id, edge.source_type, edge.source_path)
    target = Node(edge.target, edge.target_id, edge.target_type, edge.target_path)
    shown = tuple(evidence)
    return Step("relation", title, source, shown[0].member, target, member, shown, depth, edge.type, edge.confidence)
