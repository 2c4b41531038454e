"""Classes that a word of the code may mean: what associations of that name lead to, and who descends from a class."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codens_rails.resolve.world import World


class Meant:
    """Guesses from the whole application, for variables and methods of which only the name is known."""

    def __init__(self, world: World) -> None:
        self._world = world

    def by_association(self, word: str) -> list[str]:
        """Classes that associations called `word` lead to, whosever they are; a delegated type names its own."""
        return self._associated.get(word, [])

    @cached_property
    def _associated(self) -> dict[str, list[str]]:
        found: dict[str, dict[str, None]] = {}
        associations = self._world.associations
        for association in associations.all():
            known = found.setdefault(association.name, {})
            for written in association.options.get("types", ()) if association.macro == "delegated_type" else ():
                known[str(written).removeprefix("::")] = None
            target = associations.target(association)
            if target.reason is None:
                known[target.name] = None
        return {word: list(names) for word, names in found.items()}

    def below(self, name: str) -> list[str]:
        """Models that descend from a class, in order of their names."""
        return self._below.get(name, [])

    @cached_property
    def _below(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        names = self._world.names
        for component in self._world.by_type.get("model", ()):
            own = names.primary(component)
            for ancestor in names.ancestors(own)[1:] if own else ():
                found.setdefault(ancestor, []).append(own)
        return found
