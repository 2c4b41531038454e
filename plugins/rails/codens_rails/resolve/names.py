"""Constants of an application and how Ruby finds them: lexical scope, ancestors of the innermost scope, top level."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from codens_core.graph.facts import CONSTANTS, REFERENCES
from codens_core.graph.records import Component
from codens_rails.resolve.builtins import is_outside

_KINDS = ("superclass", "include", "prepend", "extend")


@dataclass(slots=True)
class Definition:
    """One place that defines a constant."""

    component: Component
    kind: str
    """class, module, assigned (`Struct.new` and its like), or value."""


@dataclass(frozen=True, slots=True)
class Parent:
    """A superclass or mixin as written, with the nesting in which it is looked up."""

    kind: str
    name: str
    scope: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What a written constant path leads to. `rest` is what of it nobody defines (`User::Unknown` → `Unknown`)."""

    name: str
    component: Component | None
    """None for a mere namespace."""
    rest: str = ""


@dataclass(slots=True)
class _Entry:
    definitions: list[Definition] = field(default_factory=list)
    parents: list[Parent] = field(default_factory=list)


class Names:
    """The name index. `expected` tells the constant that a path must define by the autoloader's rules."""

    def __init__(self, components: Iterable[Component], expected: Callable[[str], str]) -> None:
        self._entries: dict[str, _Entry] = {}
        self._spaces: set[str] = set()
        self._expected = expected
        self._homes: dict[str, Component | None] = {}
        self._chains: dict[str, list[str]] = {}
        for component in components:
            self._read(component)
        self._place_compact()
        for name in list(self._entries):
            self._note_spaces(name)

    def _read(self, component: Component) -> None:
        facts = component.facts
        given = {
            reference.get("owner", "")
            for reference in facts.values(REFERENCES)
            if reference["resolve"] == "extension" and reference["kind"] == "superclass"
        }
        for constant in facts.values(CONSTANTS):
            if constant["name"] not in given and is_outside(constant["name"]):
                continue
            self._define(constant["name"], component, constant["kind"])
            if "alias" in constant:
                nesting = tuple(constant["name"].split("::")[:-1])
                scope = tuple("::".join(nesting[: depth + 1]) for depth in range(len(nesting)))
                self._entries[constant["name"]].parents.append(Parent("include", constant["alias"], scope))
        for name in facts.values("value_constants"):
            self._define(name, component, "value")
        for space in facts.values("opened_namespaces"):
            self._spaces.add(space["name"])
        for reference in facts.values(REFERENCES):
            if reference["resolve"] == "extension" and "on" not in reference and "via" not in reference:
                parent = Parent(reference["kind"], reference["name"], tuple(reference.get("scope", ())))
                self._entries.setdefault(reference.get("owner", ""), _Entry()).parents.append(parent)

    def _define(self, name: str, component: Component, kind: str) -> None:
        self._entries.setdefault(name, _Entry()).definitions.append(Definition(component, kind))

    def _note_spaces(self, name: str) -> None:
        while "::" in name:
            name = name.rsplit("::", 1)[0]
            self._spaces.add(name)

    def _place_compact(self) -> None:
        """`class B::C` inside `module A` is `B::C` when there is no `A::B` but a `B` at top level."""
        implied = self._implied()
        for name in [name for name in self._entries if name.count("::") > 1]:
            parent = name.rsplit("::", 1)[0]
            if parent in self._entries or parent in self._spaces or parent in implied:
                continue
            place = self._outside(parent, implied)
            if place:
                entry = self._entries.pop(name)
                known = self._entries.setdefault(f"{place}::{name.rsplit('::', 1)[1]}", _Entry())
                known.definitions += entry.definitions
                known.parents += entry.parents

    def _implied(self) -> set[str]:
        """Namespaces that the folders of autoloaded files make."""
        found: set[str] = set()
        for name, entry in self._entries.items():
            if "::" in name and any(self._expected(d.component.path) == name for d in entry.definitions):
                parts = name.split("::")
                found.update("::".join(parts[:depth]) for depth in range(1, len(parts)))
        return found

    def _outside(self, parent: str, implied: set[str]) -> str:
        """The end of an unknown path that is a namespace at top level, below a class that is known; else nothing."""
        around, _, rest = parent.partition("::")
        while rest:
            if rest in self._entries or (rest in implied and around in self._entries):
                return rest
            segment, _, rest = rest.partition("::")
            around = f"{around}::{segment}"
        return ""

    # facts about one constant

    def exists(self, name: str) -> bool:
        """Whether a full name is defined here, be it as a mere namespace."""
        return name in self._spaces or name in self._entries

    def get(self, name: str) -> Component | None:
        """The component that defines a full constant path: the one whose path says so, else the fullest definition."""
        name = name.removeprefix("::")
        if name not in self._homes:
            entry = self._entries.get(name)
            best = min(entry.definitions, key=lambda d: self._rank(name, d), default=None) if entry else None
            self._homes[name] = best.component if best is not None else None
        return self._homes[name]

    def _rank(self, name: str, definition: Definition) -> tuple[bool, bool, bool, str]:
        component = definition.component
        first = next(iter(component.facts.values(CONSTANTS)), None)
        about = first is not None and first["name"] == name
        return (
            self._expected(component.path) != name,
            not about,
            component.type == "spec" or "superclass" not in component.facts,
            component.node_id,
        )

    def homes(self, name: str) -> list[Component]:
        """Every component that defines (or reopens) a full constant path, the main one first."""
        entry, main = self._entries.get(name), self.get(name)
        others = [d.component for d in entry.definitions] if entry else []
        return list({component.key: component for component in [*([main] if main else []), *others]}.values())

    def kind(self, name: str) -> str:
        """class, module, assigned or value; empty for what is no constant of the application."""
        entry = self._entries.get(name)
        kinds = [d.kind for d in entry.definitions] if entry else []
        return next((kind for kind in ("class", "assigned", "module", "value") if kind in kinds), "")

    def is_class(self, name: str) -> bool:
        """Whether a full name is a class of the application."""
        return self.kind(name) in ("class", "assigned")

    def matching(self, pattern: str) -> list[str]:
        """Classes whose full name fits a pattern: `*` stands for a part of one segment, `**` may hold several."""
        parts = re.split(r"(\*+)", pattern.removeprefix("::"))
        known = {"*": r"\w+", "**": r"\w+(?:::\w+)*"}
        regex = re.compile("".join(known.get(part) or re.escape(part) for part in parts))
        return [name for name in self._entries if regex.fullmatch(name) and self.is_class(name)]

    def all(self) -> Iterable[str]:
        """Every full name that is defined here."""
        return self._entries.keys()

    def primary(self, component: Component) -> str:
        """The constant that a file is about, or an empty string."""
        first = next(iter(component.facts.values(CONSTANTS)), None)
        return first["name"] if first is not None else ""

    # ancestors

    def superclass(self, name: str) -> tuple[str, bool] | None:
        """(superclass, whether it is defined here) of a class; an outside one as written. None without a superclass."""
        entry = self._entries.get(name)
        for parent in entry.parents if entry else ():
            if parent.kind == "superclass":
                found = self._full(parent.name, parent.scope, name)
                return (found, True) if found else (parent.name.removeprefix("::"), False)
        return None

    def superclasses(self, name: str) -> list[str]:
        """Superclasses of a class that are defined here, nearest first."""
        found: dict[str, None] = {}
        above = self.superclass(name)
        while above is not None and above[1] and above[0] not in found:
            found[above[0]] = None
            above = self.superclass(above[0])
        return list(found)

    def ancestors(self, name: str) -> list[str]:
        """The class itself, its modules (last included first) and its superclasses, as far as they are defined here."""
        known = self._chains.get(name)
        if known is None:
            self._chains[name] = []
            known = self._chains[name] = self._chain(name)
        return known

    def _chain(self, name: str) -> list[str]:
        entry = self._entries.get(name)
        found = {name: None}
        parents = entry.parents if entry else []
        ordered = [p for p in reversed(parents) if p.kind in ("include", "prepend")]
        ordered += [p for p in parents if p.kind == "superclass"][:1]
        for parent in ordered:
            full = self._full(parent.name, parent.scope, name)
            if full and full != name:
                found.update(dict.fromkeys(self.ancestors(full) or [full]))
        return list(found)

    def outside_ancestors(self, name: str, kinds: Sequence[str] = _KINDS) -> list[str]:
        """Superclasses and mixins of a class and its ancestors that are not defined here, as written."""
        entries = [self._entries[ancestor] for ancestor in self.ancestors(name) if ancestor in self._entries]
        parents = [parent for entry in entries for parent in entry.parents if parent.kind in kinds]
        return [p.name.removeprefix("::") for p in parents if not self._full(p.name, p.scope)]

    # lookup

    def lookup(self, name: str, nesting: Sequence[str] = ()) -> tuple[str, Component] | None:
        """(full name, component) of a constant as written at a lexical nesting (outermost first), or None."""
        found = self.find(name, nesting)
        return (found.name, found.component) if found and found.component is not None and not found.rest else None

    def find(self, name: str, nesting: Sequence[str] = (), hidden: str = "") -> Found | None:
        """As far as the application defines a written constant path; None when not even its first segment is here.

        `hidden` is a full name that does not count: a class is not there yet when its superclass is looked up.
        """
        absolute = name.startswith("::")
        first, *rest = name.removeprefix("::").split("::")
        full = (
            (first if self.exists(first) else "")
            if absolute
            else self._first(first, nesting, hidden if not rest else "")
        )
        if not full:
            return None
        while rest:
            inner = self._inside(full, rest[0])
            if not inner:
                break
            full, rest = inner, rest[1:]
        return Found(full, self.get(full), "::".join(rest))

    def _full(self, name: str, nesting: Sequence[str], hidden: str = "") -> str:
        found = self.find(name, nesting, hidden)
        return found.name if found is not None and not found.rest else ""

    def _first(self, first: str, nesting: Sequence[str], hidden: str) -> str:
        for scope in reversed(nesting):
            if self.exists(full := f"{scope}::{first}") and full != hidden:
                return full
        if nesting and (full := self._inherited(nesting[-1], first)) and full != hidden:
            return full
        return first if self.exists(first) and first != hidden else ""

    def _inside(self, full: str, segment: str) -> str:
        direct = f"{full}::{segment}"
        return direct if self.exists(direct) else self._inherited(full, segment)

    def _inherited(self, name: str, segment: str) -> str:
        for ancestor in self.ancestors(name)[1:]:
            if self.exists(full := f"{ancestor}::{segment}"):
                return full
        return ""
