"""`codens pr`."""

from __future__ import annotations

import click

from codens_core.cli import stdout
from codens_core.cli.options import Settings, command, json_option, limit_option


@command()
@click.argument("key", metavar="PR")
@limit_option(20)
@json_option
def pr(settings: Settings, key: str, limit: int, as_json: bool) -> None:
    """What one pull request taught.

    Its description, its files, and what changed in each component.

    PR is a number (`12` or `#12`), a commit, or a date (the last one not later).
    """
    from codens_core.api.timeline import pull_request_page
    from codens_core.cli.render import timeline as render

    found = pull_request_page(settings.project(), key)
    stdout.answer(found, as_json, lambda: render.page(found, limit))
