"""How a name given to `render` finds templates: by prefixes, by folder, by the class of an object, by wildcard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from codens_core.graph.facts import REFERENCES
from codens_rails.resolve.templates import Template, Templates
from codens_rails.resolve.world import World
from codens_rails.ruby.literals import WILDCARD

HANDED = 0.5
"""Confidence of each of the templates whose names code hands over under one key or by one method."""
OTHER_FORMAT = 0.5
"""Confidence of a template that exists only in a format that was not asked for."""
_WILDCARD = 0.4
_MOST = 40
"""A wildcard that more templates than this fit says nothing."""
_OF_CLASS = 0.5
"""Confidence of each partial of the classes that an object may be of."""
_ENDING = 0.5
"""Confidence of the only partial whose folder and name end as an object's would."""
_CLASS, _WORD, _WORDS = 0.9, 0.7, 0.5


@dataclass(frozen=True, slots=True)
class Seen:
    """A template that a name leads to, with the confidence of the way there."""

    template: Template
    confidence: float = 1.0


class Lookup:
    """Looks names up as Rails would."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._templates: Templates = world.templates

    @cached_property
    def _handed(self) -> dict[str, list[str]]:
        found: dict[str, dict[str, None]] = {}
        for component in self._world.components:
            for reference in component.facts.values(REFERENCES):
                if reference["resolve"] == "view_name" and not reference["variable"].startswith("@"):
                    found.setdefault(reference["variable"], {})[reference["name"]] = None
        return {key: list(names) for key, names in found.items() if len(names) <= _MOST}

    def handed(self, name: str) -> list[str]:
        """Names of templates that code gives under a key (`tab[:partial]`) or by a method (`format.form_partial`)."""
        key = name if name.startswith("[") else f".{name.rpartition('.')[2]}"
        return self._handed.get(key, [])

    def named(
        self, reference: Mapping[str, Any], prefixes: Sequence[str], formats: Sequence[str], near: str, name: str = ""
    ) -> list[Seen]:
        """What a reference of a form with a name finds; `name` replaces its own (an action's default template)."""
        name, form = (name or reference["name"]).lstrip("/"), reference["form"]
        if form == "any":
            as_template = self._name(name, False, prefixes, formats, near)
            return as_template or self._name(name, True, prefixes, formats, near)
        if form == "layout":
            whole = name if name.startswith("layouts") else f"layouts/{name}"
            return self._name(whole, False, prefixes, formats, near) or self._name(name, False, (), formats, near)
        return self._name(name, form == "partial", prefixes, formats, near)

    def _name(self, name: str, partial: bool, prefixes: Sequence[str], formats: Sequence[str], near: str) -> list[Seen]:
        if WILDCARD in name:
            return self._wildcard(name, partial, prefixes, formats)
        folder, slash, base = name.rpartition("/")
        for prefix in [folder] if slash else prefixes:
            if found := self._templates.find(prefix, base, partial, formats, near):
                return [Seen(template) for template in found]
        for prefix in ([folder] if slash else prefixes) if formats else ():
            if found := self._templates.find(prefix, base, partial, (), near):
                return [Seen(template, OTHER_FORMAT) for template in found]
        return []

    def _wildcard(self, name: str, partial: bool, prefixes: Sequence[str], formats: Sequence[str]) -> list[Seen]:
        patterns = [name] if "/" in name else [f"{prefix}/{name}" for prefix in prefixes]
        for pattern in patterns:
            found = self._templates.matching(pattern, partial)
            fitting = [t for t in found if not formats or not t.format or t.format in formats] or found
            if fitting and len(fitting) <= _MOST:
                return [Seen(template, _WILDCARD) for template in fitting]
        return []

    def of_object(self, name: str, spaces: Sequence[str], formats: Sequence[str], near: str) -> list[Seen]:
        """The partial of what is rendered, by `to_partial_path`: `posts/_post`, below the controller's namespace first.

        `name` is a constant (`::Post`, `Post.recent`) or dotted names of which the last plausible one tells the class.
        """
        name = name.removesuffix(".to_partial_path")
        for word, folder, base, confidence in self._object_paths(name):
            for space in (*spaces, ""):
                whole = f"{space}/{folder}" if space else folder
                if found := self._templates.find(whole, base, True, formats, near):
                    return [Seen(template, confidence) for template in found]
            if found := [template for one in self._classes(word) for template in self._of_class(one, formats, near)]:
                return [Seen(template, _OF_CLASS) for template in found]
        return self._ending(name, formats, near)

    def _of_class(self, name: str, formats: Sequence[str], near: str) -> list[Template]:
        path = self._world.inflector.underscore(name)
        return self._templates.find(self._world.inflector.pluralize(path), path.rpartition("/")[2], True, formats, near)

    def _classes(self, word: str) -> list[str]:
        """Classes that a rendered object's name may mean: by associations of its name, and those below each."""
        meant = self._world.meant
        own = [word] if word[:1].isupper() else meant.by_association(word) or [self._world.inflector.classify(word)]
        return list(dict.fromkeys(one for name in own for one in (name, *meant.below(name))))

    def _ending(self, name: str, formats: Sequence[str], near: str) -> list[Seen]:
        """The only partial of which folder and name end as the object's would: `oidc/statements/_statement`."""
        for _, folder, base, _ in self._object_paths(name):
            ending = [at for at in self._templates.folders(base, True) if at.endswith(f"/{folder}")]
            if len(ending) == 1:
                found = self._templates.find(ending[0], base, True, formats, near)
                return [Seen(template, _ENDING) for template in found]
        return []

    def _object_paths(self, name: str) -> Iterator[tuple[str, str, str, float]]:
        """(word, folder, partial's name, confidence) that a rendered object may have, likeliest first."""
        inflector = self._world.inflector
        first, *rest = name.lstrip(":").lstrip("@").split(".")
        if first[:1].isupper():
            path = inflector.underscore(first)
            yield first, inflector.pluralize(path), path.rpartition("/")[2], _CLASS
            return
        for word in reversed([first, *rest]):
            one = inflector.singularize(word)
            yield word, inflector.pluralize(one), one, _WORD if not rest else _WORDS
