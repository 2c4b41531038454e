"""`codens changes`."""

from __future__ import annotations

import click

from codens_core.cli import stdout
from codens_core.cli.options import Settings, command, json_option, limit_option


@command()
@click.option("--since", required=True, metavar="MOMENT", help="A pull request, commit or date.")
@limit_option(10)
@json_option
def changes(settings: Settings, since: str, limit: int, as_json: bool) -> None:
    """What every pull request since a moment taught.

    Oldest first.
    """
    from codens_core.api.timeline import changes as verb
    from codens_core.cli.render import timeline as render

    found = verb(settings.project(), since)
    stdout.answer(found, as_json, lambda: render.changes(found, limit))
