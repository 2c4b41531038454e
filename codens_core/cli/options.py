"""Options that every command understands, before or after its name, and what they set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from codens_core.cli import stdout

if TYPE_CHECKING:
    from codens_core.api.project import Project

F = TypeVar("F", bound=Callable[..., Any])


@dataclass
class Settings:
    """How this run was asked to behave."""

    directory: Path = field(default_factory=Path.cwd)
    bare: bool = False
    debug: bool = False
    quiet: bool = False
    no_color: bool = False

    def project(self) -> Project:
        """The project to work on; its memory is closed when the command ends."""
        from codens_core.api.project import Project

        project = Project.open(self.directory, bare=self.bare)
        click.get_current_context().call_on_close(project.close)
        return project


def _set(name: str) -> Callable[[click.Context, click.Parameter, Any], None]:
    def note(ctx: click.Context, param: click.Parameter, value: Any) -> None:
        if value:
            setattr(ctx.ensure_object(Settings), name, value)

    return note


def _flag(name: str, text: str) -> click.Option:
    flag = f"--{name.replace('_', '-')}"
    return click.Option([flag], is_flag=True, expose_value=False, callback=_set(name), help=text)


def global_options(hidden: bool = False) -> list[click.Parameter]:
    """Fresh copies of the global options. On commands they are hidden: `codens --help` explains them once."""
    options = [
        click.Option(
            ["-C", "--project", "directory"],
            type=click.Path(path_type=Path),
            metavar="DIR",
            expose_value=False,
            callback=_set("directory"),
            help="Work on the project in DIR instead of the current folder.",
        ),
        _flag("bare", "Accept a bare repository."),
        _flag("debug", "Show tracebacks."),
        _flag("quiet", "No progress and no notes, only results and errors."),
        _flag("no_color", "No colours (NO_COLOR does the same)."),
    ]
    for option in options:
        option.hidden = hidden
    return [*options]


def command(name: str | None = None, **attributes: Any) -> Callable[[F], click.Command]:
    """`click.command` with the global options, and the settings as first argument."""

    def made(function: F) -> click.Command:
        @wraps(function)
        def run(settings: Settings, *args: Any, **kwargs: Any) -> Any:
            stdout.configure(settings.no_color)
            return function(settings, *args, **kwargs)

        decorate: Callable[..., click.Command] = click.command(name, **attributes)
        built = decorate(click.pass_obj(run))
        built.params += global_options(hidden=True)
        return built

    return made


json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document instead of text.")


def limit_option(default: int) -> Callable[[F], F]:
    """How many rows the readable form shows."""
    return click.option(
        "--limit",
        type=click.IntRange(min=0),
        default=default,
        show_default=True,
        metavar="N",
        help="Rows to show, 0 for all; JSON always has all.",
    )
