"""Haml as Ruby: code of script lines, attributes and interpolations at true positions; tags and text become blanks."""

from __future__ import annotations

import re

from codens_rails.ruby.lines import Canvas, closing, continued, indent, line_end

_TAG = re.compile(rb"(?:%[-:\w]+|(?=[.#][-:\w]))(?:[.#][-:\w]+)*")
_SCRIPT = re.compile(rb"[<>]*\s*(?:[&!]?==?|~)(?!=)")
_BAR = re.compile(rb"(?<!do)(?<!\|)\s(\|)[ \t]*$", re.MULTILINE)
_ATTRIBUTE = re.compile(rb"(\s*)[-:@.\w]+(?:\s*=\s*)?")


def mask(data: bytes) -> bytes:
    """Ruby of the same length and lines.

    >>> mask(b"%p.big{title: name}= link_to 1")
    b'      [title: name]; link_to 1'
    """
    return _Haml(data).run()


class _Haml:
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
        if data.startswith(b"-#", begin):
            return self._nested(start, end)
        if sign == b":" and data[begin + 1 : begin + 2].isalpha():
            return self._filter(start, begin, end)
        if sign in (b"=", b"-", b"~") or data.startswith((b"!=", b"&="), begin):
            return self._script(begin + (2 if sign in (b"!", b"&") else 1), end)
        if sign == b"%" or (sign in (b".", b"#") and data[begin + 1 : begin + 2] != b"{"):
            return self._tag(begin, end)
        self.canvas.text(begin, end)
        return end

    def _script(self, begin: int, end: int) -> int:
        while self.data[begin : begin + 1] == b"=":
            begin += 1
        if _BAR.search(self.data, begin, end) and self.data.count(b"|", begin, end) % 2:
            return self._barred(begin, end)
        last = continued(self.data, end)
        self.canvas.statement(begin, last)
        return last

    def _barred(self, begin: int, end: int) -> int:
        """A statement over lines that all end in ` |`, or until its brackets close."""
        last = continued(self.data, end, b"")
        while last < len(self.data) and _BAR.search(self.data, last + 1, line_end(self.data, last + 1)):
            last = line_end(self.data, last + 1)
        self.canvas.keep(begin, last)
        for bar in _BAR.finditer(self.data, begin, last):
            self.canvas.put(bar.start(1), b"\\" if bar.end() < last else b" ")
        return last

    def _tag(self, begin: int, end: int) -> int:
        data = self.data
        found = _TAG.match(data, begin, end)
        position = found.end() if found is not None else begin + 1
        while data[position : position + 1] in (b"{", b"(", b"["):
            close = closing(data, position)
            if close < 0:
                return end
            self._attributes(position, close)
            position, end = close + 1, max(end, line_end(data, close))
        script = _SCRIPT.match(data, position, end)
        if script is None:
            self.canvas.text(position, end)
            return end
        self.canvas.put(script.end() - 1, b";")
        return self._script(script.end(), end)

    def _attributes(self, start: int, close: int) -> None:
        """A Ruby hash stays as a list of pairs; HTML-style attributes keep their values."""
        if self.data[start : start + 1] == b"{":
            self.canvas.keep(start, close)
            self.canvas.put(start, b"[")
            self.canvas.put(close, b"]")
            return
        position = start + 1
        while position < close and self.data[start : start + 1] == b"(":
            name = _ATTRIBUTE.match(self.data, position, close)
            if name is None:
                break
            value = name.end()
            position = value_end(self.data, value, close)
            self.canvas.put(value - 1, b";")
            self.canvas.keep(value, position)
        self.canvas.put(close, b";")

    def _filter(self, start: int, begin: int, end: int) -> int:
        last = self._nested(start, end)
        if self.data[begin:end].strip() == b":ruby":
            self.canvas.keep(end, last)
        else:
            self.canvas.text(end, last)
        return last

    def _nested(self, start: int, end: int) -> int:
        """End of the lines that are indented deeper than the one at `start`."""
        return nested(self.data, start, end)


def nested(data: bytes, start: int, end: int) -> int:
    """End of the block of lines, blank ones included, that are indented deeper than the line at `start`."""
    width, last = indent(data, start), end
    while end < len(data):
        begin, end = end + 1, line_end(data, end + 1)
        if data[begin:end].strip():
            if indent(data, begin) <= width:
                break
            last = end
    return last


def value_end(data: bytes, start: int, limit: int) -> int:
    """End of an attribute's value: the first blank outside strings and brackets."""
    position = start
    while position < limit:
        byte = data[position : position + 1]
        if byte.isspace():
            return position
        if byte in (b"(", b"[", b"{"):
            close = closing(data, position)
            position = close if 0 < close < limit else limit
        elif byte in (b'"', b"'"):
            close = data.find(byte, position + 1, limit)
            position = close if close > 0 else limit
        position += 1
    return min(position, limit)
