"""What an answer is: Markdown with numbered citations, the reading that was taken, and what is not known."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

ReadingKind = Literal["what", "how", "where", "file", "why", "history", "change", "impact", "count"]


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a statement can be checked: lines of a file at a commit, a component, or a pull request."""

    number: int
    kind: Literal["lines", "component", "pull_request"]
    node_id: str = ""
    path: str = ""
    start_line: int = 0
    end_line: int = 0
    commit: str = ""
    pull_request: str = ""
    title: str = ""
    """Of a pull request."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence or list entry with the numbers of the citations that support it."""

    text: str
    citations: tuple[int, ...] = ()


@dataclass(slots=True)
class Section:
    """Statements under a heading (empty: none); numbered steps when `ordered`."""

    title: str
    statements: list[Statement] = field(default_factory=list)
    ordered: bool = False
    note: str = ""
    """What is said of the list itself, without a citation: how much of it is left out."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """What an answer cost. Times in milliseconds, `co2` in grams."""

    duration: float
    retrieval: float
    nodes: int
    """Components retrieved."""
    model: str = ""
    tokens: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    calls: int = 0
    steps: int = 0
    cost: float = 0.0
    co2: float = 0.0


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer; `answer` is Markdown, and each `[n]` in it is the citation of that number."""

    question: str
    answer: str
    interpretation: str
    """The reading that was taken, and the others, in one line."""
    kind: ReadingKind
    steps: tuple[Statement, ...]
    page: str
    """Path pattern of the page on which the flow begins; empty when not known or not asked for."""
    label: str
    """The link or button to click there."""
    citations: tuple[Citation, ...]
    not_found: tuple[str, ...]
    mode: str
    metrics: Metrics
