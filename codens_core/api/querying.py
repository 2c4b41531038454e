"""Finding things: by words, and by Cypher."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from codens_core.api.answer_outputs import CypherOut, CypherSchemaOut, SearchOut, SearchResult
from codens_core.api.components import check_types
from codens_core.api.project import Project
from codens_core.base.errors import UsageError
from codens_core.memory.cypher import CypherEngine, KnowledgeSource, Limits
from codens_core.retrieve.search import search as find


def search(project: Project, query: str, k: int = 10, types: Sequence[str] = ()) -> SearchOut:
    """The `k` components that a question or some words are about, best first."""
    check_types(project, types)
    if not query.strip():
        raise UsageError("an empty query finds nothing", "give words, a path or a name")
    found = find(project.knowledge, query, k, types)
    return SearchOut(
        query=query,
        results=[
            SearchResult(node_id=m.node_id, type=m.type, path=m.path, score=m.score, shares=m.shares) for m in found
        ],
    )


def cypher(project: Project, text: str) -> CypherOut:
    """Run one read-only query over a copy of the graph, within the limits of the configuration."""
    with closing(_engine(project)) as engine:
        found = engine.query(text)
    return CypherOut(
        columns=list(found.columns), rows=found.rows, truncated=found.truncated, milliseconds=found.milliseconds
    )


def cypher_schema(project: Project) -> CypherSchemaOut:
    """The labels, relationship types and properties that queries can use."""
    with closing(_engine(project)) as engine:
        return CypherSchemaOut.model_validate(engine.schema())


def _engine(project: Project) -> CypherEngine:
    bounds = project.place.config.limits
    limits = Limits(rows=bounds.query_rows, seconds=bounds.query_seconds, memory_mb=bounds.query_megabytes)
    source = KnowledgeSource(project.knowledge, project.known_schemas)
    return CypherEngine(lambda: source, lambda: "", limits)
