"""Who renders a template, carried along from template to partial: names without a slash depend on it.

A slash-less name is looked up in the prefixes of the controller that runs, wherever it is written. So every template
keeps the set of controllers (a bit each) as which it may be rendered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from codens_core.graph.facts import REFERENCES
from codens_core.graph.records import Component
from codens_core.plugin.resolving import Collector, Hit, Reason
from codens_rails.resolve.controllers import Runner, Shown
from codens_rails.resolve.lookup import HANDED, Lookup, Seen
from codens_rails.resolve.templates import Template
from codens_rails.resolve.world import World

_SEVERAL = 0.8
"""Confidence of each of several folders in which a shared template's partial is looked up."""
_OWN_FOLDER = 0.8
"""Confidence of a partial next to a template of which nobody is known to render it."""
_ONLY_ONE = 0.6
"""Confidence of the only partial of a name."""
_ANYONE = 0.5
"""Confidence of each of several partials that a helper or component may render."""


class Masks:
    """Templates with the controllers and mailers as which they are rendered."""

    def __init__(self, world: World, lookup: Lookup) -> None:
        self._world = world
        self._lookup = lookup
        self._bits = {runner.name: 1 << i for i, runner in enumerate(world.runners.all)}
        self._of: dict[int, int] = {}
        self._folders: dict[tuple[str, bool], list[tuple[str, int]]] = {}
        self._references = {c.key: refs for c in world.components if (refs := list(self._renders(c)))}
        self._components = {c.key: c for c in world.components}
        self._given = self._view_names()

    def _renders(self, component: Component) -> Iterable[Shown]:
        if component.type in ("controller", "mailer", "spec"):
            return
        if component.type == "concern" and "/controllers/" in component.path:
            return
        for fact in component.facts.get(REFERENCES):
            if fact.value["resolve"] == "render":
                yield Shown(component, fact)

    def _view_names(self) -> dict[str, list[tuple[int, str]]]:
        """By variable, method or key: (controllers that run when it is set, name of a template it is given)."""
        found: dict[str, list[tuple[int, str]]] = {}
        for name, owner in self._world.runners.owners():
            mask = self._mask(self._world.runners.users(name))
            for shown in owner.of("view_name"):
                if shown.fact.value["variable"].startswith("@"):
                    found.setdefault(shown.fact.value["variable"], []).append((mask, shown.fact.value["name"]))
        return found

    def _mask(self, runners: Iterable[Runner]) -> int:
        mask = 0
        for runner in runners:
            mask |= self._bits[runner.name]
        return mask

    def note(self, template: Template, runner: Runner) -> None:
        """A runner renders a template."""
        key = template.component.key
        self._of[key] = self._of.get(key, 0) | self._bits[runner.name]

    def spread(self) -> None:
        """Hand each template's controllers on to what it renders, until nothing changes."""
        queue = [key for key in self._of if key in self._references]
        while queue:
            key = queue.pop()
            for shown in self._references[key]:
                for seen, mask in self._seen(shown, self._of[key]):
                    target = seen.template.component.key
                    known = self._of.get(target, 0)
                    if mask & ~known:
                        self._of[target] = known | mask
                        if target in self._references:
                            queue.append(target)

    def relate(self, found: Collector) -> None:
        """Relate everything but controllers and mailers to what it renders."""
        from codens_rails.resolve.renders import why

        for shown in (one for references in self._references.values() for one in references):
            hits: dict[int, Hit] = {}
            for seen, _ in self._seen(shown, self._of.get(shown.component.key, 0)) or self._unknown(shown):
                target = seen.template.component
                attributes = {"kind": shown.fact.value["kind"]}
                if target.key not in hits or hits[target.key].confidence < seen.confidence:
                    hits[target.key] = Hit(target, confidence=seen.confidence, attributes=attributes)
            quiet: Reason = "ignored" if shown.fact.value.get("quiet") else why(self._world, shown.fact.value)
            found.settle(shown.component, shown.fact, list(hits.values()) or quiet)

    # lookups

    def _seen(self, shown: Shown, mask: int) -> list[tuple[Seen, int]]:
        """(template, controllers as which it is rendered) for a reference of a template rendered as `mask`."""
        reference, form = shown.fact.value, shown.fact.value["form"]
        if form == "dynamic":
            return []
        if form == "object":
            return self._objects(shown, mask)
        if "/" in reference["name"]:
            found = self._lookup.named(reference, (), self._formats(shown), shown.component.path)
            return [(seen, mask) for seen in found]
        return self._slashless(shown, reference, mask)

    def _slashless(self, shown: Shown, reference: Mapping[str, Any], mask: int) -> list[tuple[Seen, int]]:
        if "*" in reference["name"]:
            prefixes = {p for runner in self._runners(mask) for p in runner.prefixes}
            found = self._lookup.named(reference, sorted(prefixes), self._formats(shown), shown.component.path)
            return [(seen, mask) for seen in found]
        groups = [
            (folder, users & mask)
            for folder, users in self._in_prefixes(reference["name"], reference["form"] == "partial")
            if users & mask
        ]
        confidence = 1.0 if len(groups) == 1 else _SEVERAL
        return [
            (Seen(seen.template, seen.confidence * confidence), users)
            for folder, users in groups
            for seen in self._lookup.named(reference, [folder], self._formats(shown), shown.component.path)
        ]

    def _in_prefixes(self, name: str, partial: bool) -> list[tuple[str, int]]:
        """(folder, controllers for which it is the first prefix that holds the name)."""
        key = (name.split(".", maxsplit=1)[0], partial)
        if key not in self._folders:
            folders, found = self._world.templates.folders(*key), dict[str, int]()
            for runner in self._world.runners.all if folders else ():
                first = next((prefix for prefix in runner.prefixes if prefix in folders), None)
                if first is not None:
                    found[first] = found.get(first, 0) | self._bits[runner.name]
            self._folders[key] = sorted(found.items())
        return self._folders[key]

    def _objects(self, shown: Shown, mask: int) -> list[tuple[Seen, int]]:
        name = shown.fact.value["name"]
        given: list[tuple[Seen, int]] = []
        for users, written in self._given.get(name, ()):
            if users & mask:
                reference = {"name": written, "form": "partial"}
                if "/" in written:
                    found = self._lookup.named(reference, (), self._formats(shown), shown.component.path)
                    given += [(seen, users & mask) for seen in found]
                else:
                    given += self._slashless(shown, reference, users & mask)
        for written in self._lookup.handed(name):
            if "/" in written or "*" not in written:
                named = Shown(
                    shown.component, replace(shown.fact, value={"name": written, "form": "partial", "kind": ""})
                )
                more = self._seen(named, mask) or self._unknown(named)
                given += [(Seen(seen.template, seen.confidence * HANDED), users) for seen, users in more]
        if given:
            return given
        spaces = sorted({space for runner in self._runners(mask) if (space := runner.path.rpartition("/")[0])})
        found = self._lookup.of_object(name, spaces, self._formats(shown), shown.component.path)
        return [(seen, mask) for seen in found]

    def _runners(self, mask: int) -> list[Runner]:
        return [runner for runner in self._world.runners.all if self._bits[runner.name] & mask]

    def _unknown(self, shown: Shown) -> list[tuple[Seen, int]]:
        """A slash-less name in a template (or helper, or component) of which no controller is known to render it."""
        reference = shown.fact.value
        if reference["form"] in ("dynamic", "object") or "/" in reference["name"] or "*" in reference["name"]:
            return []
        partial = reference["form"] == "partial"
        folders = sorted(self._world.templates.folders(reference["name"].split(".")[0], partial))
        own = self._own_folder(shown.component)
        chosen, confidence = folders, _ONLY_ONE if len(folders) == 1 else _ANYONE
        if own in folders:
            chosen, confidence = [own], _OWN_FOLDER
        elif len(folders) > 1 and shown.component.type != "helper":
            return []
        return [
            (Seen(seen.template, seen.confidence * confidence), 0)
            for folder in chosen
            for seen in self._lookup.named(reference, [folder], self._formats(shown), shown.component.path)
        ]

    def _own_folder(self, component: Component) -> str:
        """A template's folder; a helper's is the one of its controller."""
        template = self._world.templates.by_key.get(component.key)
        if template is not None:
            return template.folder
        _, found, tail = component.path.partition("app/helpers/")
        return tail.removesuffix("_helper.rb") if found and component.type == "helper" else ""

    def _formats(self, shown: Shown) -> list[str]:
        if formats := shown.fact.value.get("formats"):
            return list(formats)
        template = self._world.templates.by_key.get(shown.component.key)
        return [template.format] if template is not None and template.format else []
