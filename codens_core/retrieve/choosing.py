"""Which request a question in everyday words is about: words of path, member and labels, and the verb it speaks of."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

from codens_core.base.text import split_words
from codens_core.graph.protocols import KnowledgeBase, Match
from codens_core.retrieve.entries import Entry, Way, all_entries, entries_of, entry_targets, pages_of, ways_to
from codens_core.retrieve.question import Question
from codens_core.retrieve.search import search
from codens_core.retrieve.words import kin, plainer, request_verbs, stem, stems

_LEADING = 3
_FRAME = 8
"""A view on more pages than this is the frame around all of them."""
_ASIDE = 0.4
_OWNERS = 6
"""Components whose entries are looked at."""
_PATH, _MEMBER, _LABEL, _FIELD, _KIN, _SPOKEN = 1.0, 1.0, 0.8, 0.7, 0.5, 0.5
_VERB, _OWNER, _UNASKED = 0.35, 0.6, 0.04


@dataclass(frozen=True, slots=True)
class Choice:
    """An entry with the ways to it; `score` is 0 to about 2."""

    entry: Entry
    ways: tuple[Way, ...]
    score: float
    covered: float
    """Share of the question's words (by rarity) that the entry has, 0 to 1."""


def choose(kb: KnowledgeBase, asked: Question, matches: Sequence[Match]) -> list[Choice]:
    """Entries by how well they fit the question, best first; empty when nothing fits."""
    owners = _owners(kb, asked, matches)
    entries = [entry for key in owners for entry in entries_of(kb, key)]
    if not entries:
        return []
    ways: defaultdict[str, list[Way]] = defaultdict(list)
    for way in ways_to(kb, [entry.action for entry in entries]):
        ways[way.action].append(way)
    scorer = _Scorer(asked, entries, ways)
    choices = [scorer.choice(entry, owners[entry.target.key]) for entry in entries]
    return sorted((c for c in choices if c.covered > 0), key=lambda c: (-c.score, len(c.entry.path), c.entry.name))


def choose_by_place(
    kb: KnowledgeBase, asked: Question, matches: Sequence[Match], choices: Sequence[Choice]
) -> Choice | None:
    """The entry of the leading matches when no entry's own words fit: the best of a component that requests reach,
    or of a page what shows it, and for a question about doing something the form on it."""
    for match in matches[:_LEADING]:
        own = [choice for choice in choices if choice.entry.target.key == match.key]
        if own:
            return own[0]
        pages = pages_of(kb, match.key)
        if 0 < len(pages) <= _FRAME:
            shown = pages[0]
            sent = _form_on(kb, match.key, asked)
            entry = sent or shown
            ways = ways_to(kb, [entry.action])
            return Choice(entry, tuple(way for way in ways if not sent or way.view.key == match.key), match.score, 0.0)
    return None


def _form_on(kb: KnowledgeBase, view: int, asked: Question) -> Entry | None:
    """The entry to which the first form of a page leads, if the question speaks of doing something."""
    verbs = _verbs(asked)
    component = kb.component(view)
    forms = {name for schema in kb.schemas.values() for name in schema.with_role("form")}
    values = [v.value for name in sorted(forms) for v in (component.attributes.get(name, ()) if component else ())]
    actions = [str(value["action"]) for value in values if isinstance(value, dict) and value.get("action")]
    if verbs == {"GET"} or not actions:
        return None
    return next((entry for entry in all_entries(kb) if entry.action == actions[0]), None)


def _owners(kb: KnowledgeBase, asked: Question, matches: Sequence[Match]) -> dict[int, float]:
    """Components that requests reach among what was found, with their score relative to the best."""
    types = entry_targets(kb)
    found = [match for match in matches if match.type in types]
    if types and len(found) < _OWNERS:
        found += search(kb, asked, _OWNERS, types)
    owners: dict[int, float] = {}
    for match in found:
        owners.setdefault(match.key, match.score)
    best = max(owners.values(), default=0.0) or 1.0
    return {key: score / best for key, score in list(owners.items())[:_OWNERS]}


_ACTOR = re.compile(
    r"^(\w+ (?:do|does|can|could|may|will|must|should))\s+(?:an?|the|some|any|our)\s+\w+\s", re.IGNORECASE
)
_CLAUSE = re.compile(r"\s(?:that|which|whom|because|when|after|before|if|so)\s", re.IGNORECASE)


