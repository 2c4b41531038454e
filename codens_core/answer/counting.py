"""How many there are: components of a type, requests, or values of a component's attribute."""

from __future__ import annotations

import re

from codens_core.answer.case import Case
from codens_core.answer.model import Section, Statement
from codens_core.answer.naming import name_of, place
from codens_core.answer.phrases import listed
from codens_core.base.text import plural
from codens_core.graph.protocols import ComponentView
from codens_core.retrieve.entries import all_entries
from codens_core.retrieve.words import content_words, stem, stems

_ASKED = re.compile(
    r"(?:how many|number of|count(?: of)?)\s+(.*?)(?=\b(?:are|is|do|does|can|has|have|in|of|there)\b|\?|$)"
)
_REQUESTS = frozenset(stem(word) for word in ("route", "endpoint", "url", "request"))


def counting(case: Case) -> list[Section]:
    """Sections with a number, or none when it is not known what is counted."""
    found = _ASKED.search(case.asked.text.lower())
    counted = {stem(word) for word in content_words(found[1] if found else case.asked.text)}
    for view in case.leading(1):
        if sections := _of_component(case, view, counted):
            return sections
    return _of_requests(case, counted) or _of_type(case, counted)


def _of_type(case: Case, counted: set[str]) -> list[Section]:
    for schema in case.kb.schemas.values():
        for name, kind in schema.types.items():
            if counted & {stem(name), *stems(kind.title)}:
                views = case.kb.components([name])
                case.subject = f"components of type {name}"
                cited = [n for view in views[:3] for n in case.sources.component(view)]
                text = f"There {'is' if len(views) == 1 else 'are'} {plural(len(views), kind.title.lower())}"
                shown = listed([name_of(view) for view in views], 8)
                return [Section("", [Statement(f"{text}: {shown}.", tuple(cited))])] if views else []
    return []


def _of_requests(case: Case, counted: set[str]) -> list[Section]:
    entries = all_entries(case.kb) if counted & _REQUESTS else []
    if not entries:
        return []
    case.subject = "requests that the application answers"
    owners = {entry.target.node_id for entry in entries}
    cited = [n for entry in entries[:3] for n in case.sources.lines(entry.source.node_id, entry.evidence)]
    text = f"{plural(len(entries), 'request')} reach {plural(len(owners), 'component')}."
    return [Section("", [Statement(text, tuple(dict.fromkeys(cited)))])]


def _of_component(case: Case, view: ComponentView, counted: set[str]) -> list[Section]:
    """Values of one of its attributes: how many validations does a component have."""
    own = set(stems(" ".join(view.constants)))
    for name, values in view.attributes.items():
        if not (counted - own) & set(stems(name)):
            continue
        case.subject = f"{name.replace('_', ' ')} of {name_of(view)}"
        cited = [n for v in values[:6] for n in case.sources.lines(view.node_id, v.evidence, v.pull_request)]
        text = f"{name_of(view)} ({place(view.path)}) has {len(values)} {name.replace('_', ' ')}."
        return [Section("", [Statement(text, tuple(dict.fromkeys(cited)) or case.sources.component(view))])]
    return []
