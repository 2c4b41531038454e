"""From a component's stored facts to the words that it is found by."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from codens_core.base.text import split_words
from codens_core.graph.facts import CONSTANTS, REFERENCES, StoredFacts

_NAMES = (CONSTANTS, "methods", "opened_namespaces", "value_constants")
_PLUMBING = frozenset(
    ("relation", "resolve", "scope", "cue", "owner", "visibility", "kind", "member", "confidence", "form", "via", "on")
)
"""Keys of values whose content says nothing about what the component is for."""


def joined(words: Iterable[str], most: int = 0) -> str:
    """Words as one text, at most `most` of them (0: all)."""
    found = list(words)
    return " ".join(found[:most] if most else found)


def names_of(facts: StoredFacts) -> Iterator[str]:
    """Words of the identifiers that a file defines, each identifier once."""
    seen: set[str] = set()
    for attribute in _NAMES:
        for text in facts.get(attribute, {}):
            value = json.loads(text)
            name = str(value.get("name", "")) if isinstance(value, dict) else str(value)
            if name not in seen:
                seen.add(name)
                yield from split_words(name)


def facts_of(facts: StoredFacts) -> Iterator[str]:
    """Words of everything else that the facts name: options, columns, keys, what it refers to."""
    for attribute, values in facts.items():
        if attribute in _NAMES:
            continue
        if attribute != REFERENCES:
            yield from split_words(attribute)
        for text in values:
            yield from value_words(json.loads(text))


def value_words(value: Any) -> Iterator[str]:
    """Words of the strings in a value and of the keys that name options."""
    if isinstance(value, str):
        yield from split_words(value)
    elif isinstance(value, Mapping):
        for key, part in value.items():
            if key not in _PLUMBING:
                yield from value_words(part)
    elif isinstance(value, list):
        for part in value:
            yield from value_words(part)
