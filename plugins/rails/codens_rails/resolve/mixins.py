"""Superclasses and mixins: who extends what, through hooks of modules and macros of libraries too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from codens_core.graph.facts import REFERENCES, Fact
from codens_core.graph.records import Component
from codens_core.plugin.resolving import Collector, Hit, Reason, Rule
from codens_rails.resolve.constants import use

if TYPE_CHECKING:
    from codens_rails.resolve.world import World

_INTO_INSTANCES = ("include", "prepend")


@dataclass(frozen=True, slots=True)
class Extension:
    """`constant` extends `target` (full names) by `kind`, as `fact` in `component` shows."""

    constant: str
    kind: str
    target: str
    component: Component
    fact: Fact
    via: str = ""
    """Empty when the class says so itself; else `included` (a module's hook), a macro's name, `reopened`, or the
    module that brings the target along."""
    indirect: bool = False
    """Whether it is there only because a module brings it along."""


class Mixins:
    """All extensions of one application."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.lost: list[tuple[Component, Fact, Reason]] = []
        """References whose target the application does not define."""
        self._includers: dict[str, list[str]] = {}
        self._bases: dict[str, list[str]] = {}
        self._later: list[tuple[str, Extension]] = []
        self._plain = list(self._read())
        self._running = False

    def _read(self) -> Iterator[Extension]:
        """Extensions that the code states; what hooks and macros do is kept for later."""
        for component in self._world.components:
            names = self._world.names_for(component)
            for fact in component.facts.get(REFERENCES):
                if fact.value["resolve"] != "extension":
                    continue
                reference, scope = fact.value, fact.value.get("scope", ())
                if "*" in reference["name"]:
                    for target in self._editions(reference["name"].removeprefix("*::")):
                        yield from self._placed(component, fact, reference, target)
                    continue
                own = reference.get("owner", "") if reference["kind"] == "superclass" else ""
                found = names.find(reference["name"], scope, own)
                if found is None or found.rest or found.component is None:
                    reason: Reason = "external" if found is None else self._world.absence(reference["name"])
                    self.lost.append((component, fact, reason))
                    continue
                yield from self._placed(component, fact, reference, found.name)

    def _editions(self, name: str) -> list[str]:
        """Modules of a name inside top-level namespaces: `EE::User` for `User`."""
        names = self._world.names
        spaces = {full.split("::", 1)[0] for full in names.all() if full.endswith(f"::{name}")}
        return [f"{space}::{name}" for space in sorted(spaces) if names.kind(f"{space}::{name}") == "module"]

    def _placed(
        self, component: Component, fact: Fact, reference: Mapping[str, Any], target: str
    ) -> Iterator[Extension]:
        kind, owner, via = reference["kind"], reference.get("owner", ""), reference.get("via", "")
        if kind == "reopens":
            yield Extension(owner or target, kind, target, component, fact)
        elif "on" in reference:
            on = self._world.names_for(component).lookup(reference["on"], reference.get("scope", ()))
            if on is not None:
                yield self._noted(Extension(on[0], kind, target, component, fact, "reopened"))
        elif via:
            self._later.append((via, Extension(owner, kind, target, component, fact, via)))
        else:
            yield self._noted(Extension(owner, kind, target, component, fact))

    def _noted(self, extension: Extension) -> Extension:
        includers = self._includers.setdefault(extension.target, [])
        if extension.kind in _INTO_INSTANCES and extension.constant not in includers:
            includers.append(extension.constant)
            self._bases.clear()
        return extension

    def _run_hooks(self) -> Iterator[Extension]:
        """What `included do` and macros add to classes, until nothing new comes of it."""
        done: set[tuple[str, str, str]] = set()
        changed = True
        while changed:
            changed = False
            for via, said in self._later:
                for base, reason in self._reached(via, said):
                    key = (base, said.kind, said.target)
                    if key not in done and base != said.target:
                        done.add(key)
                        changed = True
                        yield self._noted(Extension(base, said.kind, said.target, said.component, said.fact, reason))

    def _reached(self, via: str, said: Extension) -> list[tuple[str, str]]:
        if via == "included":
            return [(base, "included") for base in self.bases(said.constant)]
        macro = said.fact.value["member"]
        return [(caller, macro) for caller in self._world.macros.callers(macro, said.constant)]

    def bases(self, module: str) -> list[str]:
        """Classes that include a module, directly or through other modules and their hooks."""
        if not self._running:
            self.all  # noqa: B018 - hooks run once, before the first answer
        if module not in self._bases:
            found: dict[str, None] = {}
            queue, seen = [module], {module}
            while queue:
                current = queue.pop(0)
                for constant in self._includers.get(current, ()):
                    if constant in seen:
                        continue
                    seen.add(constant)
                    if self._world.names.is_class(constant):
                        found[constant] = None
                    else:
                        queue.append(constant)
            self._bases[module] = list(found)
        return self._bases[module]

    @property
    def hooked(self) -> list[Extension]:
        """What the hooks and macros of modules say, before it is known who runs them."""
        return [said for _, said in self._later]

    @cached_property
    def all(self) -> list[Extension]:
        """Every extension: stated, run by hooks, and brought along by modules."""
        self._running = True
        found = self._plain + list(self._run_hooks())
        self._running = False
        return found + list(self._brought(found))

    def _brought(self, direct: list[Extension]) -> Iterator[Extension]:
        """A class has the modules of its modules too."""
        by_constant = _by_constant(direct)
        known = {(e.constant, e.kind, e.target) for e in direct}
        for extension in direct:
            queue = [extension.target] if self._world.names.kind(extension.target) == "module" else []
            for module in queue:
                for inner in by_constant.get(module, ()):
                    key = (extension.constant, extension.kind, inner.target)
                    if inner.kind not in _INTO_INSTANCES or key in known or inner.target == extension.constant:
                        continue
                    known.add(key)
                    queue.append(inner.target)
                    yield Extension(*key, inner.component, inner.fact, module, indirect=True)

    def stated(self, constant: str) -> list[Extension]:
        """What a class or module says itself that it extends."""
        return self._stated.get(constant, [])

    @cached_property
    def _stated(self) -> dict[str, list[Extension]]:
        return _by_constant(self._plain)

    def of(self, constant: str) -> list[Extension]:
        """What one class or module extends."""
        return self._by_constant.get(constant, [])

    def is_inherited(self, extension: Extension) -> bool:
        """Whether Ruby does nothing because the superclass has the module already."""
        if extension.kind not in ("include", "extend"):
            return False
        for above in self._world.names.superclasses(extension.constant):
            if extension.kind == "include" and extension.target in self._world.names.ancestors(above):
                return True
            if any((e.target, e.kind) == (extension.target, extension.kind) for e in self.of(above)):
                return True
        return False

    @cached_property
    def _by_constant(self) -> dict[str, list[Extension]]:
        return _by_constant(self.all)


def _by_constant(extensions: list[Extension]) -> dict[str, list[Extension]]:
    found: dict[str, list[Extension]] = {}
    for extension in extensions:
        found.setdefault(extension.constant, []).append(extension)
    return found


def extension_rule(world: World) -> Rule:
    """Extensions are related by `extend`, which sees all of them at once."""
    return lambda component, fact: "ignored"


def group_mixin_rule(world: World) -> Rule:
    """A module that groups of examples, which have no constant of their own, include."""

    def rule(component: Component, fact: Fact) -> Sequence[Hit] | Reason:
        found = world.test_names.find(fact.value["name"], fact.value.get("scope", ()))
        if found is None or found.rest or found.component is None:
            return "external" if found is None else world.absence(fact.value["name"])
        own = found.component.key == component.key
        return "ignored" if own else [Hit(found.component, attributes={"kind": fact.value["kind"]})]

    return rule


def extend(world: World, found: Collector) -> None:
    """Relate every extension; a module whose hook includes another one uses it."""
    for component, fact, reason in world.mixins.lost:
        if not component.support:
            found.settle(component, fact, reason)
    for extension in world.mixins.all:
        target = world.names.get(extension.target) or world.test_names.get(extension.target)
        source = _source(world, extension)
        if target is None or source is None or source.key == target.key:
            continue
        if world.mixins.is_inherited(extension):
            if not extension.indirect:
                found.settle(source, extension.fact, use(target))
            continue
        pair = {"constant": extension.constant, "kind": extension.kind, "target": extension.target}
        attributes: dict[str, Any] = {"kind": extension.kind, "extends": pair}
        if extension.via:
            attributes["via"] = extension.via
        found.relate(
            "extends_component", source, Hit(target, attributes=attributes), extension.fact, extension.component
        )
    for said in world.mixins.hooked:
        target = world.names.get(said.target)
        if target is not None and target.key != said.component.key and not said.component.support:
            found.settle(said.component, said.fact, use(target))
    _reopened(world, found)


def _source(world: World, extension: Extension) -> Component | None:
    """The component whose class changes: the file itself, or the class's own where another file says so."""
    if extension.via:
        return world.names.get(extension.constant)
    return None if extension.component.support else extension.component


def _reopened(world: World, found: Collector) -> None:
    """A file that opens a class again, to add to it, extends the file that defines it."""
    for name in world.names.all():
        if world.names.kind(name) == "value":
            continue
        homes = world.names.homes(name)
        for other in homes[1:]:
            fact = next((f for f in other.facts.get("constants") if f.value["name"] == name), None)
            if fact is not None:
                pair = {"constant": name, "kind": "reopens", "target": name}
                hit = Hit(homes[0], attributes={"kind": "reopens", "extends": pair})
                found.relate("extends_component", other, hit, fact)
