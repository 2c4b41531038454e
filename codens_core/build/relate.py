"""Relate: the framework's resolver over all components of each application, into one set of relations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from codens_core.base.problems import Problem
from codens_core.build.places import Root
from codens_core.graph.records import Component
from codens_core.plugin.manager import Plugins
from codens_core.plugin.records import Resolution


class Application:
    """One application as its resolver sees it; implements `Project`."""

    def __init__(self, root: Root, settings: Mapping[str, Any], components: list[Component]) -> None:
        self.framework = root.framework
        self.root = root.folder
        self.settings = settings
        self._components = components

    def components(self) -> list[Component]:
        """Every open component and support file, ordered by node id."""
        return self._components


def resolve_all(
    plugins: Plugins,
    roots: Sequence[Root],
    settings: Mapping[str, Mapping[str, Any]],
    sources: Callable[[str, str], list[Component]],
    problems: list[Problem],
) -> Resolution:
    """Relations, unresolved references and derived values of every application.

    `sources` gives the components of (framework, root folder); `settings` the plugins' sections of the configuration.
    A resolver that raises costs only its own application's relations; a problem says so.
    """
    whole = Resolution(relations=[], unresolved=[], derived=[])
    for root in sorted(roots, key=lambda root: (root.folder, root.framework)):
        resolver = plugins.resolver(root.framework)
        application = Application(root, settings.get(root.framework, {}), sources(root.framework, root.folder))
        try:
            found = resolver.resolve(application)
        except Exception as error:
            message = f"resolver {resolver.name} failed: {type(error).__name__}: {error}"
            problems.append(Problem("resolver-failed", message, root.folder, 0, "report it; facts are kept"))
            continue
        whole.relations += found.relations
        whole.unresolved += found.unresolved
        whole.derived += found.derived
    return whole
