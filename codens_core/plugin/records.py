"""What hooks return: frozen, closed records. A record that does not fit is refused with the plugin's name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from pydantic import BaseModel, ConfigDict, Field, field_validator

from codens_core.graph.facts import Facts
from codens_core.graph.records import Component, Derived, Relation, Unresolved
from codens_core.plugin.truths import Score, TruthView


class Record(BaseModel):
    """Base of all hook results: immutable, unknown fields refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)

    name: str = Field(min_length=1)
    """Unique among the records of its hook; a second one of the name is refused with both providers named."""


class Marker(Record):
    """A sign of a framework: a file that exists (glob in `name`) and, if `contains` is set, holds that regex."""

    contains: str = ""
    confidence: float = Field(gt=0, le=1)

    @field_validator("contains")
    @classmethod
    def _compiles(cls, regex: str) -> str:
        try:
            re.compile(regex)
        except re.error as error:
            raise ValueError(f"not a regex: {error}") from error
        return regex


class Framework(Record):
    """A framework that a plugin knows; `name` is its short name, as in `codens.yaml`."""

    title: str
    markers: tuple[Marker, ...]
    """Confidence of detection is the largest of the markers found."""
    schema_file: Path
    """The framework's schema (`FrameworkSchema`) as YAML."""


class Language(Record):
    """A language that files are parsed in. `load` returns the tree-sitter language; it runs when first needed."""

    suffixes: tuple[str, ...]
    """File name endings, longest match first (`.page.txt` before `.txt`); a bare file name is allowed."""
    load: Callable[[], object] | None = None
    """None for templates without a grammar: no tree, only text."""
    mask: Callable[[bytes], bytes] | None = None
    """Turns a template into source of the language at the same byte positions (length is kept)."""


class CueFolder(Record):
    """A folder of cue files (`*.yaml`), each one pattern that yields a reference."""

    framework: str
    folder: Path


class Scope(NamedTuple):
    """A span of bytes with its lexical nesting (outermost first) and enclosing method."""

    start: int
    end: int
    nesting: tuple[str, ...]
    member: str = ""


class SourceFile(Protocol):
    """What an extractor gets: one file, its guess of a type, and a collector of facts."""

    path: str
    """Path inside the application's root."""
    data: bytes
    type: str
    facts: Facts
    scopes: list[Scope]
    """Filled by the language's first extractor, read by cues: who encloses which bytes."""

    @property
    def language(self) -> str:
        """Name of the file's language."""

    @property
    def text(self) -> str:
        """The decoded text."""

    def tree(self) -> Any:
        """The tree-sitter tree of the file, masked if its language says so; parsed once. None without a grammar."""


class Extractor(Record):
    """Reads facts from files of some languages. Extractors run in the order of `phase`, then `name`, before cues."""

    framework: str
    languages: tuple[str, ...]
    extract: Callable[[SourceFile], None]
    phase: int = 0


class Project(Protocol):
    """What a resolver gets: all components of one application, with their facts."""

    framework: str
    root: str
    settings: Mapping[str, Any]
    """The plugin's own section of `codens.yaml`."""

    def components(self) -> list[Component]:
        """Every open component and support file, ordered by node id."""


class Resolution(BaseModel):
    """What a resolver found: edges, references that lead nowhere, and values that belong to other components."""

    model_config = ConfigDict(arbitrary_types_allowed=True)
    relations: list[Relation]
    unresolved: list[Unresolved]
    derived: list[Derived]


class Resolver(Record):
    """Turns the references of one application into relations by the framework's own rules."""

    framework: str
    resolve: Callable[[Project], Resolution]


class Truth(Record):
    """Scores a graph against one section of an oracle, a JSON object that a running framework gave."""

    framework: str
    section: str
    """The oracle's key. An oracle without it is not scored by this record."""
    score: Callable[[TruthView, Any, Mapping[str, Any]], Sequence[Score]]
    """Called with the graph, the section and the whole oracle; gives one score for each discipline it measures."""
