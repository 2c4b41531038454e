"""Writes docs/reference/json.md from the output models: `python -m codens_core.api.reference > that file`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from codens_core.api.schemas import output_models

HEAD = """# JSON output

What `--json` prints, by command. Names and types are a promise: within a version of the format fields are only added,
never renamed or removed. Each document also has a JSON Schema in [`schemas/outputs/`](../../schemas/outputs).

<!-- Generated from the output models of codens_core/api by `python -m codens_core.api.reference`. -->
"""


def reference() -> str:
    """The whole page: one table for each command, then the records inside them."""
    parts = [HEAD]
    inner: dict[str, Any] = {}
    for command, model in sorted(output_models().items()):
        schema = model.model_json_schema(mode="serialization")
        inner |= schema.get("$defs", {})
        parts += [f"## `codens {command}`\n", *_table(schema), ""]
    parts.append("## Records inside them\n")
    for name in sorted(inner):
        parts += [f"### {_plain(name)}\n", f"{_words(inner[name].get('description', ''))}\n", *_table(inner[name]), ""]
    return "\n".join(parts).rstrip() + "\n"


def _table(schema: dict[str, Any]) -> Iterator[str]:
    yield from ("| field | type | meaning |", "|---|---|---|")
    for name, field in schema.get("properties", {}).items():
        yield f"| `{name}` | {_type(field)} | {_words(field.get('description', ''))} |"


def _type(field: dict[str, Any]) -> str:
    if "$ref" in field:
        name = _plain(field["$ref"].rsplit("/", 1)[-1])
        return f"[{name}](#{name.lower()})"
    if "anyOf" in field:
        return " or ".join(_type(option) for option in field["anyOf"])
    kind = str(field.get("type", "anything"))
    if kind == "array":
        return f"list of {_type(field.get('items', {}))}"
    values = field.get("additionalProperties")
    if kind == "object" and isinstance(values, dict):
        return f"object of {_type(values)}"
    return kind


def _plain(name: str) -> str:
    return name.removesuffix("Out")


def _words(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.write(reference())
