"""`codens plugins`."""

from __future__ import annotations

from codens_core.cli import stdout
from codens_core.cli.options import Settings, command, json_option


@command()
@json_option
def plugins(settings: Settings, as_json: bool) -> int:
    """List installed plugins and their health.

    Exit status 7 when one of them is broken.
    """
    from codens_core.api.setup import plugins_installed
    from codens_core.base.errors import PluginError
    from codens_core.cli.render import lists

    found = plugins_installed()
    stdout.answer(found, as_json, lambda: lists.plugins(found))
    return 0 if all(plugin.healthy for plugin in found.plugins) else PluginError.exit_code
