"""Fills an in-memory Ladybug database in the worker. The only place that imports ladybug and pyarrow."""

from __future__ import annotations

import json
from typing import Any

import ladybug
import pyarrow as arrow

from codens_core.graph.cypher.vocabulary import (
    COMPONENT,
    COMPONENT_PROPERTIES,
    MODIFIED_BY,
    PULL_REQUEST,
    PULL_REQUEST_PROPERTIES,
    relation_label,
)
from codens_core.memory.cypher.plan import KEY, Columns, Plan

_TEXT, _LIST = arrow.string(), arrow.list_(arrow.string())
_DATABASE_TYPES = {_TEXT: "STRING", _LIST: "STRING[]", arrow.int64(): "INT64", arrow.float64(): "DOUBLE"}
_NUMBERS = {KEY: arrow.int64(), "number": arrow.int64(), "confidence": arrow.float64()}
_RELATION_COLUMNS = ("name", "confidence", "provenance", "first_pr", "last_pr", "attributes")
_MEGABYTE = 1 << 20
_TEXTS = {str, type(None)}
_encoded = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def open_database(memory_mb: int, threads: int) -> tuple[ladybug.Database, ladybug.Connection]:
    """An empty database in memory, with a pool of `memory_mb` megabytes."""
    pool = memory_mb * _MEGABYTE
    room = max(1 << 30, 1 << (2 * pool - 1).bit_length())
    database = ladybug.Database(":memory:", buffer_pool_size=pool, max_num_threads=threads, max_db_size=room)
    return database, ladybug.Connection(database, num_threads=threads)


def warm_up() -> None:
    """Do once what loads code late: after it the libraries open no file any more."""
    database, connection = open_database(64, 1)
    connection.execute("CREATE NODE TABLE warm (id STRING, PRIMARY KEY (id))")
    connection.execute("COPY warm FROM $rows", {"rows": arrow.table({"id": ["a"]})})
    statement = connection.prepare("MATCH (n:warm) RETURN n, $list", {"list": [1]})
    connection.execute(statement, {"list": [1]})
    connection.close()
    database.close()


class Filling:
    """The tables of a plan, filled by pieces of columns."""

    def __init__(self, connection: ladybug.Connection, tables: Plan) -> None:
        self._connection = connection
        self._schemas = _schemas(tables)
        self._pieces: dict[str, list[Any]] = {}
        for name, schema in self._schemas.items():
            connection.execute(_definition(name, schema))

    def add(self, table: str, columns: Columns) -> None:
        """Keep a piece of a table until `finish`."""
        schema = self._schemas[table]
        arrays = [arrow.array(_converted(columns[field.name], field.type), field.type) for field in schema]
        self._pieces.setdefault(table, []).append(arrow.table(arrays, schema=schema))

    def finish(self) -> None:
        """Copy everything into the database, nodes first."""
        for table in self._schemas:
            pieces = self._pieces.pop(table, [])
            if pieces:
                rows = arrow.concat_tables(pieces)
                self._connection.execute(f"COPY `{table}` FROM $rows", {"rows": rows})


def _schemas(tables: Plan) -> dict[str, Any]:
    """Arrow schemas by table, nodes before relations."""
    shapes = {name: _LIST if shape == "list" else _TEXT for name, shape in tables.properties.items()}
    ends, keyed_end = [("from", arrow.int64())], [("to", arrow.int64())]
    related = [*ends, *keyed_end, *((name, _NUMBERS.get(name, _TEXT)) for name in _RELATION_COLUMNS)]
    return {
        PULL_REQUEST: arrow.schema([(name, _NUMBERS.get(name, _TEXT)) for name in PULL_REQUEST_PROPERTIES]),
        COMPONENT: arrow.schema(
            [(KEY, arrow.int64()), *((name, _TEXT) for name in COMPONENT_PROPERTIES), *shapes.items()]
        ),
        **{relation_label(name): arrow.schema(related) for name in tables.relation_types},
        MODIFIED_BY: arrow.schema([*ends, ("to", _TEXT)]),
    }


def _definition(table: str, schema: Any) -> str:
    columns = [f"`{f.name}` {_DATABASE_TYPES[f.type]}" for f in schema if f.name not in ("from", "to")]
    if table in (COMPONENT, PULL_REQUEST):
        return f"CREATE NODE TABLE `{table}` ({', '.join(columns)}, PRIMARY KEY (`{schema[0].name}`))"
    target = PULL_REQUEST if table == MODIFIED_BY else COMPONENT
    return f"CREATE REL TABLE `{table}` ({', '.join([f'FROM `{COMPONENT}` TO `{target}`', *columns])})"


def _converted(values: list[Any], kind: Any) -> list[Any]:
    if kind == _TEXT:
        return _texts(values)
    if kind == _LIST:
        return [items and _texts(items) for items in values]
    return values


def _texts(values: list[Any]) -> list[str | None]:
    """Text stays as it is, anything else becomes JSON text."""
    if _TEXTS.issuperset(map(type, values)):
        return values
    return [value if value is None or isinstance(value, str) else _encoded(value) for value in values]
