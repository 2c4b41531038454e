"""Links and forms with their meaning: label, route, verb, path and the action that answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from codens_core.graph.facts import Fact
from codens_core.graph.records import Component
from codens_core.plugin.resolving import Collector
from codens_rails.resolve.route_dsl import Route
from codens_rails.resolve.routes import answers, shown_path
from codens_rails.resolve.world import World

_DEEPEST = 4
"""Helpers that call helpers are followed so far."""
_GAP = "…"
"""Stands in a label for what only a running page shows."""
_SUBMIT = "\x00"
"""Stands in a label for the text that Rails gives a submit button."""
_MARKUP = re.compile(r"<[^>]*>")
_VIEW = re.compile(r"(?:.*/)?app/views/(?P<folder>.+)/(?P<name>[^/]+)\Z")

Binding = Mapping[str, dict[str, Any]]
"""Arguments by parameter: {"label": parts, "to": targets}."""


def pages(world: World, found: Collector) -> None:
    """`links` and `forms` of every page, helper and component."""
    maker = Pages(world)
    for component in world.components:
        for attribute in ("links", "forms"):
            for fact in component.facts.get(f"raw_{attribute}"):
                if "member" in fact.value and component.type in ("helper", "concern", "library", "controller"):
                    continue
                for value in maker.values(component, fact.value, fact.line, {}):
                    found.derive(component, attribute, value, component, fact)
        for fact in component.facts.get("link_calls"):
            if component.type in ("view", "presenter"):
                for attribute, value in maker.called(component, fact):
                    found.derive(component, attribute, value, component, fact)


class Pages:
    """Resolves raw links of one application."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._made: dict[str, list[tuple[str, Component, Fact]]] = {}
        self._calls: dict[str, list[tuple[Component, Fact]]] = {}
        self._aliases: dict[str, list[str]] = {}
        for component in world.components:
            self._index(component)

    def _index(self, component: Component) -> None:
        """Methods that make links, methods that call such, and methods that stand for route helpers."""
        for attribute in ("links", "forms"):
            for fact in component.facts.get(f"raw_{attribute}"):
                if "member" in fact.value:
                    self._made.setdefault(fact.value["member"], []).append((attribute, component, fact))
        for fact in component.facts.get("link_calls"):
            if "member" in fact.value:
                self._calls.setdefault(fact.value["member"], []).append((component, fact))
        for value in component.facts.values("path_methods"):
            name, helper = _bare(value["name"]), _bare(value["helper"])
            self._aliases.setdefault(name, []).append(helper)

    # values

    def values(
        self, component: Component, raw: Mapping[str, Any], line: int, binding: Binding
    ) -> Iterator[dict[str, Any]]:
        """The links that one raw link is: several where it may lead to several actions."""
        label = self._label(component, raw["label"], binding)
        seen: set[tuple[str, str]] = set()
        for target in _bound(raw["to"], binding):
            for route, verb in self._routes(component, raw, target):
                key = (route.controller + "#" + route.action, verb)
                if key not in seen:
                    seen.add(key)
                    yield _value(label.replace(_SUBMIT, self._submit(route)), route, verb, line, raw)

    def called(self, component: Component, fact: Fact) -> Iterator[tuple[str, dict[str, Any]]]:
        """(attribute, value) of links that a method of the application makes for this call."""
        yield from self._expand(component, fact.value, fact.line, {}, 0)

    def _expand(
        self, component: Component, call: Mapping[str, Any], line: int, outer: Binding, depth: int
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        name = call["name"]
        if depth > _DEEPEST or (name not in self._made and name not in self._calls):
            return
        for attribute, home, made in self._made.get(name, ()):
            if self._reaches(component, home):
                binding = _binding(made.value.get("params", ()), call, outer)
                for value in self.values(component, made.value, line, binding):
                    yield attribute, value
        for home, inner in self._calls.get(name, ()):
            if self._reaches(component, home) and inner.value["name"] != name:
                yield from self._expand(component, inner.value, line, outer, depth + 1)

    @staticmethod
    def _reaches(component: Component, home: Component) -> bool:
        """Helpers serve all pages; a component's methods serve its own file and template."""
        return home.type != "presenter" or home.path.rsplit(".rb", 1)[0] in component.path

    # labels

    def _label(self, component: Component, parts: list[Any], binding: Binding) -> str:
        shown = "".join(self._part(component, part, binding) for part in parts)
        shown = " ".join(_MARKUP.sub(" ", shown).split())
        return "" if not shown.replace(_GAP, "").strip(" |") else shown

    def _part(self, component: Component, part: Any, binding: Binding) -> str:
        if isinstance(part, str):
            return part
        if "t" in part:
            return self._world.texts.shown(component, part["t"]) or _GAP
        if "param" in part and part["param"] in binding:
            return self._label(component, binding[part["param"]]["label"], {}) or _GAP
        return _SUBMIT if "submit" in part else _GAP

    def _submit(self, route: Route) -> str:
        """What Rails writes on a submit button that was given no text."""
        verb = {"create": "Create", "update": "Update"}.get(route.action, "Save")
        inflector = self._world.inflector
        return f"{verb} {inflector.humanize(inflector.singularize(route.controller.rpartition('/')[2]))}"

    # targets

    def _routes(
        self, component: Component, raw: Mapping[str, Any], target: Mapping[str, Any]
    ) -> Iterator[tuple[Route, str]]:
        """(route, verb) that a target may mean."""
        verb = raw.get("verb", "")
        if "helper" in target:
            yield from self._helper(target["helper"], verb or "POST", set())
        elif "path" in target:
            route = self._world.routes.match(target["path"], verb or "POST")
            if route is not None and route.controller:
                yield route, verb or "POST"
        elif "url_for" in target:
            yield from self._url_for(component, target["url_for"], verb or "POST")
        else:
            yield from self._record(component, raw, target, verb)

    def _helper(self, name: str, verb: str, seen: set[str]) -> Iterator[tuple[Route, str]]:
        route = self._world.routes.named(name, verb)
        if route is not None and route.controller:
            yield route, verb if answers(route, verb) else _first(route)
            return
        for alias in self._aliases.get(name, ()):
            if alias not in seen:
                seen.add(alias)
                yield from self._helper(alias, verb, seen)

    def _url_for(self, component: Component, given: Mapping[str, str], verb: str) -> Iterator[tuple[Route, str]]:
        place = _VIEW.match(component.path)
        controller = given.get("controller") or (place["folder"] if place else "")
        if place and "/" in place["folder"] and "/" not in controller and not controller.startswith("/"):
            inside = f"{place['folder'].rpartition('/')[0]}/{controller}"
            controller = inside if self._known(inside) else controller
        action = given.get("action", "index")
        found = self._world.routes.of_action(controller.removeprefix("/"), action)
        route = next((r for r in found if answers(r, verb)), found[0] if found else None)
        if route is not None:
            yield route, verb if answers(route, verb) else _first(route)

    def _known(self, controller: str) -> bool:
        return any(route.controller == controller for route in self._world.routes.routes)

    def _record(
        self, component: Component, raw: Mapping[str, Any], target: Mapping[str, Any], verb: str
    ) -> Iterator[tuple[Route, str]]:
        """Polymorphic routes: of one record by its name, of all for a class or a new one."""
        if "class" in target or "new" in target:
            one = self._route_key(target.get("class") or target["new"])
            yield from self._helper(self._collection(one), verb or ("POST" if "new" in target else "GET"), set())
            return
        parts = [str(part) for part in target.get("record", ())]
        if not parts:
            return
        *before, last = [self._name(part) for part in parts]
        member = "_".join((*before, last))
        everything = "_".join((*before, self._collection(last)))
        fresh = parts[-1].startswith("new:")
        if raw["call"].startswith(("link", "a")) or raw.get("button"):
            wanted = everything if parts[-1].startswith("class:") or fresh else member
            yield from self._helper(wanted, verb or "GET", set())
            return
        yield from self._form_record(component, member, everything, fresh, verb)

    def _form_record(
        self, component: Component, member: str, everything: str, fresh: bool, verb: str
    ) -> Iterator[tuple[Route, str]]:
        """A form for a record creates or updates, by whether the record is new; the template's name may tell."""
        create, update = (everything, "POST"), (member, "PATCH")
        place = _VIEW.match(component.path)
        name = place["name"].split(".")[0] if place else ""
        if verb:
            wanted = [create if verb == "POST" else (member, verb)]
        elif fresh or name == "new":
            wanted = [create]
        elif name == "edit" and place is not None:
            wanted = [update] if self._world.templates.find(place["folder"], "new", False) else [update, create]
        else:
            wanted = [create, update]
        for helper, sent in wanted:
            yield from self._helper(helper, sent, set())

    def _name(self, part: str) -> str:
        """The route name of one part: a symbol as it is, a variable by the record it is named for."""
        kind, _, rest = part.partition(":")
        if kind == "each":
            return self._world.inflector.singularize(rest)
        if kind in ("new", "class"):
            return self._route_key(rest)
        return part.lstrip("@")

    def _route_key(self, constant: str) -> str:
        return self._world.inflector.underscore(constant.removeprefix("::")).replace("/", "_")

    def _collection(self, singular: str) -> str:
        plural = self._world.inflector.pluralize(singular)
        return f"{plural}_index" if plural == singular else plural


def _bare(name: str) -> str:
    return re.sub(r"_(path|url)\Z", "", name)


def _first(route: Route) -> str:
    return route.verb.split("|")[0]


def _bound(targets: list[dict[str, Any]], binding: Binding) -> Iterator[dict[str, Any]]:
    """Targets with parameters replaced by what the call gives."""
    for target in targets:
        given = binding.get(target.get("param", ""))
        yield from given["to"] if given is not None else [target]


def _binding(parameters: list[str], call: Mapping[str, Any], outer: Binding) -> dict[str, dict[str, Any]]:
    found = dict(zip(parameters, call.get("args", ()), strict=False))
    return {name: _rebound(given, outer) for name, given in found.items()}


def _rebound(given: dict[str, Any], outer: Binding) -> dict[str, Any]:
    """An argument whose own parts are parameters of the calling method."""
    label = [part for one in given["label"] for part in _outer_label(one, outer)]
    return {"label": label, "to": list(_bound(given["to"], outer))}


def _outer_label(part: Any, outer: Binding) -> list[Any]:
    if isinstance(part, dict) and part.get("param") in outer:
        return list(outer[part["param"]]["label"])
    return [part]


def _value(label: str, route: Route, verb: str, line: int, raw: Mapping[str, Any]) -> dict[str, Any]:
    value: dict[str, Any] = {
        "label": label,
        "route": route.name,
        "verb": verb,
        "path": shown_path(route),
        "action": f"{route.controller}#{route.action}",
        "line": line,
    }
    if raw.get("fields"):
        value["fields"] = raw["fields"]
    return value
