"""Flows as text: numbered steps that a user can follow and a developer can open, and as a Mermaid diagram."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from codens_core.answer.model import Statement
from codens_core.answer.naming import Names, place
from codens_core.answer.phrases import code, listed
from codens_core.answer.sources import Sources
from codens_core.answer.steps import Flow, Step
from codens_core.graph.protocols import KnowledgeBase

_EACH = 4
"""Components named in one step; the rest is counted."""


def flow_statements(kb: KnowledgeBase, flow: Flow, sources: Sources, most: int = 0) -> list[Statement]:
    """The steps of a flow as sentences with citations. Steps that say the same of several components are joined.

    `most` keeps the first so many (0: all).
    """
    names = Names(kb)
    names.read(key for step in flow.steps for key in (step.source.key, step.target.key))
    groups = [list(group) for _, group in groupby(_ordered(flow.steps), key=_sameness)]
    found = [_sentence(flow, group, names, sources) for group in groups]
    return found[:most] if most else found


def _ordered(steps: Sequence[Step]) -> list[Step]:
    """Steps with the member's own right after the request that runs it."""
    place = {"page": 0, "entry": 1, "member": 1, "hook": 2}
    return sorted(steps, key=lambda step: place.get(step.kind, 3))


def _sameness(step: Step) -> tuple[object, ...]:
    if step.kind in ("entry", "member"):
        return ("run",)
    source = step.source.key if step.kind == "relation" else 0
    return step.kind, step.relation, source, step.depth


def _sentence(flow: Flow, group: Sequence[Step], names: Names, sources: Sources) -> Statement:
    first = group[0]
    cited = [number for step in group[:_EACH] for number in _cite(step, names, sources)]
    text = {"page": _page, "hook": _hooks, "relation": _relation}.get(first.kind, _run)(flow, group, names)
    return Statement(text, tuple(dict.fromkeys(cited)))


def _cite(step: Step, names: Names, sources: Sources) -> tuple[int, ...]:
    """The lines that show a step, and the component that it leads to."""
    lines = sources.lines(step.source.node_id, step.evidence[0] if step.evidence else None)
    target = names.view(step.target.key) if step.kind == "relation" else None
    return (*lines, *sources.component(target)) if target is not None else lines


def _page(flow: Flow, group: Sequence[Step], names: Names) -> str:
    step = group[0]
    where = (
        f"On {code(flow.page)} ({code(step.target.path)})" if flow.page else f"On a page with {code(step.target.path)}"
    )
    if not flow.label:
        return f"{where}, {step.phrase} the {'form' if step.phrase == 'submit' else 'link'}"
    return f"{where}, {'press' if step.phrase == 'submit' else 'click'} **{flow.label}**"


def _run(flow: Flow, group: Sequence[Step], names: Names) -> str:
    entry = next((step for step in group if step.kind == "entry"), None)
    body = next((step for step in group if step.kind == "member"), None)
    step = body or group[0]
    shown = place(step.target.path, step.evidence[0] if body and step.evidence else None)
    what = f"{names.of(step.target.key)}{'#' + step.member if step.member else ''}"
    what = what.replace("`#", "#") + "`" if step.member else what
    if entry is None:
        return f"{what} runs ({shown})"
    return f"{code(flow.start)} runs {what} ({shown})"


def _hooks(flow: Flow, group: Sequence[Step], names: Names) -> str:
    """Hooks by moment; the component's own ones before inherited ones."""
    moments: dict[str, list[Step]] = {}
    for step in group:
        moments.setdefault(re.split(r"[_\W]", step.phrase.removeprefix("prepend_"))[0], []).append(step)
    parts = []
    for moment, steps in moments.items():
        own = sorted(steps, key=lambda step: step.target.key != step.source.key)
        parts.append(f"{moment} it {listed([code(step.member) for step in own], _EACH)}")
    return f"{'; '.join(parts)} run".capitalize() if len(group) > 1 else f"{parts[0]} runs".capitalize()


def _relation(flow: Flow, group: Sequence[Step], names: Names) -> str:
    first = group[0]
    shown = listed([f"{names.of(s.target.key)}{_file(s, names)}" for s in group], _EACH)
    who = "It" if first.depth == 0 else names.of(first.source.key)
    return f"{who} {first.phrase} {shown}"


def _file(step: Step, names: Names) -> str:
    return "" if names.of(step.target.key) == code(step.target.path) else f" ({code(step.target.path)})"


def mermaid(flow: Flow) -> str:
    """The flow as a Mermaid flowchart."""
    ids: dict[str, str] = {}
    lines = ["flowchart TD"]

    def box(key: str, text: str) -> str:
        if key not in ids:
            ids[key] = f"n{len(ids)}"
            lines.append(f'  {ids[key]}["{_escaped(text)}"]')
        return ids[key]

    last = ""
    for step in flow.steps:
        target = box(step.target.node_id, f"{step.target.type}: {step.target.path}")
        if step.kind == "page":
            last = target
        elif step.kind == "entry":
            start = box("start", flow.start)
            if last:
                lines.append(f'  {last} -->|"{_escaped(step_label(flow))}"| {start}')
            lines.append(f'  {start} -->|"{_escaped(step.member)}"| {target}')
        elif step.kind == "relation":
            source = box(step.source.node_id, f"{step.source.type}: {step.source.path}")
            lines.append(f'  {source} -->|"{_escaped(step.phrase)}"| {target}')
    return "\n".join(dict.fromkeys(lines))


def step_label(flow: Flow) -> str:
    """What is clicked to start the flow."""
    return flow.label or "request"


def _escaped(text: str) -> str:
    return text.replace('"', "#quot;").replace("\n", " ")
