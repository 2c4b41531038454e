"""`codens ask`."""

from __future__ import annotations

from typing import Any

import click

from codens_core.cli import stdout
from codens_core.cli.options import Settings, command, json_option


@command()
@click.argument("question", nargs=-1, required=True)
@click.option("--k", "-k", type=click.IntRange(min=1), default=8, show_default=True, metavar="N", help="Components.")
@click.option(
    "--mode",
    type=click.Choice(["auto", "standard", "multihop"]),
    default="auto",
    show_default=True,
    help="Evidence from the best components alone, or with their neighbours; auto picks.",
)
@json_option
def ask(settings: Settings, question: tuple[str, ...], k: int, mode: Any, as_json: bool) -> None:
    """Answer a question from facts, with citations.

    No model takes part: the answer is composed from what was found, every statement has its evidence, and what is not
    known is said. Quotes around QUESTION are not needed.
    """
    from codens_core.api.asking import ask as verb
    from codens_core.cli.render import answers

    found = verb(settings.project(), " ".join(question), mode, k)
    stdout.answer(found, as_json, lambda: answers.answer(found))
