"""Templates of view components: beside the class, in a folder of its name, or the parent's."""

from __future__ import annotations

import re
from dataclasses import replace

from codens_core.graph.records import Component
from codens_core.plugin.resolving import Collector, Hit
from codens_rails.resolve.world import World

_TEMPLATE = re.compile(r"(?P<stem>.*/)(?P<name>[^/.]+)(?:/(?P=name))?\.[^/]*\Z")


def sidecars(world: World, found: Collector) -> None:
    """Relate each component class to its own templates, else to those of the nearest ancestor that has some."""
    templates = _by_stem(world)
    for component in world.by_type.get("presenter", ()):
        name = world.names.primary(component)
        own_call = any(m["name"] == "call" and m["owner"] == name for m in component.facts.values("methods"))
        for ancestor in world.names.ancestors(name) if name else ():
            home = world.names.get(ancestor)
            mine = templates.get(home.path.removesuffix(".rb"), []) if home is not None else []
            for template in mine:
                fact = component.facts.get("constants")[0]
                shown = replace(fact, value={}, spans=fact.spans[:1] * 2)
                kind = "implicit" if home is component else "inherited"
                found.relate("renders_view", component, Hit(template, attributes={"kind": kind}), shown)
            if mine or own_call:
                break


def _by_stem(world: World) -> dict[str, list[Component]]:
    """Templates below component folders by the path of the class they belong to."""
    found: dict[str, list[Component]] = {}
    for view in world.by_type.get("view", ()):
        folder, _, base = view.path.rpartition("/")
        stem = base.split(".", 1)[0]
        inside = f"{folder}.rb" in world.by_path and folder.rpartition("/")[2] == stem
        found.setdefault(folder if inside else f"{folder}/{stem}", []).append(view)
    return found
