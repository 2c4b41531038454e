"""`codens fetch`."""

from __future__ import annotations

import click

from codens_core.cli import stderr, stdout
from codens_core.cli.options import Settings, command, json_option


@command()
@click.option("--files", is_flag=True, help="Lists of files too, to compare them with git's.")
@click.option("--reviews", is_flag=True, help="Reviewers and their verdicts too.")
@click.option("--comments", is_flag=True, help="Review comments too.")
@json_option
def fetch(settings: Settings, files: bool, reviews: bool, comments: bool, as_json: bool) -> None:
    """Fetch pull requests from the code host: titles, texts, labels, people.

    The next `codens build` lays them over git's history. A fetch that was stopped goes on where it was, and a later
    one asks only for what has changed. The token comes from the environment or from `gh auth token`.
    """
    from codens_core.api.fetching import fetch as verb
    from codens_core.cli.render import overview as render

    with stderr.Watcher(settings.quiet, settings.no_color) as watch:
        found = verb(settings.project(), files, reviews, comments, watch)
    stdout.answer(found, as_json, lambda: render.fetched(found))
