"""`codens config check` and `codens config show`."""

from __future__ import annotations

import click

from codens_core.cli import stdout
from codens_core.cli.options import Settings, command, global_options, json_option


@click.group(params=global_options(hidden=True))
def config() -> None:
    """Check or show the configuration."""


@command("check")
@json_option
def _check(settings: Settings, as_json: bool) -> int:
    """Report everything that is wrong with codens.yaml.

    Every problem at once, with file and line and what was probably meant. Exit status 3 when there is one.
    """
    from codens_core.api.setup import check_config
    from codens_core.base.errors import ConfigError
    from codens_core.cli.render import overview

    found = check_config(settings.directory)
    stdout.answer(found, as_json, lambda: overview.config_check(found))
    return 0 if found.valid else ConfigError.exit_code


@command("show")
@json_option
def _show(settings: Settings, as_json: bool) -> None:
    """Print every value in force, defaults included.

    Of secrets only whether the environment gives them.
    """
    from codens_core.api.setup import show_config
    from codens_core.cli.render import overview

    found = show_config(settings.directory)
    stdout.answer(found, as_json, lambda: overview.config_show(found))


config.add_command(_check)
config.add_command(_show)
