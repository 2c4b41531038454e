"""What asking answers: found components, answers with citations, rows of queries."""

from __future__ import annotations

from typing import Any

from codens_core.api.outputs import Count, EvidenceOut, Output


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


class FlowStepOut(Output):
    """One step: `source` does `phrase` to `target`; both are node ids."""

    kind: str
    """page, entry, hook, member or relation."""
    relation: str
    """The relation type of a relation or entry step; else empty."""
    phrase: str
    source: str
    source_member: str
    target: str
    target_type: str
    target_path: str
    member: str
    """The target's member that is meant, empty when the whole is."""
    depth: int
    """0 for what the start itself does, 1 for what those components do, and so on."""
    confidence: float
    label: str
    """Of a page step, what to click there."""
    evidence: list[EvidenceOut]


class OneFlowOut(Output):
    """What happens from one start on."""

    start: str
    """The request or component on which it begins."""
    action: str
    """What answers the request; empty for a flow that no request starts."""
    page: str
    """Path pattern of the page from which the request is sent; empty when not known."""
    label: str
    """The link or button to click there."""
    steps: list[FlowStepOut]
    left_out: Count
    """Steps beyond the limit."""
    statements: list[StatementOut]
    """The steps in words."""
    mermaid: str
    """The steps as a Mermaid flowchart."""


class FlowOut(Output):
    """`codens flow`."""

    flows: list[OneFlowOut]
    citations: list[CitationOut]
    """What supports the statements, by number."""


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
