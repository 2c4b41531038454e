"""Writes checked queries for Ladybug, whose lists count from one and whose functions have other names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from codens_core.graph.cypher import Dialect, Shortest

_WHOLE = "2147483647"
"""An end past every end."""
_INTEGER = r"""'^\\s*(-?[0-9]{{1,18}})(\\.[0-9]*)?\\s*$'"""
_DECIMAL = r"""'^\\s*(-?[0-9]+(\\.[0-9]*)?([eE][-+]?[0-9]{{1,2}})?)\\s*$'"""


class LadybugDialect(Dialect):
    """Ladybug 0.22."""

    templates: ClassVar[Mapping[str, str]] = {
        "type": "(CASE WHEN {0} IS NULL THEN NULL ELSE label({0}) END)",
        "labels": "(CASE WHEN {0} IS NULL THEN NULL ELSE [label({0})] END)",
        "elementId": "id({0})",
        "startNode": "start_node({0})",
        "endNode": "end_node({0})",
        "relationships": "rels({0})",
        "head": "(CASE WHEN size({0}) > 0 THEN list_any_value(list_slice({0}, 1, 1)) END)",
        "last": "(CASE WHEN size({0}) > 0 THEN list_any_value(list_slice({0}, -1, -1)) END)",
        "tail": f"list_slice({{0}}, 2, {_WHOLE})",
        "toLower": "lower({0})",
        "toUpper": "upper({0})",
        "split": "string_split({0}, {1})",
        "substring/2": f"substring({{0}}, ({{1}}) + 1, {_WHOLE})",
        "substring/3": "substring({0}, ({1}) + 1, {2})",
        "toString": "string({0})",
        "toInteger": f"CAST(NULLIF(regexp_extract(string({{0}}), {_INTEGER}, 1), '') AS INT64)",
        "toFloat": f"CAST(NULLIF(regexp_extract(string({{0}}), {_DECIMAL}, 1), '') AS DOUBLE)",
        "log": "ln({0})",
        "round/1": "round({0}, 0)",
    }

    def index(self, items: str, position: str, constant: int | None) -> str:
        if constant is None:
            place = f"(CASE WHEN {position} >= 0 THEN {position} + 1 ELSE {position} END)"
            exists = f"{position} < size({items}) AND -({position}) <= size({items})"
        elif constant >= 0:
            place, exists = str(constant + 1), f"size({items}) > {constant}"
        else:
            place, exists = str(constant), f"size({items}) >= {-constant}"
        return f"(CASE WHEN {exists} THEN list_any_value(list_slice({items}, {place}, {place})) END)"

    def slice(self, items: str, start: str, end: str) -> str:
        first = f"(CASE WHEN {start} >= 0 THEN {start} + 1 ELSE {start} END)" if start else "1"
        last = f"(CASE WHEN {end} >= 0 THEN {end} ELSE {end} - 1 END)" if end else _WHOLE
        return f"list_slice({items}, {first}, {last})"

    def comprehension(self, variable: str, items: str, condition: str, projection: str) -> str:
        kept = f"list_filter({items}, {variable} -> {condition})" if condition else items
        return f"list_transform({kept}, {variable} -> {projection})" if projection else kept

    def local(self, name: str, number: int) -> str:
        return self.name(f"__x{number}")

    def has_labels(self, variable: str, labels: tuple[str, ...], relation: bool) -> str:
        return f"label({variable}) IN [{', '.join(self.string(label) for label in labels)}]"

    def same(self, left: str, right: str) -> str:
        return f"id({left}) = id({right})"

    def hops(self, low: int, high: int, shortest: Shortest) -> str:
        kind = {"": "TRAIL", "one": "SHORTEST", "all": "ALL SHORTEST"}[shortest]
        return f"* {kind} {low}..{high}"

    def shortest(self, pattern: str, shortest: Shortest) -> str:
        return pattern

    def hop_list(self, variable: str) -> str:
        return f"rels({variable})"
