"""Pantry, a framework of three types and two relations: what the smallest whole plugin looks like.

A kitchen's repository has menus that serve recipes and recipes that need ingredients, in a language of plain lines:

    name: Onion soup
    serves 4
    needs onion, butter
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from codens_core.graph.facts import CONSTANTS, Fact
from codens_core.graph.records import Component
from codens_core.plugin import hookimpl
from codens_core.plugin.records import (
    CueFolder,
    Extractor,
    Framework,
    Language,
    Marker,
    Project,
    Resolution,
    Resolver,
    SourceFile,
)
from codens_core.plugin.resolving import Collector, Hit, Reason, Rule

__version__ = "0.1.0"
_HERE = Path(__file__).parent
_FIELD = re.compile(r"(name|serves|note):? +(.+)")


@hookimpl
def codens_frameworks() -> list[Framework]:
    """Pantry, told by its `pantry.conf`."""
    marker = Marker(name="pantry.conf", contains=r"^kitchen", confidence=1.0)
    return [Framework(name="pantry", title="Pantry", markers=(marker,), schema_file=_HERE / "pantry.yaml")]


@hookimpl
def codens_languages() -> list[Language]:
    """Lines of text, without a grammar."""
    return [Language(name="pantry", suffixes=(".menu", ".recipe", ".ingredient"))]


@hookimpl
def codens_cues() -> list[CueFolder]:
    """`dish` and `needs` lines."""
    return [CueFolder(name="pantry", framework="pantry", folder=_HERE / "cues")]


@hookimpl
def codens_extractors() -> list[Extractor]:
    """The fields of a file."""
    return [Extractor(name="pantry.fields", framework="pantry", languages=("pantry",), extract=fields)]


@hookimpl
def codens_resolvers() -> list[Resolver]:
    """Names are file names."""
    return [Resolver(name="pantry", framework="pantry", resolve=resolve)]


def fields(source: SourceFile) -> None:
    """Note `name`, `serves` and `note` lines; the file's own name is its constant."""
    source.facts.add(CONSTANTS, {"name": _stem(source.path), "kind": source.type}, 1)
    for number, line in enumerate(source.text.splitlines(), 1):
        if match := _FIELD.fullmatch(line):
            source.facts.set(match[1], match[2], number)
            source.facts.words.append(match[2])


def resolve(project: Project) -> Resolution:
    """Relations of one kitchen."""
    components, found = project.components(), Collector()
    named = {_stem(component.path): component for component in components}
    found.run(components, {"file-name": _by_name(named)})
    return found.resolution()


def _by_name(named: dict[str, Component]) -> Rule:
    def rule(component: Component, fact: Fact) -> Sequence[Hit] | Reason:
        target = named.get(fact.value["name"].strip())
        return [Hit(target)] if target else "missing"

    return rule


def _stem(path: str) -> str:
    return path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
