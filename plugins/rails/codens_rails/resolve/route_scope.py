"""Where a routing call stands: what the blocks around it give to paths, names, modules and controllers.

Follows ActionDispatch::Routing::Mapper, whose method names are kept where they are known.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from codens_rails.resolve.inflector import Inflector

RESOURCE_OPTIONS = ("as", "controller", "path", "only", "except", "param", "concerns")
_ACTIONS = ("index", "create", "new", "show", "update", "destroy", "edit")
CANONICAL = ("index", "create", "new", "show", "update", "destroy")


@dataclass(frozen=True, slots=True)
class Resource:
    """What `resources` (or `resource`) gives its block."""

    name: str
    plural: str
    singular: str
    path: str
    controller: str
    param: str
    only: tuple[str, ...]
    single: bool
    shallow: bool

    @classmethod
    def of(cls, name: str, options: Mapping[str, Any], single: bool, scope: Scope, inflector: Inflector) -> Resource:
        """By the rules of `Resource` and `SingletonResource`."""
        base = str(options.get("as") or name)
        plural = inflector.pluralize(base) if single else base
        singular = base if single else inflector.singularize(base)
        controller = options.get("controller") or (inflector.pluralize(name) if single else name)
        known = tuple(a for a in _ACTIONS if not (single and a == "index"))
        return cls(
            base, plural, singular, str(options.get("path") or name).strip("/") if options.get("path") != "" else "",
            str(controller), str(options.get("param") or "id"), _chosen(known, {**scope.action_options, **options}),
            single, scope.shallow,
        )  # fmt: skip

    @property
    def member_name(self) -> str:
        """Name part of routes to one."""
        return self.singular

    @property
    def collection_name(self) -> str:
        """Name part of routes to all."""
        if self.single:
            return self.singular
        return f"{self.plural}_index" if self.singular == self.plural else self.plural

    @property
    def member_scope(self) -> str:
        """Path of one."""
        return self.path if self.single else f"{self.path}/:{self.param}"

    @property
    def nested_scope(self) -> str:
        """Path of what is inside one."""
        return self.path if self.single else f"{self.path}/:{self.singular}_{self.param}"


def _chosen(known: Sequence[str], options: Mapping[str, Any]) -> tuple[str, ...]:
    only, without = _names(options.get("only")), _names(options.get("except"))
    if only is not None:
        return tuple(action for action in known if action in only)
    if without is not None:
        return tuple(action for action in known if action not in without)
    return tuple(known)


def _names(given: Any) -> list[str] | None:
    if given is None:
        return None
    return [str(item) for item in (given if isinstance(given, list) else [given])]


@dataclass(frozen=True, slots=True)
class Scope:
    """The state that nested blocks add to."""

    path: str = ""
    module: str = ""
    name: str = ""
    controller: str = ""
    action: str = ""
    level: str = "root"
    """root, resources, resource, collection, member, new, nested."""
    resource: Resource | None = None
    shallow: bool = False
    shallow_path: str = ""
    shallow_prefix: str = ""
    path_names: tuple[tuple[str, str], ...] = ()
    format: bool = True
    via: Any = None
    options: tuple[tuple[str, Any], ...] = ()
    """Options that `with_options`, `defaults` and scopes add to every route."""
    only: Any = None
    without: Any = None
    engine: str = ""
    shallow_depth: int = 0

    @property
    def action_options(self) -> dict[str, Any]:
        """`only` and `except` of enclosing scopes, for resources that have none."""
        return {k: v for k, v in (("only", self.only), ("except", self.without)) if v is not None}

    def action_path(self, action: str) -> str:
        """The path part of an action, translated by `path_names`."""
        return dict(self.path_names).get(action, action)

    # blocks

    def into_path(self, path: str) -> Scope:
        """`path_scope`."""
        return replace(self, path=merged_path(self.path, path))

    def into(self, options: Mapping[str, Any], path: str = "") -> Scope:
        """`scope` with its options."""
        added = str(path or options.get("path") or "")
        short = added if self.level != "nested" else ""
        found = self.into_path(added)
        found = replace(
            found,
            shallow_path=merged_path(self.shallow_path, str(options.get("shallow_path", short) or "")),
            shallow_prefix=joined_name(
                self.shallow_prefix, options.get("shallow_prefix", options.get("as") if self.level != "nested" else "")
            ),
        )
        if options.get("module"):
            found = replace(found, module="/".join(filter(None, (self.module, str(options["module"])))))
        if options.get("as"):
            found = replace(found, name=joined_name(self.name, options["as"]))
        if options.get("controller"):
            found = replace(found, controller=str(options["controller"]))
        if options.get("action"):
            found = replace(found, action=str(options["action"]))
        if isinstance(options.get("path_names"), dict):
            names = {**dict(self.path_names), **{str(k): str(v) for k, v in options["path_names"].items()}}
            found = replace(found, path_names=tuple(names.items()))
        return found._flags(options)

    def _flags(self, options: Mapping[str, Any]) -> Scope:
        found = self
        if "shallow" in options:
            found = replace(found, shallow=options["shallow"] is not False)
        if options.get("format") is False or _format_off(options.get("defaults")):
            found = replace(found, format=False)
        if options.get("to"):
            found = replace(found, options=(*found.options, ("to", options["to"])))
        if "via" in options:
            found = replace(found, via=options["via"])
        if "only" in options or "except" in options:
            found = replace(found, only=options.get("only"), without=options.get("except"))
        return found

    def into_resource(self, resource: Resource) -> Scope:
        """`resource_scope`."""
        level = "resource" if resource.single else "resources"
        depth = self.shallow_depth + (1 if resource.shallow else 0)
        return replace(self, level=level, resource=resource, controller=resource.controller, shallow_depth=depth)

    def collection(self) -> Scope:
        """Inside `collection do`."""
        return replace(self.into_path(self._resource.path), level="collection")

    def member(self) -> Scope:
        """Inside `member do`."""
        base = self.into_shallow() if self.shallow and not self._resource.single else self
        return replace(base.into_path(self._resource.member_scope), level="member")

    def new(self) -> Scope:
        """Inside `new do`."""
        return replace(self.into_path(f"{self._resource.path}/{self.action_path('new')}"), level="new")

    def nested(self) -> Scope:
        """Inside a resource's block, for what belongs to one of it."""
        shallow = self.shallow and not self._resource.single and self.shallow_depth >= 1
        base = self.into_shallow() if shallow else self
        found = base.into_path(self._resource.nested_scope)
        return replace(found, name=joined_name(found.name, self._resource.member_name), level="nested")

    def into_shallow(self) -> Scope:
        """`shallow_scope`."""
        return replace(self, path=self.shallow_path, name=self.shallow_prefix)

    def root_of_resource(self) -> Scope:
        """Where `root` inside a resource's block draws."""
        return replace(self.into_path(self._resource.path), level="root")

    @property
    def _resource(self) -> Resource:
        if self.resource is None:
            raise ValueError("no resource around")
        return self.resource

    # names

    def is_canonical(self, action: str) -> bool:
        """Whether Rails' own name of an action stands where its path and name need no word for it."""
        return action in CANONICAL and self.level in ("collection", "member", "new")

    def name_for(self, given: str | None, action: str) -> str:
        """`name_for_action`: the helper's name without `_path`; empty when there is none."""
        if given is not None:
            prefix = given
        elif self.is_canonical(action):
            prefix = ""
        else:
            prefix = action
        prefix = "" if prefix == "/" else prefix.strip("/").replace("/", "_").replace("-", "_")
        collection, member = (self.resource.collection_name, self.resource.member_name) if self.resource else ("", "")
        if self.resource and given is None and not action:
            return ""
        parts = {
            "nested": (self.name, prefix),
            "collection": (prefix, self.name, collection),
            "new": (prefix, "new", self.name, member),
            "member": (prefix, self.name, member),
            "root": (self.name, collection, prefix),
        }.get(self.level, (self.name, member, prefix))
        candidate = "_".join(part for part in parts if part)
        if given is None and not re.match(r"_?[a-z_]\w*\Z", candidate, re.IGNORECASE):
            return ""
        return candidate


def _format_off(defaults: Any) -> bool:
    return isinstance(defaults, dict) and defaults.get("format") is False


def joined_name(outer: str, inner: Any) -> str:
    """Name parts joined by `_`."""
    return "_".join(filter(None, (outer, str(inner or ""))))


def merged_path(outer: str, inner: str) -> str:
    """Paths joined and normalized, empty for the root."""
    path = normal_path(f"{outer}/{inner}")
    return "" if path == "/" else path


def normal_path(path: str) -> str:
    """`Mapper.normalize_path`: one leading slash, none doubled, none at the end; optional parts keep theirs inside."""
    path = re.sub(r"/{2,}", "/", f"/{path}")
    path = path.rstrip("/") or "/"
    if not re.match(r"^/(\(+[^)]+\))+$", path):
        path = re.sub(r"/(\(+)/?", r"\1/", path)
    if re.match(r"^(\(+[^)]+\))(\(+/:[^)]+\))*$", path):
        path = re.sub(r"^(\(+)/", r"/\1", path)
    return path
