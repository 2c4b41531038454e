"""Constants a file defines, their superclasses and mixins, and its methods."""

from __future__ import annotations

from codens_core.graph.facts import CONSTANTS
from codens_core.plugin.records import SourceFile
from codens_rails.ruby.walk import ruby_file


def definitions(source: SourceFile) -> None:
    """Note `constants` and `methods`; fills the scopes that cues read."""
    file = ruby_file(source)
    for definition in file.definitions:
        source.facts.add(CONSTANTS, {"name": definition.name, "kind": definition.kind}, *definition.lines)
    for method in file.methods:
        fact: dict[str, object] = {"name": method.name, "owner": method.owner, "visibility": method.visibility}
        if method.singleton:
            fact["singleton"] = True
        source.facts.add("methods", fact, *method.lines)
