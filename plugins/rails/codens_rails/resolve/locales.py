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
            for value in component.facts.values("locale_keys"):
                holders = self.files.setdefault(value["key"], [])
                if component not in holders[-1:]:
                    holders.append(component)
                if "text" in value:
                    self._texts.setdefault(value["key"], value["text"])
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
            return [key]
        return [f"{base}{key}" for base in self._bases(component, member, owner)]

    def _bases(self, component: Component, member: str, owner: str) -> list[str]:
        place = _TEMPLATE.match(component.path) or _COMPONENT.match(component.path)
        if place is not None:
            path = place["path"].removesuffix("/component").replace("/_", ".").replace("/", ".")
            return [path]
        found: list[str] = []
        runners = self._world.runners.users(owner)
        for runner in runners:
            path = runner.path.replace("/", ".")
            actions = runner.reached.get((owner, member), {}) or {member: 1.0}
            found += [f"{path}.{action}" for action in actions if action]
            found.append(path)
        return list(dict.fromkeys(found))

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


def i18n_rule(world: World) -> Rule:
    """Every locale file that defines the key."""

    def rule(component: Component, fact: Fact) -> Sequence[Hit] | Reason:
        reference = fact.value
        name = reference["name"]
        if name.startswith(".") and not reference.get("lazy"):
            return "missing"
        candidates = world.texts.absolute(component, name, reference.get("member", ""), reference.get("owner", ""))
        keys: dict[int, tuple[Component, list[str]]] = {}
        for candidate in candidates:
            for key, files in world.texts.holders(candidate):
                for file in files:
                    keys.setdefault(file.key, (file, []))[1].append(key)
        if keys:
            return [Hit(file, attributes={"keys": found[:_MOST_KEYS]}) for file, found in keys.values()]
        if "*" in name.split(".")[0]:
            return "dynamic"
        library = name.split(".")[0] in _LIBRARIES or reference.get("default")
        return "external" if library else "missing"

    return rule
