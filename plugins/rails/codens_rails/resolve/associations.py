"""Associations as ActiveRecord's reflections see them: whose they are, and the class each leads to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from codens_core.graph.facts import Fact
from codens_core.graph.records import Component
from codens_core.plugin.resolving import Reason
from codens_rails.resolve.inflector import demodulize

if TYPE_CHECKING:
    from codens_rails.resolve.macros import MacroCall
    from codens_rails.resolve.world import World

_COLLECTIONS = ("has_many", "has_and_belongs_to_many")
_GUESS = 0.7
"""Confidence of a class found by something that Rails itself would not try."""


@dataclass(frozen=True, slots=True)
class Association:
    """One association of one class. `component` is the file that declares it (a concern's, perhaps)."""

    owner: str
    macro: str
    name: str
    options: Mapping[str, Any]
    component: Component
    fact: Fact
    via: str = ""
    """Empty when the class itself declares it; else `included`, `reopened` or the name of a macro."""

    @property
    def polymorphic(self) -> bool:
        """Whether its class stands in the row."""
        return self.macro == "delegated_type" or bool(self.options.get("polymorphic"))


@dataclass(frozen=True, slots=True)
class Target:
    """The class that an association leads to, or why none is known; `name` is then what was looked for."""

    name: str
    reason: Reason | None = None
    confidence: float = 1.0


class Associations:
    """All associations of an application by owner and name."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._own: dict[str, dict[str, Association]] = {}
        self.lost: list[tuple[Component, Fact, str]] = []
        """Declarations on classes that the application does not define."""
        self._targets: dict[int, Target] = {}
        for association in [*self._declared(), *self._by_macros()]:
            self._own.setdefault(association.owner, {}).setdefault(association.name, association)

    # who has which

    def _declared(self) -> Iterator[Association]:
        for component in self._world.components:
            if component.type == "spec":
                continue
            for fact in component.facts.get("associations"):
                owners, via = self._owners(component, fact)
                for owner in owners:
                    yield _association(owner, fact.value, component, fact, via)
                if not owners and "on" in fact.value:
                    self.lost.append((component, fact, fact.value["on"]))

    def _owners(self, component: Component, fact: Fact) -> tuple[list[str], str]:
        where = fact.value
        owner = where.get("owner", "")
        if "on" in where:
            found = self._world.names.lookup(where["on"], where.get("scope", ()))
            return ([found[0]], "reopened") if found is not None else ([], "")
        if where.get("via") == "included" or self._world.names.kind(owner) == "module":
            return [base for base in self._world.mixins.bases(owner) if self._has_rows(base)], "included"
        return ([owner], "") if self._has_rows(owner) else ([], "")

    def _has_rows(self, name: str) -> bool:
        """Whether a class is ActiveRecord's, or stands among the models below a class that is not known here."""
        if self._world.records.is_record(name):
            return True
        home, above = self._world.names.get(name), self._world.names.superclass(name)
        return home is not None and home.type == "model" and above is not None and self._world.names.is_class(name)

    def _by_macros(self) -> Iterator[Association]:
        macros = self._world.macros
        for name, adds in macros.table.items():
            for call in macros.calls.get(name, ()) if name not in self._own_macros() else ():
                for owner in macros.owners(call):
                    yield from self._from_table(owner, adds, call, name)
        for component, fact in self._own_macro_facts():
            member, definer = fact.value["member"], fact.value.get("owner", "")
            for call in macros.calls.get(member, ()):
                for owner in macros.owners(call):
                    if macros.means(owner, member, definer):
                        yield from self._from_macro(owner, component, fact, call, member)

    def _own_macro_facts(self) -> Iterator[tuple[Component, Fact]]:
        for component in self._world.components:
            if component.type != "spec":
                for fact in component.facts.get("macro_associations"):
                    yield component, fact

    def _own_macros(self) -> set[str]:
        return {fact.value["member"] for _, fact in self._own_macro_facts()}

    def _from_macro(
        self, owner: str, component: Component, fact: Fact, call: MacroCall, macro: str
    ) -> Iterator[Association]:
        """Associations that an own macro's method declares; a name it is given comes from the call's arguments."""
        for name in [fact.value["name"]] if fact.value["name"] != "*" else call.fact.value.get("args", ()):
            yield _association(owner, {**fact.value, "name": name}, component, fact, macro)

    def _from_table(self, owner: str, adds: list[dict[str, Any]], call: MacroCall, macro: str) -> Iterator[Association]:
        for known in adds:
            arguments = call.fact.value.get("args", ()) if "{arg}" in str(known) else ("",)
            for argument in arguments:
                filled = {
                    key: item.replace("{arg}", argument).replace("{owner}", owner) if isinstance(item, str) else item
                    for key, item in known.items()
                }
                yield _association(owner, filled, call.component, call.fact, macro)

    def all(self) -> Iterator[Association]:
        """Every association, owner by owner in order of declaration."""
        for mine in self._own.values():
            yield from mine.values()

    def get(self, owner: str, name: str) -> Association | None:
        """The association `name` of a class or of a class it descends from."""
        for ancestor in self._world.names.ancestors(owner) or [owner]:
            if (found := self._own.get(ancestor, {}).get(name)) is not None:
                return found
        return None

    # where each leads

    def target(self, association: Association) -> Target:
        """The class an association leads to."""
        key = id(association)
        if key not in self._targets:
            self._targets[key] = Target(association.name, "dynamic")
            found = self._find(association)
            a_gems = found.reason == "missing" and association.via in self._world.macros.table
            self._targets[key] = Target(found.name, "external") if a_gems else found
        return self._targets[key]

    def _find(self, association: Association) -> Target:
        if association.name == "*" or association.polymorphic:
            return Target(association.name, "dynamic")
        if "through" in association.options:
            return self._through(association)
        written = self.class_name(association)
        found = self.compute_type(association.owner, written)
        if found.reason and "class_name" not in association.options:
            literal = self._world.inflector.camelize(association.name)
            second = self.compute_type(association.owner, literal)
            if not second.reason:
                return Target(second.name, None, _GUESS)
        return found

    def class_name(self, association: Association) -> str:
        """The class name as reflection has it: given, or made from the association's name."""
        given = association.options.get("class_name")
        if isinstance(given, str):
            return "::" + association.owner if given == "self" else given
        inflector = self._world.inflector
        name = association.name
        return inflector.camelize(inflector.singularize(name) if association.macro in _COLLECTIONS else name)

    def compute_type(self, owner: str, written: str) -> Target:
        """ActiveRecord's `compute_type`: the nearest class by the owner's name, whatever the lexical nesting was.

        A class of the owner's own last name is found first at top level since Rails 7.2.
        """
        if written.startswith("::"):
            return self._exactly(written.removeprefix("::"))
        version = self._world.rails_version
        if demodulize(owner) == written and version >= (7, 2) and self._is_class(written):
            always = (7, 2, 0) <= version < (7, 2, 2)
            if always or self._world.records.is_record(written):
                return Target(written)
        scope = owner
        while True:
            if self._is_class(candidate := f"{scope}::{written}"):
                return Target(candidate)
            if "::" not in scope:
                return self._exactly(written)
            scope = scope.rsplit("::", 1)[0]

    def _is_class(self, name: str) -> bool:
        return self._world.names.kind(name) in ("class", "assigned", "module")

    def _exactly(self, name: str) -> Target:
        if self._is_class(name):
            return Target(name)
        return Target(name, self._world.absence(name))

    def _through(self, association: Association) -> Target:
        middle = self.get(association.owner, str(association.options["through"]))
        if middle is None:
            return self._by_name(association, "missing")
        between = self.target(middle)
        if between.reason is not None:
            return self._by_name(association, between.reason)
        options = association.options
        if isinstance(given := options.get("class_name") or options.get("source_type"), str):
            return self.compute_type(association.owner, given)
        source = self._source(association, between.name)
        if source is None:
            return self._by_name(association, "missing")
        if source.polymorphic:
            return Target(association.name, "dynamic")
        beyond = self.target(source)
        if "through" not in source.options and not beyond.reason:
            nearer = self.compute_type(association.owner, self.class_name(source))
            return nearer if not nearer.reason else beyond
        return beyond

    def _source(self, association: Association, between: str) -> Association | None:
        given = association.options.get("source")
        names = [given] if given else [self._world.inflector.singularize(association.name), association.name]
        return next((found for name in names if (found := self.get(between, str(name))) is not None), None)

    def _by_name(self, association: Association, reason: Reason) -> Target:
        """Where a chain is broken, the class that the name (or `source`) suggests, if there is one."""
        name = str(association.options.get("source") or association.name)
        inflector = self._world.inflector
        found = self.compute_type(association.owner, inflector.camelize(inflector.singularize(name)))
        return Target(association.name, reason) if found.reason else Target(found.name, None, _GUESS)


def _association(owner: str, value: Mapping[str, Any], component: Component, fact: Fact, via: str) -> Association:
    skipped = ("macro", "name", "owner", "on", "via", "member", "scope")
    options = {key: item for key, item in value.items() if key not in skipped}
    return Association(owner, value["macro"], value["name"], options, component, fact, via)
