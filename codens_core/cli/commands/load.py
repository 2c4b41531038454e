"""`codens load`."""

from __future__ import annotations

from pathlib import Path

import click

from codens_core.base.text import plural
from codens_core.cli import stdout
from codens_core.cli.options import Settings, command


@command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def load(settings: Settings, file: Path) -> None:
    """Fill an empty memory from a dump."""
    from codens_core.api.building import load as verb

    rows = verb(settings.project(), file)
    stdout.write_plain(f"Read {plural(rows, 'row')} from {file}")
