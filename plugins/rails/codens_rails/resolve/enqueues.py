"""Jobs that are enqueued or run, by the whole interface of Active Job, Sidekiq, Resque and Delayed Job."""

from __future__ import annotations

from collections.abc import Sequence

from codens_core.graph.facts import REFERENCES, Fact
from codens_core.graph.records import Component
from codens_core.plugin.resolving import Hit, Reason, Rule
from codens_rails.resolve.targets import Targets, is_own
from codens_rails.resolve.world import World

JOBS = ("job", "worker")


def enqueue_rule(world: World) -> Rule:
    """The job whose class stands at the root of the call; `perform_later` on itself is the class around it."""
    targets = Targets(world)

    def rule(component: Component, fact: Fact) -> Sequence[Hit] | Reason:
        reference = fact.value
        if is_own(reference["name"]):
            found = targets.owner(reference)
            return _hit(found, reference) if found is not None and _is_job(targets, found) else "ignored"
        if reference["name"] == "described_class":
            reference = {**reference, "name": _described(component)}
        found, reason = targets.named(reference)
        if found is None:
            return "ignored" if reason == "dynamic" and component.type == "spec" else reason
        return _hit(found, reference) if _is_job(targets, found) else "ignored"

    return rule


def _described(component: Component) -> str:
    """The constant that a test describes first."""
    names = [r["name"] for r in component.facts.values(REFERENCES) if r["resolve"] == "described"]
    return names[0] if names else ""


def _hit(found: Component, reference: dict[str, str]) -> list[Hit]:
    return [Hit(found, attributes={"how": reference["api"]} if "api" in reference else {})]


def _is_job(targets: Targets, component: Component) -> bool:
    return component.type in JOBS or targets.descends(component, JOBS)
