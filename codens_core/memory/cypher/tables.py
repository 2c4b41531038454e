"""Cuts a graph source into tables of columns, piece by piece, and names what will exist in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from codens_core.graph.cypher.vocabulary import (
    COMPONENT,
    COMPONENT_PROPERTIES,
    MODIFIED_BY,
    PULL_REQUEST,
    PULL_REQUEST_PROPERTIES,
    RELATION_PROPERTIES,
    relation_label,
)
from codens_core.graph.facts import CONSTANTS
from codens_core.memory.cypher.plan import KEY, Columns, Plan, Shape

if TYPE_CHECKING:  # the worker imports this package too, and should not wait for these
    from codens_core.graph.protocols import ComponentView, Edge
    from codens_core.graph.records import PullRequest
    from codens_core.memory.cypher.source import GraphSource

_PIECE = 5_000
_Row = TypeVar("_Row")


def plan(source: GraphSource) -> Plan:
    """The tables of a source."""
    shaped: dict[str, Shape] = {CONSTANTS: "list", **source.attributes}
    attributes = _property_names(shaped)
    shapes = {attributes[name]: shape for name, shape in shaped.items()}
    return Plan(shapes, attributes, tuple(source.component_types), tuple(source.relation_types))


def _property_names(attributes: Iterable[str]) -> dict[str, str]:
    """A property for each attribute: no two that differ by case alone, none that means something else."""
    taken = {name.casefold() for name in (*COMPONENT_PROPERTIES, KEY)}
    names = {}
    for attribute in attributes:
        name = re.sub(r"\W", "_", attribute).lstrip("_") or "attribute"
        while name.casefold() in taken:
            name += "_"
        taken.add(name.casefold())
        names[attribute] = name
    return names


def pieces(source: GraphSource, tables: Plan) -> Iterator[tuple[str, Columns]]:
    """(table, columns) in pieces, nodes before relations. Column names are those of the tables."""
    for requests in _batches(source.pull_requests()):
        yield PULL_REQUEST, _pull_request_columns(requests)
    modified: list[tuple[int, str]] = []
    for components in _batches(source.components()):
        modified += [(component.key, pr) for component in components for pr in component.prs]
        yield COMPONENT, _component_columns(components, tables)
    for edges in _batches(source.relations()):
        for label in dict.fromkeys(edge.type for edge in edges):
            yield relation_label(label), _relation_columns([edge for edge in edges if edge.type == label])
    for pairs in _batches(dict.fromkeys(modified)):
        yield MODIFIED_BY, {"from": [key for key, _ in pairs], "to": [pr for _, pr in pairs]}


def _batches(rows: Iterable[_Row]) -> Iterator[list[_Row]]:
    iterator = iter(rows)
    while batch := list(islice(iterator, _PIECE)):
        yield batch


def _pull_request_columns(requests: Sequence[PullRequest]) -> Columns:
    return {name: [getattr(request, name) for request in requests] for name in PULL_REQUEST_PROPERTIES}


def _component_columns(components: Sequence[ComponentView], tables: Plan) -> Columns:
    columns: Columns = {KEY: [component.key for component in components]}
    for name in COMPONENT_PROPERTIES:
        columns[name] = [getattr(component, name) for component in components]
    for attribute, name in tables.attributes.items():
        columns[name] = _attribute_column(components, attribute, tables.properties[name])
    return columns


def _attribute_column(components: Sequence[ComponentView], attribute: str, shape: Shape) -> list[Any]:
    if attribute == CONSTANTS:
        return [component.constants or None for component in components]
    values = [component.attributes.get(attribute) for component in components]
    if shape == "scalar":
        return [items[0].value if items else None for items in values]
    return [items and [item.value for item in items] for items in values]


def _relation_columns(edges: Sequence[Edge]) -> Columns:
    columns: Columns = {"from": [edge.source for edge in edges], "to": [edge.target for edge in edges]}
    return columns | {name: [getattr(edge, name) for edge in edges] for name in RELATION_PROPERTIES}
