"""Controllers and mailers as they run: prefixes of their lookups, actions, and what each action reaches."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from codens_core.graph.facts import REFERENCES, Fact
from codens_core.graph.records import Component
from codens_rails.resolve.world import World

TYPES = ("controller", "mailer")
_RULES = ("render", "mail_template", "own_calls", "handler", "layout", "view_prefix", "view_name")
_ABSTRACT = re.compile(r"(ActionController|ActionMailer|AbstractController|ActionView)::")
_BEFORE = re.compile(r"(prepend_|append_)?(before|around|after)_(action|filter)\Z")
_GEM_PARENTS = {"devise": ("devise", "ApplicationController")}
"""Libraries whose controllers descend from the application's own: the prefix between, and the parent."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A fact and the component in whose file it stands."""

    component: Component
    fact: Fact


@dataclass
class Owner:
    """What one class or module says: its methods, and its references by rule."""

    methods: dict[str, Shown] = field(default_factory=dict)
    public: list[str] = field(default_factory=list)
    references: dict[str, list[Shown]] = field(default_factory=dict)
    callbacks: list[Shown] = field(default_factory=list)

    def of(self, rule: str) -> list[Shown]:
        """References of a rule, in source order."""
        return self.references.get(rule, [])


class Runner:
    """One controller or mailer class."""

    def __init__(self, runners: Runners, name: str, component: Component) -> None:
        self._all = runners
        self.name = name
        self.component = component
        self.mailer = component.type == "mailer"
        world = runners.world
        self.chain = world.names.ancestors(name)
        self.outside = world.names.outside_ancestors(name)
        gem = next(
            (g for parent in self.outside if (g := _GEM_PARENTS.get(world.inflector.underscore(parent).split("/")[0]))),
            None,
        )
        if gem is not None:
            self.chain = [*self.chain, *(n for n in world.names.ancestors(gem[1]) if n not in self.chain)]
        self.api = any(parent.endswith("ActionController::API") for parent in self.outside)

    @cached_property
    def path(self) -> str:
        """`controller_path` or `mailer_name`: the folder of its own templates."""
        given = [r.fact.value for r in self._owner(self.name).of("view_prefix")]
        own = next((ref["name"] for ref in given if ref.get("method") in ("controller_path", "mailer_name")), None)
        return own or self._all.path_of(self.name, self.mailer)

    @cached_property
    def prefixes(self) -> list[str]:
        """Folders in which names without a slash are looked up, in order."""
        found: dict[str, None] = {}
        for name in self.chain:
            if not self._all.world.names.is_class(name):
                continue
            own = self._all.path_of(name, self.mailer) if name != self.name else self.path
            found[own] = None
            for shown in self._owner(name).of("view_prefix"):
                if shown.fact.value.get("method") in ("local_prefixes", "_prefixes"):
                    found[shown.fact.value["name"]] = None
            for parent in self._all.outside_superclass(name):
                found.update(dict.fromkeys(parent))
        return list(found)

    @cached_property
    def actions(self) -> list[str]:
        """Public methods of the class and its ancestors; inherited ones only with a route, where it has routes."""
        routed = self._all.routed(self.path)
        found: dict[str, None] = {}
        for name in self.chain:
            mine = [method for method in self._owner(name).public if self.definer(method) == name]
            if name != self.name and routed:
                mine = [method for method in mine if method in routed]
            found.update(dict.fromkeys(mine))
        return list(found)

    def reachable(self, actions: Iterable[str]) -> list[str]:
        """Those of `actions` that have a route; all where none has, but none of a class that only lends its methods."""
        found, routed = sorted(set(actions)), self._all.routed(self.path)
        if not routed and self._all.world.routes.routes and not self.mailer and len(self._all.users(self.name)) > 1:
            return []
        return [action for action in found if action in routed] or found

    def _owner(self, name: str) -> Owner:
        return self._all.owner(name)

    def owners(self) -> Iterator[tuple[str, Owner]]:
        """The class and its ancestors with what they say."""
        for name in self.chain:
            yield name, self._owner(name)

    def definer(self, method: str, after: str = "") -> str | None:
        """The first of the chain (behind `after`) that defines a method."""
        chain = self.chain[self.chain.index(after) + 1 :] if after in self.chain else self.chain
        return next((name for name in chain if method in self._owner(name).methods), None)

    @cached_property
    def reached(self) -> dict[tuple[str, str], dict[str, float]]:
        """(owner, member) that runs → actions that lead there, each with its confidence."""
        found: dict[tuple[str, str], dict[str, float]] = {}
        for action in self.actions:
            definer = self.definer(action)
            if definer is not None:
                self._follow(definer, action, action, 1.0, found)
        for hook, owner, actions, confidence in self._hooks():
            for action in actions:
                self._follow(owner, hook, action, confidence, found)
        return found

    def _follow(
        self, owner: str, member: str, action: str, confidence: float, found: dict[tuple[str, str], dict[str, float]]
    ) -> None:
        queue = [(owner, member)]
        while queue:
            place = queue.pop()
            known = found.setdefault(place, {})
            if known.get(action, 0.0) >= confidence:
                continue
            known[action] = confidence
            for name in self._all.called(*place):
                after = place[0] if name == "super" else ""
                target = place[1] if name == "super" else name
                definer = self.definer(target, after)
                if definer is not None:
                    queue.append((definer, target))

    def _hooks(self) -> Iterator[tuple[str, str, list[str], float]]:
        """(member, owner, actions it runs before, confidence) of callbacks, and of handlers of the class itself."""
        skipped = {s.fact.value["name"] for _, owner in self.owners() for s in owner.callbacks if _skips(s.fact)}
        for name, owner in self.owners():
            inherited = self._all.world.names.is_class(name) and name != self.name
            for shown in owner.callbacks:
                callback = shown.fact.value
                if not _BEFORE.match(callback["macro"]) or callback["name"] in skipped:
                    continue
                actions = _conditioned(self.actions, callback)
                if callback["name"] == "(block)":
                    yield callback["macro"], name, actions, _INHERITED if inherited else 1.0
                elif (definer := self.definer(callback["name"])) is not None:
                    yield callback["name"], definer, actions, _INHERITED if inherited else 1.0
            if name == self.name:
                yield "rescue_from", name, self.actions, _HANDLER
                for shown in owner.of("handler"):
                    if (definer := self.definer(shown.fact.value["name"])) is not None:
                        yield shown.fact.value["name"], definer, self.actions, _HANDLER


