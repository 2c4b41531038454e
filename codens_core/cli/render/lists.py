"""Lists: components, relations, unresolved references, search results, plugins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from rich.console import RenderableType
from rich.text import Text

from codens_core.api.answer_outputs import CypherOut, CypherSchemaOut, SearchOut
from codens_core.api.outputs import ComponentsOut, RelationOut, RelationsOut, UnresolvedOut, UnresolvedReference
from codens_core.api.project_outputs import PluginsOut
from codens_core.base.text import plural
from codens_core.cli.render.tables import Col, note, table
from codens_core.cli.render.text import counts, line, lines_of, more, place, value

T = TypeVar("T")


def cut(rows: Sequence[T], limit: int) -> Sequence[T]:
    """The first `limit` rows, all for 0."""
    return rows[:limit] if limit else rows


def components(found: ComponentsOut, limit: int) -> Iterator[RenderableType]:
    """One line a component, and how many there are by type."""
    shown = cut(found.components, limit)
    columns = [
        Col("type", "cyan", wrap=False),
        Col("component", "bold"),
        Col("defines"),
        Col("last change", wrap=False),
    ]
    rows = [(c.type, c.node_id, line(", ".join(c.constants), 80), c.last_pr) for c in shown]
    yield from _body(columns, rows, found.total, "component")
    if found.total:
        yield note(f"{plural(found.total, 'component')}: {counts(found.by_type)}")


def relations(found: RelationsOut, limit: int) -> Iterator[RenderableType]:
    """One line a relation with its first evidence, and counts by type."""
    shown = cut(found.relations, limit)
    columns = [Col("type", "cyan", wrap=False), Col("from", "bold"), Col("to", "bold"), Col("seen at", "dim")]
    yield from _body(columns, [_relation(relation) for relation in shown], found.total, "relation")
    if found.total:
        rows = [(name, count.total, count.distinct) for name, count in found.by_type.items()]
        columns = [Col("type", "cyan"), Col("relations", right=True), Col("distinct pairs", right=True)]
        yield Text()
        yield table(columns, [*rows, ("all", found.total, found.distinct)])


def _relation(r: RelationOut) -> Sequence[object]:
    target = Text(r.target)
    details = [
        detail for detail in (line(r.name, 60), "" if r.confidence >= 1 else f"{r.confidence:.0%} sure") if detail
    ]
    if details:
        target.append(f"  {', '.join(details)}", "not bold dim")
    shown = next(iter(r.evidence), None)
    inside = shown is not None and shown.path == r.source_path
    return r.type, r.source, target, lines_of(shown) if inside else place(shown)


def unresolved(found: UnresolvedOut, limit: int) -> Iterator[RenderableType]:
    """One line a reference, and counts by reason."""
    shown = cut(found.unresolved, limit)
    columns = [Col("type", "cyan", wrap=False), Col("name", "bold"), Col("reason", wrap=False), Col("stands at")]
    rows = [(u.type, line(u.name, 80), u.reason, _at(u)) for u in shown]
    yield from _body(columns, rows, found.total, "reference")
    if found.total:
        yield note(f"{plural(found.total, 'reference')}: {counts(found.by_reason)}")


def _at(reference: UnresolvedReference) -> str:
    return f"{reference.path}:{reference.line}" if reference.line else reference.path


def search(found: SearchOut) -> Iterator[RenderableType]:
    """One line a result, best first."""
    columns = [Col("score", right=True, wrap=False), Col("type", "cyan", wrap=False), Col("path", "bold")]
    rows = [(f"{result.score:.3f}", result.type, result.path) for result in found.results]
    yield from _body(columns, rows, len(rows), "result")


def plugins(found: PluginsOut) -> Iterator[RenderableType]:
    """One line a plugin with its health."""
    columns = [
        Col("plugin", "bold", wrap=False),
        Col("version", wrap=False),
        Col("package"),
        Col("hooks"),
        Col("health"),
    ]
    rows = [
        (p.name, p.version, p.package, ", ".join(hook.removeprefix("codens_") for hook in p.hooks), _health(p.error))
        for p in found.plugins
    ]
    yield from _body(columns, rows, len(rows), "plugin")
    if found.frameworks:
        yield note(f"Frameworks: {', '.join(f'{title} ({name})' for name, title in found.frameworks.items())}")


def _health(error: str) -> Text:
    return Text(line(error), "red") if error else Text("good", "green")


def cypher(found: CypherOut) -> Iterator[RenderableType]:
    """A query's rows as a table."""
    columns = [Col(name) for name in found.columns]
    yield from _body(columns, [[value(cell) for cell in row] for row in found.rows], len(found.rows), "row")
    if found.truncated:
        yield note("… and more: the limits cut them off (limits.query_rows in codens.yaml)")


def cypher_schema(found: CypherSchemaOut) -> Iterator[RenderableType]:
    """What queries can name."""
    columns = [Col("kind", "cyan", wrap=False), Col("name", "bold", wrap=False), Col("properties")]
    rows = [("node", name, ", ".join(properties)) for name, properties in found.nodes.items()]
    rows += [("relationship", name, ", ".join(properties)) for name, properties in found.relations.items()]
    yield from _body(columns, rows, len(rows), "label")
    yield note(f"component types: {', '.join(found.component_types)}")


def _body(columns: Sequence[Col], rows: Sequence[Sequence[object]], total: int, noun: str) -> Iterator[RenderableType]:
    if not rows:
        yield note(f"no {noun}s")
        return
    yield table(columns, rows)
    if rest := more(total, len(rows), noun):
        yield note(rest)
