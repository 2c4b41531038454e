"""`codens export`."""

from __future__ import annotations

from pathlib import Path

import click

from codens_core.base.text import plural
from codens_core.cli import stdout
from codens_core.cli.options import Settings, command


@command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def export(settings: Settings, file: Path) -> None:
    """Write the known pull requests as JSON lines, for a network that is closed.

    Name the file as `history.records` in codens.yaml where it is to be read.
    """
    from codens_core.api.fetching import export as verb

    count = verb(settings.project(), file)
    stdout.write_plain(f"Wrote {plural(count, 'pull request')} to {file}")
