"""`codens verify`."""

from __future__ import annotations

import click

from codens_core.cli import stderr, stdout
from codens_core.cli.options import Settings, command, json_option, limit_option


@command()
@click.option("--at", default="", metavar="WHEN", help="The state after a pull request (#12), a commit or a date.")
@limit_option(20)
@json_option
def verify(settings: Settings, at: str, limit: int, as_json: bool) -> int:
    """Prove that the memory tells what the code says.

    Every file of the commit last built (or of an earlier one) is read afresh and compared. Exit status 10 when
    something differs.
    """
    from codens_core.api.building import verify_memory
    from codens_core.api.components import ordinal_of
    from codens_core.api.status import verify_out
    from codens_core.base.errors import IncompleteError
    from codens_core.cli.render import overview

    project = settings.project()
    with stderr.Watcher(settings.quiet, settings.no_color) as watch:
        found = verify_out(verify_memory(project, ordinal_of(project, at) if at else None, watch))
    stdout.answer(found, as_json, lambda: overview.verification(found, limit))
    return 0 if found.equal else IncompleteError.exit_code
