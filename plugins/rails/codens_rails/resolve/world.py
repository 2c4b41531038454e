"""What every resolver step looks at: the application's components by path and type, and what its names mean."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from codens_core.graph.facts import CONSTANTS, REFERENCES
from codens_core.graph.records import Component
from codens_core.plugin.records import Project
from codens_core.plugin.resolving import Reason
from codens_rails.resolve.inflector import Inflector
from codens_rails.resolve.names import Names
from codens_rails.resolve.zeitwerk import Zeitwerk

if TYPE_CHECKING:
    from codens_rails.resolve.associations import Associations
    from codens_rails.resolve.controllers import Runners
    from codens_rails.resolve.locales import Texts
    from codens_rails.resolve.macros import Macros
    from codens_rails.resolve.meant import Meant
    from codens_rails.resolve.mixins import Mixins
    from codens_rails.resolve.records import Records
    from codens_rails.resolve.routes import RouteTable
    from codens_rails.resolve.specs import Factories
    from codens_rails.resolve.templates import Templates

_RAILS = frozenset(
    "Rails ActiveRecord ActiveModel ActiveSupport ActiveJob ActiveStorage ActionController ActionDispatch ActionMailer "
    "ActionView ActionCable ActionText ActionMailbox AbstractController Arel Minitest RSpec Rake".split()
)

_SCRIPTS = ("script/", "scripts/", "bin/")
"""Folders of executables, which no autoloader sees."""


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
    def rails_version(self) -> tuple[int, ...]:
        """The locked version, (7, 1, 2); a recent one where no lock file tells."""
        for component in self.components:
            version = component.facts.one("rails_version")
            if version:
                return tuple(int(part) for part in re.findall(r"\d+", version)[:3])
        return (8, 0, 0)

    @cached_property
    def gems(self) -> dict[str, str]:
        """Locked versions by gem."""
        return {gem["name"]: gem["version"] for component in self.components for gem in component.facts.values("gems")}

    @cached_property
    def configured(self) -> set[str]:
        """Constants that configuration defines: known, but in no component."""
        files = [component for component in self.components if component.support]
        named = {constant["name"] for component in files for constant in component.facts.values(CONSTANTS)}
        return named | {name for component in files for name in component.facts.values("value_constants")}

    @cached_property
    def registries(self) -> dict[str, list[str]]:
        """Classes that stand in constants which hold several, by the constant's full name."""
        found: dict[str, list[str]] = {}
        for component in self.components:
            for fact in component.facts.values("registries"):
                members = (self.names.lookup(name, fact.get("scope", ())) for name in fact["members"])
                found[fact["name"]] = [member[0] for member in members if member is not None]
        return found

    def absence(self, name: str) -> Reason:
        """Why the application does not define a constant path: `missing` inside its own namespaces, else `external`."""
        first = name.removeprefix("::").split("::")[0]
        outside = first in _RAILS or first.lower() in self._gem_names or not self.names.exists(first)
        return "external" if outside else "missing"

    @cached_property
    def _gem_names(self) -> set[str]:
        return {gem.split("-")[0].replace("_", "") for gem in self.gems}

    @cached_property
    def inflector(self) -> Inflector:
        """ActiveSupport's inflector with the project's own rules."""
        inflector = Inflector()
        for component in self.components:
            for fact in component.facts.values("inflections"):
                inflector.learn(fact["rule"], fact["args"])
        return inflector

    @cached_property
    def zeitwerk(self) -> Zeitwerk:
        """Autoload roots and what each path must define."""
        return Zeitwerk(self.components, self.inflector)

    @cached_property
    def names(self) -> Names:
        """The constants of the application and Ruby's rules for finding them; not those of tests, tasks and scripts."""
        mine = [component for component in self.components if not component.support and not _apart(component)]
        return Names(mine, self.zeitwerk.expected)

    @cached_property
    def test_names(self) -> Names:
        """As `names`, with what tests, rake tasks and scripts define."""
        return Names([component for component in self.components if not component.support], self.zeitwerk.expected)

    def names_for(self, component: Component) -> Names:
        """The names that a component's code sees."""
        return self.test_names if _apart(component) else self.names

    @cached_property
    def mixins(self) -> Mixins:
        """Superclasses and mixins."""
        from codens_rails.resolve.mixins import Mixins

        return Mixins(self)

    @cached_property
    def macros(self) -> Macros:
        """Class-level macros and what they add."""
        from codens_rails.resolve.macros import Macros

        return Macros(self)

    @cached_property
    def records(self) -> Records:
        """Which classes are ActiveRecord's, and their tables."""
        from codens_rails.resolve.records import Records

        return Records(self)

    @cached_property
    def associations(self) -> Associations:
        """Associations of every model, with the class each leads to."""
        from codens_rails.resolve.associations import Associations

        return Associations(self)

    @cached_property
    def templates(self) -> Templates:
        """Templates as lookups find them, in the view folders of the application and those it adds."""
        from codens_rails.resolve.templates import Templates

        references = (ref for c in self.components for ref in c.facts.values(REFERENCES))
        roots = {ref["name"].strip("/") + "/" for ref in references if ref["resolve"] == "view_path"}
        return Templates(self.by_type.get("view", ()), roots)

    @cached_property
    def runners(self) -> Runners:
        """Controllers and mailers as they run."""
        from codens_rails.resolve.controllers import Runners

        return Runners(self)

    @cached_property
    def routes(self) -> RouteTable:
        """The application's routes."""
        from codens_rails.resolve.routes import route_table

        return route_table(self)

    @cached_property
    def texts(self) -> Texts:
        """Locale keys and their texts."""
        from codens_rails.resolve.locales import Texts

        return Texts(self)

    @cached_property
    def meant(self) -> Meant:
        """Classes that words of the code may mean."""
        from codens_rails.resolve.meant import Meant

        return Meant(self)

    @cached_property
    def factories(self) -> Factories:
        """Factories of the tests."""
        from codens_rails.resolve.specs import Factories

        return Factories(self)


def _apart(component: Component) -> bool:
    """Whether a file is loaded only when tests, rake tasks or scripts run: nothing else can mean what it defines."""
    return component.type == "spec" or component.path.endswith(".rake") or component.path.startswith(_SCRIPTS)
