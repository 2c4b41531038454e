"""`codens blame`."""

from __future__ import annotations

import click

from codens_core.cli import stdout
from codens_core.cli.options import Settings, command, json_option, limit_option


@command()
@click.argument("attribute", metavar="COMPONENT.ATTRIBUTE")
@limit_option(20)
@json_option
def blame(settings: Settings, attribute: str, limit: int, as_json: bool) -> None:
    """Who set the values of an attribute, when and why."""
    from codens_core.api.timeline import blame as verb
    from codens_core.cli.render import timeline as render

    found = verb(settings.project(), attribute)
    stdout.answer(found, as_json, lambda: render.blame(found, limit))