def _main_clause(asked: Question) -> str:
    """The question without who does it (`how does a customer pay`) and without a clause that tells more of the thing
    (`a story that I deleted`), if the rest says something."""
    text = _ACTOR.sub(r"\1 ", plainer(asked.text))
    before = _CLAUSE.split(text, maxsplit=1)[0]
    return before if {stem(word) for word in asked.words} & set(stems(before)) else text


def _verbs(asked: Question) -> frozenset[str]:
    """Verbs of requests that the question speaks of; one that only wants to see something reads.

    Empty when no word tells: then any request may be meant.
    """
    words = split_words(_main_clause(asked))
    spoken = request_verbs(words)
    looks = "GET" in spoken or words[:1] in (["where"], ["which"], ["what"])
    return spoken - {"GET"} or frozenset(("GET",) if looks else ())


def best_label(label: str, asked: Question) -> str:
    """Of several buttons of one form (`Save | Delete`), the one that fits the question."""
    parts = [part.strip() for part in label.split(" | ")]
    words, spoken = {stem(word) for word in asked.words}, _verbs(asked)

    def fit(part: str) -> tuple[bool, int]:
        undoes = "DELETE" in request_verbs(split_words(part)) and "DELETE" not in spoken
        return not undoes, len(words & set(stems(part)))

    return max(parts, key=fit)


def fitting_ways(ways: Sequence[Way], asked: Question) -> list[Way]:
    """Links and forms with those first whose label holds words of the question."""
    words = {stem(word) for word in asked.words}
    return sorted(ways, key=lambda way: -len(words & set(stems(way.label))))


class _Scorer:
    def __init__(self, asked: Question, entries: Iterable[Entry], ways: Mapping[str, Sequence[Way]]) -> None:
        self._ways = ways
        self._words = {stem(word): {stem(other) for other in kin(word)} for word in asked.words}
        self._main = set(stems(_main_clause(asked)))
        self._verbs = _verbs(asked)
        self._texts = {entry: self._text(entry) for entry in entries}
        self._weights = {word: self._rarity(word) for word in self._words}

    def _text(self, entry: Entry) -> dict[str, float]:
        """Stems of an entry with the weight of the place where they stand."""
        found: dict[str, float] = {}
        ways = self._ways.get(entry.action, ())[:12]
        labels, fields = " ".join(way.label for way in ways), " ".join(name for way in ways for name in way.fields)
        for text, weight in ((fields, _FIELD), (labels, _LABEL), (entry.action, _MEMBER), (entry.path, _PATH)):
            found.update(dict.fromkeys(stems(text), weight))
        return found

    def _rarity(self, word: str) -> float:
        """How much a word tells the entries apart; one that none has tells that none fits well."""
        weight = 1.0 if word in self._main else _ASIDE
        having = sum(self._fit(word, text, entry.verb) > 0 for entry, text in self._texts.items())
        return weight * (log(1 + len(self._texts) / (1 + having)) + 0.3 if having else 1.0)

    def choice(self, entry: Entry, owner: float) -> Choice:
        """The entry with its score."""
        text = self._texts[entry]
        total = sum(self._weights.values())
        gained = sum(weight * self._fit(word, text, entry.verb) for word, weight in self._weights.items())
        covered = gained / total if total else 0.0
        known = self._words.keys() | {other for group in self._words.values() for other in group}
        unasked = sum(1 for word in {*stems(entry.path), *stems(entry.member)} - known)
        agrees = bool(_spoken(entry.verb) & self._verbs)
        score = covered + _VERB * agrees + _OWNER * owner - _UNASKED * unasked
        return Choice(entry, tuple(self._ways.get(entry.action, ())), score, covered)

    def _fit(self, word: str, text: Mapping[str, float], verb: str) -> float:
        """How much of a word an entry has: the word, one for the same thing, or the verb that it speaks of."""
        if word in text:
            return text[word]
        akin = max((_KIN * text[other] for other in self._words[word] if other in text), default=0.0)
        return max(akin, _SPOKEN if _spoken(verb) & request_verbs([word]) - {"GET"} else 0.0)


def _spoken(verb: str) -> frozenset[str]:
    """The verbs of an entry (`GET|POST` has two) as questions speak of them."""
    return frozenset("PATCH" if part == "PUT" else part for part in verb.split("|"))
