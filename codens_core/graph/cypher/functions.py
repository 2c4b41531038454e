"""The functions a query may call: computing on values and on the graph, nothing that reaches out of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Function:
    """`name` is the spelling of openCypher, `least` and `most` the number of arguments."""

    name: str
    least: int = 1
    most: int = 1
    aggregates: bool = False


_LISTED = (
    *(Function(name, aggregates=True) for name in ("count", "sum", "avg", "min", "max", "collect")),
    *(Function(name) for name in ("size", "head", "last", "tail", "length", "nodes", "relationships")),
    *(Function(name) for name in ("type", "labels", "keys", "elementId", "startNode", "endNode")),
    *(Function(name) for name in ("toLower", "toUpper", "trim", "lTrim", "rTrim")),
    *(Function(name) for name in ("toString", "toInteger", "toFloat")),
    *(Function(name) for name in ("abs", "ceil", "floor", "sign", "sqrt", "log", "log10")),
    *(Function(name, 2, 2) for name in ("left", "right", "split", "nullIf")),
    Function("replace", 3, 3),
    Function("substring", 2, 3),
    Function("round", 1, 2),
    Function("range", 2, 3),
    Function("coalesce", 1, 20),
    Function("pi", 0, 0),
)
_OTHER_SPELLINGS = {
    "lower": "toLower",
    "upper": "toUpper",
    "rels": "relationships",
    "id": "elementId",
    "to_string": "toString",
    "string_split": "split",
    "ceiling": "ceil",
}

FUNCTIONS: dict[str, Function] = {function.name.lower(): function for function in _LISTED}
"""By lower-case name, other spellings included."""
FUNCTIONS.update({other: FUNCTIONS[name.lower()] for other, name in _OTHER_SPELLINGS.items()})

INSTEAD = {
    "reduce": "use sum(), collect() or a list comprehension",
    "shortestpath": "write it in MATCH: MATCH p = shortestPath((a)-[*..5]->(b))",
    "allshortestpaths": "write it in MATCH: MATCH p = allShortestPaths((a)-[*..5]->(b))",
    "label": "use type(r) for a relation, labels(n) for a node",
    "properties": "return the node or relation itself",
    "datetime": "dates are ISO 8601 text: compare them as text, take parts with substring()",
    "date": "dates are ISO 8601 text: compare them as text, take parts with substring()",
    "list_contains": "write `value IN list`",
    "contains": "write `text CONTAINS part`",
    "starts_with": "write `text STARTS WITH part`",
    "regexp_matches": "write `text =~ '.*part.*'`",
    "concat": "write `a + b`",
    "list_transform": "write `[x IN list | expression]`",
    "list_filter": "write `[x IN list WHERE condition]`",
}
"""What to write in the place of functions that other dialects have."""
