"""`codens cypher`."""

from __future__ import annotations

import click

from codens_core.cli import stdout
from codens_core.cli.options import Settings, command, json_option


@command()
@click.argument("query", required=False)
@click.option("--schema", is_flag=True, help="Instead of a query: the labels, types and properties that exist.")
@json_option
def cypher(settings: Settings, query: str | None, schema: bool, as_json: bool) -> None:
    """Run a read-only Cypher query.

    The graph is `(:Component {node_id, type, path, ...})`, `(:PullRequest {number, ...})`, one relationship type for
    each relation in UPPER_SNAKE, and `(:Component)-[:MODIFIED_BY]->(:PullRequest)`. Nothing can be written, and no
    query sees a file or the network; rows, time and memory have the limits of codens.yaml.
    """
    from codens_core.api import querying
    from codens_core.cli.render import lists

    if (query is None) != schema:
        raise click.UsageError("give a query, or --schema")
    if query is None:
        shape = querying.cypher_schema(settings.project())
        stdout.answer(shape, as_json, lambda: lists.cypher_schema(shape))
    else:
        found = querying.cypher(settings.project(), query)
        stdout.answer(found, as_json, lambda: lists.cypher(found))
