"""What other files say of jobs: the queue of an ancestor, and the schedules on which they run by themselves."""

from __future__ import annotations

from codens_core.graph.facts import Fact
from codens_core.graph.records import Component
from codens_core.plugin.resolving import Collector
from codens_rails.resolve.world import World

_JOBS = ("job", "worker")


def queues(world: World, found: Collector) -> None:
    """A job that names no queue runs on its ancestor's, else on `default`."""
    for component in (job for kind in _JOBS for job in world.by_type.get(kind, ())):
        name = world.names.primary(component)
        if "queue" in component.facts or not world.names.is_class(name):
            continue
        for home in (world.names.get(ancestor) for ancestor in world.names.ancestors(name)[1:]):
            if home is not None and "queue" in home.facts:
                found.derive(component, "queue", home.facts.one("queue"), home, home.facts.get("queue")[0])
                break
        else:
            fact = component.facts.get("constants")[0]
            found.derive(component, "queue", "default", component, Fact(fact.value, fact.spans[:1] * 2, fact.since))


def schedules(world: World, found: Collector) -> None:
    """`schedule` of the jobs that schedules name."""
    for component in world.components:
        for fact in component.facts.get("schedules"):
            job = _job(world, fact.value["class"])
            if job is not None:
                value = {key: part for key, part in fact.value.items() if key != "class"}
                found.derive(job, "schedule", value, component, fact)


def _job(world: World, name: str) -> Component | None:
    found = world.names.lookup(name)
    return found[1] if found is not None else None
