"""Unified diffs made from two blobs when somebody wants to read one, in git's own notation."""

from __future__ import annotations

import stat

import pygit2

from codens_core.graph.records import FileChange
from codens_core.history.objects import Objects

MAX_BYTES = 2 << 20
"""Contents above this are named, not compared."""
_SNIFF = 8000
_SUBMODULE = 0o160000


def unified(change: FileChange, old_mode: int, objects: Objects, context: int) -> str:
    """The diff of one file; `old_mode` is 0 where it did not exist before. Raises MissingBlob."""
    deleted = change.status == "deleted"
    header = _header(change, old_mode, 0 if deleted else change.mode)
    if change.old_oid == change.new_oid:
        return header
    sides = [
        _content(change.old_oid, old_mode, objects),
        _content(change.new_oid, 0 if deleted else change.mode, objects),
    ]
    if any(side is None for side in sides):
        return f"{header}Contents of more than {MAX_BYTES >> 20} MB differ\n"
    old, new = (side or b"" for side in sides)
    if b"\0" in old[:_SNIFF] or b"\0" in new[:_SNIFF]:
        return f"{header}Binary files differ\n"
    return header + _hunks(change, old, new, context)


def _header(change: FileChange, old_mode: int, new_mode: int) -> str:
    lines = [f"diff --git {_quoted('a/' + change.old_path)} {_quoted('b/' + change.path)}"]
    if not old_mode:
        lines.append(f"new file mode {new_mode:o}")
    elif not new_mode:
        lines.append(f"deleted file mode {old_mode:o}")
    elif old_mode != new_mode:
        lines += [f"old mode {old_mode:o}", f"new mode {new_mode:o}"]
    if change.status == "renamed":
        lines += [f"rename from {_quoted(change.old_path)}", f"rename to {_quoted(change.path)}"]
    return "\n".join(lines) + "\n"


def _content(oid: str, mode: int, objects: Objects) -> bytes | None:
    """What git compares: a blob's bytes, the commit of a submodule, nothing for an absent side; None when huge."""
    if not oid or not mode:
        return b""
    if stat.S_IFMT(mode) == _SUBMODULE:
        return f"Subproject commit {oid}\n".encode()
    if objects.size(oid) > MAX_BYTES:
        return None
    return objects.blob(oid)


def _hunks(change: FileChange, old: bytes, new: bytes, context: int) -> str:
    patch = pygit2.Patch.create_from(old, new, "x", "x", context_lines=context)
    data = patch.data
    start = data.find(b"@@ ")
    if start < 0:
        return ""
    before = _quoted("a/" + change.old_path) if change.status != "added" else "/dev/null"
    after = _quoted("b/" + change.path) if change.status != "deleted" else "/dev/null"
    return f"--- {before}\n+++ {after}\n" + data[start:].decode("utf-8", errors="replace")


def _quoted(path: str) -> str:
    """A path as git writes it in a diff: in quotes when it holds what would break the line."""
    if not any(char in path for char in '"\\\n\t\r'):
        return path
    table = {ord('"'): '\\"', ord("\\"): "\\\\", ord("\n"): "\\n", ord("\t"): "\\t", ord("\r"): "\\r"}
    return f'"{path.translate(table)}"'
