"""What pull requests say of components: those that shaped them, why, and what they changed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import log

from codens_core.answer.case import Case
from codens_core.answer.model import Statement
from codens_core.answer.phrases import code, listed, pr_phrase, reason, value_phrase
from codens_core.base.prose import prose
from codens_core.base.text import plural
from codens_core.graph.protocols import ChangeView, ComponentView
from codens_core.graph.records import PullRequest
from codens_core.retrieve.entries import schema_of
from codens_core.retrieve.words import kin, stem, stems

_BODY = 1500
"""Letters of a description that are looked at."""
_WIDE = 60
"""Pull requests looked at for one component, newest first."""
_METHODS = "methods"


def shaping(case: Case, views: Sequence[ComponentView], most: int) -> list[PullRequest]:
    """The pull requests that speak to the question most, of those that touched the components; best first."""
    counted: dict[str, int] = {}
    for view in views:
        for key in view.prs[-_WIDE:] + view.prs[:1]:
            counted[key] = counted.get(key, 0) + 1
    every = [_Told(pr) for pr in case.kb.pull_requests(counted) if pr.kind != "snapshot"]
    weights = _rarities(case.asked.words, every)
    ranked = sorted(enumerate(every), key=lambda pair: (-pair[1].fit(weights, counted[pair[1].pr.key]), -pair[0]))
    return [told.pr for _, told in ranked[:most]]


class _Told:
    """A pull request with the stems of what it says."""

    def __init__(self, pr: PullRequest) -> None:
        self.pr = pr
        self.title = set(stems(pr.title))
        self.body = set(stems(prose(pr.body)[:_BODY]))

    def fit(self, weights: dict[str, float], touched: int) -> float:
        """How much it speaks of the words; having touched several of the components and saying why counts too."""
        score = 0.0
        for word, weight in weights.items():
            akin = {stem(other) for other in kin(word)}
            found = stem(word)
            score += weight * (
                2.0 if found in self.title else 0.8 if found in self.body else 0.5 * bool(akin & self.title)
            )
        return score + 0.3 * min(touched, 4) + (0.2 if self.body else 0.0)


def _rarities(words: Iterable[str], every: Sequence[_Told]) -> dict[str, float]:
    """What few pull requests say tells them apart."""
    having = {word: sum(stem(word) in told.title or stem(word) in told.body for told in every) for word in words}
    return {word: log(1 + len(every) / (1 + count)) for word, count in having.items()}


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
    schema = schema_of(case.kb, view.type)
    told = {*(schema.types[view.type].attributes if schema else ()), _METHODS}
    found = []
    for pr in reversed(prs):
        what = _changed(steps.get(pr.key, []), told)
        found.append(Statement(f"{pr_phrase(pr)}" + (f": {what}" if what else ""), case.sources.pull_request(pr)))
    return found


def _changed(steps: Sequence[ChangeView], told: Collection[str]) -> str:
    """`added validations title; removed methods a, b`: at most three parts."""
    parts: dict[tuple[str, str], list[str]] = {}
    for step in steps:
        if step.attribute not in told:
            continue
        value = step.new if step.kind != "removed" else step.old
        parts.setdefault((step.kind, step.attribute), []).append(_name(value))
    shown = [f"{kind} {attribute.replace('_', ' ')} {listed(values, 3)}" for (kind, attribute), values in parts.items()]
    return "; ".join(shown[:3]) + (f"; {plural(len(shown) - 3, 'more kind')} of change" if len(shown) > 3 else "")


def _name(value: object) -> str:
    if isinstance(value, dict) and isinstance(value.get("name"), str):
        return code(value["name"])
    return value_phrase(value)
