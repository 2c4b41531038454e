"""An application held in memory: files read and resolved at once, without history or a store.

For scoring a plain folder and for tests of plugins; a build does the same file by file through the memory.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from codens_core.base.problems import Problem
from codens_core.graph.facts import FactView
from codens_core.graph.ids import node_id
from codens_core.graph.records import Component
from codens_core.graph.schema import Placement
from codens_core.plugin.manager import Plugins
from codens_core.plugin.truths import TruthView
from codens_core.syntax.reader import Reader

SUPPORT = "support"


@dataclass
class Snapshot:
    """Implements `Project` over files at one moment."""

    framework: str
    files: list[Component]
    settings: Mapping[str, Any] = field(default_factory=dict)
    root: str = ""
    problems: list[Problem] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)
    """Reason by path of the files that are no components."""

    def components(self) -> list[Component]:
        """Every component and support file, ordered by node id."""
        return self.files


def take(
    plugins: Plugins, framework: str, files: Iterable[tuple[str, bytes]], settings: Mapping[str, Any] | None = None
) -> Snapshot:
    """Read `files` ((path, bytes)) of one application."""
    schema = plugins.schema(framework)
    placement, reader = Placement(schema), Reader(plugins, framework)
    snapshot = Snapshot(framework, [], settings or {})
    for path, data in sorted(files):
        type_name, reason = placement.place(path)
        if not type_name:
            snapshot.left_out[path] = reason
            continue
        reading = reader.read(path, data, type_name)
        snapshot.problems += reading.problems
        facts = {name: {key: [0, *spans] for key, spans in values.items()} for name, values in reading.facts.items()}
        snapshot.files.append(
            Component(
                key=len(snapshot.files) + 1,
                node_id=node_id(path, schema.drop_suffix),
                type=reading.type,
                path=path,
                facts=FactView(facts),
                framework=framework,
                support=type_name == SUPPORT,
            )
        )
    return snapshot


def resolve(plugins: Plugins, snapshot: Snapshot) -> TruthView:
    """The graph of a snapshot by its framework's own resolver."""
    result = plugins.resolver(snapshot.framework).resolve(snapshot)
    return TruthView(snapshot.framework, snapshot.files, result.relations, result.unresolved, result.derived)


def folder(root: Path) -> Iterator[tuple[str, bytes]]:
    """(path, bytes) of every file below `root`; hidden folders and links to folders are not entered."""
    for directory, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            file = Path(directory, name)
            if file.is_file():
                yield file.relative_to(root).as_posix(), file.read_bytes()
