"""Asking questions in words."""

from __future__ import annotations

from typing import Literal

from codens_core.answer.compose import answer
from codens_core.answer.model import Answer, Citation, Metrics
from codens_core.api.answer_outputs import AskOut, CitationOut, MetricsOut, StatementOut
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
