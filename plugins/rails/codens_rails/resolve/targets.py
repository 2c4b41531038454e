"""Components that references name by constant, for the rules that look for a certain kind of component."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from codens_core.graph.records import Component
from codens_core.plugin.resolving import Reason
from codens_rails.resolve.world import World


def is_own(name: str) -> bool:
    """Whether a receiver, as written, is the class around the call."""
    return name == "self" or name.startswith(("self.class", "self.set(", "set("))


class Targets:
    """Look-ups by the names that references carry."""

    def __init__(self, world: World) -> None:
        self._world = world

    def named(self, reference: Mapping[str, Any]) -> tuple[Component | None, Reason]:
        """The component that defines the constant a reference names, or the reason why there is none."""
        name = reference["name"]
        if not name.removeprefix("::")[:1].isupper():
            return None, "dynamic"
        found = self._world.names.find(name, reference.get("scope", ()))
        if found is None:
            return None, "external"
        return (found.component, "missing") if not found.rest else (None, "missing")

    def owner(self, reference: Mapping[str, Any]) -> Component | None:
        """The component that defines the class around a reference."""
        scope = reference.get("scope", ())
        return self._world.names.get(scope[-1]) if scope else None

    def descends(self, component: Component, types: Collection[str]) -> bool:
        """Whether the component's class has an ancestor of one of the types."""
        chain = self._world.names.ancestors(self._world.names.primary(component))
        homes = (self._world.names.get(name) for name in chain)
        return any(home is not None and home.type in types for home in homes)
