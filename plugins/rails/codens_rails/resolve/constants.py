"""References that name a constant: what they become depends on what the constant is."""

from __future__ import annotations

from collections.abc import Sequence

from codens_core.graph.facts import Fact
from codens_core.graph.records import Component
from codens_core.plugin.resolving import Hit, Reason, Rule
from codens_rails.resolve.builtins import RUBY
from codens_rails.resolve.names import Found, Names
from codens_rails.resolve.world import World

_MODELS = ("model",)
_KINDS = {"serializer": "serializes", "presenter": "presents", "validator": "validates"}
_USED = (
    "service", "library", "serializer", "presenter", "validator", "concern", "helper", "job", "worker", "mailer",
    "controller", "policy",
)  # fmt: skip
_PARTLY = 0.8
"""Confidence when only the first part of a constant path is known here."""
_REGISTERED = 0.7
"""Confidence of a class that stands in a constant somebody uses."""
_FITTING = 0.5
"""Confidence of a class whose name fits a pattern."""
_MOST = 20
"""A pattern that more classes fit tells nothing."""
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
        names = world.names_for(component)
        found = names.find(name, reference.get("scope", ()))
        if (found is None or found.rest) and name.removeprefix("::") in world.configured:
            return _members(world, name.removeprefix("::"), component) or "ignored"
        if found is None:
            return "ignored" if name.removeprefix("::").split("::")[0] in RUBY else "external"
        partly = bool(found.rest)
        if found.component is None or (partly and not _may_hold(names, found.name)):
            return world.absence(name) if partly else "ignored"
        if found.component.key == component.key:
            return "ignored"
        hits = use(found.component, _PARTLY if partly else 1.0)
        return _with_members(world, found, component, hits) if names.kind(found.name) == "value" else hits

    return rule


def _may_hold(names: Names, name: str) -> bool:
    """Whether a library may have put constants into a class or module of the application: as an ancestor of it."""
    return names.is_class(name) or bool(names.outside_ancestors(name, ("include", "prepend")))


def _with_members(world: World, found: Found, user: Component, hits: list[Hit] | Reason) -> list[Hit] | Reason:
    """A constant that holds classes (a registry) leads to each of them as well, though less surely."""
    return [*([] if isinstance(hits, str) else hits), *_members(world, found.name, user)] or hits


def _members(world: World, constant: str, user: Component) -> list[Hit]:
    """What using the classes is that stand in a constant."""
    listed: list[Hit] = []
    for member in world.registries.get(constant, ()):
        target = world.names.get(member)
        more = use(target, _REGISTERED) if target is not None and target.key != user.key else "ignored"
        listed += [] if isinstance(more, str) else more
    return listed


def pattern_rule(world: World) -> Rule:
    """`"Billing::#{kind}Service".constantize`: every class whose name fits, none of them surely."""

    def rule(component: Component, fact: Fact) -> Sequence[Hit] | Reason:
        names = world.names.matching(fact.value["name"])
        targets = {home.key: home for name in names if (home := world.names.get(name)) is not None}
        targets.pop(component.key, None)
        if not 0 < len(targets) <= _MOST:
            return "dynamic"
        found = [use(target, _FITTING) for target in targets.values()]
        return [hit for hits in found if not isinstance(hits, str) for hit in hits] or "ignored"

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
