"""Tables and columns from `db/schema.rb` and `db/structure.sql`."""

from __future__ import annotations

import re
from typing import Any

from codens_core.plugin.records import SourceFile
from codens_rails.ruby.literals import UNKNOWN, string, text, value
from codens_rails.ruby.walk import Call, ruby_file

_NO_COLUMNS = ("index", "check_constraint", "exclusion_constraint", "unique_constraint", "foreign_key", "remove")
_KEPT = ("null", "default", "limit", "precision", "scale", "array")


def schema_ruby(source: SourceFile) -> None:
    """Note `tables` ({name}) and `columns` ({table, name, type, null, default, ...}) of a Ruby schema."""
    if not source.path.endswith("schema.rb") or b"create_table" not in source.data:
        return
    for call in ruby_file(source).calls:
        if call.method == "create_table" and (table := call.first()):
            _table(source, call, table)
        elif call.receiver is not None and call.receiver.type == "identifier" and call.context.blocks:
            around = call.context.blocks[-1]
            if around.method == "create_table" and (table := around.first()) and call.method not in _NO_COLUMNS:
                _columns(source, call, table)


def _table(source: SourceFile, call: Call, table: str) -> None:
    source.facts.add("tables", {"name": table}, call.line, call.end_line)
    key = value(call.options.get("id"))
    if key is not False:
        name = string(call.options.get("primary_key")) or "id"
        if call.options.get("primary_key") is None or isinstance(string(call.options.get("primary_key")), str):
            column = {"table": table, "name": name, "type": key if isinstance(key, str) else "bigint", "null": False}
            source.facts.add("columns", column, call.line)


def _columns(source: SourceFile, call: Call, table: str) -> None:
    kind = call.method
    named = [name for argument in call.args if (name := string(argument)) is not None]
    options = {key: known for key in _KEPT if (known := _literal(call, key)) is not UNKNOWN}
    if kind == "timestamps":
        named, kind, options = ["created_at", "updated_at"], "datetime", {"null": False, **options}
    elif kind == "column" and len(named) > 1:
        named, kind = named[:1], named[1]
    elif kind in ("references", "belongs_to"):
        named, kind = [f"{name}_id" for name in named], "bigint"
    elif kind == "virtual":
        kind = string(call.options.get("type")) or kind
    for name in named:
        column = {"table": table, "name": name, "type": kind, **options}
        source.facts.add("columns", column, call.line, call.end_line)


def _literal(call: Call, key: str) -> Any:
    node = call.options.get(key)
    if node is None:
        return UNKNOWN
    known = value(node)
    return " ".join(text(node).split()) if known is UNKNOWN else known


_CREATE = re.compile(r"^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?([\w.\"`]+) \(\n(.*?)^\)", re.M | re.S | re.I)
_COLUMN = re.compile(r"^\s+[\"`]?(\w+)[\"`]? ([a-z][\w ]*(?:\([^)]*\))?(?:\[\])?[a-z ]*)(.*?),?$", re.I)
_NOT_COLUMNS = ("CONSTRAINT", "PRIMARY", "UNIQUE", "KEY", "FOREIGN", "CHECK", "EXCLUDE", "FULLTEXT", "SPATIAL", "INDEX")
_TYPE_ENDS = re.compile(r" (?:NOT NULL|NULL|DEFAULT|COLLATE|CHARACTER SET|GENERATED|AUTO_INCREMENT|COMMENT)\b", re.I)
_DEFAULT = re.compile(r"\bDEFAULT ('(?:[^']|'')*'|[^\s,]+)", re.I)


def structure_sql(source: SourceFile) -> None:
    """Note `tables` and `columns` of a SQL dump (PostgreSQL, MySQL, SQLite)."""
    content = source.text
    for create in _CREATE.finditer(content):
        table = create[1].replace('"', "").replace("`", "").removeprefix("public.")
        first = content.count("\n", 0, create.start()) + 1
        source.facts.add("tables", {"name": table}, first)
        for offset, line in enumerate(create[2].split("\n"), start=1):
            column = _sql_column(table, line)
            if column is not None:
                source.facts.add("columns", column, first + offset)


def _sql_column(table: str, line: str) -> dict[str, Any] | None:
    found = _COLUMN.match(line)
    if found is None or found[1].upper() in _NOT_COLUMNS:
        return None
    rest = line[found.start(2) :].rstrip().rstrip(",")
    end = _TYPE_ENDS.search(rest)
    column: dict[str, Any] = {"table": table, "name": found[1], "type": rest[: end.start()] if end else rest}
    if re.search(r"\bNOT NULL\b", rest, re.I):
        column["null"] = False
    if default := _DEFAULT.search(rest):
        column["default"] = default[1].strip("'")
    return column
