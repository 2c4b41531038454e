"""Serializers, presenters, validators and view components that code names: uses of a special kind."""

from __future__ import annotations

from collections.abc import Sequence

from codens_core.graph.facts import Fact
from codens_core.graph.records import Component
from codens_core.plugin.resolving import Collector, Hit, Reason, Rule
from codens_rails.resolve.targets import Targets
from codens_rails.resolve.world import World

_GUESSED = 0.7
"""Confidence of a serializer or decorator that only the likely class of an object tells."""
_SUFFIXES = {
    "serializer": ("Serializer", "Blueprint", "Resource"),
    "presenter": ("Presenter", "Decorator", "ViewModel", "Component", "ViewObject"),
}


def _used(world: World, kind: str) -> Rule:
    """References whose constant is used in the way that `kind` tells."""
    targets = Targets(world)

    def rule(component: Component, fact: Fact) -> Sequence[Hit] | Reason:
        found, reason = targets.named(fact.value)
        if found is None:
            return reason
        return [Hit(found, attributes={"kind": kind})] if found.key != component.key else "ignored"

    return rule


def serializer_rule(world: World) -> Rule:
    """`serializer: PostSerializer`."""
    return _used(world, "serializes")


def validates_rule(world: World) -> Rule:
    """`validates_with AddressValidator`."""
    return _used(world, "validates")


def serialized_rule(world: World) -> Rule:
    """`render json: @post`: ActiveModel::Serializer looks `PostSerializer` up by the object's class."""
    return _by_class(world, "Serializer", "serializer", "serializes")


def decorated_rule(world: World) -> Rule:
    """`@post.decorate` → `PostDecorator`."""
    return _by_class(world, "Decorator", "presenter", "presents")


def _by_class(world: World, suffix: str, kind: str, use: str) -> Rule:
    """The class of a suffix for what an expression is likely an object of."""

    def rule(component: Component, fact: Fact) -> Sequence[Hit] | Reason:
        words = [world.inflector.classify(word) for word in fact.value.get("words", ())]
        for name in [*fact.value.get("types", ()), *words]:
            found = world.names.find(name + suffix, fact.value.get("scope", ()))
            if found is None or found.rest or found.component is None or found.component.type != kind:
                continue
            if suffix == "Serializer" and "ActiveModel::Serializer" not in world.names.outside_ancestors(found.name):
                continue
            return [Hit(found.component, confidence=_GUESSED, attributes={"kind": use})]
        return "ignored"

    return rule


def component_rule(world: World) -> Rule:
    """A view component that is rendered: a class of the application, else a library's (told by its constant)."""
    use = _used(world, "presents")

    def rule(component: Component, fact: Fact) -> Sequence[Hit] | Reason:
        outcome = use(component, fact)
        return "ignored" if isinstance(outcome, str) else outcome

    return rule


def subjects(world: World, found: Collector) -> None:
    """`subject` of serializers and presenters: the component that their name, without its suffix, names."""
    for kind, suffixes in _SUFFIXES.items():
        for component in world.by_type.get(kind, ()):
            for fact in component.facts.get("constants")[:1]:
                name = fact.value["name"]
                bare = next((name.removesuffix(suffix) for suffix in suffixes if name.endswith(suffix)), "")
                *_, last = bare.split("::")
                subject = world.names.get(bare) or world.names.get(last)
                if bare and subject is not None and subject.key != component.key:
                    found.derive(component, "subject", world.names.primary(subject), component, fact)
