"""Constants and what they extend."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from codens_core.plugin.truths import Score, TruthView, compare
from codens_rails.truth.ancestry import Extension, extensions


def constants(view: TruthView, section: Mapping[str, str], oracle: Mapping[str, Any]) -> list[Score]:
    """`{constant: file}` of the autoloaders; a folder without a file of its own is a namespace of what lies in it."""
    known = {path for path in section.values() if path in view.by_path}
    found = {
        (name, component.path)
        for name, components in view.by_constant.items()
        if section.get(name, "").endswith(".rb")
        for component in components
        if component.path in known or len(components) == 1
    }
    spaces = {(name, path) for name, path in section.items() if not path.endswith(".rb") and _inside(view, name, path)}
    return [compare("constants", section.items(), found | spaces, True)]


def _inside(view: TruthView, name: str, folder: str) -> bool:
    return any(
        component.path.startswith(folder + "/")
        for constant, components in view.by_constant.items()
        if constant.startswith(name + "::")
        for component in components
    )


def extends(view: TruthView, section: list[Extension], oracle: Mapping[str, Any]) -> list[Score]:
    """`[constant, kind, constant]`, flattened: the modules of a module are listed for its includer too."""
    known = oracle.get("constants", {})
    found = {item for item in extensions(view) if not known or (item[0] in known and item[2] in known)}
    return [compare("extends", map(tuple, section), found, True)]
