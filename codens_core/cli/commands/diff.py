"""`codens diff`."""

from __future__ import annotations

import click

from codens_core.cli import stdout
from codens_core.cli.options import Settings, command, json_option, limit_option


@command()
@click.argument("span", metavar="A..B")
@click.argument("component", default="")
@limit_option(20)
@json_option
def diff(settings: Settings, span: str, component: str, limit: int, as_json: bool) -> None:
    """What differs between two moments.

    Of all components or of one; `A..` is until now. A and B are pull requests (`#12`), commits or dates.
    """
    from codens_core.api.timeline import diff as verb
    from codens_core.cli.render import timeline as render

    found = verb(settings.project(), span, component)
    stdout.answer(found, as_json, lambda: render.diff(found, limit))
