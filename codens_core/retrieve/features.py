"""Features: components that serve one thing (an order's controller, model, pages, policy, mails) support each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from codens_core.base.text import split_words
from codens_core.graph.protocols import Match
from codens_core.retrieve.words import stem

_PLAIN = frozenset(
    ("index", "show", "new", "edit", "create", "update", "destroy", "form", "base", "application", "main")
)
"""Names of files that say what is done with a thing, not which thing."""


def subjects(path: str, type_name: str) -> frozenset[str]:
    """The things that a component's place names, as stems joined by spaces: its file's, else its folder's.

    >>> sorted(subjects("pages/hat_requests_page.txt", "page"))
    ['hat request']
    """
    *folders, name = path.split("/")
    own = _thing(name.split(".", 1)[0], type_name)
    folder = _thing(folders[-1], type_name) if folders else ""
    return frozenset(thing for thing in (own, folder) if thing)


def _thing(name: str, type_name: str) -> str:
    words = [word for word in split_words(name) if stem(word) != stem(type_name)]
    plain = [stem(word) for word in words if word not in _PLAIN]
    return " ".join(plain)


def named(path: str, type_name: str, asked: frozenset[str]) -> float:
    """How exactly a component is named after what is asked for: about 1 when every word of its name is, else 0.

    `asked` are stems. A file is named for its thing when its name or folder says its type; else it is half as sure.
    """
    *folders, name = path.split("/")
    plain = name.split(".", 1)[0]
    words = set(_thing(plain, type_name).split())
    if not words or not words <= asked:
        return 0.0
    typed = {stem(type_name)} & {
        *map(stem, split_words(plain)),
        *map(stem, split_words(folders[-1] if folders else "")),
    }
    return (0.8 + 0.2 * min(len(words), 3)) * (1.0 if typed else 0.5)


def support(matches: Iterable[Match], scores: Mapping[int, float]) -> dict[int, float]:
    """What the other members of its features give each match: the best score of each other type, summed.

    `scores` are by key and around 0 to 1.
    """
    matches = list(matches)
    members: defaultdict[str, dict[str, float]] = defaultdict(dict)
    places = {match.key: subjects(match.path, match.type) for match in matches}
    for match in matches:
        for thing in places[match.key]:
            best = members[thing]
            best[match.type] = max(best.get(match.type, 0.0), scores[match.key])
    found: dict[int, float] = {}
    for match in matches:
        sums = [sum(v for t, v in members[thing].items() if t != match.type) for thing in places[match.key]]
        found[match.key] = max(sums, default=0.0)
    return found
