"""A group that imports a command only when it runs: `codens --help` must not pay for what it lists."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click


class LazyGroup(click.Group):
    """Commands by name with their module and one line of help. The function is called as the command, `-` as `_`."""

    def __init__(self, *args: Any, lazy: dict[str, tuple[str, str]] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lazy = lazy or {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order in which they are listed."""
        return list(self.lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now."""
        if cmd_name not in self.lazy:
            return None
        command = getattr(import_module(self.lazy[cmd_name][0]), cmd_name)
        if not isinstance(command, click.Command):
            raise TypeError(f"{self.lazy[cmd_name][0]}.{cmd_name} is no command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in self.lazy.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As usual, but an unknown command is answered with the nearest one."""
        if args and args[0] not in self.lazy and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], self.lazy, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise click.UsageError(f"no command {args[0]!r}{hint}", ctx)
        return super().resolve_command(ctx, args)
