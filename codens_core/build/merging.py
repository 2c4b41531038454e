"""One pull request into the memory: which component each file belongs to, and what its facts change there."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from codens_core.build.places import Place, Places
from codens_core.graph.facts import CONSTANTS, StoredFacts
from codens_core.graph.merge import merge
from codens_core.graph.records import Change, FileChange, PullRequest
from codens_core.memory.writer import ComponentRow, Writer
from codens_core.syntax.reader import Reading


@dataclass(slots=True)
class _Step:
    """The pull request being merged."""

    ordinal: int
    pr: PullRequest
    readings: dict[str, Reading]


class Merger:
    """Keeps which component owns which path, and writes what each pull request changes."""

    def __init__(self, writer: Writer, places: Places, scalars: frozenset[str]) -> None:
        self._writer = writer
        self._places = places
        self._scalars = scalars
        self._open = writer.open_components()
        self._closed = {path: row for path, row in writer.closed_components().items() if path not in self._open}
        self._next_key = writer.next_key()

    def merge(self, ordinal: int, pr: PullRequest, readings: dict[str, Reading]) -> set[int]:
        """Apply all files of a pull request. Returns the keys of the components touched.

        Removals come first, so that a path freed by a rename can be taken by another file of the same change.
        """
        step = _Step(ordinal, pr, readings)
        files = self._joined(step)
        moved = {file.path: self._open.pop(file.old_path, None) for file in files if file.status == "renamed"}
        touched: set[int] = set()
        for file in files:
            if file.status == "deleted":
                touched |= self._remove(step, file)
        for file in files:
            if file.status != "deleted":
                touched |= self._apply(step, file, moved.get(file.path))
        return touched

    def _joined(self, step: _Step) -> list[FileChange]:
        """Files, with a removal and an addition that define the same constants made one rename."""
        removed = {
            name: file
            for file in step.pr.files
            if file.status == "deleted" and (row := self._open.get(file.path)) and (name := self._main(row))
        }
        if not removed:
            return list(step.pr.files)
        joined: dict[str, FileChange] = {}
        for file in step.pr.files:
            name = _main_constant(step.readings[file.path].facts) if file.path in step.readings else ""
            if file.status == "added" and name in removed:
                old = removed.pop(name)
                joined[old.path] = joined[file.path] = replace(
                    file, status="renamed", old_path=old.path, old_oid=old.old_oid
                )
        return list(dict.fromkeys(joined.get(file.path, file) for file in step.pr.files))

    def _main(self, row: ComponentRow) -> str:
        return _main_constant(self._writer.facts(row.key))

    def _remove(self, step: _Step, file: FileChange) -> set[int]:
        row = self._open.pop(file.path, None)
        self._writer.drop_problems(file.path)
        if row is None:
            self._writer.add_file(step.ordinal, file, None, self._places.of(file.path, file.mode).reason)
            return set()
        self._close(step, row)
        self._writer.add_file(step.ordinal, file, row.key, "")
        return {row.key}

    def _close(self, step: _Step, row: ComponentRow) -> None:
        row.closed = step.ordinal
        self._writer.close_component(row)
        self._writer.add_changes(row.key, step.ordinal, [Change("path", "removed", None, row.path)])
        self._closed[row.path] = row

    def _apply(self, step: _Step, file: FileChange, moved: ComponentRow | None) -> set[int]:
        place = self._places.of(file.path, file.mode)
        self._writer.drop_problems(file.path)
        if file.path not in step.readings:
            return self._leave_out(step, file, place, moved or self._open.pop(file.path, None))
        reading = step.readings[file.path]
        row = moved or self._open.get(file.path) or self._closed.pop(file.path, None)
        before: StoredFacts = self._writer.facts(row.key) if row else {}
        known = replace(row) if row else None
        row = self._placed(row, place, file, step.pr.commit, reading)
        facts, changes = merge(before, reading.facts, step.ordinal, self._scalars)
        self._open[file.path] = row
        self._writer.save_component(row, facts, reading.words)
        self._writer.add_file(step.ordinal, file, row.key, "")
        self._writer.add_problems(step.ordinal, reading.problems)
        self._writer.add_changes(row.key, step.ordinal, [*_identity(known, row), *changes])
        return {row.key}

    def _leave_out(self, step: _Step, file: FileChange, place: Place, row: ComponentRow | None) -> set[int]:
        """A file that is no component (any more): moved out of the conventions, or become a link."""
        self._writer.add_file(step.ordinal, file, row.key if row else None, place.reason)
        if row is None:
            return set()
        self._close(step, row)
        return {row.key}

    def _placed(
        self, row: ComponentRow | None, place: Place, file: FileChange, commit: str, reading: Reading
    ) -> ComponentRow:
        if row is None:
            row = ComponentRow(self._next_key, "", "", "", "", "", False, "", "")
            self._next_key += 1
        if place.root is None:
            raise ValueError(f"{file.path} was read without an application")
        row.node_id, row.path, row.support = place.node_id, file.path, place.support
        row.type = place.type if place.support else reading.type
        row.framework, row.root = place.root.framework, place.root.folder
        row.commit, row.blob, row.closed = commit, file.new_oid, None
        return row


def _main_constant(facts: StoredFacts) -> str:
    """The first constant a file defines, as the identity that survives a rewrite; empty when there is none."""
    first = next(iter(facts.get(CONSTANTS, ())), "")
    if not first:
        return ""
    value = json.loads(first)
    return str(value["name"]) if isinstance(value, dict) else str(value)


def _identity(before: ComponentRow | None, after: ComponentRow) -> list[Change]:
    """Changes of what a component is: its path and type."""
    changes = []
    if before is None or before.closed is not None or before.path != after.path:
        old = before.path if before is not None and before.closed is None else None
        changes.append(Change("path", "set", after.path, old))
    if before is None or before.type != after.type:
        changes.append(Change("type", "set", after.type, before.type if before else None))
    return changes
