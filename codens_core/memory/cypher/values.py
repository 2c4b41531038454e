"""Turns what Ladybug returns into values that JSON can carry."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

Names = Callable[[int, int], str]
"""The name of a node by its table and offset."""


def plain(value: Any, names: Names) -> Any:
    """A JSON-able value.

    A node becomes its properties with `_label`; a relation its properties with `_type`, `_source` and `_target`; a path
    `{"_nodes": [...], "_relations": [...]}`. Properties that are null are left out of nodes and relations.
    """
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, list):
        return [plain(item, names) for item in value]
    if isinstance(value, dict):
        return _mapping(value, names)
    return _scalar(value)


def _scalar(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, UUID | timedelta):
        return str(value)
    return value.hex() if isinstance(value, bytes) else str(value)


def _mapping(value: dict[Any, Any], names: Names) -> Any:
    if value.keys() == {"_NODES", "_RELS"}:
        return {"_nodes": plain(value["_NODES"], names), "_relations": plain(value["_RELS"], names)}
    if value.keys() == {"offset", "table"}:
        return f"{value['table']}:{value['offset']}"
    if {"_ID", "_LABEL", "_SRC", "_DST"} <= value.keys():
        ends = {"_source": _name(value["_SRC"], names), "_target": _name(value["_DST"], names)}
        return {"_type": value["_LABEL"], **ends, **_properties(value, names)}
    if {"_ID", "_LABEL"} <= value.keys():
        return {"_label": value["_LABEL"], **_properties(value, names)}
    return {str(name): plain(item, names) for name, item in value.items()}


def _name(identity: Any, names: Names) -> str:
    return names(identity["table"], identity["offset"])


def _properties(value: dict[str, Any], names: Names) -> dict[str, Any]:
    return {name: plain(item, names) for name, item in value.items() if name[0] != "_" and item is not None}
