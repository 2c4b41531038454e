"""From facts to relations by the rules of Ruby, Zeitwerk and Rails: one module a subject.

`RULES` give references their meaning by the name in `resolve`; `STEPS` find what no single reference says (implicit
templates, columns, routes of a controller).
"""

from __future__ import annotations

from collections.abc import Callable

from codens_core.plugin.records import Project, Resolution
from codens_core.plugin.resolving import Collector, Rule
from codens_rails.resolve.constants import constant_rule
from codens_rails.resolve.world import World

RULES: dict[str, Callable[[World], Rule]] = {"constant": constant_rule}
STEPS: tuple[Callable[[World, Collector], None], ...] = ()


def resolve(project: Project) -> Resolution:
    """Resolve every reference of one application."""
    world, found = World(project), Collector()
    found.run(world.components, {name: make(world) for name, make in RULES.items()})
    for step in STEPS:
        step(world, found)
    return found.resolution()
