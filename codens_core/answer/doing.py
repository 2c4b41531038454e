"""How something is done: the page and the button first, then the flow of the request, its rules and its past."""

from __future__ import annotations

from dataclasses import replace

from codens_core.answer.case import Case
from codens_core.answer.flow import flow_of_entry, flow_of_member
from codens_core.answer.flow_text import flow_statements
from codens_core.answer.model import Section, Statement
from codens_core.answer.naming import name_of, place
from codens_core.answer.past import pr_statements, shaping
from codens_core.answer.phrases import code, listed
from codens_core.answer.rules import main_rules, rule_statements, rules
from codens_core.answer.steps import Flow, Step
from codens_core.answer.walk import READS, breadth
from codens_core.base.text import plural
from codens_core.graph.protocols import ComponentView
from codens_core.retrieve.choosing import Choice, best_label, fitting_ways

_STEPS = 8
_EFFECTS = 4


def doing(case: Case, choice: Choice, short: bool = False) -> list[Section]:
    """Sections for a request: where it is started, what happens, what is allowed. `short` leaves out rules and past."""
    found = flow_of_entry(case.kb, choice.entry, fitting_ways(choice.ways, case.asked))
    found = replace(found, label=best_label(found.label, case.asked))
    case.page, case.label = found.page, found.label
    case.subject = code(choice.entry.action)
    sections = [Section("", _lead(case, found)), _steps(case, found, _STEPS if not short else 4)]
    views = _taking_part(case, found)
    if not short:
        sections.append(Section("Rules", rule_statements(case, main_rules(case, views), 4)))
    sections.append(
        Section("Pull requests that shaped it", pr_statements(case, shaping(case, views[:3], 1 if short else 3)))
    )
    return sections


def running(case: Case, view: ComponentView) -> list[Section]:
    """Sections for a component that no request reaches: what it does when it runs."""
    found = flow_of_member(case.kb, view, "")
    case.subject = name_of(view)
    names = name_of(view)
    lead = Statement(f"{names} ({place(view.path)}) is where this happens.", case.sources.component(view))
    effects = _effects(case, found)
    sections = [Section("", [lead, *effects]), _steps(case, found, _STEPS)]
    sections.append(Section("Rules", rule_statements(case, rules(case, [view]), 4)))
    sections.append(Section("Pull requests that shaped it", pr_statements(case, shaping(case, [view], 3))))
    return sections


def _lead(case: Case, found: Flow) -> list[Statement]:
    entry = found.entry
    body = next((step for step in found.steps if step.kind == "member"), None)
    start = next((step for step in found.steps if step.kind == "page"), None)
    if entry is None:
        return []
    where = code(entry.target.path)
    cited: list[int] = []
    if body is not None and body.evidence:
        where = place(body.target.path, body.evidence[0])
        cited += case.sources.lines(body.target.node_id, body.evidence[0])
    sends = f"`{entry.name}`, answered by `{entry.action}` in {where}"
    if start is not None:
        cited += case.sources.lines(start.target.node_id, start.evidence[0] if start.evidence else None)
    cited += case.sources.lines(entry.source.node_id, entry.evidence)
    text = f"{_invitation(found, start)} {sends}."
    return [Statement(text, tuple(dict.fromkeys(cited))), *_effects(case, found)]


def _invitation(found: Flow, start: Step | None) -> str:
    if start is None:
        reads = found.entry is not None and found.entry.verb in READS
        if reads:
            return f"Open {code(found.page)}: it is"
        return f"It is done from {code(found.page)} by" if found.page else "It is done by"
    click = ("press" if start.phrase == "submit" else "click") + (f" **{found.label}**" if found.label else " there")
    where = (
        f"Open {code(found.page)} and {click}"
        if found.page
        else f"{click[0].upper()}{click[1:]} ({code(start.target.path)})"
    )
    return f"{where}: it sends"


def _effects(case: Case, found: Flow) -> list[Statement]:
    """What the flow does beyond its own member, in one sentence: what says most first."""
    steps = [step for step in found.steps if step.kind == "relation"]
    parts: dict[str, list[Step]] = {}
    for step in sorted(steps, key=lambda step: (step.depth, breadth(case.kb, step.target.type, step.relation))):
        parts.setdefault(step.phrase, []).append(step)
    if not parts:
        return []
    groups = list(parts.items())[:_EFFECTS]
    shown = [f"{phrase} {listed(_names(case, group), 3)}" for phrase, group in groups]
    shown_views = [case.names.view(step.target.key) for _, group in groups for step in group[:3]]
    cited = [number for view in shown_views if view is not None for number in case.sources.component(view)]
    return [Statement(f"On the way it {listed(shown)}.", tuple(dict.fromkeys(cited)))]


def _names(case: Case, steps: list[Step]) -> list[str]:
    return list(dict.fromkeys(case.names.of(step.target.key) for step in steps))


def _steps(case: Case, found: Flow, most: int) -> Section:
    statements = flow_statements(case.kb, found, case.sources)
    section = Section("Step by step", statements[:most], ordered=True)
    more = len(statements) - most + found.left_out
    if more > 0:
        section.note = f'{plural(more, "further step")}: `codens flow "{found.start}"`'
    return section


def _taking_part(case: Case, found: Flow) -> list[ComponentView]:
    """Components of the flow whose rules and past matter, in order: those that act first, pages last."""
    keys = [step.target.key for step in found.steps if step.kind in ("entry", "member", "relation")]
    pages = {schema.relations[schema.flow.page].target for schema in case.kb.schemas.values() if schema.flow.page}
    shown = {name for types in pages for name in types}
    views = [view for key in dict.fromkeys(keys) if (view := case.view(key)) is not None]
    return sorted(views, key=lambda view: view.type in shown)[:8]
