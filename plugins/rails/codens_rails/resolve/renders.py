"""Renders: from each action to the templates it ends in, and from each template to those it renders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from codens_core.graph.facts import Fact
from codens_core.graph.records import Component
from codens_core.plugin.resolving import Collector, Hit, Reason, Rule
from codens_rails.resolve.controllers import TYPES, Runner, Shown
from codens_rails.resolve.layouts import Layouts
from codens_rails.resolve.lookup import HANDED, Lookup, Seen
from codens_rails.resolve.masks import Masks
from codens_rails.resolve.templates import Template
from codens_rails.resolve.world import World

RELATION = "renders_view"
_ELSEWHERE = 0.9
"""Confidence of what a parent or concern renders as one of the classes that use it."""
_UNREACHED = 0.8
"""Confidence of a render to which no action was seen to lead."""
_ROUTED_BY_GEM = 0.8
"""Confidence of a template whose action a library's controller defines."""


def followed_rule(world: World) -> Rule:
    """References that `render` follows itself, from the actions that lead to them."""
    return lambda component, fact: "ignored"


def render(world: World, found: Collector) -> None:
    """Relate controllers, mailers, views, helpers and components to the templates they render."""
    actions = _Actions(world, found)
    actions.run()
    actions.masks.spread()
    actions.masks.relate(found)


