"""Relations between models: every association to its class, polymorphic ones to every class that answers to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from codens_core.plugin.resolving import Collector, Hit
from codens_rails.resolve.associations import Association, Target

if TYPE_CHECKING:
    from codens_rails.resolve.world import World

_SHOWN = ("through", "source", "source_type", "class_name", "as", "dependent", "foreign_key", "optional", "inverse_of")


def associate(world: World, found: Collector) -> None:
    """Relate all associations; those of concerns and macros are noted on the model as derived values."""
    for association in world.associations.all():
        home = world.names.get(association.owner)
        if home is None:
            continue
        if association.via:
            value = _as_fact(association)
            found.derive(home, "associations", value, association.component, association.fact)
        if association.macro == "delegated_type":
            _delegated(world, found, association)
        elif association.polymorphic:
            continue
        else:
            _relate(world, found, association, world.associations.target(association))
    _invert(world, found)
    for component, fact, name in world.associations.lost:
        if not component.support:
            found.unresolved("associates_with", component, f"{name}.{fact.value['name']}", "external", fact.line)


def _as_fact(association: Association) -> dict[str, Any]:
    """An association in the shape of the static facts, with where it comes from."""
    value = {"macro": association.macro, "name": association.name, **association.options, "owner": association.owner}
    return {**value, "via": association.via, "declared_in": association.component.path}


def _relate(world: World, found: Collector, association: Association, target: Target) -> None:
    home = world.names.get(association.owner)
    if home is None:
        return
    component = world.names.get(target.name) if target.reason is None else None
    if component is None:
        name = association.name if target.reason == "dynamic" else f"{association.name}: {target.name}"
        line = association.fact.line if association.component is home else 0
        found.unresolved("associates_with", home, name, target.reason or "missing", line)
        return
    attributes = {**_shown(association), "target": target.name}
    hit = Hit(component, "", association.name, target.confidence, attributes)
    found.relate("associates_with", home, hit, association.fact, association.component)


def _shown(association: Association) -> dict[str, Any]:
    shown: dict[str, Any] = {"macro": association.macro, "owner": association.owner}
    shown.update((key, association.options[key]) for key in _SHOWN if key in association.options)
    if association.via:
        shown["via"] = association.via
    return shown


def _delegated(world: World, found: Collector, association: Association) -> None:
    """`delegated_type` names its classes itself."""
    for written in association.options.get("types", ()):
        target = world.associations.compute_type(association.owner, f"::{str(written).removeprefix('::')}")
        _point(world, found, association, target.name if target.reason is None else "", None)


def _invert(world: World, found: Collector) -> None:
    """`has_many :photos, as: :commentable` makes its owner a possible target of the polymorphic `commentable`."""
    answered: set[tuple[str, str]] = set()
    for association in world.associations.all():
        name = association.options.get("as")
        target = world.associations.target(association) if name else None
        if target is None or target.reason is not None or "through" in association.options:
            continue
        inverse = world.associations.get(target.name, str(name))
        if inverse is not None and inverse.polymorphic:
            answered.add((inverse.owner, inverse.name))
            _point(world, found, inverse, association.owner, association)
    for association in world.associations.all():
        open_ended = association.polymorphic and association.macro != "delegated_type"
        home = world.names.get(association.owner)
        if open_ended and home is not None and (association.owner, association.name) not in answered:
            line = association.fact.line if association.component is home else 0
            found.unresolved("associates_with", home, association.name, "dynamic", line)


def _point(world: World, found: Collector, inverse: Association, owner: str, by: Association | None) -> None:
    """A possible target of a polymorphic association, shown by both sides."""
    home, target = world.names.get(inverse.owner), world.names.get(owner) if owner else None
    if home is None or target is None:
        return
    attributes = {**_shown(inverse), "macro": "belongs_to", "polymorphic": True, "target": owner}
    hit = Hit(target, "", inverse.name, 1.0, attributes)
    found.relate("associates_with", home, hit, inverse.fact, inverse.component)
    if by is not None:
        found.relate("associates_with", home, hit, by.fact, by.component)
