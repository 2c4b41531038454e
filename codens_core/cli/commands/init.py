"""`codens init`."""

from __future__ import annotations

import click

from codens_core.cli import stdout
from codens_core.cli.options import Settings, command, json_option


@command()
@click.option("--force", is_flag=True, help="Write codens.yaml anew when there is one.")
@json_option
def init(settings: Settings, force: bool, as_json: bool) -> None:
    """Detect the framework and write a commented codens.yaml.

    Applications in sub-folders are found too. Besides codens.yaml only the folder of the memory is made, which hides
    itself from git. Where no installed plugin fits, the package to install is named.
    """
    from codens_core.api.setup import init as verb
    from codens_core.cli.render import overview

    found = verb(settings.directory, force, settings.bare)
    stdout.answer(found, as_json, lambda: overview.started(found))
