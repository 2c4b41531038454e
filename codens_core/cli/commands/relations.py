"""`codens relations`."""

from __future__ import annotations

import click

from codens_core.cli import stdout
from codens_core.cli.options import Settings, command, json_option, limit_option


@command()
@click.option("--type", "types", multiple=True, metavar="TYPE", help="Only this relation type; may be repeated.")
@click.option("--from", "source", default="", metavar="COMPONENT", help="Only from this component.")
@click.option("--to", "target", default="", metavar="COMPONENT", help="Only to this component.")
@limit_option(50)
@json_option
def relations(settings: Settings, types: tuple[str, ...], source: str, target: str, limit: int, as_json: bool) -> None:
    """List relations with their evidence.

    COMPONENT is a node id, a path, a constant, or a unique ending of one.
    """
    from codens_core.api.relations import relations as verb
    from codens_core.cli.render import lists

    found = verb(settings.project(), types, source, target)
    stdout.answer(found, as_json, lambda: lists.relations(found, limit))
