"""The door for plugins: hook specifications, the records they return, and the manager that loads them."""

from __future__ import annotations

import pluggy

from codens_core.base.data import data_file
from codens_core.base.errors import ConfigError

__all__ = ["ConfigError", "data_file", "hookimpl"]

hookimpl = pluggy.HookimplMarker("codens")
