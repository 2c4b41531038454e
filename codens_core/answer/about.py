"""What a component is: its type and place, what it holds, who uses it, and which requests reach it."""

from __future__ import annotations

from collections import Counter

from codens_core.answer.case import Case
from codens_core.answer.model import Section, Statement
from codens_core.answer.naming import name_of, place
from codens_core.answer.past import pr_statements, shaping
from codens_core.answer.phrases import article, code, listed, value_phrase
from codens_core.answer.rules import rule_statements, rules
from codens_core.base.text import plural
from codens_core.graph.protocols import ComponentView, Edge, Value
from codens_core.retrieve.entries import entries_of, schema_of

_NARRATIVE = "purpose"
_VALUES = 8


def about(case: Case, view: ComponentView) -> list[Section]:
    """Sections that say what a component is."""
    case.subject = f"{name_of(view)}, {article(_title(case, view).lower())}"
    lead = Section("", [_lead(case, view)])
    edges = case.kb.edges(view.key)
    lead.statements += _uses(case, view, edges)
    facts = Section("What it holds", _facts(case, view))
    found = Section("Rules", rule_statements(case, rules(case, [view]), 5))
    past = Section("Pull requests that shaped it", pr_statements(case, shaping(case, [view], 3)))
    return [lead, _requests(case, view), facts, found, past]


def _title(case: Case, view: ComponentView) -> str:
    schema = schema_of(case.kb, view.type)
    return schema.types[view.type].title if schema else view.type


def _lead(case: Case, view: ComponentView) -> Statement:
    purpose = next((value.value for value in view.attributes.get(_NARRATIVE, ())), "")
    gone = f" It was removed by {view.closed_by}." if view.closed_by else ""
    name = name_of(view)
    what = f"{name} is {article(_title(case, view).lower())}"
    text = f"{what} in {place(view.path)}." if name != code(view.path) else f"{what}."
    return Statement(f"{text}{' ' + str(purpose) if purpose else ''}{gone}", case.sources.component(view))


def _uses(case: Case, view: ComponentView, edges: list[Edge]) -> list[Statement]:
    """Who uses it, by the type of who does, in one sentence with the evidence of the first few."""
    schema = schema_of(case.kb, view.type)
    no_use = (schema.flow.entry, schema.flow.test) if schema else ()
    inward = [e for e in edges if e.target == view.key and e.source != view.key and e.type not in no_use]
    if not inward:
        return []
    sources = {edge.source: edge for edge in reversed(inward)}
    by_type = Counter(edge.source_type for edge in sources.values())
    kinds = listed([plural(count, _noun(case, kind)) for kind, count in by_type.most_common()], 5)
    shown = list(sources.values())[:3]
    named = listed([case.names.of(edge.source) for edge in shown], 3)
    cited = [
        n for edge in shown for n in case.sources.lines(edge.source_id, edge.evidence[0] if edge.evidence else None)
    ]
    text = f"{kinds} {'refers' if len(sources) == 1 else 'refer'} to it, {named} among them."
    return [Statement(text if len(sources) > 3 else f"{named} {'refers' if len(sources) == 1 else 'refer'} to it.",
                      tuple(dict.fromkeys(cited)))]  # fmt: skip


def _noun(case: Case, type_name: str) -> str:
    schema = schema_of(case.kb, type_name)
    return schema.types[type_name].title.lower() if schema else type_name


def _requests(case: Case, view: ComponentView) -> Section:
    entries = entries_of(case.kb, view.key)
    section = Section("Requests that reach it")
    if entries:
        names = listed([f"{code(entry.name)} → {code(entry.member)}" for entry in entries], 6)
        cited = [n for entry in entries[:6] for n in case.sources.lines(entry.source.node_id, entry.evidence)]
        section.statements.append(Statement(names, tuple(dict.fromkeys(cited))))
    return section


def _facts(case: Case, view: ComponentView) -> list[Statement]:
    """Its own attributes, one line each; rules have a section of their own."""
    schema = schema_of(case.kb, view.type)
    declared = schema.types[view.type].attributes if schema else {}
    found = []
    for name, attribute in declared.items():
        values = view.attributes.get(name, [])
        if (
            not values
            or attribute.role
            or attribute.kind in ("narrative", "relational")
            or _is_request(values[0].value)
        ):
            continue
        shown = listed([_brief(value) for value in values], _VALUES)
        cited = [
            n for value in values[:3] for n in case.sources.lines(view.node_id, value.evidence, value.pull_request)
        ]
        if cited:
            found.append(Statement(f"{name.replace('_', ' ')}: {shown}", tuple(dict.fromkeys(cited))))
    return found[:5]


def _is_request(value: object) -> bool:
    return isinstance(value, dict) and "verb" in value and "path" in value


def _brief(value: Value) -> str:
    if isinstance(value.value, dict) and isinstance(value.value.get("name"), str):
        kind = value.value.get("macro") or value.value.get("type")
        return code(value.value["name"]) + (f" ({kind})" if kind else "")
    return value_phrase(value.value)
