"""From the reader's records to outputs, field by field."""

from __future__ import annotations

from typing import Any

from codens_core.api.outputs import ChangeOut, ComponentOut, EvidenceOut, PullRequestOut, RelationOut, ValueOut
from codens_core.graph.protocols import ChangeView, ComponentView, Edge, Value
from codens_core.graph.records import Evidence, PullRequest
from codens_core.graph.schema import FrameworkSchema


def evidence_out(evidence: Evidence | None) -> EvidenceOut | None:
    """One piece of evidence, None where there is none."""
    return _evidence(evidence) if evidence else None


def _evidence(e: Evidence) -> EvidenceOut:
    return EvidenceOut(path=e.path, start_line=e.start_line, end_line=e.end_line, commit=e.commit, member=e.member)


def pull_request_out(pr: PullRequest) -> PullRequestOut:
    """A pull request without its files."""
    return PullRequestOut(
        key=pr.key, kind=pr.kind, title=pr.title, author=pr.author, date=pr.date, commit=pr.commit, url=pr.url
    )


def component_out(view: ComponentView, schema: FrameworkSchema | None) -> ComponentOut:
    """A component with bare values; attributes that the schema calls scalar have one value instead of a list."""
    return ComponentOut(
        node_id=view.node_id,
        type=view.type,
        path=view.path,
        constants=view.constants,
        attributes=_plain(view, schema),
        first_pr=view.first_pr,
        last_pr=view.last_pr,
        prs=view.prs,
    )


def _plain(view: ComponentView, schema: FrameworkSchema | None) -> dict[str, Any]:
    declared = schema.attributes_of(view.type) if schema else {}
    return {
        name: values[0] if name in declared and declared[name].shape == "scalar" else values
        for name, values in view.plain().items()
    }


def value_out(value: Value) -> ValueOut:
    """A value with its evidence."""
    return ValueOut(
        value=value.value,
        source=value.source,
        pull_request=value.pull_request,
        evidence=evidence_out(value.evidence),
    )


def relation_out(edge: Edge) -> RelationOut:
    """A relation with node ids for its ends."""
    return RelationOut(
        type=edge.type,
        source=edge.source_id,
        target=edge.target_id,
        name=edge.name,
        source_path=edge.source_path,
        target_path=edge.target_path,
        provenance=edge.provenance,
        confidence=edge.confidence,
        attributes=edge.attributes,
        evidence=[_evidence(evidence) for evidence in edge.evidence],
        first_pr=edge.first_pr,
        last_pr=edge.last_pr,
    )


def change_out(change: ChangeView, internal: bool) -> ChangeOut:
    """A step with its pull request."""
    return ChangeOut(
        attribute=change.attribute,
        kind=change.kind,
        new=change.new,
        old=change.old,
        pull_request=pull_request_out(change.pull_request),
        evidence=evidence_out(change.evidence),
        internal=internal,
    )
