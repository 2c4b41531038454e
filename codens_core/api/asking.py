"""Asking questions in words."""

from __future__ import annotations

from typing import Literal

from codens_core.answer.compose import answer
from codens_core.answer.flow import flow as find_flows
from codens_core.answer.flow_text import flow_statements, mermaid
from codens_core.answer.model import Answer, Citation, Metrics
from codens_core.answer.sources import Sources
from codens_core.answer.steps import Flow, Step
from codens_core.api.answer_outputs import (
    AskOut,
    CitationOut,
    FlowOut,
    FlowStepOut,
    MetricsOut,
    OneFlowOut,
    StatementOut,
)
from codens_core.api.converting import evidence_out
from codens_core.api.project import Project
from codens_core.base.errors import UsageError

Mode = Literal["standard", "multihop", "auto"]


def ask(project: Project, question: str, mode: Mode = "auto", k: int = 8) -> AskOut:
    """A short answer composed from facts, every statement cited; what is not known is said in `not_found`.

    `mode` says how its evidence is found: the `k` best components alone, or with their neighbours over relations;
    `auto` picks the cheapest that suffices.
    """
    if not question.strip():
        raise UsageError("an empty question has no answer", "ask in words: codens ask how is an order paid")
    return ask_out(answer(project.knowledge, question, mode, k))


def flow(project: Project, text: str, most: int = 6) -> FlowOut:
    """At most `most` flows of a request (`POST /orders`), an action or a component, step by step.

    Nothing meant is a NotFoundError.
    """
    sources = Sources()
    flows = [_flow(project, one, sources) for one in find_flows(project.knowledge, text, most)]
    return FlowOut(flows=flows, citations=[_citation(citation) for citation in sources.all()])


def _flow(project: Project, found: Flow, sources: Sources) -> OneFlowOut:
    statements = flow_statements(project.knowledge, found, sources)
    return OneFlowOut(
        start=found.start,
        action=found.entry.action if found.entry else "",
        page=found.page,
        label=found.label,
        steps=[_step(step) for step in found.steps],
        left_out=found.left_out,
        statements=[StatementOut(text=one.text, citations=list(one.citations)) for one in statements],
        mermaid=mermaid(found),
    )


def _step(step: Step) -> FlowStepOut:
    return FlowStepOut(
        kind=step.kind,
        relation=step.relation,
        phrase=step.phrase,
        source=step.source.node_id,
        source_member=step.source_member,
        target=step.target.node_id,
        target_type=step.target.type,
        target_path=step.target.path,
        member=step.member,
        depth=step.depth,
        confidence=step.confidence,
        label=step.label,
        evidence=[shown for evidence in step.evidence if (shown := evidence_out(evidence))],
    )


def ask_out(found: Answer) -> AskOut:
    """An answer as an output."""
    return AskOut(
        question=found.question,
        answer=found.answer,
        interpretation=found.interpretation,
        kind=found.kind,
        page=found.page,
        label=found.label,
        steps=[StatementOut(text=step.text, citations=list(step.citations)) for step in found.steps],
        citations=[_citation(citation) for citation in found.citations],
        not_found=list(found.not_found),
        mode=found.mode,
        metrics=_metrics(found.metrics),
    )


def _citation(c: Citation) -> CitationOut:
    return CitationOut(
        number=c.number,
        kind=c.kind,
        node_id=c.node_id,
        path=c.path,
        start_line=c.start_line,
        end_line=c.end_line,
        commit=c.commit,
        pull_request=c.pull_request,
        title=c.title,
    )


def _metrics(m: Metrics) -> MetricsOut:
    return MetricsOut(
        duration_ms=round(m.duration, 2),
        retrieval_ms=round(m.retrieval, 2),
        nodes=m.nodes,
        model=m.model,
        tokens=m.tokens,
        input_tokens=m.input_tokens,
        output_tokens=m.output_tokens,
        calls=m.calls,
        steps=m.steps,
        cost=m.cost,
        co2_grams=m.co2,
    )
