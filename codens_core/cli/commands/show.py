"""`codens show`."""

from __future__ import annotations

import click

from codens_core.cli import stdout
from codens_core.cli.options import Settings, command, json_option, limit_option


@command()
@click.argument("component")
@click.option("--at", default="", metavar="WHEN", help="As it was after a pull request (#12), a commit or a date.")
@limit_option(10)
@json_option
def show(settings: Settings, component: str, at: str, limit: int, as_json: bool) -> None:
    """Everything known of one component, now or earlier.

    COMPONENT is a node id, a path, a constant, or a unique ending of one.
    """
    from codens_core.api.components import show as verb
    from codens_core.cli.render import component as render

    found = verb(settings.project(), component, at)
    stdout.answer(found, as_json, lambda: render.show(found, limit))
