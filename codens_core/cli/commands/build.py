"""`codens build`."""

from __future__ import annotations

import click

from codens_core.cli import stderr, stdout
from codens_core.cli.options import Settings, command, json_option


@command()
@click.option("--head-only", is_flag=True, help="Read the newest state only, without history.")
@click.option("--since", metavar="COMMIT", default="", help="Begin history at this commit, tag or date.")
@click.option("--rebuild", is_flag=True, help="Forget everything and read it anew.")
@click.option("--allow-shallow", is_flag=True, help="Build from a shallow clone.")
@click.option("--jobs", type=click.IntRange(min=0), default=0, metavar="N", help="Processes; 0: one a core.")
@click.option("--wait", type=click.FloatRange(min=0), default=0.0, metavar="S", help="Wait for another build to end.")
@json_option
def build(
    settings: Settings,
    head_only: bool,
    since: str,
    rebuild: bool,
    allow_shallow: bool,
    jobs: int,
    wait: float,
    as_json: bool,
) -> int:
    """Bring the memory up to the repository's head.

    Only what is new is read. A build that was stopped goes on where it was: each pull request is one transaction.
    Exit status 10 when contents were missing or a step failed, so that the memory is not the whole history.
    """
    from codens_core.api.building import build as verb
    from codens_core.api.status import build_out, status, what_is_missing
    from codens_core.base.errors import IncompleteError
    from codens_core.build.pipeline import Options
    from codens_core.cli.render import overview

    options = Options(head_only, rebuild, allow_shallow, since, jobs)
    project = settings.project()
    with stderr.Watcher(settings.quiet, settings.no_color) as watch:
        report = verb(project, options, watch, wait)
    missing = what_is_missing(project)
    found = build_out(report, complete=not missing)
    stdout.answer(found, as_json, lambda: [*overview.build(found), *overview.status(status(project), 5)])
    if not missing:
        return 0
    stderr.say("warning", f"the memory is not whole: {', '.join(missing)}", "codens status", settings.no_color)
    return IncompleteError.exit_code
