"""`codens truth`."""

from __future__ import annotations

from pathlib import Path

import click

from codens_core.cli import stdout
from codens_core.cli.options import Settings, command, json_option, limit_option


@command()
@click.argument("oracle", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--root", default="", metavar="FOLDER", help="Which application, where the repository has several.")
@click.option("--section", "sections", multiple=True, metavar="NAME", help="Show misses and extras of this section.")
@limit_option(20)
@json_option
def truth(settings: Settings, oracle: Path, root: str, sections: tuple[str, ...], limit: int, as_json: bool) -> None:
    """Score the memory against an oracle file.

    ORACLE is a JSON file of what the running framework said of the same application at the same commit. Precision is
    not told where the oracle is a lower bound. JSON always has all misses and extras.
    """
    from codens_core.api.scoring import truth as verb
    from codens_core.cli.render import scores

    found = verb(settings.project(), oracle, root)
    stdout.answer(found, as_json, lambda: scores.truth(found, sections, limit))
