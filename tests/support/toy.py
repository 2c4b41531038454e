"""A tiny framework for tests of the build: pages and parts in plain text, read line by line.

define: Name     the constant the file defines
title: Words     a scalar
tag: word        a list value
uses: Name       a reference
kind: part       the content corrects the path's guess of a type
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

from codens_core.graph.facts import CONSTANTS, Fact
from codens_core.graph.records import Component
from codens_core.plugin import hookimpl
from codens_core.plugin.manager import Plugins
from codens_core.plugin.records import Extractor, Framework, Language, Marker, Project, Resolution, Resolver, SourceFile
from codens_core.plugin.resolving import Collector, Hit, Reason

SCHEMA = """
framework: toy
title: Toy
version: 1
drop_suffix: .toy
attributes:
  title: {kind: static, shape: scalar, title: Title}
  tags: {kind: static, title: Tags}
  used_parts: {kind: relational, relation: uses, title: Parts it uses}
types:
  page: {title: Page, where: ["pages/**/*.toy"]}
  part: {title: Part, where: ["parts/**/*.toy"]}
support: ["*.conf"]
left_out: [{reason: draft, where: ["drafts/**"]}]
relations:
  uses: {title: uses}
flow: {start: [page], follow: [uses]}
"""


def extract(source: SourceFile) -> None:
    """Read a file line by line."""
    for number, line in enumerate(source.text.splitlines(), 1):
        word, _, rest = line.partition(": ")
        if word == "define":
            source.facts.add(CONSTANTS, rest, number)
        elif word == "title":
            source.facts.set("title", rest, number)
        elif word == "tag":
            source.facts.add("tags", rest, number)
        elif word == "uses":
            source.facts.refer("uses", "name", rest, number)
        elif word == "kind":
            source.facts.type = rest
        elif word == "explode":
            raise RuntimeError("this file explodes")


def resolve(project: Project) -> Resolution:
    """References by defined name."""
    components = project.components()
    by_name = {name: c for c in components for name in c.facts.values(CONSTANTS)}

    def rule(component: Component, fact: Fact) -> Sequence[Hit] | Reason:
        target = by_name.get(fact.value["name"])
        return [Hit(target)] if target else "missing"

    found = Collector()
    found.run(components, {"name": rule})
    return found.resolution()


def toy_plugins(folder: Path) -> Plugins:
    """The toy framework as the only plugin; its schema file is written into `folder`."""
    file = folder / "toy.yaml"
    file.write_text(SCHEMA, encoding="utf-8")
    marker = Marker(name="toy.conf", confidence=1.0)

    @hookimpl
    def codens_frameworks() -> list[Framework]:
        return [Framework(name="toy", title="Toy", markers=(marker,), schema_file=file)]

    @hookimpl
    def codens_languages() -> list[Language]:
        return [Language(name="toy", suffixes=(".toy", ".conf"))]

    @hookimpl
    def codens_extractors() -> list[Extractor]:
        return [Extractor(name="toy.lines", framework="toy", languages=("toy",), extract=extract)]

    @hookimpl
    def codens_resolvers() -> list[Resolver]:
        return [Resolver(name="toy", framework="toy", resolve=resolve)]

    hooks = {
        "codens_frameworks": codens_frameworks,
        "codens_languages": codens_languages,
        "codens_extractors": codens_extractors,
        "codens_resolvers": codens_resolvers,
    }
    return Plugins([("toy", SimpleNamespace(**hooks, __version__="1"))], entry_points=False)
