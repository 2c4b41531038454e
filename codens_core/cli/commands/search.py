"""`codens search`."""

from __future__ import annotations

import click

from codens_core.cli import stdout
from codens_core.cli.options import Settings, command, json_option


@command()
@click.argument("query", nargs=-1, required=True)
@click.option("--k", "-k", type=click.IntRange(min=1), default=10, show_default=True, metavar="N", help="Results.")
@click.option("--type", "types", multiple=True, metavar="TYPE", help="Only this component type; may be repeated.")
@json_option
def search(settings: Settings, query: tuple[str, ...], k: int, types: tuple[str, ...], as_json: bool) -> None:
    """Find components by words.

    QUERY is a question, some words, a path or a name; quotes are not needed.
    """
    from codens_core.api.querying import search as verb
    from codens_core.cli.render import lists

    found = verb(settings.project(), " ".join(query), k, types)
    stdout.answer(found, as_json, lambda: lists.search(found))
