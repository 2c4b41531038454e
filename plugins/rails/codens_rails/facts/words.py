"""Words that people wrote for people: the visible text of templates, comments of Ruby, descriptions of tests."""

from __future__ import annotations

import re

from codens_core.plugin.records import SourceFile
from codens_rails.ruby.literals import text
from codens_rails.ruby.walk import ruby_file

_CAP = 4_000
"""Characters of words for each file."""
_DROPPED = (
    re.compile(r"<%.*?%>", re.DOTALL),
    re.compile(r"<!--.*?-->", re.DOTALL),
    re.compile(r"<(script|style|svg)\b.*?</\1\s*>", re.DOTALL),
    re.compile(r"<[^<>]*>"),
    re.compile(r"\{\{.*?\}\}", re.DOTALL),
    re.compile(r"&[#\w]+;"),
)
"""What is no text of a page, in the order in which it is dropped."""
_SHOWN = tuple(
    re.compile(name + r"""\s*=\s*["']([^"'<>{}]{3,200})["']""")
    for name in ("placeholder", "title", " alt", "aria-label", " label", " value")
)
"""Attributes whose value people see; each begins with fixed letters, which makes the search quick."""
_RUBY = re.compile(r"#\{[^}]*\}")
_HEADS = {
    "haml": re.compile(
        r"(?:%[-:\w]+|[.#][-\w]+)(?:[.#][-\w]+)*(?:\{[^}]*\}|\([^)]*\)|\[[^\]]*\])*[<>]*(?P<sign>[=!&~-]?)"
    ),
    "slim": re.compile(
        r"(?:[a-z][-:\w]*|[.#][-\w]+)(?:[.#][-\w]+)*(?:\s+[-:@\w]+=(?:\"[^\"]*\"|'[^']*'|[^\s]+))*\s*(?P<sign>[=-]?)"
    ),
}
"""A line's tag with its attributes, and the sign that makes code of the rest."""
_FILTER = re.compile(r"\s*(?::\w+|\w+:)\s*\Z")
_CODE_SIGNS = ("=", "-", "!", "&", "~", "/", "<", "doctype", "\\")
_MAGIC = re.compile(
    r"\s*(?:-\*-|frozen_string_literal|typed:|encoding|coding|warn_indent|rubocop|standard:|simplecov|sord |:nodoc:"
    r"|@(?:param|return|yield|raise|type|abstract|private|api|see|overload|option|!)|TODO\b|bundle exec|=> |=="
    r"|[-~=*#]{3,}"
    r"|Table name:|Schema Info|fk_rails|index_|\w+\s+:\w+(?:\s|\Z)|(?:Foreign Keys|Indexes)\b)",
    re.IGNORECASE,
)
_DOTTED = re.compile(r"[\w@:]+(?:\.\w+[!?]?)+(?:\(.*\))?\Z")
_WORD = re.compile(r"[^\W\d_]{3}")
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
    page = source.text
    if source.language in ("haml", "slim"):
        found = _indented(_RUBY.sub(" ", page), source.language)
    elif source.language == "erb":
        shown = [found for pattern in _SHOWN for found in pattern.findall(page)]
        found = [*_visible(page), *shown]
    elif source.path.endswith((".md", ".liquid")):
        found = _visible(page)
    else:
        return []
    return [piece for piece in found if not piece.isspace() and _WORD.search(piece)]


def _indented(page: str, language: str) -> list[str]:
    """Text of Haml or Slim, line by line: without tags, code, and what filters like `:css` hold."""
    found, skip = [], -1
    for line in page.split("\n"):
        plain = line.strip()
        width = len(line) - len(line.lstrip())
        if skip >= 0 and (width > skip or not plain):
            continue
        skip = width if _FILTER.match(line) else -1
        if skip >= 0 or not plain or plain.startswith(_CODE_SIGNS):
            continue
        head = _HEADS[language].match(plain)
        tagged = head is not None and (language == "slim" or plain[0] in "%.#")
        if plain[0] in "|'" and language == "slim":
            found.append(plain[1:])
        elif not tagged or head is None:
            found.append(plain)
        elif not head["sign"]:
            found.append(plain[head.end() :])
    return found


def _visible(page: str) -> list[str]:
    for pattern in _DROPPED:
        page = pattern.sub("\n", page)
    return [line for line in page.split("\n") if '">' not in line and '="' not in line]


def _comments(source: SourceFile) -> list[str]:
    """Comment lines in prose; annotations, switches, rulers and commented-out code are left out."""
    found = []
    for node in ruby_file(source).comments:
        for line in text(node).split("\n"):
            plain = line.lstrip("# \t")
            if not line.startswith("#!") and _WORDY.search(plain) and not _MAGIC.match(plain) and not _is_code(plain):
                found.append(plain)
    return found


def _is_code(line: str) -> bool:
    """Whether a comment looks like Ruby switched off."""
    plain = line.strip()
    return (
        bool(_DOTTED.match(plain))
        or plain.endswith(("(", "{", "|", "[", " do", "end", ");", "',", '",'))
        or bool(_CODE.match(plain))
    )


_CODE = re.compile(
    r"(?:def|end|class|module|if|unless|return|require|include|attr_\w+|@\w+|\w+(?:\.\w+)+[(\s]?|\w+\()\b.*[=(.:\[]|\w+\s*[+|&]?=\s|[\w.]+\(.*\)$"
)
