"""What the verbs about time answer: what a pull request taught, what differs between two moments, who set a value."""

from __future__ import annotations

from typing import Any

from codens_core.api.outputs import Count, EvidenceOut, Output, PullRequestOut, ValueOut


class StepOut(Output):
    """One step of one attribute."""

    attribute: str
    kind: str
    """set, added or removed."""
    new: Any
    old: Any
    evidence: EvidenceOut | None
    """Lines at the pull request's commit; none for what was removed."""
    internal: bool
    """True for what only serves the resolution of names."""


class LearnedOut(Output):
    """What a pull request taught of one component."""

    node_id: str
    type: str
    path: str
    steps: list[StepOut]
    """Empty when the file changed and nothing that is known of it did."""


class FileOut(Output):
    """A file of a pull request."""

    path: str
    old_path: str
    status: str
    """added, modified, deleted, renamed or typechange."""
    node_id: str
    """The component it belongs to; empty for files left out."""


class PullRequestPageOut(Output):
    """`codens pr`: a pull request with all that it taught."""

    pull_request: PullRequestOut
    body: str
    labels: list[str]
    extra: dict[str, Any]
    """What only some sources know: bot, reverts (key of the pull request undone), branch, co_authors, reviewers."""
    files: list[FileOut]
    components: list[LearnedOut]


class ChangesOut(Output):
    """`codens changes`: pull requests after a moment, oldest first, with what each taught."""

    since: str
    pull_requests: list[PullRequestPageOut]
    total: Count


class ComponentDiffOut(Output):
    """How one component differs between two moments."""

    node_id: str
    type: str
    path: str
    status: str
    """added, removed, moved or changed."""
    steps: list[StepOut]
    """The net difference: what came and went in between is not in it."""


class DiffOut(Output):
    """`codens diff`: what differs between two moments."""

    before: PullRequestOut
    after: PullRequestOut
    components: list[ComponentDiffOut]
    total: Count


class BlamedOut(Output):
    """A value with the pull request that set it."""

    value: ValueOut
    pull_request: PullRequestOut | None
    """None for values that no pull request in memory set."""
    reason: str
    """The beginning of the pull request's own description; empty when it has none."""


class BlameOut(Output):
    """`codens blame`: who set the values of one attribute, when and why."""

    node_id: str
    path: str
    attribute: str
    values: list[BlamedOut]
