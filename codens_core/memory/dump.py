"""The memory as JSON lines: lossless, byte-stable, and readable by anything. Two equal memories give equal dumps."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from codens_core.base.errors import MemoryStoreError
from codens_core.memory.schema import TABLES, VERSION
from codens_core.memory.store import Store

JSON_COLUMNS = {"labels", "extra", "facts", "new", "old", "spans", "attributes", "evidence", "value"}
"""Columns that hold JSON text; a dump has the values themselves."""

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def write_dump(store: Store, out: TextIO) -> int:
    """Write every row, one JSON object a line, after a header line. Returns the number of rows."""
    db = store.connection
    meta = dict(db.execute("SELECT key, value FROM meta ORDER BY key"))
    out.write(_encode({"codens_dump": VERSION, "meta": meta}) + "\n")
    count = 0
    for table, order in TABLES.items():
        for row in _rows(db, table, order):
            out.write(_encode({"table": table, **row}) + "\n")
            count += 1
    return count


def _rows(db: sqlite3.Connection, table: str, order: str) -> Iterator[dict[str, Any]]:
    cursor = db.execute(f"SELECT * FROM {table} ORDER BY {order}")
    names = [column[0] for column in cursor.description]
    decoded = [table != "meta" and name in JSON_COLUMNS for name in names]
    for row in cursor:
        yield {
            name: json.loads(value) if is_json and value is not None else value
            for name, value, is_json in zip(names, row, decoded, strict=True)
        }


def read_dump(file: Path, store: Store) -> int:
    """Fill an empty store from a dump in one transaction. Returns the number of rows."""
    if store.connection.execute("SELECT count(*) FROM pull_requests").fetchone()[0]:
        raise MemoryStoreError(f"{store.path} already holds a history", "move it away first")
    with file.open(encoding="utf-8") as lines, store.transaction() as db:
        _read_header(file, lines.readline(), db)
        count = 0
        for number, line in enumerate(lines, 2):
            _read_row(f"{file}:{number}", line, db)
            count += 1
    return count


def _read_header(file: Path, line: str, db: sqlite3.Connection) -> None:
    header = _parsed(f"{file}:1", line)
    if header.get("codens_dump") != VERSION:
        raise MemoryStoreError(f"{file}:1: no dump of format {VERSION}", "write it with `codens dump FILE`")
    db.executemany("INSERT INTO meta VALUES (?, ?)", header["meta"].items())


def _read_row(place: str, line: str, db: sqlite3.Connection) -> None:
    row = _parsed(place, line)
    table = row.pop("table", None)
    if table not in TABLES:
        raise MemoryStoreError(f"{place}: unknown table {table!r}", "the dump is damaged or of another version")
    known = [info[1] for info in db.execute(f"PRAGMA table_info({table})")]
    if sorted(known) != sorted(row):
        raise MemoryStoreError(f"{place}: columns of {table} do not fit", "the dump is damaged or of another version")
    values = [_encode(row[n]) if n in JSON_COLUMNS and row[n] is not None else row[n] for n in known]
    db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(known))})", values)


def _parsed(place: str, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise MemoryStoreError(f"{place}: not JSON: {error}", "the dump is damaged") from error
    if not isinstance(row, dict):
        raise MemoryStoreError(f"{place}: not a row", "the dump is damaged")
    return row
