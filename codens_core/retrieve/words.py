"""Words of questions: which carry meaning, how they stem, and what everyday verbs say about a request."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import Any

import snowballstemmer

from codens_core.base.text import split_words
from codens_core.retrieve.everyday import KIN, PHRASES, STOP, VERBS

_SILENT = frozenset(STOP.split())


@cache
def _stemmer() -> Any:
    return snowballstemmer.stemmer("porter")


@cache
def stem(word: str) -> str:
    """The word's Porter stem, as full-text search has it."""
    return str(_stemmer().stemWord(word))


def stems(text: str) -> list[str]:
    """Stems of all words of a text, identifiers split."""
    return [stem(word) for word in split_words(text)]


def content_words(text: str) -> list[str]:
    """The words of a question that carry meaning, in order, each once; all words when none does."""
    words = list(dict.fromkeys(split_words(text.replace("'", ""))))
    return [word for word in words if not _is_silent(word) and (len(word) > 1 or word.isdigit())] or words


def _is_silent(word: str) -> bool:
    return word in _SILENT or (len(word) > 4 and word.removesuffix("s") in _SILENT)


def plainer(text: str) -> str:
    """The text with phrasal verbs replaced by the words that code has for them: `turn off` → `disable`."""
    return _phrases().sub(lambda found: PHRASES[" ".join(found[0].lower().split())], text)


@cache
def _phrases() -> re.Pattern[str]:
    longest_first = sorted(PHRASES, key=lambda phrase: -len(phrase))
    return re.compile(
        r"\b(?:" + "|".join(phrase.replace(" ", r"\s+") for phrase in longest_first) + r")\b", re.IGNORECASE
    )


def compounds(text: str) -> list[str]:
    """Neighbouring words joined, as code writes them: `log in` → `login`, `two-factor` → `twofactor`."""
    words = re.findall(r"[a-z\d]+", text.lower())
    return [a + b for a, b in pairwise(words) if len(a) > 1 and a not in ("to", "the", "do", "is")]


@cache
def _kin() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for group in KIN:
        words = group.split()
        for word in words:
            found.setdefault(stem(word), set()).update(words)
    return {word: frozenset(group) for word, group in found.items()}


def kin(word: str) -> frozenset[str]:
    """Words that people use for the same thing; empty for most."""
    return _kin().get(stem(word), frozenset()) - {word}


@cache
def _verbs() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for verb, words in VERBS.items():
        for word in words.split():
            found.setdefault(stem(word), set()).add(verb)
    return {word: frozenset(verbs) for word, verbs in found.items()}


def request_verbs(words: list[str]) -> frozenset[str]:
    """HTTP verbs that a question's words speak of: `cancel` → DELETE. Empty when no word tells."""
    return frozenset(verb for word in words for verb in _verbs().get(stem(word), ()))
