"""A question as search sees it: its content words and the names that it mentions exactly."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from codens_core.retrieve.words import compounds, content_words, plainer

_ROUTE = re.compile(r"\b(GET|POST|PUT|PATCH|DELETE)\s+(/[^\s?,;'\"`]*)")
_PAGE = re.compile(r"(?<![\w.:/])(/[\w:*()-]+(?:/[\w:*().-]+)*)(?=[\s?,.;'\"`)]|$)")
_ACTION = re.compile(r"\b([A-Za-z_][\w:/]*)#([a-z_]\w*[?!]?)")
_PATH = re.compile(r"(?<![\w/])((?:[\w.-]+/)+[\w.-]+\.\w+|\w+\.(?:\w+\.)*[a-z]{2,5})(?![\w/])")
_CONSTANT = re.compile(r"\b(?:[A-Z]\w*::)*[A-Z][a-z\d]+[A-Z]\w*\b|\b[A-Z]\w*::[A-Z]\w*(?:::[A-Z]\w*)*\b")
_NAME = re.compile(r"(?<=[a-z,;:] )[A-Z][a-z\d]+\b")
_NODE = re.compile(r"\b\w+(?:\.\w+){2,}\b")
_SNAKE = re.compile(r"\b[a-z][a-z\d]*(?:_[a-z\d]+)+[?!]?")
_PULL = re.compile(r"(?i)(?:#|\b(?:pr|pull request|merge request)\s*#?)(\d+)\b")
_QUOTED = re.compile(r"[\"“`']([^\"”`']{2,60})[\"”`']")

Kind = Literal["route", "action", "path", "constant", "name", "node", "page", "identifier", "pull_request", "quoted"]


@dataclass(frozen=True, slots=True)
class Mention:
    """A name written in the question. `text` is the name, of a route `VERB /path`, of a pull request its number.

    `name` is a capitalized word inside a sentence: it may be a constant, or just a capitalized word.
    """

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """The parsed question."""

    text: str
    words: tuple[str, ...]
    compounds: tuple[str, ...]
    mentions: tuple[Mention, ...]

    def mentioned(self, *kinds: Kind) -> list[str]:
        """Texts of the mentions of some kinds, in order."""
        return [mention.text for mention in self.mentions if mention.kind in kinds]


def parse(text: str) -> Question:
    """Words and mentions of a question; any text is a question."""
    text = " ".join(text.split())
    plain = plainer(text)
    return Question(text, tuple(content_words(plain)), tuple(compounds(text)), tuple(_mentions(text)))


def _mentions(text: str) -> list[Mention]:
    found = [Mention("route", f"{m[1]} {m[2]}") for m in _ROUTE.finditer(text)]
    found += [Mention("action", m[0]) for m in _ACTION.finditer(text)]
    found += [Mention("path", m[1]) for m in _PATH.finditer(text)]
    found += [Mention("node", m[0]) for m in _NODE.finditer(text)]
    found += [Mention("constant", m[0]) for m in _CONSTANT.finditer(text)]
    found += [Mention("name", m[0]) for m in _NAME.finditer(text)]
    found += [Mention("page", m[1]) for m in _PAGE.finditer(_ROUTE.sub(" ", text))]
    found += [Mention("identifier", m[0]) for m in _SNAKE.finditer(text)]
    found += [Mention("pull_request", m[1]) for m in _PULL.finditer(text)]
    found += [Mention("quoted", m[1]) for m in _QUOTED.finditer(text)]
    return list(dict.fromkeys(found))
