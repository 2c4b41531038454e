"""What readers of a knowledge base offer, whatever store is behind: the only thing that retrieval and fronts know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from codens_core.graph.records import Evidence, FileChange, PullRequest, Unresolved
from codens_core.graph.schema import FrameworkSchema

Direction = Literal["out", "in", "both"]


@dataclass(frozen=True, slots=True)
class Value:
    """One attribute value with what supports it. `pull_request` is the key of the one that set it."""

    value: Any
    evidence: Evidence | None
    pull_request: str
    source: Literal["static", "derived", "relation", "model", "human"] = "static"


@dataclass(slots=True)
class ComponentView:
    """A component as known now (or at a moment of the past)."""

    key: int
    node_id: str
    type: str
    path: str
    constants: list[str]
    commit: str
    framework: str
    first_pr: str
    last_pr: str
    prs: list[str]
    """Keys of all pull requests that touched it, oldest first."""
    attributes: dict[str, list[Value]] = field(default_factory=dict)
    """Filled by `component`; empty in lists of components unless asked for."""
    closed_by: str = ""
    """Key of the pull request that removed it; empty while it exists."""

    def plain(self) -> dict[str, Any]:
        """Attributes as bare values: lists of values by attribute name."""
        return {name: [value.value for value in values] for name, values in self.attributes.items()}


@dataclass(frozen=True, slots=True)
class Edge:
    """A relation as readers give it, with both ends by key, node id, type and path."""

    type: str
    source: int
    target: int
    source_id: str
    target_id: str
    source_type: str
    target_type: str
    source_path: str
    target_path: str
    name: str
    provenance: str
    confidence: float
    attributes: dict[str, Any]
    evidence: tuple[Evidence, ...]
    first_pr: str
    last_pr: str


@dataclass(frozen=True, slots=True)
class Tie:
    """A relation's bare ends, for walks that need many at once."""

    type: str
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Held:
    """A value of an attribute with the component that has it."""

    key: int
    node_id: str
    type: str
    path: str
    attribute: str
    value: Any
    evidence: Evidence | None


@dataclass(frozen=True, slots=True)
class Activity:
    """How much a component was worked on."""

    changes: int
    """Number of pull requests that touched it."""
    last: float
    """Where in history the last one is: 0 the first pull request, 1 the newest."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of history is known: number of pull requests (0: only a snapshot) and the dates of its ends."""

    pull_requests: int
    first_date: str
    last_date: str


@dataclass(frozen=True, slots=True)
class Match:
    """One search result; `score` is higher for better, `shares` says which signal gave how much of it."""

    key: int
    node_id: str
    type: str
    path: str
    score: float
    shares: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChangeView:
    """One recorded step of one attribute, with the pull request that made it and its evidence."""

    node_id: str
    attribute: str
    kind: str
    new: Any
    old: Any
    pull_request: PullRequest
    evidence: Evidence | None


class KnowledgeBase(Protocol):
    """One application's knowledge, read-only. Keys are stable numbers; unknown keys give None or empty."""

    @property
    def schemas(self) -> Mapping[str, FrameworkSchema]:
        """Schemas of the frameworks in use, by framework."""

    def components(self, types: Sequence[str] = (), attributes: bool = False) -> list[ComponentView]:
        """Existing components ordered by node id."""

    def component(self, key: int) -> ComponentView | None:
        """One component with all attributes, existing or removed."""

    def find(self, text: str) -> list[ComponentView]:
        """Components meant by a node id, path, constant or unique ending of one; best kind of match only."""

    def edges(self, key: int, types: Sequence[str] = (), direction: Direction = "both") -> list[Edge]:
        """Relations of one component, ordered by type, other end and name."""

    def relations(self, types: Sequence[str] = ()) -> list[Edge]:
        """All relations, ordered by type, source, target and name."""

    def relation_counts(self, key: int) -> dict[tuple[str, str], int]:
        """Number of relations by (type, direction)."""

    def several(self, keys: Sequence[int]) -> list[ComponentView]:
        """Components by key, in the order of `keys`, without attributes."""

    def ties(self, keys: Sequence[int], types: Sequence[str] = ()) -> list[Tie]:
        """Relations with at least one end in `keys`."""

    def held(self, attributes: Sequence[str], text: str) -> list[Held]:
        """Derived values of the given attributes whose JSON holds `text`, ordered by node id."""

    def activity(self, keys: Sequence[int]) -> dict[int, Activity]:
        """How much each component was worked on."""

    def search(self, words: Sequence[str], limit: int, types: Sequence[str] = ()) -> list[Match]:
        """Components by BM25 over each voice (`code`, `people`, `history`); `limit` is of each voice.

        `shares` holds what each voice gave; the score is their sum. Best first.
        """

    def known_words(self, words: Sequence[str]) -> set[str]:
        """Those of the words that any search text has, in this or another grammatical form."""

    def unresolved_of(self, keys: Sequence[int]) -> list[Unresolved]:
        """References of components that lead nowhere, in order of component and line."""

    def coverage(self) -> Coverage:
        """How much of history is known."""

    def pull_request(self, key: str) -> PullRequest | None:
        """One pull request by key (`#12`, commit prefix) with its files."""

    def pull_requests(self, keys: Iterable[str] | None = None) -> list[PullRequest]:
        """Pull requests, oldest first, without their files."""

    def history(self, key: int) -> list[ChangeView]:
        """Every change of one component, oldest first."""

    def learned(self, pull_request: str) -> list[ChangeView]:
        """Every change that a pull request (by key) made, component by component."""

    def files_of(self, pull_request: str) -> list[tuple[FileChange, str]]:
        """Files of a pull request with the node id each belongs to (empty for files left out)."""
