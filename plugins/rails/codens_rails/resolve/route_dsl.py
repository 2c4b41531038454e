"""The routes DSL interpreted: from declaring calls with the blocks around them to routes, as Rails draws them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from codens_core.graph.facts import Fact
from codens_core.graph.records import Component
from codens_rails.resolve.devise import devise_routes
from codens_rails.resolve.inflector import Inflector
from codens_rails.resolve.route_scope import RESOURCE_OPTIONS, Resource, Scope, merged_path, normal_path

_SHORTHAND = re.compile(r"/?[-\w]+/[-\w/]+\Z")
_ACTION = re.compile(r"[\w\-/]+\Z")
_NO_FORMAT = re.compile(r"(?:\(\.:format\)+|\.:format|/)\Z")
_ANY = "ANY"
_DEEPEST = 10
"""Concerns and drawn files inside each other are followed so far."""
_COLLECTION = (("collection", "GET", "index"), ("collection", "POST", "create"))
_NEW = (("new", "GET", "new"),)
_MEMBER = tuple(
    ("member", verb, action)
    for verb, action in (
        ("GET", "edit"),
        ("GET", "show"),
        ("PATCH", "update"),
        ("PUT", "update"),
        ("DELETE", "destroy"),
    )
)


@dataclass(frozen=True, slots=True)
class Route:
    """One route. `controller` is its path (`admin/users`), empty where a request ends outside controllers."""

    verb: str
    """`GET`, `GET|POST`, or `ANY`."""
    path: str
    """As Rails prints it: `/users/:id(.:format)`."""
    controller: str
    action: str
    name: str
    """The helper's name without `_path`."""
    component: Component
    fact: Fact
    """The declaring call in the component's file."""


@dataclass(frozen=True, slots=True)
class Declared:
    """A declaring call and where it stands."""

    call: Mapping[str, Any]
    component: Component
    fact: Fact

    @property
    def frames(self) -> list[dict[str, Any]]:
        """The calls around it, outermost first."""
        return list(self.call.get("frames", ()))

    @property
    def args(self) -> list[Any]:
        """Positional arguments."""
        return list(self.call.get("args", ()))

    def under(self, frames: Sequence[Mapping[str, Any]]) -> Declared:
        """The same call inside other blocks."""
        return replace(self, call={**self.call, "frames": list(frames)})


