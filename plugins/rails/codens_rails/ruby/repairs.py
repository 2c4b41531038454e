"""Ruby that the grammar misreads, rewritten at the same byte positions before it is parsed.

Two cases, both valid Ruby: an endless method whose body is a command call (`def x = raise "no"`), and a heredoc begun
inside the interpolation of another one (everything after it would be taken for text). Positions and lines stay true.
"""

from __future__ import annotations

import re

ENDLESS = re.compile(r"\$(d|s)(_|q|e)_(?:self_)?(\w+)\Z")
"""The global that stands for the name of an endless method: where it is defined, its last sign, its name."""

_DEF = re.compile(
    rb"^([ \t]*)((?:private |protected |public )?)def (self\.)?([a-z_]\w*)([?!]?)( ?\([^\n]*?\))? = "
    rb"(?=[A-Za-z_][\w:.]*[?!]? (?:[:\"'@\[{$][^ \n=~]|[*&]\w|\w|<<[~-]|->|%[wiq]\W))",
    re.MULTILINE,
)
_MAYBE = re.compile(rb"def [\w.?!]+(?: ?\([^\n]*\))? = [A-Za-z_]")
_WORDS = re.compile(
    rb"(?:not|defined\?|if|case|begin|yield|super|unless) |[\w:.]+[?!]? "
    rb"(?:if|unless|and|or|do|then|while|until|rescue|in|\w+ \?) ?"
)
_SIGNS = {b"": b"_", b"?": b"q", b"!": b"e"}
_NESTED = re.compile(rb"#\{[^\n]*<<[~-]?([\"'`]?)([A-Z_a-z]\w*)\1")


def mask(data: bytes) -> bytes:
    """`data` itself when nothing needs repair, else a repaired copy of the same length."""
    if b"#{" in data and b"<<" in data:
        data = _without_nested_heredocs(data)
    return _DEF.sub(_as_assignment, data) if _MAYBE.search(data) else data


def nested_heredocs(data: bytes) -> list[int]:
    """Lines (1-based) on which a heredoc begins inside another one's interpolation; what it holds is not read."""
    if b"#{" not in data or b"<<" not in data:
        return []
    return [data.count(b"\n", 0, opener.start()) + 1 for opener in _openers(data)]


def method_name(variable: str) -> tuple[str, bool] | None:
    """(name, is a class method) of the method that a repaired assignment to `variable` stands for."""
    found = ENDLESS.match(variable)
    if found is None:
        return None
    return found[3] + {"_": "", "q": "?", "e": "!"}[found[2]], found[1] == "s"


def _as_assignment(found: re.Match[bytes]) -> bytes:
    """`def x? = raise "no"` → `$dq_x  = raise "no"`: an assignment takes a command call."""
    indent, word, own, name, sign, parameters = found.groups(default=b"")
    if _WORDS.match(found.string, found.end()) or name in (b"self",):
        return found[0]
    head = b"$" + (b"s" if own else b"d") + _SIGNS[sign] + b"_" + own.replace(b".", b"_") + name
    return indent + b" " * len(word) + head + b" " * (len(sign) + len(parameters)) + b" = "


def _openers(data: bytes) -> list[re.Match[bytes]]:
    """Heredoc openers inside an interpolation of a heredoc (not of a plain string, where the grammar is right)."""
    found = []
    for opener in _NESTED.finditer(data):
        start = data.rfind(b"\n", 0, opener.start()) + 1
        if _inside_heredoc(data, start) and _end(data, opener):
            found.append(opener)
    return found


def _inside_heredoc(data: bytes, line_start: int) -> bool:
    """Whether the line belongs to a heredoc begun before: one whose terminator comes later."""
    for begin in re.finditer(rb"<<[~-]?[\"'`]?([A-Z_]\w*)", data[:line_start]):
        end = re.compile(rb"^[ \t]*" + begin[1] + rb"$", re.MULTILINE).search(data, begin.end())
        if end is not None and end.start() >= line_start:
            return True
    return False


def _end(data: bytes, opener: re.Match[bytes]) -> re.Match[bytes] | None:
    return re.compile(rb"^[ \t]*" + opener[2] + rb"\r?$", re.MULTILINE).search(data, opener.end())


def _without_nested_heredocs(data: bytes) -> bytes:
    out = bytearray(data)
    for opener in _openers(data):
        begin = data.rfind(b"<<", opener.start(), opener.end())
        body, end = data.find(b"\n", opener.end()) + 1, _end(data, opener)
        if end is not None and 0 < body <= end.end():
            out[begin : opener.end()] = b"nil".ljust(opener.end() - begin)
            out[body : end.end()] = re.sub(rb"[^\n]", b" ", data[body : end.end()])
    return bytes(out)
