"""References that name a constant: what they become depends on what the constant is."""

from __future__ import annotations

from collections.abc import Sequence

from codens_core.graph.facts import Fact
from codens_core.graph.records import Component
from codens_core.plugin.resolving import Hit, Reason, Rule
from codens_rails.resolve.builtins import RUBY
from codens_rails.resolve.world import World

_MODELS = ("model",)
_KINDS = {"serializer": "serializes", "presenter": "presents", "validator": "validates"}
_USED = (
    "service", "library", "serializer", "presenter", "validator", "concern", "helper", "job", "worker", "mailer",
    "controller", "policy",
)  # fmt: skip
_PARTLY = 0.8
"""Confidence when only the first part of a constant path is known here."""
_BUILT_IN_CHECKS = (
    "presence", "absence", "length", "numericality", "format", "inclusion", "exclusion", "uniqueness", "acceptance",
    "confirmation", "comparison", "associated",
)  # fmt: skip


def use(target: Component, confidence: float = 1.0) -> list[Hit] | Reason:
    """What using a component is: `invokes_model`, `invokes_service` with its kind, or nothing of either."""
    if target.type in _MODELS:
        return [Hit(target, "invokes_model", confidence=confidence)]
    if target.type in _USED:
        kind = _KINDS.get(target.type, "use")
        return [Hit(target, "invokes_service", confidence=confidence, attributes={"kind": kind})]
    return "ignored"


def constant_rule(world: World) -> Rule:
    """The component that defines the constant named at the reference's lexical scope."""

    def rule(component: Component, fact: Fact) -> Sequence[Hit] | Reason:
        reference = fact.value
        name = reference["name"]
        found = world.names_for(component).find(name, reference.get("scope", ()))
        if (found is None or found.rest) and name.removeprefix("::") in world.configured:
            return "ignored"
        if found is None:
            return "ignored" if name.removeprefix("::").split("::")[0] in RUBY else "external"
        if found.component is None:
            return world.absence(name) if found.rest else "ignored"
        if found.component.key == component.key:
            return "ignored"
        return use(found.component, _PARTLY if found.rest else 1.0)

    return rule


def validator_rule(world: World) -> Rule:
    """`validates :mail, email: true` → `EmailValidator`, looked up on the model and then at top level."""

    def rule(component: Component, fact: Fact) -> Sequence[Hit] | Reason:
        key = fact.value["name"]
        name = f"{world.inflector.camelize(key)}Validator"
        owner = fact.value.get("owner", "")
        found = world.names.lookup(name, [owner] if owner else [])
        if found is None:
            return "ignored" if key in _BUILT_IN_CHECKS else "external"
        hit = Hit(found[1], "invokes_service", attributes={"kind": "validates"})
        return [hit] if found[1].key != component.key else "ignored"

    return rule
