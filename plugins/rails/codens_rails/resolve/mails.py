"""Mails that are sent: the mailer at the root of the call, with the mail's action."""

from __future__ import annotations

from collections.abc import Sequence

from codens_core.graph.facts import REFERENCES, Fact
from codens_core.graph.records import Component
from codens_core.plugin.resolving import Hit, Reason, Rule
from codens_rails.resolve.targets import Targets
from codens_rails.resolve.world import World

_MAILER = ("mailer",)
_NO_ACTIONS = ("with", "delay", "delay_for", "delay_until", "send", "public_send", "new", "set")


def mail_rule(world: World) -> Rule:
    """`UserMailer.with(x).welcome.deliver_later` and its kin."""
    targets = Targets(world)

    def rule(component: Component, fact: Fact) -> Sequence[Hit] | Reason:
        reference = fact.value
        found, reason = targets.named(reference)
        if found is None:
            quiet = component.type == "spec" or reference.get("api") == "deliver" or _has_candidates(component)
            if reason == "dynamic" and quiet:
                return "ignored"
            return reason
        return _hit(found, reference) if _is_mailer(targets, found) else "ignored"

    return rule


def mail_own_rule(world: World) -> Rule:
    """A mailer that delivers its own mail: `welcome(user).deliver_later`."""
    targets = Targets(world)

    def rule(component: Component, fact: Fact) -> Sequence[Hit] | Reason:
        found = targets.owner(fact.value)
        actions = {method["name"] for method in component.facts.values("methods")}
        return _hit(found, fact.value) if found is not None and fact.value["name"] in actions else "ignored"

    return rule


def mail_candidate_rule(world: World) -> Rule:
    """`UserMailer.welcome(x)` in a file that delivers something: sent if it is a mail of that mailer."""
    targets = Targets(world)

    def rule(component: Component, fact: Fact) -> Sequence[Hit] | Reason:
        found, _ = targets.named(fact.value)
        if found is None or not _is_mailer(targets, found):
            return "ignored"
        return _hit(found, fact.value)

    return rule


def _has_candidates(component: Component) -> bool:
    return any(reference["resolve"] == "mail_candidate" for reference in component.facts.values(REFERENCES))


def _is_mailer(targets: Targets, component: Component) -> bool:
    return component.type in _MAILER or targets.descends(component, _MAILER)


def _hit(found: Component, reference: dict[str, str]) -> list[Hit]:
    attributes: dict[str, object] = {}
    if (action := reference.get("action", "")) and action not in _NO_ACTIONS:
        attributes["action"] = action
    if "api" in reference:
        attributes["how"] = reference["api"]
    return [Hit(found, attributes=attributes)]
