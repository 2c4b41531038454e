"""Routes of an application: relations to controllers, and a table that links, forms and request tests look into."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache

from codens_core.graph.records import Component
from codens_core.plugin.resolving import Collector, Hit, Reason
from codens_rails.resolve.route_dsl import Declared, Drawing, Route
from codens_rails.resolve.world import World

_DRAWN = re.compile(r"(?:.*/)?config/routes/(?P<name>.+)\.rb\Z")
_LIBRARIES = ("devise/", "rails/", "active_storage/", "action_mailbox/", "doorkeeper/", "action_cable/", "turbo/")


class RouteTable:
    """All routes of one application, found by helper name, by action, or by verb and path."""

    def __init__(self, routes: Sequence[Route]) -> None:
        self.routes = list(routes)
        self._by_name: dict[str, list[Route]] = {}
        self._by_action: dict[tuple[str, str], list[Route]] = {}
        for route in self.routes:
            self._by_name.setdefault(route.name, []).append(route)
            self._by_action.setdefault((route.controller, route.action), []).append(route)

    def named(self, helper: str, verb: str = "GET") -> Route | None:
        """The route of a helper (`story` for `story_path`) that answers `verb`; else the first of that name."""
        found = self._by_name.get(helper, []) if helper else []
        return next((route for route in found if answers(route, verb)), found[0] if found else None)

    def of_action(self, controller: str, action: str) -> list[Route]:
        """Routes of `controller#action`, in the order in which they are drawn."""
        return self._by_action.get((controller, action), [])

    def match(self, path: str, verb: str = "GET") -> Route | None:
        """The first route that a request path (without query) reaches; `*` stands for any text of one part."""
        path = "/" + re.split(r"[?#]", path, maxsplit=1)[0].strip("/")
        near = (route for start, route in self._starts if path.startswith(start) and answers(route, verb))
        return next((route for route in near if _pattern(route.path).match(path)), None)

    @cached_property
    def _starts(self) -> list[tuple[str, Route]]:
        """Routes with the literal text that their paths begin with: most need no pattern to be told apart."""
        return [(re.split(r"[:*(]", route.path, maxsplit=1)[0].rstrip("/"), route) for route in self.routes]


def answers(route: Route, verb: str) -> bool:
    """Whether a route answers a verb."""
    return route.verb == "ANY" or verb.upper() in route.verb.split("|")


@lru_cache(maxsize=4096)
def _pattern(path: str) -> re.Pattern[str]:
    """A regex of the request paths that a route's pattern takes."""
    out = ""
    for part in re.findall(r":\w+|\*\w*|[()]|[^:*()]+", path):
        if part[0] == ":":
            out += r"[^/]+?" if part == ":format" else r"[^/]+"
        elif part[0] == "*":
            out += ".+" if len(part) > 1 else "[^/]+"
        else:
            out += {"(": "(?:", ")": ")?"}.get(part, re.escape(part))
    return re.compile(out + r"\Z")


def route_table(world: World) -> RouteTable:
    """Draw all routes files of an application."""
    calls: list[Declared] = []
    files: dict[str, list[Declared]] = {}
    for component in world.components:
        declared = [Declared(fact.value, component, fact) for fact in component.facts.get("route_calls")]
        drawn = _DRAWN.match(component.path)
        if drawn and not any(frame["call"] == "draw_set" for d in declared for frame in d.frames):
            files.setdefault(drawn["name"], []).extend(declared)
        else:
            calls += declared
    drawing = Drawing(world.inflector, files, _isolated(world), _devise(world), world.rails_version >= (7,))
    routes = drawing.draw(calls)
    return RouteTable(routes)


def _isolated(world: World) -> dict[str, str]:
    """The namespace of each isolated engine: the engine is a class of the same file."""
    found = {}
    for component in world.components:
        for namespace in component.facts.values("isolated_namespaces"):
            for constant in component.facts.values("constants"):
                found[constant["name"]] = namespace
    return found


def _devise(world: World) -> dict[str, list[str]]:
    """Modules that each model's `devise` macro names, and its providers as `omniauth:google`."""
    found: dict[str, list[str]] = {}
    for component in world.by_type.get("model", ()):
        for macro in component.facts.values("macros"):
            if macro["name"] == "devise":
                known = found.setdefault(macro["owner"], [])
                known += [str(arg) for arg in macro.get("args", ())]
                known += [f"omniauth:{provider}" for provider in _texts(macro.get("omniauth_providers"))]
    return found


def _texts(given: object) -> list[str]:
    return [item for item in given if isinstance(item, str)] if isinstance(given, list) else []


def controllers_by_path(world: World) -> dict[str, Component]:
    """Controllers by the path that routes name them by."""
    return {runner.path: runner.component for runner in world.runners.all if not runner.mailer}


def draw(world: World, found: Collector) -> None:
    """Relations from routes files to controllers, and `routes` of both."""
    controllers = controllers_by_path(world)
    for route in world.routes.routes:
        value = described(route)
        found.derive(route.component, "routes", value, route.component, route.fact)
        if not route.controller:
            continue
        target = controllers.get(route.controller)
        if target is None:
            reason: Reason = "external" if route.controller.startswith(_LIBRARIES) else "missing"
            line = route.fact.line
            found.unresolved("routes_to", route.component, f"{route.controller}#{route.action}", reason, line)
            continue
        hit = Hit(target, name=f"{route.verb} {route.path}", attributes=value)
        found.relate("routes_to", route.component, hit, route.fact)
        found.derive(target, "routes", value, route.component, route.fact)


def described(route: Route) -> dict[str, str]:
    """A route as a value: verb, path, controller, action and helper name."""
    value = {
        "verb": route.verb,
        "path": route.path,
        "controller": route.controller,
        "action": route.action,
        "name": route.name,
    }
    return {key: item for key, item in value.items() if item}


def shown_path(route: Route) -> str:
    """The page's path as people write it: without the format."""
    return route.path.removesuffix("(.:format)")
