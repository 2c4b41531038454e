"""What tests test: the described constant first, then the template, the test case's name, the path."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codens_core.graph.facts import REFERENCES, Fact
from codens_core.graph.records import Component
from codens_core.plugin.resolving import Collector, Hit, Reason, Rule
from codens_rails.resolve.route_dsl import Route
from codens_rails.resolve.targets import Targets
from codens_rails.resolve.world import World

_BY_ROUTE = 0.8
"""Confidence of a subject that a test's requests reach: some only prepare the test."""
_HELPER = re.compile(r"(\w+)_(?:path|url)\Z")
_BY_PATH = 0.6
"""Confidence of a subject that only the test's path tells."""
_TEST = re.compile(r"(?P<base>.*?)(?:spec|test)/(?P<rest>.+)_(?:spec|test)\.rb\Z")
_CONTROLLERS = (
    "requests",
    "request",
    "integration",
    "controllers",
    "api",
    "functional",
    "system",
    "features",
    "routing",
)
_FOLDERS = {"unit": "models", "model": "models", "service": "services"}


def described_rule(world: World) -> Rule:
    """The component that defines the described constant."""
    targets = Targets(world)

    def rule(component: Component, fact: Fact) -> Sequence[Hit] | Reason:
        found, reason = targets.named(fact.value)
        return reason if found is None else [Hit(found)] if found.key != component.key else "ignored"

    return rule


def described_view_rule(world: World) -> Rule:
    """`describe "users/_form.html.erb"`: every format of the template that fits."""

    def rule(component: Component, fact: Fact) -> Sequence[Hit] | Reason:
        folder, _, name = fact.value["name"].rpartition("/")
        found = world.templates.find(folder, name.removeprefix("_"), name.startswith("_"), near=component.path)
        return [Hit(template.component) for template in found] or "missing"

    return rule


def test_case_rule(world: World) -> Rule:
    """Rails' own look-up: the class's name without `Test`, popping segments until a class of the wanted kind exists."""

    def rule(component: Component, fact: Fact) -> Sequence[Hit] | Reason:
        names, kind = fact.value["name"].split("::"), fact.value.get("kind", "")
        while names:
            names[-1] = re.sub(r"(Test|Spec)\Z", "", names[-1])
            found = world.names.get("::".join(names))
            if found is not None and (kind not in ("controller", "mailer", "helper") or found.type == kind):
                return [Hit(found)]
            names.pop()
        return "ignored"

    return rule


def by_route(world: World, found: Collector) -> None:
    """Tests for which no constant told a subject test the controllers that their requests reach."""
    known = found.sources("tests_component")
    controllers = {runner.path: runner.component for runner in world.runners.all if not runner.mailer}
    for component in world.by_type.get("spec", ()):
        for fact in component.facts.get(REFERENCES) if component.key not in known else ():
            if fact.value["resolve"] != "test_route":
                continue
            route = _route(world, fact.value)
            target = controllers.get(route.controller) if route is not None else None
            if route is not None and target is not None:
                attributes = {"by": "route", "action": route.action}
                found.relate("tests_component", component, Hit(target, "", "", _BY_ROUTE, attributes), fact)


def _route(world: World, reference: dict[str, str]) -> Route | None:
    written, verb = reference["name"], reference["verb"]
    if (helper := _HELPER.match(written)) is not None:
        return world.routes.named(helper[1], verb)
    return world.routes.match(written, verb)


def by_path(world: World, found: Collector) -> None:
    """Tests for which nothing else told a subject test the file that their path mirrors."""
    known = found.sources("tests_component")
    for component in world.by_type.get("spec", ()):
        match = _TEST.match(component.path)
        if match is None or component.key in known:
            continue
        subject = next((world.by_path[path] for path in _mirrored(match) if path in world.by_path), None)
        if subject is not None:
            hit = Hit(subject, confidence=_BY_PATH, attributes={"by": "path"})
            found.relate("tests_component", component, hit, _anything(component))


def _mirrored(match: re.Match[str]) -> Iterator[str]:
    base, rest = match["base"], match["rest"]
    head, _, tail = rest.partition("/")
    yield f"{base}app/{_FOLDERS.get(head, head)}/{tail}.rb"
    yield f"{base}app/{rest}.rb"
    yield f"{base}lib/{rest}.rb"
    yield f"{base}lib/{tail}.rb"
    if head in _CONTROLLERS:
        yield f"{base}app/controllers/{tail}_controller.rb"
        yield f"{base}app/controllers/{tail.removesuffix('_routing').removesuffix('_request')}_controller.rb"
        yield f"{base}app/controllers/{rest}_controller.rb"
    if head == "views":
        yield f"{base}app/views/{tail}"


def _anything(component: Component) -> Fact:
    """Evidence for the file as a whole."""
    since = [fact.since for attribute in component.facts for fact in component.facts.get(attribute)[:1]]
    return Fact({}, (1, 1), min(since, default=0))


def factory_rule(world: World) -> Rule:
    """The class that a factory builds."""

    def rule(component: Component, fact: Fact) -> Sequence[Hit] | Reason:
        built = world.factories.built(fact.value)
        target = world.names.lookup(built)
        if target is None:
            return "missing" if world.names.find(built) or "class" not in fact.value else "external"
        return [Hit(target[1], attributes={"kind": "factory", "factory": fact.value["name"]})]

    return rule


class Factories:
    """All factories of an application by name."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._by_name: dict[str, dict[str, str]] = {}
        for component in world.by_type.get("spec", ()):
            for reference in component.facts.values(REFERENCES):
                if reference["resolve"] == "factory":
                    for name in (reference["name"], *reference.get("aliases", ())):
                        self._by_name.setdefault(name, reference)

    def built(self, reference: dict[str, str]) -> str:
        """The class as a constant path: the factory's own, its parent's, or the one of its name."""
        seen: set[str] = set()
        while "class" not in reference and reference.get("parent") and reference["name"] not in seen:
            seen.add(reference["name"])
            parent = self._by_name.get(reference["parent"])
            if parent is None:
                return self._named(reference["parent"])
            reference = parent
        return self._named(reference.get("class") or reference["name"])

    def _named(self, written: str) -> str:
        return written if written[:1].isupper() or "::" in written else self._world.inflector.camelize(written)


def factories(world: World, found: Collector) -> None:
    """`factories` of test files: name, aliases and the class that is built."""
    for component in world.by_type.get("spec", ()):
        for fact in component.facts.get(REFERENCES):
            if fact.value["resolve"] == "factory":
                value = {"name": fact.value["name"], "class": world.factories.built(fact.value).removeprefix("::")}
                if "aliases" in fact.value:
                    value["aliases"] = fact.value["aliases"]
                found.derive(component, "factories", value, component, fact)
