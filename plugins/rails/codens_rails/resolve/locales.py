"""Locale keys: which files define them, what a lazy key means where it stands, and the texts themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codens_core.graph.facts import Fact
from codens_core.graph.records import Component
from codens_core.plugin.resolving import Hit, Reason, Rule
from codens_rails.resolve.world import World

_TEMPLATE = re.compile(r"(?:.*/)?app/views/(?P<path>[^.]+)\.")
_COMPONENT = re.compile(r"(?:.*/)?app/components/(?P<path>[^.]+)\.")
_LIBRARIES = frozenset(
    ("date", "time", "datetime", "number", "support", "errors", "activerecord", "activemodel", "helpers", "i18n",
     "devise", "views", "will_paginate", "simple_form", "doorkeeper", "kaminari", "faker", "ransack", "flash",
     "active_admin", "administrate", "pagy", "cancan", "unauthorized", "pundit", "language_name", "countries")
)  # fmt: skip
_MOST_KEYS = 20


class Texts:
    """All locale keys of an application."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.files: dict[str, list[Component]] = {}
        self._texts: dict[str, str] = {}
        for component in world.by_type.get("locale", ()):
            sidecar = _COMPONENT.match(component.path)
            prefix = f"{_scope_of(sidecar)}." if sidecar is not None else ""
            for value in component.facts.values("locale_keys"):
                key = prefix + (value if isinstance(value, str) else value["key"])
                holders = self.files.setdefault(key, [])
                if component not in holders[-1:]:
                    holders.append(component)
                if not isinstance(value, str):
                    self._texts.setdefault(key, value["text"])
        self._ordered = sorted(self.files)

    def text(self, key: str) -> str | None:
        """The English text of an absolute key."""
        return self._texts.get(key)

    def shown(self, component: Component, key: str) -> str | None:
        """The text of a key as written in a component's file, lazy or not."""
        return next((t for k in self.absolute(component, key, "", "") if (t := self.text(k)) is not None), None)

    def absolute(self, component: Component, key: str, member: str, owner: str) -> list[str]:
        """The keys that a key as written may mean, best first."""
        if not key.startswith("."):
            return [re.sub(r"[.]{2,}", ".", key)]
        return [f"{base}{key}" for base in self._bases(component, member, owner)]

    def _bases(self, component: Component, member: str, owner: str) -> list[str]:
        place = _TEMPLATE.match(component.path) or _COMPONENT.match(component.path)
        if place is not None and owner and component.path.endswith(".rb"):
            return self._classes(owner)
        if place is not None:
            return [_scope_of(place)]
        found: list[str] = []
        runners = self._world.runners.users(owner)
        for runner in runners:
            path = runner.path.replace("/", ".")
            actions = runner.reached.get((owner, member), {}) or {member: 1.0}
            found += [f"{path}.{action}" for action in actions if action]
            found.append(path)
        return list(dict.fromkeys(found))

    def _classes(self, owner: str) -> list[str]:
        """Views and components that are classes look below their own name, then their ancestors'."""
        names = self._world.names.ancestors(owner)
        known = [name for name in names if self._world.names.get(name) is not None]
        return [self._world.inflector.underscore(name).replace("/", ".") for name in (known or [owner])]

    def holders(self, key: str) -> list[tuple[str, list[Component]]]:
        """(key, files) of a key, of its branch when it names one, or of all that fit its wildcard."""
        if "*" in key:
            pattern = re.compile(re.escape(key).replace(r"\*", "[^.]+(?:[.][^.]+)*") + r"\Z")
            start = key.split("*", maxsplit=1)[0]
            return [(k, self.files[k]) for k in self._under(start) if pattern.match(k)]
        if key in self.files:
            return [(key, self.files[key])]
        return [(k, self.files[k]) for k in self._under(f"{key}.")]

    def _under(self, start: str) -> list[str]:
        from bisect import bisect_left

        found = []
        for key in self._ordered[bisect_left(self._ordered, start) :]:
            if not key.startswith(start):
                break
            found.append(key)
        return found


def _scope_of(place: re.Match[str]) -> str:
    """The key below which a template's own texts stand: its path, without the `_` of a partial's name."""
    path = place["path"].removesuffix("/component")
    folder, _, name = path.rpartition("/")
    if folder.rpartition("/")[2] == name:
        path = folder
    return path.replace("/_", ".").replace("/", ".")


def i18n_rule(world: World) -> Rule:
    """Every locale file that defines the key. A helper's lazy key belongs to whichever template calls it."""
    gems = {gem.replace("-", "_") for gem in world.gems}

    def rule(component: Component, fact: Fact) -> Sequence[Hit] | Reason:
        reference = fact.value
        name = reference["name"] if reference.get("lazy") else reference["name"].lstrip(".")
        candidates = world.texts.absolute(component, name, reference.get("member", ""), reference.get("owner", ""))
        keys: dict[int, tuple[Component, list[str]]] = {}
        for candidate in candidates:
            for key, files in world.texts.holders(candidate):
                for file in files:
                    keys.setdefault(file.key, (file, []))[1].append(key)
        if keys:
            return [Hit(file, attributes={"keys": found[:_MOST_KEYS]}) for file, found in keys.values()]
        first = name.split(".")[0]
        if "*" in first or (name.startswith(".") and component.type == "helper"):
            return "dynamic"
        library = first in _LIBRARIES or first in gems or reference.get("default")
        return "external" if library else "missing"

    return rule