class _Actions:
    """The part of controllers and mailers."""

    def __init__(self, world: World, found: Collector) -> None:
        self.world = world
        self.found = found
        self.lookup = Lookup(world)
        self.masks = Masks(world, self.lookup)
        self.layouts = Layouts(world, self.lookup)
        self._settled: dict[tuple[int, str], bool] = {}
        self._shown: dict[tuple[int, str], Shown] = {}

    def run(self) -> None:
        for runner in self.world.runners.all:
            rendered: dict[Template, set[str]] = {}
            self._implicit(runner, rendered)
            self._explicit(runner, rendered)
            self._layout(runner, rendered)
        self._unreached()
        for key, hit in self._settled.items():
            if not hit:
                shown = self._shown[key]
                if shown.fact.value.get("quiet"):
                    continue
                self.found.settle(shown.component, shown.fact, why(self.world, shown.fact.value))

    # what a runner renders

    def _implicit(self, runner: Runner, rendered: dict[Template, set[str]]) -> None:
        prefixes = [runner.path] if runner.mailer else runner.prefixes
        for action in runner.actions:
            if runner.mailer and any(s.fact.value["name"] for s in self._mails(runner, action)):
                continue
            definer = runner.definer(action)
            method = self.world.runners.owner(definer).methods[action] if definer is not None else None
            for seen in self._default(runner, action, prefixes):
                if method is not None:
                    fact = replace(method.fact, value={"member": action})
                    self._relate(runner, seen, Shown(method.component, fact), "implicit", [action], rendered)
        self._without_methods(runner, rendered)

    def _default(self, runner: Runner, action: str, prefixes: Sequence[str]) -> list[Seen]:
        reference = {"name": action, "form": "template"}
        seen = self.lookup.named(reference, prefixes, (), runner.component.path)
        return [one for one in seen if not runner.api or one.template.file.handler == "jbuilder"]

    def _without_methods(self, runner: Runner, rendered: dict[Template, set[str]]) -> None:
        """A routed action without a method renders its template; a library's controller may define the method."""
        gem = any(True for name in runner.chain for _ in self.world.runners.outside_superclass(name))
        if runner.mailer:
            return
        known = set(runner.actions)
        for template in self.world.templates.in_folders(runner.prefixes[:1] if not gem else runner.prefixes):
            action = template.file.name
            if action in known or template.file.partial:
                continue
            routed = action in self.world.runners.routed(runner.path)
            if routed or gem:
                seen = Seen(template, 1.0 if routed else _ROUTED_BY_GEM)
                component = template.component
                shown = Shown(component, Fact({"member": action}, (1, 1), whole(component)))
                self._relate(runner, seen, shown, "implicit", [action], rendered)

    def _explicit(self, runner: Runner, rendered: dict[Template, set[str]]) -> None:
        for (name, member), actions in runner.reached.items():
            owner = self.world.runners.owner(name)
            for shown in owner.of("render"):
                if shown.fact.value.get("member", "") == member:
                    self._render(runner, shown, actions, rendered)
            for shown in owner.of("mail_template"):
                if shown.fact.value.get("member", "") == member:
                    self._mail(runner, shown, actions, rendered)

    def _render(
        self, runner: Runner, shown: Shown, actions: Mapping[str, float], rendered: dict[Template, set[str]]
    ) -> None:
        reference = shown.fact.value
        if reference.get("owner"):
            runner = self.world.runners.by_name.get(reference["owner"], runner)
        hits: dict[Template, tuple[Seen, list[str]]] = {}
        for name in actions if reference["form"] == "default" else [""]:
            for seen in self._named(runner, reference, name):
                hits.setdefault(seen.template, (seen, []))[1].extend([name] if name else actions)
        for seen, names in hits.values():
            confidence = seen.confidence * max(actions[name] for name in names)
            one = Seen(seen.template, confidence)
            bare = reference.get("bare") or reference["form"] in ("partial", "object", "layout")
            self._relate(runner, one, shown, reference["kind"], names, None if bare else rendered)
        self._note(shown, bool(hits))

    def _named(self, runner: Runner, reference: Mapping[str, Any], name: str) -> list[Seen]:
        formats, near = reference.get("formats", ()), runner.component.path
        if reference["form"] == "object":
            handed: list[Seen] = []
            for written in self.lookup.handed(reference["name"]):
                named = {"name": written, "form": "partial"}
                seen = self.lookup.named(named, runner.prefixes, formats, near)
                handed += [Seen(one.template, one.confidence * HANDED) for one in seen]
            if handed:
                return handed
            spaces = [space] if (space := runner.path.rpartition("/")[0]) else []
            return self.lookup.of_object(reference["name"], spaces, formats, near)
        if reference["form"] == "dynamic":
            return []
        return self.lookup.named(reference, runner.prefixes, formats, near, name)

    def _mails(self, runner: Runner, action: str) -> Iterable[Shown]:
        for (name, member), actions in runner.reached.items():
            if action in actions:
                yield from (
                    s for s in self.world.runners.owner(name).of("mail_template") if s.fact.value["member"] == member
                )

    def _mail(
        self, runner: Runner, shown: Shown, actions: Mapping[str, float], rendered: dict[Template, set[str]]
    ) -> None:
        """`mail(template_path:, template_name:)`; without a name it is the action's own template."""
        reference = shown.fact.value
        given = [r.fact.value["name"] for _, o in runner.owners() for r in o.of("view_prefix")
                 if r.fact.value.get("method") == "template_path"]  # fmt: skip
        folders = reference.get("paths") or given or [runner.path]
        explicit = bool(reference["name"] or reference.get("paths") or given)
        hit = bool(reference.get("dynamic"))
        for action, confidence in actions.items():
            for seen in [] if hit else self._mailed(reference["name"] or action, folders, runner):
                kind = "explicit" if explicit else "implicit"
                one = Seen(seen.template, confidence * seen.confidence)
                self._relate(runner, one, shown, kind, [action], rendered)
                hit = True

    def _mailed(self, name: str, folders: Sequence[str], runner: Runner) -> list[Seen]:
        """Templates of a mail; a folder that is known only in part is a wildcard."""
        found: list[Seen] = []
        for folder in folders:
            whole = {"name": f"{folder}/{name}", "form": "template"}
            found += self.lookup.named(whole, (), (), runner.component.path)
        return found

    def _layout(self, runner: Runner, rendered: dict[Template, set[str]]) -> None:
        for shown, seen, actions in self.layouts.of(runner, rendered):
            self._relate(runner, seen, shown, "layout", actions, None)

    # notes

    def _relate(
        self,
        runner: Runner,
        seen: Seen,
        shown: Shown,
        kind: str,
        actions: Iterable[str],
        rendered: dict[Template, set[str]] | None,
    ) -> None:
        names = list(dict.fromkeys(actions))
        reached = names if kind == "implicit" else runner.reachable(names)
        attributes: dict[str, Any] = {"kind": kind}
        if reached:
            attributes["actions"] = sorted(reached)
        if kind == "implicit":
            attributes["implicit"] = sorted(names)
        hit = Hit(seen.template.component, confidence=seen.confidence, attributes=attributes)
        self.found.relate(RELATION, runner.component, hit, shown.fact, shown.component)
        if shown.component.key != runner.component.key and "resolve" in shown.fact.value:
            elsewhere = Hit(hit.target, confidence=seen.confidence * _ELSEWHERE, attributes={"kind": kind})
            self.found.relate(RELATION, shown.component, elsewhere, shown.fact)
        if rendered is not None:
            rendered.setdefault(seen.template, set()).update(names)
        self.masks.note(seen.template, runner)

    def _note(self, shown: Shown, hit: bool) -> None:
        key = (shown.component.key, repr(shown.fact.value))
        self._shown[key] = shown
        self._settled[key] = self._settled.get(key, False) or hit

    def _unreached(self) -> None:
        """Renders of controllers, mailers and concerns to which no action leads: as each class that has them would."""
        for name, owner in self.world.runners.owners():
            for shown in owner.of("render"):
                key = (shown.component.key, repr(shown.fact.value))
                if key in self._settled or not self._concerns(shown.component):
                    continue
                hit = False
                for runner in self.world.runners.users(name) or self._named_owner(shown):
                    own = shown.fact.value.get("member", "") if shown.fact.value["form"] == "default" else ""
                    for seen in self._named(runner, shown.fact.value, own):
                        hit = True
                        confidence = seen.confidence * _UNREACHED
                        attributes = {"kind": shown.fact.value["kind"]}
                        target = Hit(seen.template.component, confidence=confidence, attributes=attributes)
                        self.found.relate(RELATION, shown.component, target, shown.fact)
                        self.masks.note(seen.template, runner)
                self._note(shown, hit)

    def _named_owner(self, shown: Shown) -> list[Runner]:
        runner = self.world.runners.by_name.get(shown.fact.value.get("owner", ""))
        return [runner] if runner is not None else []

    def _concerns(self, component: Component) -> bool:
        return component.type in TYPES or (component.type == "concern" and "/controllers/" in component.path)


def why(world: World, reference: Mapping[str, Any]) -> Reason:
    """Why a name leads to no template."""
    name = reference["name"]
    if reference["form"] in ("dynamic", "object") or "*" in name:
        return "dynamic"
    if "/" in name and not world.templates.has_folder(name.lstrip("/").rpartition("/")[0]):
        return "external"
    return "missing"


def whole(component: Component) -> int:
    """The pull request since which a file exists, as its facts tell."""
    return min((fact.since for attribute in component.facts for fact in component.facts.get(attribute)[:1]), default=0)
