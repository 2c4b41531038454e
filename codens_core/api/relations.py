"""Asking for relations, and for the references that lead nowhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from codens_core.api.components import pick, refuse_unknown
from codens_core.api.converting import relation_out
from codens_core.api.outputs import RelationCount, RelationsOut, UnresolvedOut, UnresolvedReference
from codens_core.api.project import Project
from codens_core.graph.protocols import Edge


def relations(project: Project, types: Sequence[str] = (), source: str = "", target: str = "") -> RelationsOut:
    """Relations of some types (none given: all), from one component, to one, or between two."""
    _check(project, types)
    edges = _edges(project, types, source, target)
    counts = count_relations((edge.type, edge.source_id, edge.target_id) for edge in edges)
    return RelationsOut(
        relations=[relation_out(edge) for edge in edges],
        total=len(edges),
        distinct=sum(count.distinct for count in counts.values()),
        by_type=counts,
    )


def _check(project: Project, types: Sequence[str]) -> None:
    known = {name for schema in project.known_schemas.values() for name in schema.relations}
    refuse_unknown("relation type", types, known)


def _edges(project: Project, types: Sequence[str], source: str, target: str) -> list[Edge]:
    ends = pick(project, source).key if source else None, pick(project, target).key if target else None
    if ends[0] is not None:
        found = project.knowledge.edges(ends[0], types, "out")
        return [edge for edge in found if ends[1] in (None, edge.target)]
    if ends[1] is not None:
        return project.knowledge.edges(ends[1], types, "in")
    return project.knowledge.relations(types)


def count_relations(triples: Iterable[tuple[str, str, str]]) -> dict[str, RelationCount]:
    """Totals and distinct pairs by type, from one (type, source, target) for each relation."""
    totals: Counter[str] = Counter()
    pairs: dict[str, set[tuple[str, str]]] = {}
    for type_name, source, target in triples:
        totals[type_name] += 1
        pairs.setdefault(type_name, set()).add((source, target))
    return {name: RelationCount(total=totals[name], distinct=len(pairs[name])) for name in sorted(totals)}


def unresolved(project: Project, types: Sequence[str] = (), reasons: Sequence[str] = ()) -> UnresolvedOut:
    """References of some relation types and reasons (none given: all) that lead to no component."""
    _check(project, types)
    rows = project.knowledge.unresolved()
    refuse_unknown("reason", reasons, {row[4] for row in rows} | {"missing", "external", "dynamic", "ambiguous"})
    rows = [row for row in rows if row[0] in (types or (row[0],)) and row[4] in (reasons or (row[4],))]
    return UnresolvedOut(
        unresolved=[
            UnresolvedReference(type=type_name, source=node, path=path, line=line, name=name, reason=reason)
            for type_name, node, path, name, reason, line in rows
        ],
        total=len(rows),
        by_type=dict(sorted(Counter(row[0] for row in rows).items())),
        by_reason=dict(Counter(row[4] for row in rows).most_common()),
    )
