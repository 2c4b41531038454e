"""`codens components`."""

from __future__ import annotations

import click

from codens_core.cli import stdout
from codens_core.cli.options import Settings, command, json_option, limit_option


@command()
@click.option("--type", "types", multiple=True, metavar="TYPE", help="Only this component type; may be repeated.")
@click.option("--match", default="", metavar="TEXT", help="Only names with this text, or paths that fit this glob.")
@limit_option(50)
@json_option
def components(settings: Settings, types: tuple[str, ...], match: str, limit: int, as_json: bool) -> None:
    """List components."""
    from codens_core.api.components import components as verb
    from codens_core.cli.render import lists

    found = verb(settings.project(), types, match)
    stdout.answer(found, as_json, lambda: lists.components(found, limit))
