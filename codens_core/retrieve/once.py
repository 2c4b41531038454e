"""A knowledge base that reads each component once: for the length of one question, during which nothing changes."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from codens_core.graph.protocols import Direction, Edge, KnowledgeBase


class _Once:
    """Remembers components and their relations; everything else goes straight through."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb
        self._edges = cache(kb.edges)
        self.component = cache(kb.component)
        self.pull_request = cache(kb.pull_request)

    def edges(self, key: int, types: Any = (), direction: Direction = "both") -> list[Edge]:
        return self._edges(key, tuple(types), direction)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._kb, name)


def once(kb: KnowledgeBase) -> KnowledgeBase:
    """`kb` with a memory of what was read. Drop it after the question."""
    return cast("KnowledgeBase", _Once(kb))
