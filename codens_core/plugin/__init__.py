"""The door for plugins: hook specifications, the records they return, and the manager that loads them."""

from __future__ import annotations

import pluggy

hookimpl = pluggy.HookimplMarker("codens")
