"""`codens unresolved`."""

from __future__ import annotations

import click

from codens_core.cli import stdout
from codens_core.cli.options import Settings, command, json_option, limit_option


@command()
@click.option("--type", "types", multiple=True, metavar="TYPE", help="Only this relation type; may be repeated.")
@click.option("--reason", "reasons", multiple=True, metavar="REASON", help="missing, external, dynamic or ambiguous.")
@limit_option(50)
@json_option
def unresolved(settings: Settings, types: tuple[str, ...], reasons: tuple[str, ...], limit: int, as_json: bool) -> None:
    """References in the code that lead to no component.

    They are where the truth leaks: names that stand nowhere, a library's names, names known only when running, and
    names that several components have equally well.
    """
    from codens_core.api.relations import unresolved as verb
    from codens_core.cli.render import lists

    found = verb(settings.project(), types, reasons)
    stdout.answer(found, as_json, lambda: lists.unresolved(found, limit))
