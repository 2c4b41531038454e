"""Flows as data: steps from component to component, each with its evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from codens_core.graph.records import Evidence
from codens_core.retrieve.entries import Entry, Node

StepKind = Literal["page", "entry", "hook", "member", "relation"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step: `source` does `phrase` to `target`."""

    kind: StepKind
    phrase: str
    source: Node
    source_member: str
    target: Node
    member: str
    """The target's member that is meant, empty when the whole is."""
    evidence: tuple[Evidence, ...]
    depth: int = 0
    """0 for what the entry itself does, 1 for what those components do, and so on."""
    relation: str = ""
    """The relation type of a `relation` or `entry` step."""
    confidence: float = 1.0
    label: str = ""
    """Of a `page` step, what to click there."""


@dataclass(frozen=True, slots=True)
class Flow:
    """What happens from one start on. `page` is the path pattern on which it begins, `label` what is clicked there."""

    start: str
    entry: Entry | None
    page: str
    label: str
    steps: tuple[Step, ...]
    left_out: int
    """Steps beyond the limit."""
