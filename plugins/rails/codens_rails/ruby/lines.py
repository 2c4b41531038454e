"""What Haml and Slim share on their way to Ruby: a canvas of blanks on which only code is kept, a statement a line.

Blocks are given by indentation there, so a line's `if`, `else` or `do |x|` has no `end`. Keywords and block openers are
blanked instead: every line becomes a statement of its own, at its true position.
"""

from __future__ import annotations

import re

_BLANK = re.compile(rb"[^\n]")
_KEYWORD = re.compile(
    rb"\s*(?:(?:if|unless|elsif|while|until|when|case|in|else|begin|ensure|end)\b|for\b[^\n]*?\bin\b|rescue\b[^\n]*)"
)
_ASSIGNED = re.compile(rb"=\s*(if|unless|case|begin)\b(?!.*\bend\b)")
_OPENER = re.compile(rb"(?:\bdo\b|\{)\s*(?:\|[^|\n]*\|)?\s*\Z")
_COMMENT = re.compile(rb"\s#(?!\{)[^\"'\n]*\Z|(?<=\|)\s+#(?!\{)[^\n]*\Z")
_THEN = re.compile(rb"\bthen\b\s*\Z")
_INTERPOLATION = re.compile(rb"(?<!\\)#\{")
_LONGEST = 40
_QUOTES = b"\"'`"
_PAIRS = {ord("("): ord(")"), ord("["): ord("]"), ord("{"): ord("}")}


def blank(data: bytes) -> bytes:
    """Spaces for everything but line ends."""
    return _BLANK.sub(b" ", data)


def standalone(code: bytes) -> bytes:
    """A line's code as a statement that needs no `end`: same length."""
    if (comment := _COMMENT.search(code)) is not None:
        code = code[: comment.start()] + b" " * len(comment[0])
    found = _KEYWORD.match(code)
    if found is not None:
        code = b" " * found.end() + code[found.end() :]
    if (assigned := _ASSIGNED.search(code)) is not None:
        code = code[: assigned.start(1)] + b" " * len(assigned[1]) + code[assigned.end(1) :]
    for pattern in (_OPENER, _THEN):
        if (opener := pattern.search(code)) is not None and _opens(code, opener):
            code = code[: opener.start()] + blank(opener[0])
    return code


def _opens(code: bytes, opener: re.Match[bytes]) -> bool:
    """A last `{` or `do` opens a block unless a hash begins there (after `(`, `,` or `=`)."""
    return code[: opener.start()].rstrip()[-1:] not in (b"(", b",", b"=", b">", b":")


def closing(data: bytes, start: int) -> int:
    """Index of the bracket that closes the one at `start`, strings skipped; -1 when it stays open."""
    stack, position, size = [_PAIRS[data[start]]], start + 1, len(data)
    while position < size:
        byte = data[position]
        if byte in _QUOTES:
            position = _string_end(data, position)
        elif byte in _PAIRS:
            stack.append(_PAIRS[byte])
        elif byte == stack[-1]:
            stack.pop()
            if not stack:
                return position
        position += 1
    return -1


def _string_end(data: bytes, start: int) -> int:
    """Index of a string's closing quote; the start itself when it is an apostrophe of a line without a second one."""
    position, size = start + 1, len(data)
    while position < size:
        byte = data[position]
        if byte == data[start]:
            return position
        if byte == ord("\\"):
            position += 1
        elif byte == ord("#") and data[position + 1 : position + 2] == b"{":
            position = max(closing(data, position + 1), position)
        elif byte == ord("\n"):
            return start
        position += 1
    return start


class Canvas:
    """Blanks of a template's length onto which code is copied."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._out = bytearray(blank(data))

    def keep(self, start: int, end: int) -> None:
        """Copy as it stands."""
        self._out[start:end] = self.data[start:end]

    def put(self, position: int, sign: bytes) -> None:
        """One sign of our own."""
        self._out[position : position + 1] = sign

    def statement(self, start: int, end: int) -> None:
        """Copy a line's code as a statement of its own."""
        self._out[start:end] = standalone(self.data[start:end])

    def text(self, start: int, end: int) -> None:
        """Copy only the interpolations of a text."""
        for found in _INTERPOLATION.finditer(self.data, start, end):
            close = closing(self.data, found.end() - 1)
            if 0 < close <= end:
                self.put(found.start(), b";")
                self.keep(found.end(), close)
                self.put(close, b";")

    def result(self) -> bytes:
        """The Ruby source, as long as the template."""
        return bytes(self._out)


def continued(data: bytes, end: int, signs: bytes = b",") -> int:
    """The end of a statement that goes on over lines which end in one of `signs` or leave a bracket open.

    Given is the end of its first line.
    """
    first = start = data.rfind(b"\n", 0, end) + 1
    last = tuple(signs[i : i + 1] for i in range(len(signs)))
    while end < len(data) and (data[start:end].rstrip()[-1:] in last or _leaves_open(data[first:end])):
        start, end = end + 1, line_end(data, end + 1)
    return end


def _leaves_open(code: bytes) -> bool:
    """Whether a statement so far has more opening brackets than closing ones; a broken one ends after some lines."""
    more = any(code.count(one) > code.count(other) for one, other in ((b"(", b")"), (b"[", b"]"), (b"{", b"}")))
    return more and code.count(b"\n") < _LONGEST


def line_end(data: bytes, start: int) -> int:
    """Index of the line end at or after `start`."""
    found = data.find(b"\n", start)
    return found if found >= 0 else len(data)


def indent(data: bytes, start: int) -> int:
    """Width of the blanks at `start`."""
    line = data[start : line_end(data, start)]
    return len(line) - len(line.lstrip(b" \t"))
