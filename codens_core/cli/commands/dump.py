"""`codens dump`."""

from __future__ import annotations

from pathlib import Path

import click

from codens_core.base.text import plural
from codens_core.cli import stdout
from codens_core.cli.options import Settings, command


@command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def dump(settings: Settings, file: Path) -> None:
    """Write the memory to a JSON lines file.

    Lossless and byte-stable: two equal memories give equal files.
    """
    from codens_core.api.building import dump as verb

    rows = verb(settings.project(), file)
    stdout.write_plain(f"Wrote {plural(rows, 'row')} to {file}")
