"""Writes docs/reference/config.md from the models: `python -m codens_core.config.reference > that file`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, get_args, get_origin

from pydantic import BaseModel

from codens_core.config.model import FILE_NAME, Config, Root
from codens_core.config.tables import MOVED, SECRETS
from codens_core.config.template import FoundRoot, as_yaml, commented

HEAD = f"""# `{FILE_NAME}`

One file at the top of the repository. Without it everything has its default and the applications are detected.
`codens init` writes it with comments, `codens config check` reports everything that is wrong with file and line (exit
status 3), `codens config show` prints every value in force. Unknown keys and wrong types are errors; nothing is
converted, and nothing but secrets is taken from the environment.

<!-- Generated from codens_core/config/model.py by `python -m codens_core.config.reference`. -->
"""


def reference() -> str:
    """The whole page."""
    example = commented("Shop", [FoundRoot("", "<framework>", "<the file that shows it>")])
    parts = [HEAD, "## Keys\n", *_table(_rows(Config, "")), "", "## Secrets\n", SECRET_TEXT, *_secrets()]
    parts += ["", "## Keys that people look for elsewhere\n", *_moved()]
    parts += ["", "## The file that `codens init` writes\n", "```yaml", example.rstrip(), "```"]
    return "\n".join(parts) + "\n"


SECRET_TEXT = """Secrets never stand in the file: a key that looks like one is refused. They come from the environment;
the first variable that is set counts.
"""


def _table(rows: Iterator[tuple[str, str, str, str]]) -> list[str]:
    lines = ["| key | type | default | meaning |", "|---|---|---|---|"]
    return lines + [f"| `{key}` | {kind} | {default} | {text} |" for key, kind, default, text in rows]


def _rows(model: type[BaseModel], prefix: str) -> Iterator[tuple[str, str, str, str]]:
    for name, field in model.model_fields.items():
        text = " ".join((field.description or "").split())
        if isinstance(field.default, BaseModel):
            yield f"{prefix}{name}", "section", "", text
            yield from _rows(type(field.default), f"{prefix}{name}.")
            continue
        default = "required" if field.is_required() else f"`{as_yaml(field.default)}`"
        yield f"{prefix}{name}", _kind(field.annotation), default, text
        if name == "roots":
            yield from _rows(Root, "roots[].")


def _kind(annotation: Any) -> str:
    words = {str: "text", int: "number", bool: "true or false", Any: "anything", Root: "sections"}
    if annotation in words:
        return words[annotation]
    inner = get_args(annotation)
    if get_origin(annotation) is list:
        return f"list of {_kind(inner[0]).removesuffix('s')}s"
    if get_origin(annotation) is dict:
        return f"section, each key a {_kind(inner[1])}"
    return _kind(type(inner[0])) if isinstance(inner[0], int | str) else _kind(inner[0])


def _secrets() -> list[str]:
    return [f"* {name}: " + ", ".join(f"`{variable}`" for variable in names) for name, names in SECRETS.items()]


def _moved() -> list[str]:
    return [f"* `{'.'.join(old)}` is `{'.'.join(new)}`" for old, new in MOVED.items()]


if __name__ == "__main__":
    sys.stdout.write(reference())
