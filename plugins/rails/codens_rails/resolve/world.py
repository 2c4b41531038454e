"""What every resolver step looks at: the application's components by path and type, and its name index."""

from __future__ import annotations

from functools import cached_property

from codens_core.graph.records import Component
from codens_core.plugin.records import Project
from codens_rails.resolve.names import Names


class World:
    """One application. Indexes are built when first asked for."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.components = project.components()

    @cached_property
    def by_path(self) -> dict[str, Component]:
        """Components and support files by path inside the application's root."""
        return {component.path: component for component in self.components}

    @cached_property
    def by_type(self) -> dict[str, list[Component]]:
        """Components by type, ordered by node id."""
        found: dict[str, list[Component]] = {}
        for component in self.components:
            found.setdefault(component.type, []).append(component)
        return found

    @cached_property
    def names(self) -> Names:
        """The constants of the application and Ruby's rules for finding them."""
        return Names(self.components, self.project.settings)
