"""How alike two contents are, by git's own measure: the share of bytes in lines that both have."""

from __future__ import annotations

from dataclasses import dataclass

_CHUNK = 64
_SNIFF = 8000

Spans = dict[bytes, int]


@dataclass(frozen=True, slots=True)
class Print:
    """A content's size and how many of its bytes stand in each distinct line (or 64-byte piece of a long one)."""

    size: int
    spans: Spans


def fingerprint(data: bytes) -> Print:
    """The comparable form of a content; carriage returns before line ends are ignored in text, as git does."""
    size = len(data)
    if b"\r\n" in data and b"\0" not in data[:_SNIFF]:
        data = data.replace(b"\r\n", b"\n")
    spans: Spans = {}
    for line in data.splitlines(keepends=True) if b"\r" not in data else _lines(data):
        if len(line) <= _CHUNK:
            spans[line] = spans.get(line, 0) + len(line)
        else:
            for start in range(0, len(line), _CHUNK):
                piece = line[start : start + _CHUNK]
                spans[piece] = spans.get(piece, 0) + len(piece)
    return Print(size, spans)


def _lines(data: bytes) -> list[bytes]:
    """Lines that end at line feeds only."""
    parts = data.split(b"\n")
    return [part + b"\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def similarity(one: Print, other: Print) -> float:
    """Shared bytes over the larger size, from 0 to 1."""
    larger = max(one.size, other.size)
    if not larger:
        return 1.0
    left, right = one.spans, other.spans
    shared = sum(min(left[line], right[line]) for line in left.keys() & right.keys())
    return shared / larger
