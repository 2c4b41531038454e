"""What reading verbs answer, as closed models: `--json` prints them, their JSON Schemas are the promise to other tools.

Within a version of CODENS' output format fields are only added, never renamed or removed.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

Count = int


class Output(BaseModel):
    """Base of all outputs: closed, immutable, every field a docstring."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class EvidenceOut(Output):
    """Where a statement can be checked."""

    path: str
    """The file, relative to the repository."""
    start_line: int
    """First line, from 1; 0 when the whole file is meant."""
    end_line: int
    """Last line, inclusive."""
    commit: str
    """The full id of the commit at which these lines stand there."""
    member: str = ""
    """The enclosing method or block, when the statement belongs to one."""


class PullRequestOut(Output):
    """A pull request, or a first-parent commit where there was none."""

    key: str
    """Its name everywhere: `#12`, or the commit's first ten digits."""
    kind: str
    """merge, squash, rebase, commit or snapshot."""
    title: str
    author: str
    date: str
    """ISO 8601 with offset."""
    commit: str
    """The full id of the commit after it."""
    url: str


class ComponentOut(Output):
    """A component as known now."""

    node_id: str
    type: str
    path: str
    constants: list[str]
    """Names that its file defines."""
    attributes: dict[str, Any]
    """Values by attribute: a list, or the bare value where the schema says scalar."""
    first_pr: str
    """Key of the first pull request that touched it."""
    last_pr: str
    prs: list[str]
    """Keys of all that touched it, oldest first."""


class ComponentsOut(Output):
    """`codens components`."""

    components: list[ComponentOut]
    """Ordered by node id."""
    total: Count
    by_type: dict[str, Count]


class ValueOut(Output):
    """One value of an attribute with what supports it."""

    value: Any
    source: str
    """static, derived, relation, model or human."""
    pull_request: str
    """Key of the pull request since which it stands."""
    evidence: EvidenceOut | None


class RelationOut(Output):
    """One relation; source and target are node ids."""

    type: str
    source: str
    target: str
    name: str
    """Tells apart what one pair has twice; else empty."""
    source_path: str
    target_path: str
    provenance: str
    """schema, cue, static or claim."""
    confidence: float
    """0 to 1."""
    attributes: dict[str, Any]
    evidence: list[EvidenceOut]
    first_pr: str
    """Key of the pull request that brought the oldest evidence that still stands."""
    last_pr: str


class RelationCount(Output):
    """Relations of one type."""

    total: Count
    distinct: Count
    """Counted by distinct (type, source, target)."""


class RelationsOut(Output):
    """`codens relations`."""

    relations: list[RelationOut]
    """Ordered by type, source, target and name."""
    total: Count
    distinct: Count
    """Number of distinct (type, source, target)."""
    by_type: dict[str, RelationCount]


class ShowOut(Output):
    """`codens show`."""

    node_id: str
    type: str
    path: str
    framework: str
    constants: list[str]
    commit: str
    """The commit that last changed the file; its lines are the evidence's lines."""
    exists: bool
    """False for a component that was removed, or was not there yet at the moment asked for."""
    at: str
    """Key of the pull request after which this was so; empty for now."""
    attributes: dict[str, list[ValueOut]]
    relations: list[RelationOut]
    """Relations from and to it as they are now; empty for an earlier moment."""
    pull_requests: list[PullRequestOut]
    """All that touched it, oldest first, up to the moment asked for."""


class ChangeOut(Output):
    """One step of one attribute."""

    attribute: str
    kind: str
    """set, added or removed."""
    new: Any
    old: Any
    pull_request: PullRequestOut
    evidence: EvidenceOut | None
    internal: bool
    """True for what only serves the resolution of names."""


class HistoryOut(Output):
    """`codens history`."""

    node_id: str
    type: str
    path: str
    changes: list[ChangeOut]
    """Oldest first."""
    total: Count


class UnresolvedReference(Output):
    """A reference in the code that leads to no component."""

    type: str
    """The relation that it would be."""
    source: str
    """Node id of the component that refers."""
    path: str
    line: int
    name: str
    """As written."""
    reason: str
    """missing, external, dynamic or ambiguous."""


class UnresolvedOut(Output):
    """`codens unresolved`."""

    unresolved: list[UnresolvedReference]
    total: Count
    by_type: dict[str, Count]
    by_reason: dict[str, Count]
