"""`codens history`."""

from __future__ import annotations

import click

from codens_core.cli import stdout
from codens_core.cli.options import Settings, command, json_option, limit_option


@command()
@click.argument("component")
@click.option("--attribute", default="", metavar="NAME", help="Only this attribute.")
@limit_option(20)
@json_option
def history(settings: Settings, component: str, attribute: str, limit: int, as_json: bool) -> None:
    """Every change of one component with its pull request.

    COMPONENT is a node id, a path, a constant, or a unique ending of one. Renames are followed.
    """
    from codens_core.api.components import history as verb
    from codens_core.cli.render import component as render

    found = verb(settings.project(), component, attribute)
    stdout.answer(found, as_json, lambda: render.history(found, limit, bool(attribute)))
