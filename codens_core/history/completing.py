"""Lists of files that a host cut off or left without counts, completed from local git where it has the commit."""

from __future__ import annotations

import pygit2

from codens_core.base.problems import Problems
from codens_core.graph.records import FileChange
from codens_core.history.files import Files
from codens_core.history.objects import MissingObject, Objects
from codens_core.history.patches import MAX_BYTES
from codens_core.history.records import FileRow, PullRequestRecord
from codens_core.history.repository import Repository


def completed(record: PullRequestRecord, repository: Repository | None) -> PullRequestRecord:
    """The record with git's list of files and counts, where the host's is not whole and git's holds all of it.

    Of a rebase merge only the last commit is known here; its list does not hold all that the host lists, so it stays.
    """
    cut = record.files is not None and not (record.has_all_files and all(_counted(row) for row in record.files))
    if not cut or repository is None or not record.merge_commit or not repository.objects.has(record.merge_commit):
        return record
    try:
        changes = _changes(record.merge_commit, repository)
    except MissingObject:
        return record
    if not {row.path for row in record.files or ()} <= {change.path for change in changes}:
        return record
    rows = [_row(change, repository.objects) for change in changes]
    return record.model_copy(update={"files": rows, "file_count": len(rows)})


def _counted(row: FileRow) -> bool:
    return row.additions is not None and row.deletions is not None


def _changes(commit: str, repository: Repository) -> tuple[FileChange, ...]:
    objects = repository.objects
    parents = objects.commit(commit).parent_ids
    before = objects.commit(str(parents[0])).tree_id.raw if parents else None
    return Files(objects, before, Problems(), strict=True).upto(commit, last=True)[0]


def _row(change: FileChange, objects: Objects) -> FileRow:
    added, removed = _lines(change, objects)
    old_path = change.old_path if change.status == "renamed" else ""
    return FileRow(path=change.path, old_path=old_path, status=change.status, additions=added, deletions=removed)


def _lines(change: FileChange, objects: Objects) -> tuple[int | None, int | None]:
    """Lines added and removed; None for what is binary, huge or missing."""
    sides = [b"" if not oid else None if _too_large(oid, objects) else objects.blob(oid) for oid in _oids(change)]
    if any(side is None or b"\0" in side[:8000] for side in sides):
        return None, None
    old, new = (side or b"" for side in sides)
    if old == new:
        return 0, 0
    _, added, removed = pygit2.Patch.create_from(old, new).line_stats
    return added, removed


def _oids(change: FileChange) -> tuple[str, str]:
    return ("", "") if change.mode == 0o160000 else (change.old_oid, change.new_oid)


def _too_large(oid: str, objects: Objects) -> bool:
    return not 0 <= objects.size(oid) <= MAX_BYTES
