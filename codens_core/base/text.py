"""Words from code and prose: identifiers split, light stemming, bytes decoded without loss of position."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W\d_]+|\d+", re.UNICODE)
_CAMEL = re.compile(r"(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def split_words(text: str) -> list[str]:
    """Lower-case words of identifiers and prose: `HTMLPage_2.user_name` → html, page, 2, user, name."""
    words: list[str] = []
    for word in _WORD.findall(text):
        if word.islower():
            words.append(word)
        else:
            words += [part.lower() for part in _CAMEL.split(word) if part]
    return words


def decode(data: bytes) -> str:
    """Text of a source file; undecodable bytes become U+FFFD, a byte-order mark is dropped."""
    return data.decode("utf-8-sig", errors="replace")


def plural(count: int, noun: str, nouns: str = "") -> str:
    """`1 file`, `2 files`, `1,204 entries`."""
    return f"{count:,} {noun if count == 1 else nouns or noun + 's'}"
