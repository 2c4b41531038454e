"""JSON Schemas of every file that people write and of everything that is printed as JSON.

`python -m codens_core.api.schemas FOLDER` writes them; the repository's `schemas/` holds the result.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter

from codens_core.api import answer_outputs, outputs, project_outputs, timeline_outputs
from codens_core.config.model import Config
from codens_core.graph.schema import FrameworkSchema
from codens_core.history.records import PullRequestRecord
from codens_core.memory.dump import JSON_COLUMNS
from codens_core.memory.schema import TABLES, VERSION
from codens_core.memory.store import Store
from codens_core.plugin.known import KnownFramework
from codens_core.syntax.cues import Cue

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_COMMAND = re.compile(r"`codens ([a-z ]+)`")
OUTPUTS = (outputs, answer_outputs, project_outputs, timeline_outputs)
_SQL_TYPES = {"TEXT": "string", "INTEGER": "integer", "REAL": "number"}


def all_schemas() -> dict[str, dict[str, Any]]:
    """Every schema by its file name inside `schemas/`."""
    written: dict[str, dict[str, Any]] = {
        "config.schema.json": Config.model_json_schema(),
        "framework.schema.json": FrameworkSchema.model_json_schema(),
        "cue.schema.json": Cue.model_json_schema(),
        "known-frameworks.schema.json": TypeAdapter(list[KnownFramework]).json_schema(),
        "dump.schema.json": dump_schema(),
        "pull-requests.schema.json": PullRequestRecord.model_json_schema(),
    }
    for command, model in output_models().items():
        name = f"outputs/{command.replace(' ', '-')}.schema.json"
        written[name] = model.model_json_schema(mode="serialization")
    return {name: {"$schema": DIALECT, **schema} for name, schema in sorted(written.items())}


def output_models() -> dict[str, type[BaseModel]]:
    """The model of each command's `--json`, by command: the first words of its docstring name the command."""
    found: dict[str, type[BaseModel]] = {}
    for model in (model for module in OUTPUTS for model in vars(module).values()):
        is_output = isinstance(model, type) and issubclass(model, outputs.Output)
        if is_output and (match := _COMMAND.match(model.__doc__ or "")):
            found[match[1]] = model
    return found


def dump_schema() -> dict[str, Any]:
    """One line of a dump: the header, or a row of one of the tables."""
    store = Store.in_memory()
    try:
        rows = [_row_schema(store, table) for table in TABLES]
    finally:
        store.close()
    meta = {"type": "object", "additionalProperties": {"type": "string"}}
    header = _closed("header", {"codens_dump": {"const": VERSION}, "meta": meta})
    return {"title": "A line of `codens dump`", "oneOf": [header, *rows]}


def _row_schema(store: Store, table: str) -> dict[str, Any]:
    columns = store.connection.execute(f"PRAGMA table_info({table})").fetchall()
    properties: dict[str, Any] = {"table": {"const": table}}
    for _, name, sql_type, required, _, primary in columns:
        if name in JSON_COLUMNS:
            properties[name] = {}
            continue
        kinds = [_SQL_TYPES[sql_type]]
        properties[name] = {"type": kinds[0] if required or primary else [*kinds, "null"]}
    return _closed(table, properties)


def _closed(title: str, properties: dict[str, Any]) -> dict[str, Any]:
    required = sorted(properties)
    return {
        "title": title, "type": "object", "properties": properties, "required": required, "additionalProperties": False,
    }  # fmt: skip


def write_schemas(folder: Path) -> list[Path]:
    """Write all schemas into `folder`, remove those that no longer exist, and return the files written."""
    written = []
    for name, schema in all_schemas().items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(schema, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        written.append(file)
    for stale in set(folder.rglob("*.schema.json")) - set(written):
        stale.unlink()
    return written


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]))
