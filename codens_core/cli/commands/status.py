"""`codens status`."""

from __future__ import annotations

from codens_core.cli import stdout
from codens_core.cli.options import Settings, command, json_option, limit_option


@command()
@limit_option(20)
@json_option
def status(settings: Settings, limit: int, as_json: bool) -> None:
    """What the memory holds, and what it could not read.

    Components and relations by type, unresolved references and left-out files by reason, and every problem.
    """
    from codens_core.api.status import status as verb
    from codens_core.cli.render import overview

    found = verb(settings.project())
    stdout.answer(found, as_json, lambda: overview.status(found, limit))
