"""References that name a constant."""

from __future__ import annotations

from collections.abc import Sequence

from codens_core.graph.facts import Fact
from codens_core.graph.records import Component
from codens_core.plugin.resolving import Hit, Reason, Rule
from codens_rails.resolve.world import World


def constant_rule(world: World) -> Rule:
    """The component that defines the constant named at the reference's lexical scope."""

    def rule(component: Component, fact: Fact) -> Sequence[Hit] | Reason:
        reference = fact.value
        found = world.names.lookup(reference["name"], reference.get("scope", ()))
        if found is None:
            return "missing"
        return [Hit(found[1])]

    return rule
