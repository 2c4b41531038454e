"""Words that people wrote for people: the visible text of templates, comments of Ruby, descriptions of tests."""

from __future__ import annotations

import re

from codens_core.plugin.records import SourceFile

_CAP = 4_000
"""Characters of words for each file."""
_DROPPED = re.compile(
    r"<%.*?%>|<!--.*?-->|<(script|style|svg)\b.*?</\1\s*>|\{\{.*?\}\}|<[^<>]*>|&[#\w]+;", re.DOTALL | re.IGNORECASE
)
_SHOWN = re.compile(r"""\b(?:placeholder|title|alt|aria-label|label|value)\s*=\s*["']([^"'<>{}]{3,200})["']""")
_RUBY = re.compile(r"#\{[^}]*\}")
_INDENTED = re.compile(
    r"^\s*(?:[%.#][-\w.#:]+(?:\{[^}]*\}|\([^)]*\))?|[|'])\s+(?![=-])(.*)$|^\s*([A-Z][^=:{}%]*)$", re.MULTILINE
)
_COMMENT = re.compile(r"^[ \t]*#+[ \t]?(?![!{])(.*)$", re.MULTILINE)
_MAGIC = re.compile(
    r"\s*(?:-\*-|frozen_string_literal|typed:|encoding|coding|warn_indent|rubocop|standard:|simplecov|sord |:nodoc:"
    r"|@(?:param|return|yield|raise|type|abstract|private|api|see|overload|option|!)|TODO\b|bundle exec|=> |=="
    r"|[-~=*#]{3,}"
    r"|Table name:|Schema Info|fk_rails|index_|\w+\s+:\w+\s|(?:Foreign Keys|Indexes)\b)",
    re.IGNORECASE,
)
_WORDY = re.compile(r"[^\W\d_]{3,}.*[^\W\d_]{2,}", re.DOTALL)
_SPACES = re.compile(r"\s+")


def words(source: SourceFile) -> None:
    """Collect a file's words, up to a cap."""
    if source.type == "view":
        found = _page(source)
    elif source.language == "ruby" and b"#" in source.data:
        found = _comments(source)
    else:
        return
    known, size = dict.fromkeys(source.facts.words), 0
    for piece in found:
        plain = _SPACES.sub(" ", piece).strip()
        if plain and plain not in known and size + len(plain) <= _CAP:
            known[plain] = None
            size += len(plain)
    source.facts.words[:] = known


def _page(source: SourceFile) -> list[str]:
    """Visible text; what carries no word is left out."""
    text = source.text
    if source.language in ("haml", "slim"):
        found = [one or other for one, other in _INDENTED.findall(_RUBY.sub(" ", text))]
    elif source.language == "erb":
        shown = _SHOWN.findall(text)
        found = [*_DROPPED.sub("\n", text).split("\n"), *shown]
    elif source.path.endswith((".md", ".liquid")):
        found = _DROPPED.sub("\n", text).split("\n")
    else:
        return []
    return [piece for piece in found if _WORDY.search(piece)]


def _comments(source: SourceFile) -> list[str]:
    """Comment lines in prose; annotations, switches, rulers and commented-out code are left out."""
    found = [line for line in _COMMENT.findall(source.text) if _WORDY.search(line)]
    return [line for line in found if not _MAGIC.match(line) and not _is_code(line)]


def _is_code(line: str) -> bool:
    """Whether a comment looks like Ruby switched off."""
    plain = line.strip()
    return plain.endswith(("(", "{", "|", "[", " do", "end", ");", "',", '",')) or bool(_CODE.match(plain))


_CODE = re.compile(
    r"(?:def|end|class|module|if|unless|return|require|include|attr_\w+|@\w+|\w+(?:\.\w+)+[(\s]?|\w+\()\b.*[=(.:\[]|\w+\s*[+|&]?=\s|[\w.]+\(.*\)$"
)
