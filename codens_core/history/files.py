"""The files of each unit, from one state of the tree to the next: rows, renames, and what could not be read."""

from __future__ import annotations

import stat

from codens_core.base.problems import Problem, Problems
from codens_core.graph.records import FileChange
from codens_core.history.objects import MissingBlob, MissingObject, Objects
from codens_core.history.paths import decode_path
from codens_core.history.renames import find_renames
from codens_core.history.trees import Row, TreeDiff


class Files:
    """Goes along the chain from tree to tree, beginning at `tree` (None: nothing)."""

    def __init__(self, objects: Objects, tree: bytes | None, problems: Problems, *, strict: bool) -> None:
        self._objects = objects
        self._tree = tree
        self._problems = problems
        self._strict = strict
        self._diff = TreeDiff(objects.tree)

    def upto(self, commit: str, *, last: bool) -> tuple[tuple[FileChange, ...], bool]:
        """Files from the state reached before to the commit's, and whether all could be read.

        A tree that is missing gives no files and leaves the state where it was, so that the next unit makes up for it;
        the last unit's must be readable, and every one's where that was asked for (`strict`). Raises MissingObject.
        """
        tree = self._objects.commit(commit).tree_id.raw
        try:
            rows = self._diff(self._tree, tree)
        except MissingObject as missing:
            if last or self._strict:
                raise
            text = f"the files of commit {commit[:10]} cannot be read: {missing.title}"
            self._problem("missing-tree", text, missing.hint)
            return (), False
        self._tree = tree
        return self._changes(rows, commit)

    def _changes(self, rows: list[Row], commit: str) -> tuple[tuple[FileChange, ...], bool]:
        renames = find_renames(rows, self._read, self._objects.size)
        for oid in renames.missing:
            text = f"blob {oid} of commit {commit[:10]} is missing: it was not looked at for renames"
            self._problem("missing-blob", text, self._objects.hint)
        if renames.limited:
            text = f"commit {commit[:10]} moves too much: {renames.limited} files were paired by equal content only"
            self._problem("renames", text)
        gone = {row.path for row in renames.pairs.values()}
        changes = (_change(row, renames.pairs.get(row.path)) for row in rows if row.path not in gone or row.new_mode)
        return tuple(changes), not renames.missing

    def _read(self, oid: str) -> bytes | None:
        try:
            return self._objects.blob(oid)
        except MissingBlob:
            return None

    def _problem(self, code: str, message: str, hint: str = "") -> None:
        self._problems.add(Problem(code, message, hint=hint))


def _change(row: Row, renamed: Row | None) -> FileChange:
    path = decode_path(row.path)
    old = renamed or row
    old_oid, new_oid = old.old_oid.hex(), row.new_oid.hex()
    mode = row.new_mode or row.old_mode
    if renamed:
        return FileChange(path, decode_path(renamed.path), "renamed", old_oid, new_oid, mode)
    if not row.old_mode:
        return FileChange(path, path, "added", "", new_oid, mode)
    if not row.new_mode:
        return FileChange(path, path, "deleted", old_oid, "", mode)
    same_kind = stat.S_IFMT(row.old_mode) == stat.S_IFMT(row.new_mode)
    return FileChange(path, path, "modified" if same_kind else "typechange", old_oid, new_oid, mode)
