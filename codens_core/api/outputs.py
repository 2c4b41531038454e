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


class SearchResult(Output):
    """One component found."""

    node_id: str
    type: str
    path: str
    score: float
    """Higher is better; only comparable within one answer."""
    shares: dict[str, float]
    """How much each signal gave."""


class SearchOut(Output):
    """`codens search`."""

    query: str
    results: list[SearchResult]
    """Best first."""


class CitationOut(Output):
    """Where a statement of an answer can be checked."""

    number: int
    """The `[n]` in the answer."""
    kind: str
    """lines, component or pull_request."""
    node_id: str
    path: str
    start_line: int
    """From 1; 0 when no lines are meant."""
    end_line: int
    commit: str
    pull_request: str
    """Key of a pull request; empty where none is meant."""
    title: str
    """Of the pull request."""


class StatementOut(Output):
    """One step of a flow."""

    text: str
    citations: list[int]
    """Numbers of the citations that support it."""


class MetricsOut(Output):
    """What an answer cost."""

    duration_ms: float
    retrieval_ms: float
    nodes: Count
    """Components retrieved."""
    model: str
    """Empty: no model took part."""
    tokens: Count
    """Of the evidence that a model would have to read."""
    input_tokens: Count
    output_tokens: Count
    calls: Count
    steps: Count
    cost: float
    """US dollars."""
    co2_grams: float


class AskOut(Output):
    """`codens ask`."""

    question: str
    answer: str
    """Markdown; each `[n]` is the citation of that number."""
    interpretation: str
    """The reading that was taken, and the others, in one line."""
    kind: str
    """The kind of question it was read as: what, how, where, file, why, history, change, impact or count."""
    page: str
    """Path pattern of the page on which the flow begins; empty when not known or not asked for."""
    label: str
    """The link or button to click there."""
    steps: list[StatementOut]
    citations: list[CitationOut]
    not_found: list[str]
    """What is not known."""
    mode: str
    """standard or multihop."""
    metrics: MetricsOut


class CypherOut(Output):
    """`codens cypher`."""

    columns: list[str]
    rows: list[list[Any]]
    """Values by column. A node is its properties with `_label`, a relation its own with `_type`, `_source` and
    `_target`, a path `{"_nodes": [...], "_relations": [...]}`."""
    truncated: bool
    """Whether rows were left out because of the limits."""
    milliseconds: float
    """Time in the database."""


class CypherSchemaOut(Output):
    """`codens cypher --schema`."""

    nodes: dict[str, list[str]]
    """Properties by node label."""
    relations: dict[str, list[str]]
    """Properties by relationship type."""
    component_types: list[str]


class ProblemOut(Output):
    """Something that could not be read as usual."""

    path: str
    line: int
    code: str
    message: str
    hint: str


class StatusOut(Output):
    """`codens status`."""

    project: str
    directory: str
    memory: str
    """The memory's file."""
    memory_bytes: int
    mode: str
    """history, or head for a memory without history."""
    complete: bool
    """False when the last build was stopped before its end."""
    built_at: str
    """Key of the last pull request known."""
    commit: str
    """The full id of the commit that the memory knows."""
    behind: int | None
    """First-parent commits of the branch that are not known yet; None when the repository cannot tell."""
    pull_requests: Count
    first_date: str
    last_date: str
    components: dict[str, Count]
    """By type."""
    removed: Count
    """Components that existed once."""
    support_files: Count
    left_out: dict[str, Count]
    """Files of the head that are no components, by reason."""
    relations: dict[str, RelationCount]
    unresolved: dict[str, Count]
    """By reason."""
    problems: list[ProblemOut]
    plugins: dict[str, str]
    """Version by plugin."""


class ScoreOut(Output):
    """How one section of an oracle was met."""

    section: str
    expected: Count
    found: Count
    hits: Count
    precision: float | None
    """None where the oracle is a lower bound."""
    recall: float
    misses: list[Any]
    extras: list[Any]


class TruthOut(Output):
    """`codens truth`."""

    framework: str
    root: str
    """The application's folder."""
    scores: list[ScoreOut]
    """In the oracle's order."""


class DifferenceOut(Output):
    """Where the memory and the code tell different things."""

    path: str
    what: str


class VerifyOut(Output):
    """`codens verify`."""

    commit: str
    equal: bool
    files: Count
    values: Count
    differences: list[DifferenceOut]


class PluginOut(Output):
    """One installed plugin."""

    name: str
    version: str
    package: str
    """The installed distribution that gives it."""
    hooks: list[str]
    healthy: bool
    error: str


class PluginsOut(Output):
    """`codens plugins`."""

    plugins: list[PluginOut]
    frameworks: dict[str, str]
    """Title by framework that healthy plugins know."""


class InitRoot(Output):
    """One application that was detected."""

    path: str
    framework: str
    title: str
    confidence: float
    """0 to 1."""
    because: str
    """The file that shows it."""


class InitOut(Output):
    """`codens init`."""

    file: str
    """The configuration that was written."""
    memory: str
    """The folder of the memory."""
    roots: list[InitRoot]
    not_installed: dict[str, str]
    """Package by title of further frameworks that the files show and no installed plugin knows."""


class ConfigCheckOut(Output):
    """`codens config check`."""

    file: str
    """Empty where there is no `codens.yaml`: everything has its default."""
    valid: bool
    problems: list[ProblemOut]


class ConfigShowOut(Output):
    """`codens config show`."""

    file: str
    directory: str
    memory: str
    config: dict[str, Any]
    """Every key with its value, defaults included."""
    secrets: dict[str, bool]
    """Which secrets the environment gives."""


class BuildOut(Output):
    """`codens build`."""

    complete: bool
    """False when contents are missing, or a step failed: the memory is less than the repository's whole history."""
    replayed: Count
    """Pull requests that were new."""
    touched: Count
    """Components that they touched."""
    relations: Count
    unresolved: Count
    problems: Count
    seconds: dict[str, float]
    """Wall time by stage."""
