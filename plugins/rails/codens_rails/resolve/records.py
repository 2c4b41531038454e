"""Which classes are ActiveRecord's, which of them are abstract, and the tables their rows are in."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from codens_core.graph.facts import Fact
from codens_core.graph.records import Component
from codens_core.plugin.resolving import Collector
from codens_rails.resolve.inflector import demodulize

if TYPE_CHECKING:
    from codens_rails.resolve.world import World

_BASES = ("ActiveRecord::Base", "ActiveStorage::Record", "ActionText::Record", "ActionMailbox::Record")


class Records:
    """ActiveRecord's view of the application's classes."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._known: dict[str, bool] = {}

    def is_record(self, name: str) -> bool:
        """Whether a class of the application descends from ActiveRecord::Base (abstract ones too)."""
        if name not in self._known:
            self._known[name] = False
            parent = self._world.names.superclass(name)
            self._known[name] = parent is not None and (self.is_record(parent[0]) if parent[1] else _is_base(parent[0]))
        return self._known[name]

    def is_abstract(self, name: str) -> bool:
        """Whether a class says that it has no table."""
        return self._settings.get((name, "abstract_class")) is True

    def base_class(self, name: str) -> str:
        """The topmost class that shares the table of a record."""
        for parent in self._world.names.superclasses(name):
            if not self.is_record(parent) or self.is_abstract(parent):
                break
            name = parent
        return name

    def table(self, name: str) -> str:
        """The table of a record by ActiveRecord's rules; empty for an abstract class."""
        if self.is_abstract(name):
            return ""
        for ancestor in self._world.names.ancestors(name):
            if isinstance(written := self._settings.get((ancestor, "table_name")), str):
                return written
        base = self.base_class(name)
        inflector = self._world.inflector
        last = inflector.underscore(demodulize(base))
        plural = self._settings.get(("", "pluralize_table_names")) is not False
        table = inflector.pluralize(last) if plural else last
        return self._prefix(base) + self._container(base) + table + self._affix(base, "table_name_suffix")

    def _prefix(self, name: str) -> str:
        return self._affix(name, "table_name_prefix")

    def _affix(self, name: str, setting: str) -> str:
        """A prefix or suffix of the class, of the nearest module around it, or of the whole application."""
        own = [name, *self._world.names.ancestors(name)]
        outer = name
        while "::" in outer:
            outer = outer.rsplit("::", 1)[0]
            own.append(outer)
        for place in own:
            if isinstance(written := self._settings.get((place, setting)), str):
                return written
            if setting == "table_name_prefix" and place in self._isolated:
                return self._world.inflector.underscore(place).replace("/", "_") + "_"
        written = self._settings.get(("", setting))
        return written if isinstance(written, str) else ""

    def _container(self, name: str) -> str:
        """A record nested in another record has that one's table in its name."""
        outer = name.rsplit("::", 1)[0] if "::" in name else ""
        if not outer or not self.is_record(outer) or self.is_abstract(outer):
            return ""
        table = self.table(outer)
        prefix = self._prefix(name)
        table = table.removeprefix(prefix) if prefix and prefix == self._prefix(outer) else table
        return self._world.inflector.singularize(table) + "_"

    @cached_property
    def _isolated(self) -> set[str]:
        every = self._world.components
        return {name for component in every for name in component.facts.values("isolated_namespaces")}

    @cached_property
    def _settings(self) -> dict[tuple[str, str], Any]:
        """Table settings by (class, or nothing for the application; setting)."""
        return {
            (fact["owner"], fact["name"]): fact["value"]
            for component in self._world.components
            for fact in component.facts.values("table_settings")
        }

    def models(self, component: Component) -> list[str]:
        """Records that a file defines, the one it is about first."""
        constants = component.facts.values("constants")
        return [constant["name"] for constant in constants if self.is_record(constant["name"])]


def _is_base(written: str) -> bool:
    return written in _BASES or demodulize(written) == "ApplicationRecord"


def tables(world: World, found: Collector) -> None:
    """Derive `table` and `columns` of every model from the schema file; without one, the table's name alone."""
    schema = _schema(world)
    for component in world.components:
        if component.support or component.type == "spec":
            continue
        models = [name for name in world.records.models(component) if not world.records.is_abstract(name)]
        if not models:
            continue
        table = world.records.table(models[0])
        here = component.facts.get("constants")[0]
        home, fact, columns = schema.get(table, (component, here, []))
        found.derive(component, "table", table, home, fact)
        for column in columns:
            known = {key: item for key, item in column.value.items() if key != "table"}
            found.derive(component, "columns", known, home, column)


def _schema(world: World) -> dict[str, tuple[Component, Fact, list[Fact]]]:
    """(schema file, its fact, facts of the columns) by table; the application's main schema wins."""
    found: dict[str, tuple[Component, Fact, list[Fact]]] = {}
    for component in sorted(world.components, key=lambda c: (not c.path.startswith("db/"), c.path.count("_"))):
        columns: dict[str, list[Fact]] = {}
        for fact in component.facts.get("columns") if component.support else ():
            columns.setdefault(fact.value["table"], []).append(fact)
        for fact in component.facts.get("tables") if component.support else ():
            name = fact.value["name"]
            found.setdefault(name, (component, fact, columns.get(name, [])))
    return found
