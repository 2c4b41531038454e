"""Slim as Ruby: code of scripts, attribute values and interpolations at true positions; the rest becomes blanks."""

from __future__ import annotations

import re

from codens_rails.ruby.haml import nested, value_end
from codens_rails.ruby.lines import Canvas, closing, continued, indent, line_end

_TAG = re.compile(rb"(?:[a-zA-Z](?:[-\w]|:(?=\w))*|(?=[.#*][-\w{]))(?:[.#][-:\w]+)*[<>]*")
_ATTRIBUTE = re.compile(rb"\s*([-@:.\w]+)\s*==?(?=\S)")
_OUTPUT = re.compile(rb"\s*==?[<>']*(?=\s|\w|[@:\"(\[])")
_EMBEDDED = re.compile(rb"(\w+):[ \t]*$", re.MULTILINE)


def mask(data: bytes) -> bytes:
    """Ruby of the same length and lines.

    >>> mask(b"a.big href=root_path = name")
    b'          ;root_path ; name'
    """
    return _Slim(data).run()


class _Slim:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.canvas = Canvas(data)

    def run(self) -> bytes:
        start, size = 0, len(self.data)
        while start < size:
            start = self._line(start, line_end(self.data, start)) + 1
        return self.canvas.result()

    def _line(self, start: int, end: int) -> int:
        """Read the line and return the end of what belongs to it."""
        data = self.data
        begin = start + indent(data, start)
        sign = data[begin : begin + 1]
        if sign == b"/" and data[begin + 1 : begin + 2] != b"!":
            return nested(data, start, end)
        embedded = _EMBEDDED.match(data, begin, end)
        if sign in (b"|", b"'") or embedded is not None:
            last = nested(data, start, end)
            if embedded is not None and embedded[1] == b"ruby":
                self.canvas.keep(end, last)
            else:
                self.canvas.text(begin, last)
            return last
        if sign in (b"-", b"="):
            return self._script(begin, end)
        if sign == b"<" or not _TAG.match(data, begin, end):
            self.canvas.text(begin, end)
            return end
        return self._tag(begin, end)

    def _script(self, begin: int, end: int) -> int:
        """From the sign (`-`, `=`, `==`, `=>`) on."""
        code = begin + 1
        while self.data[code : code + 1] in (b"=", b"<", b">", b"'"):
            code += 1
        last = continued(self.data, end, b",\\")
        self.canvas.put(code - 1, b";")
        self.canvas.statement(code, last)
        return last

    def _tag(self, begin: int, end: int) -> int:
        data = self.data
        found = _TAG.match(data, begin, end)
        position = found.end() if found is not None else begin
        if data[position : position + 1] in (b"(", b"[", b"{"):
            close = closing(data, position)
            if close > 0:
                self._attributes(position + 1, close)
                position, end = close + 1, max(end, line_end(data, close))
        position = self._attributes(position, end)
        rest = data[position:end].lstrip()
        if (output := _OUTPUT.match(data, position, end)) is not None:
            return self._script(data.index(b"=", position, output.end()), end)
        if rest.startswith(b":"):
            inner = data.index(b":", position) + 1
            return self._line_inside(inner + indent(data, inner), end)
        self.canvas.text(position, end)
        return end

    def _line_inside(self, begin: int, end: int) -> int:
        """The tag or script after `li:` on the same line."""
        if self.data[begin : begin + 1] in (b"=", b"-"):
            return self._script(begin, end)
        return self._tag(begin, end)

    def _attributes(self, position: int, limit: int) -> int:
        """Copy values of `name=value`; the position after the last one."""
        data = self.data
        while (found := _ATTRIBUTE.match(data, position, limit)) is not None:
            end = value_end(data, found.end(), limit)
            if data[found.end() : found.end() + 1] == b'"':
                self.canvas.text(found.end(), end)
            else:
                self.canvas.put(found.end() - 1, b";")
                self.canvas.keep(found.end(), end)
            position = end
        return position