_INHERITED = 0.7
"""Confidence that an action ends in what a callback of an ancestor renders."""
_HANDLER = 0.7
"""Confidence that an action ends in what the class's error handler renders."""


def _skips(fact: Fact) -> bool:
    return fact.value["macro"].startswith("skip_") and not {"only", "except", "if", "unless"} & fact.value.keys()


def _conditioned(actions: list[str], callback: dict[str, object]) -> list[str]:
    only, without = callback.get("only"), callback.get("except")
    if isinstance(only, list):
        return [action for action in only if isinstance(action, str)]
    return [action for action in actions if not isinstance(without, list) or action not in without]


class Runners:
    """All controllers and mailers of an application."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._owners: dict[str, Owner] = {}
        for component in world.components:
            if component.type in (*TYPES, "concern", "library", "helper", "service"):
                self._read(component)
        self._called: dict[tuple[str, str], list[str]] = {}

    def _read(self, component: Component) -> None:
        for fact in component.facts.get(REFERENCES):
            if fact.value["resolve"] in _RULES:
                scope = fact.value.get("scope") or [""]
                self.owner(scope[-1]).references.setdefault(fact.value["resolve"], []).append(Shown(component, fact))
        for fact in component.facts.get("callbacks"):
            self.owner(fact.value.get("owner", "")).callbacks.append(Shown(component, fact))
        for fact in component.facts.get("methods"):
            if not fact.value.get("singleton"):
                owner = self.owner(fact.value["owner"])
                owner.methods.setdefault(fact.value["name"], Shown(component, fact))
                if fact.value["visibility"] == "public" and fact.value["name"] != "initialize":
                    owner.public.append(fact.value["name"])

    def owners(self) -> list[tuple[str, Owner]]:
        """Every class and module with what it says."""
        return list(self._owners.items())

    def owner(self, name: str) -> Owner:
        """What a class or module says; empty for an unknown one."""
        return self._owners.setdefault(name, Owner())

    def called(self, owner: str, member: str) -> list[str]:
        """Names that a member calls on itself."""
        if not self._called:
            for name, said in self._owners.items():
                for shown in said.of("own_calls"):
                    ref = shown.fact.value
                    self._called.setdefault((name, ref["name"]), []).extend(ref["names"])
            self._called.setdefault(("", ""), [])
        return self._called.get((owner, member), [])

    @cached_property
    def all(self) -> list[Runner]:
        """Every controller and mailer class, ordered by name; classes inside them that are none are left out."""
        names = self.world.names
        found = []
        for component in (c for kind in TYPES for c in self.world.by_type.get(kind, ())):
            for fact in component.facts.get("constants"):
                name = fact.value["name"]
                if names.get(name) is component and names.is_class(name) and self._runs(name, component):
                    found.append(Runner(self, name, component))
        return sorted(found, key=lambda runner: runner.name)

    def _runs(self, name: str, component: Component) -> bool:
        return name == self.world.names.primary(component) or name.endswith(("Controller", "Mailer"))

    @cached_property
    def by_name(self) -> dict[str, Runner]:
        """Runners by constant."""
        return {runner.name: runner for runner in self.all}

    @cached_property
    def _users(self) -> dict[str, list[Runner]]:
        found: dict[str, list[Runner]] = {}
        for runner in self.all:
            for name in runner.chain:
                found.setdefault(name, []).append(runner)
        return found

    @cached_property
    def _routed(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for route in self.world.routes.routes:
            found.setdefault(route.controller, set()).add(route.action)
        return found

    def routed(self, path: str) -> set[str]:
        """Actions of a controller that routes name."""
        return self._routed.get(path, set())

    def users(self, owner: str) -> list[Runner]:
        """Runners that are, descend from or include a class or module."""
        return self._users.get(owner, [])

    def path_of(self, name: str, mailer: bool) -> str:
        """The folder that a controller's or mailer's name gives."""
        return self.world.inflector.underscore(name if mailer else name.removesuffix("Controller"))

    def outside_superclass(self, name: str) -> Iterable[list[str]]:
        """Prefixes that a superclass from a library adds."""
        parent = self.world.names.superclass(name)
        if parent is None or parent[1] or _ABSTRACT.match(parent[0]) or not parent[0].endswith("Controller"):
            return
        path = self.path_of(parent[0], False)
        gem = _GEM_PARENTS.get(path.split("/")[0])
        yield [path, gem[0]] if gem is not None else [path]
