"""A Rails application in a dictionary: `App({path: source})` reads and resolves it in memory for tests."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from textwrap import dedent
from typing import Any

from codens_core.evaluate.snapshot import resolve, take
from codens_core.graph.records import Relation
from codens_core.plugin.manager import Plugins
from codens_core.plugin.truths import TruthView


@cache
def plugins() -> Plugins:
    """The installed plugins, loaded once."""
    return Plugins()


class App:
    """One application, resolved. Paths name components; sources are text or bytes."""

    def __init__(self, given: Mapping[str, str | bytes] | str, settings: Mapping[str, Any] | None = None) -> None:
        sources = files(given) if isinstance(given, str) else given
        data = [(path, text.encode() if isinstance(text, str) else text) for path, text in sources.items()]
        self.snapshot = take(plugins(), "rails", data, settings)
        broken = [problem for problem in self.snapshot.problems if problem.code == "extractor-failed"]
        assert not broken, broken
        self.view: TruthView = resolve(plugins(), self.snapshot)

    def facts(self, path: str, attribute: str) -> list[Any]:
        """Static values of a component's attribute."""
        return self.view.by_path[path].facts.values(attribute)

    def values(self, path: str, attribute: str) -> list[Any]:
        """Static and derived values of a component's attribute."""
        return self.view.values(self.view.by_path[path], attribute)

    def type_of(self, path: str) -> str:
        """The type of a component after its content was read."""
        return self.view.by_path[path].type

    def edges(self, *types: str) -> set[tuple[str, str]]:
        """(source path, target path) of all relations of some types (none given: all)."""
        return {(source.path, target.path) for source, target, _ in self.view.edges(*types)}

    def named(self, *types: str) -> set[tuple[str, str, str]]:
        """(source path, name, target path) of all relations of some types."""
        return {(source.path, relation.name, target.path) for source, target, relation in self.view.edges(*types)}

    def arrows(self, *types: str) -> set[str]:
        """`source -> target` of all relations of some types, or `source -name-> target`, with paths in short."""
        return {
            f"{label(source)} -{name}-> {label(target)}" if name else f"{label(source)} -> {label(target)}"
            for source, name, target in self.named(*types)
        }

    def relation(self, source: str, target: str, type_name: str, name: str | None = None) -> Relation:
        """The one relation between two files, of a type and, if given, a name."""
        (found,) = [
            relation
            for one, other, relation in self.view.edges(type_name)
            if (one.path, other.path) == (source, target) and name in (None, relation.name)
        ]
        return found

    def unresolved(self, *types: str) -> set[tuple[str, str, str]]:
        """(path, name, reason) of the references that lead nowhere, of some relation types (none given: all)."""
        return {
            (self.view.by_key[item.source].path, item.name, item.reason)
            for item in self.view.unresolved
            if not types or item.type in types
        }

    def problems(self) -> set[tuple[str, str]]:
        """(path, code) of everything that could not be read as usual."""
        return {(problem.path, problem.code) for problem in self.snapshot.problems}


def files(text: str) -> dict[str, str]:
    """`{path: source}` of a text in which a line `== path` begins each file; common indentation goes."""
    found: dict[str, list[str]] = {}
    path = ""
    for line in dedent(text).splitlines():
        if line.startswith("== "):
            path = line[3:].strip()
            found[path] = []
        elif path:
            found[path].append(line)
    return {path: dedent("\n".join(lines)) + "\n" for path, lines in found.items()}


def label(path: str) -> str:
    """A path in short: without `app/<folder>/` or `lib/`, and without `.rb`."""
    return re.sub(r"^(?:app/[^/]+|lib)/", "", path).removesuffix(".rb")
