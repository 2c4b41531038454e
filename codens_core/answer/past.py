"""What pull requests say of components: those that shaped them, why, and what they changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from codens_core.answer.case import Case
from codens_core.answer.model import Statement
from codens_core.answer.phrases import code, listed, pr_phrase, reason, value_phrase
from codens_core.base.prose import prose
from codens_core.base.text import plural
from codens_core.graph.protocols import ChangeView, ComponentView
from codens_core.graph.records import PullRequest
from codens_core.retrieve.words import kin, stem, stems

_WIDE = 60
"""Pull requests looked at for one component, newest first."""
_LARGE = 25
"""A pull request that touched more files than this says little of each."""


def shaping(case: Case, views: Sequence[ComponentView], most: int) -> list[PullRequest]:
    """The pull requests that speak to the question most, of those that touched the components; best first."""
    counted: dict[str, int] = {}
    for view in views:
        for key in view.prs[-_WIDE:] + view.prs[:1]:
            counted[key] = counted.get(key, 0) + 1
    asked = {stem(word): {stem(other) for other in kin(word)} for word in case.asked.words}
    every = [pr for pr in case.kb.pull_requests(counted) if pr.kind != "snapshot"]
    ranked = sorted(enumerate(every), key=lambda pair: (-_fit(pair[1], asked, counted[pair[1].key]), -pair[0]))
    return [pr for _, pr in ranked[:most]]


def _fit(pr: PullRequest, asked: dict[str, set[str]], touched: int) -> float:
    title, body = set(stems(pr.title)), set(stems(prose(pr.body)[:1500]))
    score = sum(2.0 if word in title else 0.8 if word in body else 0.0 for word in asked)
    score += sum(0.5 for word, others in asked.items() if word not in title and others & title)
    return score + 0.3 * min(touched, 4) + (0.2 if body else 0.0)


def pr_statements(case: Case, prs: Iterable[PullRequest], reasons: bool = True) -> list[Statement]:
    """Pull requests as sentences: title, author, date, and the first words of why."""
    found = []
    for pr in prs:
        why = reason(pr) if reasons else ""
        text = pr_phrase(pr) + (f": “{why}”" if why else "")
        found.append(Statement(text, case.sources.pull_request(pr)))
    return found


def change_statements(case: Case, view: ComponentView, most: int) -> list[Statement]:
    """The newest pull requests of a component with what each changed in it."""
    steps: dict[str, list[ChangeView]] = {}
    for change in case.kb.history(view.key):
        steps.setdefault(change.pull_request.key, []).append(change)
    prs = [pr for pr in case.kb.pull_requests(view.prs[-most:]) if pr.kind != "snapshot"]
    found = []
    for pr in reversed(prs):
        what = _changed(steps.get(pr.key, []), case)
        found.append(Statement(f"{pr_phrase(pr)}" + (f": {what}" if what else ""), case.sources.pull_request(pr)))
    return found


def _changed(steps: Sequence[ChangeView], case: Case) -> str:
    """`added validations title; removed methods a, b`: at most three parts."""
    parts: dict[tuple[str, str], list[str]] = {}
    for step in steps:
        if step.attribute in _SILENT or not any(schema.shows(step.attribute) for schema in case.kb.schemas.values()):
            continue
        value = step.new if step.kind != "removed" else step.old
        parts.setdefault((step.kind, step.attribute), []).append(_name(value))
    shown = [f"{kind} {attribute.replace('_', ' ')} {listed(values, 3)}" for (kind, attribute), values in parts.items()]
    return "; ".join(shown[:3]) + (f"; {plural(len(shown) - 3, 'more kind')} of change" if len(shown) > 3 else "")


_SILENT = ("references", "type", "path", "constants")


def _name(value: object) -> str:
    if isinstance(value, dict) and isinstance(value.get("name"), str):
        return code(value["name"])
    return value_phrase(value)
