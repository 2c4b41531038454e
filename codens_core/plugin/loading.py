"""Which plugins this environment has, and loading one without letting it break the others."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial

import pluggy

from codens_core.base.one_line import one_line

GROUP = "codens"
"""The entry point group in which plugins register."""


@dataclass(slots=True)
class PluginInfo:
    """One plugin as `codens plugins` shows it; `error` is empty when it is healthy."""

    name: str
    version: str
    package: str = ""
    """The distribution that gives it; empty for one that the caller gave."""
    hooks: list[str] = field(default_factory=list)
    error: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A plugin before it is loaded."""

    name: str
    version: str
    package: str
    load: Callable[[], object]


def installed() -> list[Candidate]:
    """Plugins of all installed packages, by name, then package."""
    points = importlib.metadata.entry_points(group=GROUP)
    found = [
        Candidate(
            point.name, point.dist.version if point.dist else "?", point.dist.name if point.dist else "?", point.load
        )
        for point in points
    ]
    return sorted(found, key=lambda candidate: (candidate.name, candidate.package))


def given(extra: Iterable[tuple[str, object]]) -> list[Candidate]:
    """Plugins that the caller brings as (name, module or object)."""
    return [
        Candidate(name, str(getattr(plugin, "__version__", "0")), "", partial(_same, plugin)) for name, plugin in extra
    ]


def _same(plugin: object) -> object:
    return plugin


def register(manager: pluggy.PluginManager, candidate: Candidate) -> PluginInfo:
    """Load a plugin into `manager`. One that cannot be imported or has an unknown hook is left out, with the reason."""
    info = PluginInfo(candidate.name, candidate.version, candidate.package)
    try:
        plugin = candidate.load()
        manager.register(plugin, name=candidate.name)
        manager.check_pending()
    except (Exception, SystemExit) as error:
        info.error = one_line(error)
        if manager.has_plugin(candidate.name):
            manager.unregister(name=candidate.name)
        return info
    info.hooks = sorted(caller.name for caller in manager.get_hookcallers(plugin) or [])
    return info
