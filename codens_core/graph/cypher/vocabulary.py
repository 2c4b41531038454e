"""What exists in a graph: the names a query may use, and the nearest one when it uses another."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

COMPONENT = "Component"
PULL_REQUEST = "PullRequest"
MODIFIED_BY = "MODIFIED_BY"
COMPONENT_PROPERTIES = ("node_id", "type", "path")
PULL_REQUEST_PROPERTIES = ("key", "number", "title", "author", "date", "kind", "commit")
RELATION_PROPERTIES = ("name", "confidence", "provenance", "first_pr", "last_pr", "attributes")


def relation_label(relation: str) -> str:
    """The relationship type of a relation: `invokes_model` → `INVOKES_MODEL`."""
    return relation.upper()


def type_label(component_type: str) -> str:
    """The label that stands for a component type: `mailer_preview` → `MailerPreview`."""
    return "".join(part.capitalize() for part in component_type.split("_"))


@dataclass(frozen=True)
class Vocabulary:
    """Labels with their properties, component types, and relationship types with their properties."""

    attributes: tuple[str, ...] = ()
    """Properties of components beside node id, type and path."""
    component_types: tuple[str, ...] = ()
    relation_types: tuple[str, ...] = ()
    """Names of relations as the framework's schema writes them."""
    nodes: Mapping[str, tuple[str, ...]] = field(init=False)
    relations: Mapping[str, tuple[str, ...]] = field(init=False)

    def __post_init__(self) -> None:
        relations = {relation_label(name): RELATION_PROPERTIES for name in self.relation_types}
        components = (*COMPONENT_PROPERTIES, *self.attributes)
        object.__setattr__(self, "nodes", {COMPONENT: components, PULL_REQUEST: PULL_REQUEST_PROPERTIES})
        object.__setattr__(self, "relations", {**relations, MODIFIED_BY: ()})

    @cached_property
    def type_labels(self) -> dict[str, str]:
        """Component types by the label that stands for them."""
        return {type_label(name): name for name in self.component_types}

    def label(self, name: str) -> str | None:
        """The label meant by a name, in whatever case it is written; None when there is none."""
        return meant(name, (*self.nodes, *self.type_labels))

    def relation(self, name: str) -> str | None:
        """The relationship type meant by a name."""
        return meant(name, self.relations)

    def properties(self, labels: Iterable[str], relation: bool) -> tuple[str, ...]:
        """Properties of any of the labels (of all labels when none is given), in order."""
        groups = self.relations if relation else self.nodes
        wanted = tuple(labels) or tuple(groups)
        return tuple(dict.fromkeys(name for label in wanted for name in groups[label]))

    def describe(self) -> dict[str, object]:
        """Everything that exists, JSON-able: for people and models that write queries."""
        return {
            "nodes": {label: list(names) for label, names in self.nodes.items()},
            "relations": {label: list(names) for label, names in self.relations.items()},
            "component_types": list(self.component_types),
        }


def meant(name: str, known: Iterable[str]) -> str | None:
    """The known name that is written so, or so but for its case."""
    known = tuple(known)
    if name in known:
        return name
    return next((other for other in known if other.casefold() == name.casefold()), None)


def choices(name: str, known: Iterable[str], limit: int = 40) -> str:
    """`did you mean X? there are: A, B, C`."""
    known = tuple(known)
    folded = {other.casefold(): other for other in known}
    near = difflib.get_close_matches(name.casefold(), folded, n=1, cutoff=0.6)
    listed = ", ".join(known[:limit]) + (f" and {len(known) - limit} more" if len(known) > limit else "")
    return (f"did you mean {folded[near[0]]}? " if near else "") + f"there are: {listed or 'none'}"
