"""Which removed file lives on under which new path, by git's rules (50 % alike), without giving up on large moves.

Equal contents pair first, then files that keep a unique name and stay 75 % alike, then the most alike of the rest. A
missing or huge content only takes its own file out of the comparison.
"""

from __future__ import annotations

import heapq
import stat
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from codens_core.history.similarity import Print, fingerprint, similarity
from codens_core.history.trees import Row

ALIKE = 0.5
SAME_NAME_ALIKE = 0.75
MAX_FILE = 4 << 20
"""Contents above this many bytes pair only when equal."""
MAX_BYTES = 96 << 20
"""When all contents to compare are larger than this together, only files that keep their name are compared."""
ALL_PAIRS = 40_000
"""Up to this many pairs each is compared; above, only pairs that share a rare line."""
_RARE = 12
_CANDIDATES = 8
EMPTY = bytes.fromhex("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391")


@dataclass(slots=True)
class Renames:
    """Old rows by the new row's path, and what could not be compared."""

    pairs: dict[bytes, Row] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    """Ids of contents that are not in the repository."""
    limited: int = 0
    """How many files were left out because the whole was too large to compare."""


def find_renames(rows: Iterable[Row], read: Callable[[str], bytes | None], size: Callable[[str], int]) -> Renames:
    """Pair removed with added files. `read` gives a content by hex id (None: missing), `size` its bytes (or -1)."""
    found = Renames()
    removed = [row for row in rows if _is_file(row.old_mode) and not row.new_mode]
    added = [row for row in rows if _is_file(row.new_mode) and not row.old_mode]
    if not removed or not added:
        return found
    removed, added = _equal(removed, added, found.pairs)
    if removed and added:
        removed, added = _comparable(removed, added, size, found)
        _Comparison(read, found).run(removed, added)
    return found


def _is_file(mode: int) -> bool:
    return stat.S_ISREG(mode) or stat.S_ISLNK(mode)


def _name(path: bytes) -> bytes:
    return path.rpartition(b"/")[2]


def _equal(removed: list[Row], added: list[Row], pairs: dict[bytes, Row]) -> tuple[list[Row], list[Row]]:
    """Pair files of one content and kind; of several, the one that keeps its name. Empty ones keep name or folder."""
    by_content: dict[tuple[bytes, int], list[Row]] = defaultdict(list)
    for row in removed:
        by_content[row.old_oid, stat.S_IFMT(row.old_mode)].append(row)
    rest = []
    for row in sorted(added, key=lambda row: row.path):
        choices = by_content.get((row.new_oid, stat.S_IFMT(row.new_mode)), [])
        best = max(choices, key=lambda old: _closeness(old.path, row.path), default=None)
        if best is None or (row.new_oid == EMPTY and not _near(best.path, row.path)):
            rest.append(row)
            continue
        choices.remove(best)
        pairs[row.path] = best
    left = {row.path for choices in by_content.values() for row in choices}
    return [row for row in removed if row.path in left], rest


def _near(one: bytes, other: bytes) -> bool:
    return _name(one) == _name(other) or one.rpartition(b"/")[0] == other.rpartition(b"/")[0]


def _closeness(one: bytes, other: bytes) -> tuple[bool, int]:
    """Same file name first, then the number of equal folders from the right."""
    left, right = one.split(b"/")[::-1], other.split(b"/")[::-1]
    same = next((i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))
    return (left[0] == right[0], same)


