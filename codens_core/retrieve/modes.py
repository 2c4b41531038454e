"""Modes of retrieval: the best components alone, or with their neighbours over relations; `auto` picks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from codens_core.graph.protocols import KnowledgeBase, Match
from codens_core.retrieve.question import Question
from codens_core.retrieve.search import search

Mode = Literal["standard", "multihop", "auto"]
_NEAR = 0.35
"""A neighbour stays when its own score is at least this share of the best one's."""
_DECAY = 0.5
_SURE = 1.6
"""The first match stands out when it is this many times the third."""


@dataclass(frozen=True, slots=True)
class Retrieved:
    """What was found for a question, best first, and the mode that found it."""

    matches: tuple[Match, ...]
    mode: Literal["standard", "multihop"]


def retrieve(
    kb: KnowledgeBase,
    asked: Question,
    mode: Mode = "auto",
    k: int = 8,
    relations: Sequence[str] = (),
    hops: int = 1,
) -> Retrieved:
    """The components that speak to a question.

    `standard` gives the `k` best; `multihop` adds their neighbours over `relations` (empty: all) within `hops` steps
    when they speak to the question too; `auto` walks only when no match stands out.
    """
    wide = search(kb, asked, 4 * k)
    seeds = wide[:k]
    if mode == "standard" or (mode == "auto" and _stands_out(seeds)):
        return Retrieved(tuple(seeds), "standard")
    return Retrieved(tuple(_walked(kb, seeds, wide, k, relations, hops)), "multihop")


def _stands_out(seeds: Sequence[Match]) -> bool:
    return bool(seeds) and (
        "mention" in seeds[0].shares or seeds[0].score >= _SURE * seeds[min(2, len(seeds) - 1)].score
    )


def _walked(
    kb: KnowledgeBase, seeds: Sequence[Match], wide: Sequence[Match], k: int, relations: Sequence[str], hops: int
) -> list[Match]:
    """Seeds, then neighbours in the order of their own score with a part of the seed's that leads to them."""
    own = {match.key: match for match in wide}
    reached = {match.key: match.score for match in seeds}
    level = dict(reached)
    floor = _NEAR * (seeds[0].score if seeds else 0.0)
    for _ in range(hops):
        above: dict[int, float] = {}
        for tie in kb.ties(sorted(level), relations):
            for here, there in ((tie.source, tie.target), (tie.target, tie.source)):
                if here in level and there not in reached and there in own:
                    above[there] = max(above.get(there, 0.0), own[there].score + _DECAY * level[here])
        level = {key: score for key, score in above.items() if score >= floor}
        reached |= level
    more = sorted((key for key in reached if key not in {m.key for m in seeds}), key=lambda key: -reached[key])
    return [*seeds, *(own[key] for key in more[:k])]
