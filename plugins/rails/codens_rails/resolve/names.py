"""Constants of an application and how Ruby finds them: lexical scope, ancestors, root, by Zeitwerk's file names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from codens_core.graph.facts import CONSTANTS
from codens_core.graph.records import Component


class Names:
    """The name index: full constant path → the component that defines it."""

    def __init__(self, components: list[Component], settings: Mapping[str, Any]) -> None:
        self._by_name: dict[str, Component] = {}
        for component in components:
            for constant in component.facts.values(CONSTANTS):
                self._by_name.setdefault(constant["name"], component)

    def get(self, name: str) -> Component | None:
        """The component that defines a full constant path."""
        return self._by_name.get(name.removeprefix("::"))

    def lookup(self, name: str, nesting: Sequence[str] = ()) -> tuple[str, Component] | None:
        """(full name, component) of a constant as written at a lexical nesting (outermost first), or None."""
        scopes = [] if name.startswith("::") else list(reversed(nesting))
        for scope in scopes:
            if (component := self.get(f"{scope}::{name}")) is not None:
                return f"{scope}::{name}", component
        found = self.get(name)
        return (name.removeprefix("::"), found) if found is not None else None