def _comparable(
    removed: list[Row], added: list[Row], size: Callable[[str], int], found: Renames
) -> tuple[list[Row], list[Row]]:
    """Leave out links, missing and huge contents; when the rest is too much, files whose name is on one side only."""
    total, sizes = 0, {}
    for oid in [row.old_oid for row in removed] + [row.new_oid for row in added]:
        if oid not in sizes:
            sizes[oid] = size(oid.hex())
            total += max(sizes[oid], 0)
    found.missing += sorted(oid.hex() for oid, known in sizes.items() if known < 0)
    removed = [row for row in removed if stat.S_ISREG(row.old_mode) and 0 < sizes[row.old_oid] <= MAX_FILE]
    added = [row for row in added if stat.S_ISREG(row.new_mode) and 0 < sizes[row.new_oid] <= MAX_FILE]
    if total <= MAX_BYTES:
        return removed, added
    names = {_name(row.path) for row in removed} & {_name(row.path) for row in added}
    kept = [[row for row in side if _name(row.path) in names] for side in (removed, added)]
    found.limited = len(removed) + len(added) - sum(map(len, kept))
    return kept[0], kept[1]


class _Comparison:
    """Contents compared by similarity; each is read once."""

    def __init__(self, read: Callable[[str], bytes | None], found: Renames) -> None:
        self._read = read
        self._found = found
        self._prints: dict[bytes, Print | None] = {}

    def run(self, removed: list[Row], added: list[Row]) -> None:
        removed, added = self._same_names(removed, added)
        pairs: Iterable[tuple[Row, Row]]
        if len(removed) * len(added) <= ALL_PAIRS:
            pairs = ((old, new) for new in added for old in removed)
        else:
            pairs = self._sharing_rare_lines(removed, added)
        scored = [(score, old, new) for old, new in pairs if (score := self._score(old, new)) >= ALIKE]
        scored.sort(key=lambda item: (item[0], _closeness(item[1].path, item[2].path)), reverse=True)
        used: set[bytes] = set()
        for _, old, new in scored:
            if old.path not in used and new.path not in self._found.pairs:
                used.add(old.path)
                self._found.pairs[new.path] = old

    def _same_names(self, removed: list[Row], added: list[Row]) -> tuple[list[Row], list[Row]]:
        """Pair files whose name is unique on both sides and that are mostly alike."""
        old_names, new_names = _unique(removed), _unique(added)
        taken: set[bytes] = set()
        for name, new in new_names.items():
            old = old_names.get(name)
            if new and old and self._score(old, new) >= SAME_NAME_ALIKE:
                self._found.pairs[new.path] = old
                taken |= {old.path}
        rest = [row for row in removed if row.path not in taken]
        return rest, [row for row in added if row.path not in self._found.pairs]

    def _score(self, old: Row, new: Row) -> float:
        one, other = self._print(old.old_oid), self._print(new.new_oid)
        if one is None or other is None or min(one.size, other.size) < ALIKE * max(one.size, other.size):
            return 0.0
        return similarity(one, other)

    def _print(self, oid: bytes) -> Print | None:
        if oid not in self._prints:
            data = self._read(oid.hex())
            self._prints[oid] = None if data is None else fingerprint(data)
        return self._prints[oid]

    def _sharing_rare_lines(self, removed: list[Row], added: list[Row]) -> Iterable[tuple[Row, Row]]:
        """Pairs that share lines which few of the removed files have; the best few for each added file."""
        holders: dict[bytes, list[int]] = defaultdict(list)
        for index, row in enumerate(removed):
            known = self._print(row.old_oid)
            for line in known.spans if known else ():
                holders[line].append(index)
        for new in added:
            known = self._print(new.new_oid)
            shared: dict[int, int] = defaultdict(int)
            for line, count in known.spans.items() if known else ():
                owners = holders.get(line, ())
                if len(owners) <= _RARE:
                    for index in owners:
                        shared[index] += count
            best = heapq.nlargest(_CANDIDATES, shared.items(), key=lambda item: (item[1], -item[0]))
            yield from ((removed[index], new) for index, _ in best)


def _unique(rows: list[Row]) -> dict[bytes, Row | None]:
    """Rows by file name; None where several share it."""
    names: dict[bytes, Row | None] = {}
    for row in rows:
        name = _name(row.path)
        names[name] = None if name in names else row
    return names
