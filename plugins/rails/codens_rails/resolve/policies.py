"""Which policy guards: Pundit's finder, Action Policy's lookup and CanCanCan's ability."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from codens_core.graph.facts import REFERENCES, Fact
from codens_core.graph.records import Component
from codens_core.plugin.resolving import Collector, Hit, Reason, Rule
from codens_rails.resolve.targets import Targets
from codens_rails.resolve.world import World

_BY_NAME = 0.8
"""Confidence of a policy that only a variable's name tells."""
_BY_ENDING = 0.6
"""Confidence of the only policy whose name ends as expected."""
_ASKS_ACTION = ("authorize", "authorize!")
"""Calls that ask for the action's own query when none is named."""
_BY_CONTROLLER = 0.5
"""Confidence of a policy that only the controller's name tells."""


def policy_constant_rule(world: World) -> Rule:
    """A policy named as a class: `policy_class: X`, `with: X`, `X::Scope.new`."""
    targets = Targets(world)
    queries = _Queries(world)

    def rule(component: Component, fact: Fact) -> Sequence[Hit] | Reason:
        found, reason = targets.named(fact.value)
        if found is None or found.type != "policy":
            return reason if found is None else "ignored"
        return [Hit(found, attributes=queries.of(fact.value))]

    return rule


def policy_rule(world: World) -> Rule:
    """The policy of what is authorized: by its class where that is known, else by how it is called."""
    finder = _Finder(world)
    queries = _Queries(world)

    def rule(component: Component, fact: Fact) -> Sequence[Hit] | Reason:
        if fact.value.get("api") == "authorize!" and not finder.any and finder.abilities:
            return finder.ability(fact.value)
        for policy, confidence in finder.candidates(component, fact.value):
            return [Hit(policy, confidence=confidence, attributes=queries.of(fact.value))]
        return "missing" if "symbol" in fact.value or fact.value.get("types") else "dynamic"

    return rule


def ability_rule(world: World) -> Rule:
    """CanCanCan's ability class; where there is none it is another library's call."""
    finder = _Finder(world)

    def rule(component: Component, fact: Fact) -> Sequence[Hit] | Reason:
        return finder.ability(fact.value)

    return rule


class _Queries:
    """What is asked of a policy: the query named, else the one of the action that runs."""

    def __init__(self, world: World) -> None:
        self._runners = world.runners

    def of(self, reference: Mapping[str, Any]) -> dict[str, Any]:
        """Attributes `how` and `query` of a relation."""
        found: dict[str, Any] = {"how": reference["api"]} if "api" in reference else {}
        if query := reference.get("query"):
            found["query"] = query if query.endswith("?") else query + "?"
        elif reference.get("api") in _ASKS_ACTION and reference.get("scope"):
            actions = self._actions(reference["scope"][-1], reference.get("member", ""))
            if actions:
                found["query"] = [f"{action}?" for action in actions]
        return found

    def _actions(self, owner: str, member: str) -> list[str]:
        """Actions that lead to a method, in all controllers that have it."""
        found: dict[str, None] = {}
        for runner in self._runners.users(owner):
            reached = [name for name, sure in runner.reached.get((owner, member), {}).items() if sure == 1.0]
            found.update(dict.fromkeys(runner.reachable(reached)))
        return list(found)


class _Finder:
    def __init__(self, world: World) -> None:
        self._world = world
        self._policies = {
            constant["name"]: component
            for component in world.by_type.get("policy", ())
            for constant in component.facts.values("constants")
        }
        self.abilities = [c for c in world.by_type.get("policy", ()) if _is_ability(c)]
        self._spaces: dict[tuple[str, str], list[str]] = {
            (fact["owner"], fact["api"]): fact["namespace"]
            for component in world.components
            for fact in component.facts.values("policy_namespaces")
        }
        self.any = any(name.endswith("Policy") for name in self._policies)

    def candidates(self, component: Component, reference: Mapping[str, Any]) -> Iterator[tuple[Component, float]]:
        """(policy, confidence), best first."""
        spaces = [*self._space(reference), *reference.get("namespace", ())]
        lead = [self._world.inflector.camelize(name) for name in spaces if name]
        for name, confidence in self._classes(component, reference):
            full = "::".join([*lead, name]) + "Policy"
            if (policy := self._policies.get(full)) is not None:
                yield policy, confidence
        for word in reference.get("words", ()):
            ending = "::" + self._world.inflector.classify(word) + "Policy"
            endings = [name for name in self._policies if name.endswith(ending) and name.startswith("::".join(lead))]
            if len(endings) == 1:
                yield self._policies[endings[0]], _BY_ENDING
        if not lead and component.type == "controller" and reference.get("api") in ("authorize", "authorize!"):
            yield from self._by_controller(component)

    def _space(self, reference: Mapping[str, Any]) -> list[str]:
        """The namespace that the controller's own `authorize` puts before every record."""
        scope = reference.get("scope", ())
        for owner in self._world.names.ancestors(scope[-1]) if scope and self._spaces else ():
            if (space := self._spaces.get((owner, reference.get("api", "")))) is not None:
                return space
        return []

    def _classes(self, component: Component, reference: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
        inflector = self._world.inflector
        if "symbol" in reference:
            yield inflector.camelize(reference["symbol"]), 1.0
        for name in reference.get("types", ()):
            found = self._world.names.find(name, reference.get("scope", ()))
            if found is not None and not found.rest:
                yield found.name, 1.0
            else:
                yield name.removeprefix("::"), 0.9
        for word in reference.get("words", ()):
            targets = self._world.meant.by_association(word)
            if len(targets) == 1:
                yield targets[0], _BY_NAME
            yield inflector.classify(word), _BY_NAME

    def _by_controller(self, component: Component) -> Iterator[tuple[Component, float]]:
        name = self._world.names.primary(component).removesuffix("Controller")
        *spaces, last = name.split("::")
        single = self._world.inflector.classify(self._world.inflector.underscore(last)) if last else ""
        for full in ("::".join([*spaces, single]), single):
            if (policy := self._policies.get(full + "Policy")) is not None:
                yield policy, _BY_CONTROLLER

    def ability(self, reference: Mapping[str, Any]) -> list[Hit] | Reason:
        """The ability class: `Ability` where several define abilities."""
        main = [c for c in self.abilities if self._world.names.primary(c) == "Ability"] or self.abilities
        if not main:
            return "ignored"
        if len(main) > 1:
            return "ambiguous"
        named = {"how": reference["api"], "query": reference.get("query"), "subject": reference["name"]}
        return [Hit(main[0], attributes={key: part for key, part in named.items() if part})]


def _is_ability(component: Component) -> bool:
    return any(
        reference["resolve"] == "extension" and reference["name"].removeprefix("::") == "CanCan::Ability"
        for reference in component.facts.values(REFERENCES)
    )


def guard(world: World, found: Collector) -> None:
    """A policy's `subject` is what its name says it guards."""
    for component in world.by_type.get("policy", ()):
        for fact in component.facts.get("constants")[:1]:
            name = fact.value["name"].removesuffix("Policy")
            guarded = world.names.get(name) or world.names.get(name.rsplit("::", 1)[-1])
            if name != fact.value["name"] and guarded is not None:
                found.derive(component, "subject", world.names.primary(guarded), component, fact)
