"""The records that every room exchanges: components, relations, pull requests, changes and their evidence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from codens_core.graph.facts import Fact, FactView

PullRequestKind = Literal["merge", "squash", "rebase", "commit", "snapshot"]
ChangeKind = Literal["set", "added", "removed"]
Provenance = Literal["schema", "cue", "static", "claim"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a statement can be checked: lines (1-based, inclusive; 0 when the whole file is meant) at a commit."""

    path: str
    start_line: int
    end_line: int
    commit: str
    member: str = ""
    """The enclosing method or block, when the statement belongs to one."""


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file of a pull request. `old_path` differs from `path` for a rename; oids are empty where no blob is."""

    path: str
    old_path: str
    status: Literal["added", "modified", "deleted", "renamed", "typechange"]
    old_oid: str = ""
    new_oid: str = ""
    mode: int = 0o100644


@dataclass(frozen=True, slots=True)
class PullRequest:
    """One step of history: a merged pull request, or a first-parent commit where there was none.

    `key` names it everywhere: `#123`, or the commit's first ten digits. `parent` is the state before it, `commit`
    the state after it. `date` is ISO 8601 with offset.
    """

    key: str
    kind: PullRequestKind
    title: str
    commit: str
    parent: str
    author: str = ""
    email: str = ""
    date: str = ""
    body: str = ""
    number: int | None = None
    url: str = ""
    labels: tuple[str, ...] = ()
    files: tuple[FileChange, ...] = ()
    extra: dict[str, Any] = field(default_factory=dict)
    """What only some sources know: reviewers, linked issues, bot, reverts (key of the pull request undone)."""


@dataclass(frozen=True, slots=True)
class Change:
    """One step of one attribute: `old` and `new` are values; list attributes step value by value."""

    attribute: str
    kind: ChangeKind
    new: Any
    old: Any = None
    spans: tuple[int, ...] = ()


@dataclass(slots=True)
class Component:
    """A component as resolvers see it: identity, and the facts of its file."""

    key: int
    """Stable number of the component through renames."""
    node_id: str
    type: str
    path: str
    facts: FactView
    commit: str = ""
    """The commit that last changed the file; its lines are the facts' lines."""
    framework: str = ""
    root: str = ""
    """The application's folder inside the repository with a trailing `/`, or empty."""
    support: bool = False
    """A file that is no component itself but holds facts of others (a database schema, a lock file)."""


@dataclass(slots=True)
class Relation:
    """A typed edge between two components, with what supports it."""

    type: str
    source: int
    target: int
    name: str = ""
    provenance: Provenance = "static"
    confidence: float = 1.0
    attributes: dict[str, Any] = field(default_factory=dict)
    evidence: list[Evidence] = field(default_factory=list)
    first: int = -1
    """Ordinal of the pull request that brought the oldest evidence that still stands."""
    last: int = -1


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A reference that names nothing known: `reason` is `missing`, `external`, `dynamic` or `ambiguous`."""

    type: str
    source: int
    name: str
    reason: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Derived:
    """A value of a component that stands in another component's file (a column in the schema file)."""

    component: int
    attribute: str
    value: Any
    source: int
    fact: Fact
    """The fact of `source` that shows it."""
