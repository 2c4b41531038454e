"""What depends on a component, and what a change of it may break."""

from __future__ import annotations

from collections.abc import Sequence

from codens_core.answer.case import Case
from codens_core.answer.flow import entries_using
from codens_core.answer.model import Section, Statement
from codens_core.answer.naming import name_of, place
from codens_core.answer.phrases import code, listed
from codens_core.base.text import plural
from codens_core.graph.protocols import ComponentView, Edge
from codens_core.retrieve.entries import schema_of

_NAMED = 6


def impact(case: Case, view: ComponentView) -> list[Section]:
    """Components that use it by relation, requests that pass through it, and tests that cover it."""
    case.subject = name_of(view)
    schema = schema_of(case.kb, view.type)
    test = schema.flow.test if schema else ""
    inward = [edge for edge in case.kb.edges(view.key, direction="in") if edge.source != view.key]
    users = [edge for edge in inward if edge.type != test]
    tests = [edge for edge in inward if edge.type == test]
    lead = Statement(_lead(view, users, tests), case.sources.component(view))
    return [
        Section("", [lead]),
        Section("Who uses it", _by_relation(case, users)),
        _requests(case, view),
        Section("Tests to run", _by_relation(case, tests)),
    ]


def _lead(view: ComponentView, users: Sequence[Edge], tests: Sequence[Edge]) -> str:
    count = len({edge.source for edge in users})
    verb = "depends" if count == 1 else "depend"
    covering = len({edge.source for edge in tests})
    cover = (
        f"and {plural(covering, 'test file')} {'covers' if covering == 1 else 'cover'} it"
        if tests
        else "no test covers it"
    )
    return f"{plural(count, 'component')} {verb} on {name_of(view)} ({place(view.path)}); {cover}."


def _by_relation(case: Case, edges: Sequence[Edge]) -> list[Statement]:
    groups: dict[str, list[Edge]] = {}
    for edge in edges:
        groups.setdefault(edge.type, []).append(edge)
    return [_group(case, kind, group) for kind, group in sorted(groups.items(), key=lambda item: -len(item[1]))]


def _group(case: Case, kind: str, edges: Sequence[Edge]) -> Statement:
    sources = list({edge.source: edge for edge in reversed(edges)}.values())[::-1]
    schema = schema_of(case.kb, edges[0].target_type)
    relation = schema.relations.get(kind) if schema else None
    phrase = relation.inverse_title or relation.title if relation else kind
    named = sources[:_NAMED]
    case.names.read(edge.source for edge in named)
    more = len(sources) - len(named)
    shown = listed([case.names.of(edge.source) for edge in named] + ["more"] * more, _NAMED)
    cited = [
        n for edge in named for n in case.sources.lines(edge.source_id, edge.evidence[0] if edge.evidence else None)
    ]
    return Statement(f"{phrase}: {shown}", tuple(dict.fromkeys(cited)))


def _requests(case: Case, view: ComponentView) -> Section:
    entries = entries_using(case.kb, view.key)
    section = Section("Requests that pass through it")
    if entries:
        cited = [n for entry in entries[:_NAMED] for n in case.sources.lines(entry.source.node_id, entry.evidence)]
        text = listed([code(entry.name) for entry in entries], _NAMED)
        section.statements.append(Statement(text, tuple(dict.fromkeys(cited))))
    return section
