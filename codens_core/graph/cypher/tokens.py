"""Cuts a Cypher text into tokens; whatever Cypher does not know is refused here, with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, NoReturn

from codens_core.base.errors import QueryError

Kind = Literal["word", "quoted", "text", "integer", "float", "parameter", "symbol", "end"]

_SYMBOLS = ("<>", "<=", ">=", "=~", "!=", "..", *"()[]{}<>=+-*/%^.,:|;&")
_SCANNER = re.compile(
    r"""(?P<space>[\s\x1c-\x1f]+|//[^\n\r]*|/\*.*?\*/)
    |(?P<float>\d+\.\d+(?:[eE]-?\d+)?|\d+[eE]-?\d+|\.\d+(?:[eE]-?\d+)?)
    |(?P<integer>\d+)
    |(?P<word>[^\W\d]\w*)
    |(?P<parameter>\$(?:[^\W\d]\w*|\d+))
    |(?P<quoted>`[^`]*`)
    |(?P<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
    |(?P<symbol>"""
    + "|".join(re.escape(symbol) for symbol in _SYMBOLS)
    + ")",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
_ESCAPES = {"\\": "\\", "'": "'", '"': '"', "`": "`", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_OPENED = {"'": "a string", '"': "a string", "`": "a name in backticks", "/": "a comment", "$": "a parameter"}


@dataclass(frozen=True, slots=True)
class Token:
    """One token: `value` is a word as written, a string's or a quoted name's content, a parameter's name."""

    kind: Kind
    value: str
    start: int
    end: int


def place(source: str, offset: int) -> str:
    """`line 2, column 7`, both counted from one."""
    line_start = source.rfind("\n", 0, offset) + 1
    return f"line {source.count(chr(10), 0, offset) + 1}, column {offset - line_start + 1}"


def tokens(source: str) -> list[Token]:
    """All tokens of a query, ended by one of kind `end`. Raises QueryError for what is no Cypher."""
    found: list[Token] = []
    offset = 0
    while offset < len(source):
        match = _SCANNER.match(source, offset)
        if match is None or match.lastgroup is None:
            _refuse(source, offset)
        if match.lastgroup != "space":
            found.append(_token(source, match))
        offset = match.end()
    found.append(Token("end", "", len(source), len(source)))
    return found


def _token(source: str, match: re.Match[str]) -> Token:
    kind: Kind = match.lastgroup  # type: ignore[assignment]  # the scanner's groups are the kinds
    text = match.group()
    if kind == "text":
        return Token(kind, _unescaped(source, match.start(), text), match.start(), match.end())
    if kind == "quoted":
        return Token(kind, _checked(source, match.start(), text[1:-1]), match.start(), match.end())
    return Token(kind, text.removeprefix("$"), match.start(), match.end())


def _unescaped(source: str, start: int, text: str) -> str:
    def plain(match: re.Match[str]) -> str:
        escape = match[1]
        if len(escape) == 1:
            if escape not in _ESCAPES:
                raise QueryError(
                    f"unknown escape \\{escape} in the string at {place(source, start)}", r"write a backslash as \\"
                )
            return _ESCAPES[escape]
        code = int(escape[1:], 16)
        return chr(code) if code <= 0x10FFFF else "\0"

    return _checked(source, start, _ESCAPE.sub(plain, text[1:-1]))


def _checked(source: str, start: int, text: str) -> str:
    """Refuse what no database takes as text: NUL and halves of surrogate pairs."""
    if any(char == "\0" or "\ud800" <= char <= "\udfff" for char in text):
        raise QueryError(f"the text at {place(source, start)} holds a character that is none", "write it without")
    return text


def _refuse(source: str, offset: int) -> NoReturn:
    char = source[offset]
    what = _OPENED.get(char)
    if what:
        raise QueryError(f"{what} is not closed or not named at {place(source, offset)}", "close or name it")
    name = f"{char!r} (U+{ord(char):04X})"
    raise QueryError(f"unexpected character {name} at {place(source, offset)}", "it has no meaning outside strings")
