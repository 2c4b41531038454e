"""Search behind one call: several signals by component, each visible as a share of the score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import log1p

from codens_core.graph.protocols import KnowledgeBase, Match, Tie
from codens_core.retrieve.features import named, support
from codens_core.retrieve.mentions import mentioned
from codens_core.retrieve.question import Question, parse
from codens_core.retrieve.weights import MEASURED, Weights
from codens_core.retrieve.words import kin, stem

POOL = 150
"""Candidates taken from each voice."""
_VOICES = ("code", "people", "history")


def search(
    kb: KnowledgeBase, question: str | Question, k: int = 10, types: Sequence[str] = (), weights: Weights = MEASURED
) -> list[Match]:
    """The `k` components that the question is about, best first; `shares` says which signal gave how much.

    `types` keeps only components of these types.
    """
    asked = parse(question) if isinstance(question, str) else question
    pool = _pool(kb, asked, types, weights)
    _add(pool, "feature", weights.feature, support(pool.values(), _sums(pool)))
    _add(pool, "name", weights.name, _named(asked, pool))
    _add(pool, "type", weights.type, _typed(kb, asked, pool))
    ties = kb.ties(list(pool))
    _add(pool, "neighbour", weights.neighbour, _neighbours(ties, pool))
    _add(pool, "central", weights.central, _central(kb, ties, pool))
    _add(pool, "activity", weights.activity, _activity(kb, pool))
    for key in mentioned(kb, asked):
        _mention(kb, pool, key, types, weights)
    ranks = {name: t.rank for schema in kb.schemas.values() for name, t in schema.types.items()}
    scored = [replace(match, score=_score(match, ranks)) for match in pool.values()]
    return sorted(scored, key=lambda match: (-match.score, match.node_id))[:k]


def _score(match: Match, ranks: Mapping[str, float]) -> float:
    if "mention" in match.shares:
        return sum(match.shares.values())
    return sum(match.shares.values()) * ranks.get(match.type, 1.0)


def _pool(kb: KnowledgeBase, asked: Question, types: Sequence[str], weights: Weights) -> dict[int, Match]:
    """Candidates with the shares of the three voices, each divided by its best."""
    words = (*asked.words, *asked.compounds)
    factors = {"code": weights.code, "people": weights.people, "history": weights.history}
    found: dict[int, Match] = {}
    _merge(found, kb.search(words, POOL, types), factors, "")
    akin = sorted({other for word in asked.words for other in kin(word)} - set(words))
    if akin and weights.kin:
        _merge(found, kb.search(akin, POOL, types), {voice: weights.kin * f for voice, f in factors.items()}, "kin")
    return found


def _merge(found: dict[int, Match], matches: Iterable[Match], factors: Mapping[str, float], name: str) -> None:
    matches = list(matches)
    best = {voice: max((m.shares.get(voice, 0.0) for m in matches), default=0.0) for voice in _VOICES}
    for match in matches:
        known = found.setdefault(match.key, replace(match, score=0.0, shares={}))
        for voice, value in match.shares.items():
            if best[voice] > 0:
                share = name or voice
                known.shares[share] = known.shares.get(share, 0.0) + factors[voice] * value / best[voice]


def _sums(pool: Mapping[int, Match]) -> dict[int, float]:
    return {key: sum(match.shares.values()) for key, match in pool.items()}


def _add(pool: Mapping[int, Match], name: str, weight: float, values: Mapping[int, float]) -> None:
    for key, value in values.items():
        if value and weight:
            pool[key].shares[name] = weight * value


def _named(asked: Question, pool: Mapping[int, Match]) -> dict[int, float]:
    words = frozenset(stem(word) for word in (*asked.words, *asked.compounds))
    return {key: named(match.path, match.type, words) for key, match in pool.items()}


def _typed(kb: KnowledgeBase, asked: Question, pool: Mapping[int, Match]) -> dict[int, float]:
    words = {stem(word) for word in asked.words}
    types = {name for schema in kb.schemas.values() for name, t in schema.types.items() if stem(name) in words}
    return {key: 1.0 for key, match in pool.items() if match.type in types}


def _neighbours(ties: Iterable[Tie], pool: Mapping[int, Match]) -> dict[int, float]:
    """The best score among each candidate's neighbours."""
    scores = _sums(pool)
    found: dict[int, float] = {}
    for tie in ties:
        for here, there in ((tie.source, tie.target), (tie.target, tie.source)):
            if here in scores and there in scores and here != there:
                found[here] = max(found.get(here, 0.0), scores[there])
    return found


def _central(kb: KnowledgeBase, ties: Iterable[Tie], pool: Mapping[int, Match]) -> dict[int, float]:
    """Number of components that use each candidate, on a logarithmic scale, relative to the most used one."""
    no_use = {name for schema in kb.schemas.values() for name in (schema.flow.entry, schema.flow.test)}
    users: dict[int, set[int]] = {}
    for tie in ties:
        if tie.target in pool and tie.type not in no_use:
            users.setdefault(tie.target, set()).add(tie.source)
    most = max((len(sources) for sources in users.values()), default=0)
    return {key: log1p(len(sources)) / log1p(most) for key, sources in users.items()}


def _activity(kb: KnowledgeBase, pool: Mapping[int, Match]) -> dict[int, float]:
    known = kb.activity(list(pool))
    most = max((activity.changes for activity in known.values()), default=0)
    return {key: activity.last * log1p(activity.changes) / log1p(most) for key, activity in known.items()}


def _mention(kb: KnowledgeBase, pool: dict[int, Match], key: int, types: Sequence[str], weights: Weights) -> None:
    if key not in pool:
        for view in kb.several([key]):
            if not types or view.type in types:
                pool[key] = Match(key, view.node_id, view.type, view.path, 0.0, {})
    if key in pool:
        pool[key].shares["mention"] = weights.mention