@dataclass
class Drawing:
    """Draws the routes of one application."""

    inflector: Inflector
    files: Mapping[str, list[Declared]]
    """Calls of files that `draw` takes in, by name."""
    isolated: Mapping[str, str]
    """The namespace of each isolated engine, by engine."""
    devise_modules: Mapping[str, Sequence[str]]
    """What each model's `devise` macro names, by model."""
    implicit_controller: bool = True
    """Whether `to: "show"` names an action; before Rails 7 it was ignored where the path names one."""
    concerns: dict[str, list[Declared]] = field(default_factory=dict)
    mounts: dict[str, str] = field(default_factory=dict)
    """Where engines are mounted, by engine."""

    def draw(self, calls: Sequence[Declared]) -> list[Route]:
        """All routes of the given calls, in order."""
        plain = [call for call in calls if not self._defines_concern(call)]
        for call in plain:
            if call.call["call"] == "mount":
                self._mount(call)
        return [route for call in plain for route in self._routes(call, 0)]

    def _defines_concern(self, declared: Declared) -> bool:
        """Keep calls inside `concern :name do` for the places that use it."""
        for index, frame in enumerate(declared.frames):
            if frame["call"] == "concern" and frame.get("args"):
                inner = declared.under(declared.frames[index + 1 :])
                self.concerns.setdefault(str(frame["args"][0]), []).append(inner)
                return True
        return False

    def _mount(self, declared: Declared) -> None:
        engine, at = _mounted(declared)
        for scope in self._scopes(declared.frames) if engine else ():
            self.mounts.setdefault(engine, merged_path(scope.path, at))

    def _mounted(self, declared: Declared) -> Iterator[Route]:
        engine, at = _mounted(declared)
        given = declared.call.get("options", {}).get("as") or self.inflector.underscore(engine).replace("/", "_")
        for scope in self._scopes(declared.frames):
            path = normal_path(f"{scope.path}/{at}")
            yield Route(_ANY, path, "", "", scope.name_for(str(given), ""), declared.component, declared.fact)

    # scopes

    def _scopes(self, frames: Sequence[Mapping[str, Any]]) -> list[Scope]:
        """The scopes that the blocks give; several where a block is run for several resources."""
        scopes = [Scope()]
        for frame in frames:
            scopes = [inner for scope in scopes for inner in self._enter(frame, scope)]
        return scopes

    def _enter(self, frame: Mapping[str, Any], scope: Scope) -> list[Scope]:
        name, args = frame["call"], frame.get("args", [])
        options = {**dict(scope.options), **frame.get("options", {})}
        if name in ("resources", "resource"):
            return [self._resource(scope, str(arg), options, name == "resource")[0] for arg in args if arg is not None]
        if name == "draw_set":
            return [self._engine(args[0])]
        if name == "namespace" and args:
            return [self._namespace(scope, str(args[0]), frame.get("options", {}))]
        if name == "scope":
            return [scope.into(frame.get("options", {}), "/".join(str(arg) for arg in args if arg))]
        if name == "controller" and args:
            return [scope.into({**frame.get("options", {}), "controller": args[0]})]
        if name in ("with_options", "defaults", "constraints"):
            return [self._with_options(scope, name, frame)]
        if name == "shallow":
            return [replace(scope, shallow=True)]
        if name in ("member", "collection", "new", "nested") and scope.resource is not None:
            return [getattr(scope, name)()]
        return [scope]

    def _engine(self, engine: str) -> Scope:
        module = self.inflector.underscore(self.isolated.get(engine, ""))
        return Scope(path=self.mounts.get(engine, ""), module=module, engine=engine)

    @staticmethod
    def _namespace(scope: Scope, name: str, options: Mapping[str, Any]) -> Scope:
        outer = scope.nested() if scope.level in ("resources", "resource") else scope
        path, as_ = options.get("path", name), options.get("as", name)
        given = {"module": name, "as": as_, "shallow_path": path, "shallow_prefix": as_, **options}
        return outer.into({**given, "path": path})

    @staticmethod
    def _with_options(scope: Scope, name: str, frame: Mapping[str, Any]) -> Scope:
        options = frame.get("options", {})
        if name == "with_options":
            return replace(scope, options=tuple({**dict(scope.options), **options}.items()))
        return scope.into({"defaults": options}) if name == "defaults" else scope

    def _resource(self, scope: Scope, name: str, options: Mapping[str, Any], single: bool) -> tuple[Scope, Resource]:
        """The scope inside a resource's block."""
        if "shallow" in options:
            scope = replace(scope, shallow=options["shallow"] is not False)
        if scope.level in ("resources", "resource"):
            scope = scope.nested()
        outer = {key: item for key, item in options.items() if key not in (*RESOURCE_OPTIONS, "shallow")}
        if outer:
            scope = scope.into(outer)
        resource = Resource.of(name, options, single, scope, self.inflector)
        return scope.into_resource(resource), resource

    # routes

    def _routes(self, declared: Declared, depth: int) -> Iterator[Route]:
        if depth > _DEEPEST:
            return
        name = declared.call["call"]
        if name == "draw":
            for arg in declared.args:
                for inner in self.files.get(str(arg), ()):
                    if not self._defines_concern(inner):
                        yield from self._routes(inner.under([*declared.frames, *inner.frames]), depth + 1)
            return
        if name == "mount":
            yield from self._mounted(declared)
            return
        if name == "concerns":
            yield from self._use_concerns(declared, declared.args, declared.frames, depth)
            return
        if name in ("resources", "resource"):
            used = declared.call.get("options", {}).get("concerns")
            frame = {key: item for key, item in declared.call.items() if key != "frames"}
            yield from self._use_concerns(declared, used, [*declared.frames, frame], depth)
        for scope in self._scopes(declared.frames):
            yield from self._drawn(name, declared, scope)

    def _use_concerns(
        self, declared: Declared, used: Any, frames: Sequence[Mapping[str, Any]], depth: int
    ) -> Iterator[Route]:
        flat = [item for one in _listed(used) for item in _listed(one)]
        for name in flat:
            for inner in self.concerns.get(str(name), ()):
                yield from self._routes(inner.under([*frames, *inner.frames]), depth + 1)

    def _drawn(self, name: str, declared: Declared, scope: Scope) -> Iterator[Route]:
        options = {**dict(scope.options), **declared.call.get("options", {})}
        if name in ("resources", "resource"):
            for arg in filter(None, declared.args):
                yield from self._resource_routes(declared, scope, str(arg), options, name == "resource")
        elif name == "devise_for":
            for arg in filter(None, declared.args):
                for verb, path, target, helper in devise_routes(
                    str(arg), options, scope, self.inflector, self.devise_modules
                ):
                    controller, _, action = target.partition("#")
                    yield self._route(declared, scope, verb, path, controller, action, helper, options)
        elif name == "root":
            yield from self._root(declared, scope, options)
        else:
            yield from self._matched(name, declared, scope, options)

    def _resource_routes(
        self, declared: Declared, scope: Scope, name: str, options: Mapping[str, Any], single: bool
    ) -> Iterator[Route]:
        inside, resource = self._resource(scope, name, options, single)
        own = {"format": options["format"]} if "format" in options else {}
        for level, verb, action in (*_NEW, *_MEMBER, *_COLLECTION) if single else (*_COLLECTION, *_NEW, *_MEMBER):
            if action in resource.only:
                yield self._canonical(declared, getattr(inside, level)(), verb, action, own)

    def _canonical(self, declared: Declared, scope: Scope, verb: str, action: str, options: Mapping[str, Any]) -> Route:
        path = scope.path if action != "edit" else f"{scope.path}/{scope.action_path('edit')}"
        name = scope.name_for(None, action)
        controller, called = self._target(dict(scope.options).get("to"), {}, scope, action)
        return self._route(declared, scope, verb, path, controller, called, name, options)

    def _root(self, declared: Declared, scope: Scope, options: Mapping[str, Any]) -> Iterator[Route]:
        if scope.level == "resources":
            scope = scope.root_of_resource()
        elif scope.level == "resource":
            scope = scope.member()
        target = declared.call.get("target")
        to = options.get("to") or (declared.args[0] if declared.args else None) or (target[1] if target else None)
        outside = to is None and "action" not in options
        controller, action = ("", "") if outside else self._target(to, options, scope, "")
        name = scope.name_for(str(options.get("as") or "root"), "")
        if scope.engine and scope.path == self.mounts.get(scope.engine, ""):
            options = {**options, "format": False}
        yield self._route(declared, scope, "GET", f"{scope.path}/", controller, action, name, options)

    def _matched(self, name: str, declared: Declared, scope: Scope, options: Mapping[str, Any]) -> Iterator[Route]:
        verb = _verb(options.get("via", scope.via)) if name == "match" else name.upper()
        target = declared.call.get("target")
        paths = [str(path) for arg in declared.args for path in _listed(arg) if path is not None]
        if target is not None:
            paths, options = [*paths, str(target[0])], {**options, "to": target[1]}
        place = self._placed(scope, options.get("on"))
        for path in paths:
            yield self._one(declared, place, verb, path, options)

    @staticmethod
    def _placed(scope: Scope, on: Any) -> Scope:
        if on in ("member", "collection", "new") and scope.resource is not None:
            placed: Scope = getattr(scope, on)()
            return placed
        if scope.level == "resources":
            return scope.nested()
        return scope.member() if scope.level == "resource" else scope

    def _one(self, declared: Declared, scope: Scope, verb: str, written: str, options: Mapping[str, Any]) -> Route:
        bare = written.removesuffix("(.:format)")
        action = written if _ACTION.match(written) else ""
        to = options.get("to")
        if "to" not in options and "action" not in options and not scope.action and _SHORTHAND.match(bare):
            to = re.sub(r"/([^/]*)\Z", r"#\1", bare.removeprefix("/")).replace("-", "_")
        default = action.replace("-", "_") if "/" not in action.strip("/") else ""
        outside = "to" in options and to is None
        controller, called = ("", "") if outside else self._target(to, options, scope, default.strip("/"))
        own = self._own_path(declared, scope, written, options)
        given = None if "as" not in options else str(options["as"] or "")
        unnamed = "as" in options and options["as"] in (None, False)
        name = "" if unnamed else scope.name_for(given, action)
        return self._route(declared, scope, verb, f"{scope.path}/{own}", controller, called, name, options)

    @staticmethod
    def _own_path(declared: Declared, scope: Scope, written: str, options: Mapping[str, Any]) -> str:
        """What a call adds to the path: a symbol that names an action of a resource adds nothing."""
        if isinstance(options.get("path"), str):
            return str(options["path"])
        if not declared.call.get("symbols"):
            return written
        return "" if scope.is_canonical(written) else scope.action_path(written)

    def _target(self, to: Any, options: Mapping[str, Any], scope: Scope, default: str) -> tuple[str, str]:
        """(controller path, action) that a route leads to."""
        controller, action = options.get("controller") or scope.controller, options.get("action") or scope.action
        if isinstance(to, str) and "#" in to:
            named, called = to.split("#", 1)
            controller, action = named or controller, called or action
        elif isinstance(to, str) and re.fullmatch(r"\w+", to) and not to[:1].isupper():
            action = to if self.implicit_controller else action or default or to
        elif isinstance(to, str):
            return "", ""
        return self._controller(str(controller or ""), scope), str(action or default)

    @staticmethod
    def _controller(controller: str, scope: Scope) -> str:
        if controller.startswith("/"):
            return controller.removeprefix("/")
        return "/".join(filter(None, (scope.module, controller)))

    @staticmethod
    def _route(
        declared: Declared, scope: Scope, verb: str, path: str, controller: str, action: str, name: str,
        options: Mapping[str, Any],
    ) -> Route:  # fmt: skip
        path = normal_path(path)
        if scope.format and options.get("format") is not False and not _NO_FORMAT.search(path):
            path += ".:format" if options.get("format") is True else "(.:format)"
        if ":controller" in path and not controller:
            action = ""
        return Route(verb, path, controller, action, name, declared.component, declared.fact)


def _listed(given: Any) -> list[Any]:
    return given if isinstance(given, list) else [] if given is None else [given]


def _verb(via: Any) -> str:
    verbs = [str(item).upper() for item in _listed(via)]
    return _ANY if not verbs or "ALL" in verbs else "|".join(verbs)


def _mounted(declared: Declared) -> tuple[str, str]:
    """(engine, path) of a `mount` call."""
    if target := declared.call.get("target"):
        return str(target[0]).removeprefix("::"), str(target[1] or "")
    engine = str(declared.args[0] or "") if declared.args else ""
    return engine.removeprefix("::"), str(declared.call.get("options", {}).get("at") or "")
