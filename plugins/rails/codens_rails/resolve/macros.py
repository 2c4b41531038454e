"""Class-level macros: those that the application's own libraries define, and a table of well-known gems'."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from codens_core.graph.facts import REFERENCES, Fact
from codens_core.graph.records import Component
from codens_rails.settings import read_settings

if TYPE_CHECKING:
    from codens_rails.resolve.world import World

_TABLE = Path(__file__).with_name("macros.yaml")
_ADDED = ("::ClassMethods", "::SingletonMethods")


@dataclass(frozen=True, slots=True)
class MacroCall:
    """A macro that `owner` calls in its body (or that a concern calls for it)."""

    owner: str
    component: Component
    fact: Fact


class Macros:
    """Calls of macros by name, and what defines them."""

    def __init__(self, world: World) -> None:
        self._world = world

    @cached_property
    def calls(self) -> dict[str, list[MacroCall]]:
        """Calls by macro name; `owners` tells in which classes one runs."""
        found: dict[str, list[MacroCall]] = {}
        for component in self._world.components:
            if component.type == "spec":
                continue
            for fact in component.facts.get("macros"):
                found.setdefault(fact.value["name"], []).append(MacroCall(fact.value.get("owner", ""), component, fact))
        return found

    @cached_property
    def _definers(self) -> dict[str, set[str]]:
        """Modules and classes with a method that works as a macro, by its name."""
        found: dict[str, set[str]] = {}
        for component in self._world.components:
            for fact in component.facts.values("macro_associations"):
                found.setdefault(fact["member"], set()).add(fact.get("owner", ""))
            for reference in component.facts.values(REFERENCES):
                if reference["resolve"] == "extension" and reference.get("via") == "macro":
                    found.setdefault(reference["member"], set()).add(reference.get("owner", ""))
        return found

    def callers(self, macro: str, definer: str) -> Iterator[str]:
        """Classes that run the macro as `definer` defines it."""
        for call in self.calls.get(macro, ()):
            for owner in self.owners(call):
                if self.means(owner, macro, definer):
                    yield owner

    def owners(self, call: MacroCall) -> list[str]:
        """The classes in whose body a call runs."""
        where = call.fact.value
        if "on" in where:
            found = self._world.names.lookup(where["on"])
            return [found[0]] if found is not None else []
        return self._world.mixins.bases(call.owner) if where.get("via") == "included" else [call.owner]

    def means(self, owner: str, macro: str, definer: str) -> bool:
        """Whether the macro that `owner` calls is the one of `definer`: an ancestor's if any, else the only one."""
        definers = self._definers[macro]
        near = [name for name in definers if _home(name) in self._reach(owner)]
        return definer in near if near else definers == {definer}

    def _reach(self, owner: str) -> set[str]:
        chain = self._world.names.ancestors(owner)
        extended = {e.target for name in chain for e in self._world.mixins.stated(name) if e.kind == "extend"}
        return {*chain, *extended}

    @cached_property
    def table(self) -> dict[str, list[dict[str, Any]]]:
        """Associations by macro: the gems' that are known, then the project's own (`macros` in its settings)."""
        own = read_settings(self._world.project.settings).macros
        return {**_known(), **{name: [item.options() for item in adds] for name, adds in own.items()}}


def _home(definer: str) -> str:
    for ending in _ADDED:
        definer = definer.removesuffix(ending)
    return definer


@cache
def _known() -> dict[str, list[dict[str, Any]]]:
    known = read_settings(yaml.safe_load(_TABLE.read_text(encoding="utf-8")))
    return {name: [item.options() for item in adds] for name, adds in known.macros.items()}
