"""Static facts of one file: what an extractor read from its text, before any name is resolved.

Facts are held by attribute, each attribute an ordered map from a value to the line spans that show it. Values are
kept as canonical JSON text, so that comparing two states is comparing strings:

    {"associations": {'{"macro":"has_many","name":"users"}': [12, 12]}, "table": {'"posts"': [3, 3]}}

A span list is flat: start, end, start, end, ... (1-based, inclusive). Lines are evidence and never part of identity:
a value that only moved is the same value.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

REFERENCES = "references"
"""The reserved attribute that holds unresolved references (see `Facts.refer`)."""

CONSTANTS = "constants"
"""The reserved attribute that holds the names a file defines."""

FactMap = dict[str, dict[str, list[int]]]

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode


def canonical(value: Any) -> str:
    """The one JSON text of a value: keys sorted, no spaces, non-ASCII kept."""
    return _encode(value)


@dataclass(slots=True)
class Facts:
    """A collector that extractors fill for one file."""

    values: FactMap = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    """Human words for search: comments, visible page text, labels, descriptions of tests."""
    type: str = ""
    """The component type that the content proves where the path's guess is wrong, else empty."""
    problems: list[tuple[int, str, str]] = field(default_factory=list)
    """(line, code, message) of what could not be read, for instance a degraded parse."""

    def add(self, attribute: str, value: Any, start: int, end: int = 0) -> None:
        """Note that lines `start` to `end` (default: the same line) show `value` for a list `attribute`."""
        spans = self.values.setdefault(attribute, {}).setdefault(_encode(value), [])
        spans += (start, end or start)

    def set(self, attribute: str, value: Any, start: int, end: int = 0) -> None:
        """Note the only value of a scalar `attribute`; the first one noted stays."""
        if attribute not in self.values:
            self.add(attribute, value, start, end)

    def refer(self, relation: str, resolve: str, name: str, start: int, end: int = 0, **details: Any) -> None:
        """Note a reference as written: `relation` it may become, the resolver rule (`resolve`) and the `name`.

        Details that are None or empty are dropped. Well-known ones: `scope` (lexical nesting, outermost first),
        `member` (the enclosing method), `cue` (the cue's id), `confidence` (0 to 1, left out when 1).
        """
        value = {"relation": relation, "resolve": resolve, "name": name}
        value.update((key, detail) for key, detail in details.items() if detail not in (None, "", [], {}))
        self.add(REFERENCES, value, start, end)

    def problem(self, line: int, code: str, message: str) -> None:
        """Report something at `line` that could not be read as usual."""
        self.problems.append((line, code, message))


@dataclass(frozen=True, slots=True)
class Fact:
    """One value as the memory holds it now: its spans in the current file and the pull request that set it."""

    value: Any
    spans: tuple[int, ...]
    since: int
    """Ordinal of the pull request since which the value has stood without a break."""

    @property
    def line(self) -> int:
        """The first line that shows the value."""
        return self.spans[0] if self.spans else 0


class FactView:
    """A component's stored facts, decoded attribute by attribute when asked for."""

    __slots__ = ("_decoded", "_raw")

    def __init__(self, raw: StoredFacts) -> None:
        self._raw = raw
        self._decoded: dict[str, list[Fact]] = {}

    def __contains__(self, attribute: str) -> bool:
        return attribute in self._raw

    def __iter__(self) -> Iterator[str]:
        return iter(self._raw)

    def get(self, attribute: str) -> list[Fact]:
        """All values of `attribute` in source order; empty when there are none."""
        if (known := self._decoded.get(attribute)) is None:
            known = [Fact(json.loads(key), tuple(row[1:]), row[0]) for key, row in self._raw.get(attribute, {}).items()]
            self._decoded[attribute] = known
        return known

    def one(self, attribute: str) -> Any:
        """The value of a scalar attribute, or None."""
        facts = self.get(attribute)
        return facts[0].value if facts else None

    def values(self, attribute: str) -> list[Any]:
        """The bare values of `attribute`."""
        return [fact.value for fact in self.get(attribute)]


StoredFacts = dict[str, dict[str, list[int]]]
"""As `FactMap`, with the ordinal of the pull request that set the value before its spans: [since, start, end, ...]."""
