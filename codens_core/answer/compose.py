"""Answering a question without a model: read it, find what it is about, compose a short text of cited statements."""

from __future__ import annotations

import time
from collections.abc import Sequence

from codens_core.answer.about import about
from codens_core.answer.case import Case
from codens_core.answer.check import supported
from codens_core.answer.counting import counting
from codens_core.answer.deciding import changing, coming, deciding, of_pull_request
from codens_core.answer.doing import doing, running
from codens_core.answer.flow import named_entries
from codens_core.answer.impact import impact
from codens_core.answer.model import Answer, Metrics, ReadingKind, Section
from codens_core.answer.naming import name_of
from codens_core.answer.phrases import code, listed
from codens_core.answer.places import files, member_statements
from codens_core.answer.readings import TITLES, about_subject, readings
from codens_core.answer.render import markdown, renumbered
from codens_core.answer.unknown import note_unknown, unmentioned
from codens_core.graph.protocols import ComponentView, KnowledgeBase, Match
from codens_core.retrieve.choosing import Choice, choose, choose_by_place
from codens_core.retrieve.entries import schema_of, ways_to
from codens_core.retrieve.modes import Mode, retrieve
from codens_core.retrieve.once import once
from codens_core.retrieve.question import Question, parse

_FITS = 0.45
"""A request is taken when it has at least this share of the question's words."""
_NEAR = 0.75
"""Another reading is named when it scores at least this share of the one taken."""


def answer(kb: KnowledgeBase, question: str, mode: Mode = "auto", k: int = 8) -> Answer:
    """A short cited answer from facts. An empty question, or one about nothing known, says so in `not_found`."""
    start = time.perf_counter()
    kb = once(kb)
    asked = parse(question)
    kinds = readings(asked)
    asked = about_subject(asked, kinds[0])
    retrieved = retrieve(kb, asked, mode, k)
    case = Case(kb, asked, kinds, retrieved.matches, _choices(kb, asked, retrieved.matches))
    found_after = time.perf_counter()
    missing = unmentioned(kb, asked)
    sections = _sections(case, missing)
    note_unknown(case, missing, [match.key for match in case.matches[:1]] if sections else [])
    sections, dropped = supported(sections, case.sources.all())
    if dropped:
        case.not_found.append(f"{dropped} statements were left out because nothing supports them")
    whole = time.perf_counter() - start
    metrics = Metrics(1000 * whole, 1000 * (found_after - start), len(case.matches))
    return _answer(case, sections, retrieved.mode, metrics)


def _choices(kb: KnowledgeBase, asked: Question, matches: Sequence[Match]) -> list[Choice]:
    """Requests that the question may be about: those it names, else those that fit its words."""
    named = [entry for text in asked.mentioned("route", "action", "page") for entry in named_entries(kb, text)]
    if not named:
        return choose(kb, asked, matches)
    ways = ways_to(kb, [entry.action for entry in named])
    return [Choice(entry, tuple(way for way in ways if way.action == entry.action), 2.0, 1.0) for entry in named]


def _sections(case: Case, missing: Sequence[str]) -> list[Section]:
    """What the first kind of answer that has something to say says."""
    if len(missing) == len(case.asked.words):
        case.matches, case.choices = (), []
    for kind in dict.fromkeys((*case.kinds, *_FALLBACKS)):
        sections = _of_kind(case, kind)
        if any(section.statements for section in sections):
            case.kinds = [kind, *(other for other in case.kinds if other != kind)]
            return sections
    return []


_FALLBACKS: tuple[ReadingKind, ...] = ("what",)


def _of_kind(case: Case, kind: ReadingKind) -> list[Section]:
    choice = case.choices[0] if case.choices and case.choices[0].covered >= _FITS else None
    if kind == "change" and (numbers := case.asked.mentioned("pull_request")):
        pr = case.kb.pull_request(f"#{numbers[0]}")
        return of_pull_request(case, pr) if pr else []
    if kind == "count":
        return counting(case)
    if kind in ("how", "where"):
        choice = choice or choose_by_place(case.kb, case.asked, case.matches, case.choices)
        if choice is not None:
            if choice.covered < _FITS:
                case.not_found.append(
                    "no request is named like this: it was found by the words of its page or component"
                )
            return doing(case, choice, short=kind == "where")
    if kind == "file":
        return files(case, choice)
    views = case.leading(4)
    if not views:
        return []
    if kind == "why":
        return deciding(case, views)
    if kind in ("how", "where"):
        case.not_found.append("no page or request fits the question well: this is the component whose words fit best")
    one = {"history": coming, "change": changing, "impact": impact}
    return _working(case, views[0]) if kind == "how" else one.get(kind, about)(case, _thing(case, views))


def _thing(case: Case, views: Sequence[ComponentView]) -> ComponentView:
    """The component that the question names as a thing: of those named after it, the one that most others use."""
    by_key = {match.key: match.shares for match in case.matches}
    if "mention" in by_key[views[0].key]:
        return views[0]
    named = [view for view in views if by_key[view.key].get("name", 0.0) >= case.matches[0].shares.get("name", 0.0) > 0]
    return max(named, key=lambda view: by_key[view.key].get("central", 0.0), default=views[0])


def _working(case: Case, view: ComponentView) -> list[Section]:
    """How something works that no request stands for: the members that do it, or what runs by itself."""
    schema = schema_of(case.kb, view.type)
    members = member_statements(case, case.leading(3), 5)
    declares = schema.relations[schema.flow.entry].source if schema and schema.flow.entry in schema.relations else ()
    if schema is not None and view.type in schema.flow.start and view.type not in declares and not members:
        return running(case, view)
    lead, *rest = about(case, view)
    return [lead, Section("Where it happens", members), *rest]


def _answer(case: Case, sections: Sequence[Section], mode: str, metrics: Metrics) -> Answer:
    citations, shown = renumbered(sections, case.sources.all())
    interpretation = _interpretation(case) if shown else "Nothing was found that the question could be about."
    if not shown:
        searched = listed([f"“{word}”" for word in case.asked.words]) or "the question"
        case.not_found.insert(0, f"no component, page, test or pull request fits {searched}")
    steps = tuple(statement for section in shown if section.ordered for statement in section.statements)
    text = markdown(shown, interpretation, case.not_found)
    return Answer(
        case.asked.text, text, interpretation, case.kinds[0], steps, case.page, case.label, tuple(citations),
        tuple(case.not_found), mode, metrics,
    )  # fmt: skip


def _interpretation(case: Case) -> str:
    """The reading taken and the others, in one line."""
    kind = case.kinds[0]
    taken = f"Read as: {TITLES[kind]}" + (f", for {case.subject}" if case.subject else "")
    others = [TITLES[other] for other in case.kinds[1:2]] + _other_subjects(case)
    return taken + (f". It could also mean: {'; '.join(others)}." if others else ".")


def _other_subjects(case: Case) -> list[str]:
    """Requests or components that the question fits nearly as well."""
    if case.choices and case.kinds[0] in ("how", "where"):
        best = case.choices[0]
        near = [choice.entry.action for choice in case.choices[1:] if choice.score >= _NEAR * best.score]
        return [code(action) for action in dict.fromkeys(near) if action != best.entry.action][:3]
    near_matches = [match for match in case.matches[:4] if match.score >= _NEAR * case.matches[0].score]
    names = [name_of(view) for match in near_matches if (view := case.view(match.key)) is not None]
    return [name for name in names if name not in case.subject][:2]
