"""A framework's schema: component types with their path conventions and attributes, and the relation types.

It is data that a person edits (`schemas/<framework>.yaml`); these closed models check it and give it names.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from codens_core.base.paths import PathMatcher


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Attribute(_Closed):
    """One field of a component type."""

    kind: Literal["narrative", "static", "relational", "derived"]
    """Who fills it: a model, the file's own code, the relations, or another file's code."""
    shape: Literal["scalar", "list"] = "list"
    title: str
    """What the field holds, in one line, for people and for a model's instructions."""
    relation: str = ""
    """The relation type that carries a relational attribute."""
    direction: Literal["out", "in"] = "out"
    target_types: tuple[str, ...] = ()
    """Only relations to (or from) these types belong to the attribute; empty: all."""
    role: Literal["", "rule", "hook", "link", "form", "example", "call"] = ""
    """What answers make of it: a rule that the component enforces; code that runs around members (`only` and `except`
    in a value say which); links and forms of a page (label, verb, path, action); what a test says of its subject;
    the name that a `member` calls."""


class ComponentType(_Closed):
    """One component type: where its files are, and what is known of each."""

    title: str
    where: tuple[str, ...]
    """Globs relative to the application's root; the first type in the file that matches wins."""
    rank: float = Field(default=1.0, gt=0, le=1)
    """How much it weighs among search results: below 1 for what accompanies the code that does the work."""
    attributes: dict[str, Attribute] = Field(default_factory=dict)


class LeftOut(_Closed):
    """Files that are no components, with the reason shown to people."""

    reason: str
    where: tuple[str, ...]
    unless: tuple[str, ...] = ()
    """Globs of files that `where` takes in but that are not left out."""


class RelationType(_Closed):
    """One relation type; `source` and `target` list the component types allowed (empty: any)."""

    title: str
    source: tuple[str, ...] = ()
    target: tuple[str, ...] = ()
    inverse_title: str = ""
    """How the relation reads from its target: `is tested by`."""


class FlowRule(_Closed):
    """How a flow walks: relation types followed, in the order in which they happen."""

    start: tuple[str, ...]
    """Component types on which a flow may start."""
    follow: tuple[str, ...]
    """Relation types, in narrative order."""
    entry: str = ""
    """The relation by which a request reaches a component: named `VERB path`, with the member as attribute `action`."""
    page: str = ""
    """The relation that leads to what the user sees."""
    inherit: str = ""
    """The relation by which a component gets the members and hooks of another."""
    test: str = ""
    """The relation from a test to its subject."""


class FrameworkSchema(_Closed):
    """The whole schema of one framework."""

    framework: str
    title: str
    version: int
    drop_suffix: str = ""
    """The plain source suffix that ids leave out."""
    attributes: dict[str, Attribute]
    """Attributes common to all types."""
    types: dict[str, ComponentType]
    support: tuple[str, ...] = ()
    """Globs of files that are no components but hold facts of others."""
    left_out: tuple[LeftOut, ...] = ()
    """Checked before the types, in order."""
    relations: dict[str, RelationType]
    flow: FlowRule

    def attributes_of(self, type_name: str) -> dict[str, Attribute]:
        """Common and own attributes of a type, common ones first."""
        own = self.types[type_name].attributes if type_name in self.types else {}
        return {**self.attributes, **own}

    def with_role(self, role: str) -> frozenset[str]:
        """Names of all attributes of a role."""
        every = [self.attributes, *(t.attributes for t in self.types.values())]
        return frozenset(name for group in every for name, attribute in group.items() if attribute.role == role)

    def shows(self, attribute: str) -> bool:
        """Whether people are meant to see an attribute: what no type declares, and who calls whom, serve answers."""
        every = [self.attributes, *(t.attributes for t in self.types.values())]
        return any(attribute in group and group[attribute].role != "call" for group in every)

    def scalars(self) -> frozenset[str]:
        """Names of all static attributes that hold one value."""
        every = [self.attributes, *(t.attributes for t in self.types.values())]
        return frozenset(n for group in every for n, a in group.items() if a.shape == "scalar" and a.kind == "static")


class Placement:
    """Puts paths into types by the schema and a project's own patterns."""

    def __init__(self, schema: FrameworkSchema, extra: dict[str, tuple[str, ...]] | None = None) -> None:
        extra = extra or {}
        self._own = [(name, PathMatcher(globs)) for name, globs in extra.items()]
        self._left_out = [(r.reason, PathMatcher(r.where), PathMatcher(r.unless)) for r in schema.left_out]
        self._types = [(name, PathMatcher(t.where)) for name, t in schema.types.items()]
        self._support = PathMatcher(schema.support)

    def place(self, path: str) -> tuple[str, str]:
        """(`type`, "") for a component, ("support", "") for a support file, ("", reason) for what is left out."""
        for name, matches in self._own:
            if matches(path):
                return name, ""
        if self._support(path):
            return "support", ""
        for reason, matches, spared in self._left_out:
            if matches(path) and not spared(path):
                return "", reason
        for name, matches in self._types:
            if matches(path):
                return name, ""
        return "", "no component type"
