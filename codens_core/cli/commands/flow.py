"""`codens flow`."""

from __future__ import annotations

import click

from codens_core.cli import stdout
from codens_core.cli.options import Settings, command, json_option


@command()
@click.argument("start", nargs=-1, required=True)
@click.option("--limit", type=click.IntRange(min=1), default=6, show_default=True, metavar="N", help="Flows to show.")
@click.option("--mermaid", is_flag=True, help="As Mermaid flowcharts.")
@json_option
def flow(settings: Settings, start: tuple[str, ...], limit: int, mermaid: bool, as_json: bool) -> None:
    """What happens from a request or component on, step by step.

    START is a request (`POST /orders`), an action as links name it, or a component, alone or with a member
    (`COMPONENT#member`). Of a component that starts nothing itself the flows that use it are shown.
    """
    from codens_core.api.asking import flow as verb
    from codens_core.cli.render import answers

    found = verb(settings.project(), " ".join(start), limit)
    if mermaid and not as_json:
        stdout.write_plain(answers.mermaid(found))
    else:
        stdout.answer(found, as_json, lambda: answers.flows(found))
