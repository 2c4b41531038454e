"""Rules of components: validations, hooks, permissions and the like, with the pull requests that set them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from codens_core.answer.case import Case
from codens_core.answer.members import skips
from codens_core.answer.model import Statement
from codens_core.answer.naming import name_of
from codens_core.answer.phrases import pr_phrase, reason, value_phrase
from codens_core.graph.protocols import ComponentView, Value
from codens_core.graph.records import PullRequest
from codens_core.retrieve.entries import schema_of
from codens_core.retrieve.words import kin, stem, stems

_FITS = 1.0
"""A rule that holds a word of the question beside the name of its component speaks to it."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule fact; `fit` is the number of the question's words in it."""

    view: ComponentView
    attribute: str
    value: Value
    fit: float


def rules(case: Case, views: Sequence[ComponentView], roles: Sequence[str] = ("rule", "hook")) -> list[Rule]:
    """Rules of some components, those that speak to the question first. A hook that is only skipped is none.

    Words that name one of the components tell its rules from nobody else's and count little.
    """
    asked = {stem(word): {stem(other) for other in kin(word)} for word in case.asked.words}
    things = {word for view in views for word in stems(name_of(view))}
    found = []
    for view in views:
        schema = schema_of(case.kb, view.type)
        declared = schema.attributes_of(view.type) if schema else {}
        for name, attribute in declared.items():
            if attribute.role in roles:
                values = [value for value in view.attributes.get(name, ()) if not skips(value.value)]
                found += [Rule(view, name, value, _fit(value, name, asked, things)) for value in values]
    return sorted(found, key=lambda rule: -rule.fit)


def _fit(value: Value, attribute: str, asked: dict[str, set[str]], things: set[str]) -> float:
    """Words of the question in the rule; what names a component counts little."""
    text = set(stems(f"{attribute} {value_phrase(value.value)}"))
    whole = sum(0.2 if word in things else 1.0 for word in asked if word in text)
    plain = {word: others for word, others in asked.items() if word not in things and not others & things}
    return whole + sum(0.6 for word, others in plain.items() if word not in text and others & text)


def main_rules(case: Case, views: Sequence[ComponentView]) -> list[Rule]:
    """Rules of what takes part in something: those that speak to the question, then those of the thing it names."""
    asked = {stem(word) for word in case.asked.words}
    things = [view for view in views if asked & set(stems(name_of(view)))]
    every = rules(case, views, ("rule",))
    fitting = [rule for rule in every if rule.fit >= _FITS]
    own = [rule for thing in things[:2] for rule in rules(case, [thing], ("rule",))]
    return fitting + [rule for rule in own if rule.value not in [known.value for known in fitting]]


def rule_statements(case: Case, found: Sequence[Rule], most: int, reasons: bool = False) -> list[Statement]:
    """Rules as sentences, each with the lines that show it and the pull request that set it."""
    return [rule_statement(case, rule, reasons) for rule in found[:most]]


def rule_statement(case: Case, rule: Rule, reasons: bool = False) -> Statement:
    """One rule as a sentence; with `reasons` also who set it first, when that was another pull request."""
    text = f"{name_of(rule.view)}: {value_phrase(rule.value.value)}"
    cited = case.sources.lines(rule.view.node_id, rule.value.evidence, rule.value.pull_request)
    now = _told(case, rule.value.pull_request)
    if now is None:
        return Statement(text, cited)
    if not reasons:
        return Statement(f"{text} — set by {pr_phrase(now)}", cited)
    first = _first(case, rule)
    if first is None or first.key == now.key:
        return Statement(f"{text} — set by {pr_phrase(now)}{_because(now)}", cited)
    text += f" — first set by {pr_phrase(first)}{_because(first)}; as it is now by {pr_phrase(now)}{_because(now)}"
    return Statement(text, (*case.sources.pull_request(first), *cited))


def _told(case: Case, key: str) -> PullRequest | None:
    """A pull request that tells something: a snapshot does not."""
    pr = case.kb.pull_request(key) if key else None
    return pr if pr is not None and pr.kind != "snapshot" else None


def _because(pr: PullRequest) -> str:
    why = reason(pr)
    return f": “{why}”" if why else ""


def _first(case: Case, rule: Rule) -> PullRequest | None:
    """The pull request that first set a rule about the same thing, whatever it said then."""
    about = _about(rule.value.value)
    for change in case.kb.history(rule.view.key):
        if change.attribute == rule.attribute and change.kind != "removed" and _about(change.new) & about:
            return _told(case, change.pull_request.key)
    return None


def _about(value: Any) -> set[str]:
    """What a rule is about: the names it holds, or the whole value."""
    if not isinstance(value, dict):
        return {str(value)}
    names = value.get("attributes") or value.get("name") or value.get("query")
    return {str(name) for name in (names if isinstance(names, list) else [names])} if names else {str(value)}
