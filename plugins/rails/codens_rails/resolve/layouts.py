"""Layouts: declared, inherited, or found by the name of a controller or one of its ancestors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from codens_rails.resolve.controllers import Owner, Runner, Shown
from codens_rails.resolve.lookup import Lookup, Seen
from codens_rails.resolve.templates import Template
from codens_rails.resolve.world import World


class Layouts:
    """Looks up the layout of a controller or mailer."""

    def __init__(self, world: World, lookup: Lookup) -> None:
        self._world = world
        self._lookup = lookup

    def of(self, runner: Runner, rendered: Mapping[Template, set[str]]) -> Iterator[tuple[Shown, Seen, list[str]]]:
        """(what shows it, layout, actions) for the templates that a runner renders, format by format."""
        by_format: dict[str, set[str]] = {}
        for template, actions in rendered.items():
            by_format.setdefault(template.format or "html", set()).update(actions)
        for form, actions in sorted(by_format.items()):
            for shown, names in self._declared(runner):
                conditioned = [action for action in sorted(actions) if _applies(shown, action)]
                for name in names:
                    for seen in self._find(name, form, runner):
                        if conditioned or not actions:
                            yield shown, seen, conditioned

    def _find(self, name: str, form: str, runner: Runner) -> list[Seen]:
        found = self._lookup.named({"name": name, "form": "layout"}, (), [form], runner.component.path)
        return [seen for seen in found if seen.template.format in (form, "")]

    def _declared(self, runner: Runner) -> list[tuple[Shown, list[str]]]:
        """The innermost declarations (or the layout by name) of a runner, each with the names it may give."""
        names = self._world.names
        for name, owner in runner.owners():
            declared = _last(owner)
            if declared and not all(shown.fact.value.get("off") == "nil" for shown in declared):
                return [(s, [s.fact.value["name"]]) for s in declared if s.fact.value["name"]]
            if not names.is_class(name) or runner.api:
                continue
            path = self._world.runners.path_of(name, runner.mailer)
            folder, _, base = f"layouts/{path}".rpartition("/")
            if self._world.templates.find(folder, base, False) and (shown := _definition(self._world, name)):
                return [(shown, [path])]
        return []


def _last(owner: Owner) -> list[Shown]:
    """All names of the last declaration, or of every one that has conditions."""
    declared = owner.of("layout")
    if not declared:
        return []
    line = max(shown.fact.line for shown in declared)
    return [s for s in declared if s.fact.line == line or {"only", "except"} & s.fact.value.keys()]


def _applies(shown: Shown, action: str) -> bool:
    only, without = shown.fact.value.get("only"), shown.fact.value.get("except")
    return (only is None or action in only) and (without is None or action not in without)


def _definition(world: World, name: str) -> Shown | None:
    """The opening line of a class."""
    component = world.names.get(name)
    for fact in component.facts.get("constants") if component is not None else ():
        if fact.value["name"] == name and component is not None:
            return Shown(component, replace(fact, value={}, spans=fact.spans[:1] * 2))
    return None
