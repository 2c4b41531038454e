"""YAML text as plain data with the line of every key and value, and all that is wrong with its form."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import yaml
from yaml.constructor import ConstructorError
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from codens_core.base.problems import Problem

Place = tuple[str | int, ...]
"""Keys and list positions that lead to a value: ("roots", 0, "path")."""


@dataclass(slots=True)
class Document:
    """A YAML file's content. `data` is None when its form is too broken to go on."""

    file: str
    data: Any = None
    lines: dict[Place, int] = field(default_factory=dict)
    """1-based line of each key (or list item), by its place."""
    problems: list[Problem] = field(default_factory=list)

    def line(self, place: Place) -> int:
        """The line of a place, or of the nearest one around it."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 1)

    def report(self, code: str, message: str, line: int, hint: str = "") -> None:
        """Note a problem of this file."""
        self.problems.append(Problem(code, message, self.file, line, hint))


def read_document(file: str, data: bytes) -> Document:
    """Parse `data`. `file` is the name shown in problems."""
    document = Document(file)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        document.report("encoding", f"not UTF-8: byte {data[error.start]:#04x}", line, "save the file as UTF-8")
        return document
    try:
        _load(document, text)
    except yaml.YAMLError as error:
        document.data = None
        document.report("yaml", *_described(error, text))
    except RecursionError:
        document.data = None
        document.report("yaml", "not YAML: nested too deeply", 1)
    return document


def _load(document: Document, text: str) -> None:
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
        if node is not None:
            document.data = _Reading(document, loader).value(node, ())
    finally:
        loader.dispose()


class _Loader(yaml.SafeLoader):
    """A safe loader that refuses references, which can make a small file endless."""

    def compose_node(self, parent: Node | None, index: int) -> Node | None:
        if self.check_event(yaml.AliasEvent):
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
            raise yaml.MarkedYAMLError(None, None, "references (*name) are not supported", mark)
        return super().compose_node(parent, index)


class _Reading:
    """Walks the nodes of one document, noting lines and repeated keys."""

    def __init__(self, document: Document, loader: _Loader) -> None:
        self._document = document
        self._loader = loader

    def value(self, node: Node, place: Place) -> Any:
        self._document.lines.setdefault(place, node.start_mark.line + 1)
        if isinstance(node, MappingNode):
            return self._mapping(node, place)
        if isinstance(node, SequenceNode):
            return [self.value(item, (*place, position)) for position, item in enumerate(node.value)]
        return self._loader.construct_object(node, deep=True)

    def _mapping(self, node: MappingNode, place: Place) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            key = key_node.value if isinstance(key_node, ScalarNode) else None
            if key is None:
                self._document.report("key", "a key must be a plain word", line)
            elif key in found:
                first = self._document.lines[*place, key]
                self._document.report("duplicate-key", f"{key!r} stands twice, first on line {first}", line)
            else:
                self._document.lines[*place, key] = line
                found[key] = self.value(value_node, (*place, key))
        return found


def _described(error: yaml.YAMLError, text: str) -> tuple[str, int]:
    """Message and line of a syntax error."""
    if isinstance(error, yaml.reader.ReaderError):
        line = text.count("\n", 0, error.position) + 1
        return f"not YAML: character {int(error.character):#04x} is not allowed", line
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    what = getattr(error, "problem", None) or str(error)
    context = getattr(error, "context", None)
    if isinstance(error, ConstructorError):
        context = None
    where = f", column {mark.column + 1}" if mark else ""
    return f"not YAML: {what}" + (f" {context}" if context else "") + where, mark.line + 1 if mark else 1
