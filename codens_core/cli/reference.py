"""Writes docs/reference/commands.md from the commands: `python -m codens_core.cli.reference > that file`."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from codens_core.cli.app import COMMANDS, root

HEAD = """# Commands

Commands work on the repository around the current folder, or on the one that `codens -C DIR` names. Results go to
standard output, everything else (notes, progress, errors) to standard error. Reading commands have `--json`: one
document whose shape is a [promise](json.md). How a command ended is told by its [exit status](exit-codes.md).

<!-- Generated from the commands by `python -m codens_core.cli.reference`. -->
"""
WIDTH = 100


def reference() -> str:
    """The whole page."""
    top = click.Context(root, info_name="codens", max_content_width=WIDTH, terminal_width=WIDTH)
    parts = [HEAD, _help(top)]
    for name in COMMANDS:
        command = root.get_command(top, name)
        if command is not None:
            parts += [f"## `codens {name}`\n", *_all_help(click.Context(command, top, info_name=name))]
    return "\n".join(parts)


def _all_help(context: click.Context) -> Iterator[str]:
    """The help of a command and of the commands inside it."""
    yield _help(context)
    if isinstance(context.command, click.Group):
        for name in context.command.list_commands(context):
            command = context.command.get_command(context, name)
            if command is not None:
                yield from _all_help(click.Context(command, context, info_name=name))


def _help(context: click.Context) -> str:
    text = "\n".join(line.rstrip() for line in context.get_help().splitlines())
    return f"```text\n{text}\n```\n"


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.write(reference())
