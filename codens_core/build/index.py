"""Index: what each component is found by. Code and people's words come from facts, the rest from its neighbours.

A page's text and the labels of the links that lead to it also speak for the component that answers the request, what
a test says speaks for its subject, and what a pull request says speaks for the components it touched, the fewer, the
more.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice

from codens_core.base.errors import RepositoryError
from codens_core.base.prose import prose
from codens_core.base.text import decode, split_words
from codens_core.build.texts import facts_of, joined, names_of, value_words
from codens_core.graph.schema import FrameworkSchema
from codens_core.memory.schema import SEARCH
from codens_core.memory.writer import SearchText, Writer

_TITLE_TIMES = ((3, 3), (10, 2), (40, 1))
"""How often a title counts by the number of components its pull request touched; beyond the last, it says nothing."""
_BODY_WORDS = ((3, 200), (10, 80))
_MOST = {"titles": 1500, "bodies": 2000, "labels": 1200, "examples": 1500}
"""Words kept of each text, newest or nearest first."""
_PAGE_WORDS = 200
_LARGEST = 400_000
"""Bytes of a file whose words are found."""
_SHARED_PAGE = 8
"""A page that more components lead to is furniture and speaks for none of them."""


Source = Callable[[str], bytes]
"""Gives a file's bytes by blob id; raises RepositoryError where it is missing."""


def index_texts(
    connection: sqlite3.Connection,
    writer: Writer,
    schemas: Mapping[str, FrameworkSchema],
    since: int = -1,
    source: Source | None = None,
) -> int:
    """Bring the search texts up to the memory's state; `since` is the ordinal up to which they are known to be.

    With `source` all words of the files are found, else those of their facts. Runs inside the caller's transaction.
    Returns the number of components whose texts were written.
    """
    known = {text.key: text for text in _known(connection)}
    touched = _touched(connection, since)
    stale = {key: text for key, text in known.items() if key not in touched}
    now = {text.key: text for text in _texts(connection, schemas, stale, source)}
    changed = {key: text for key, text in now.items() if stale.get(key) != text}
    _add_history(connection, changed)
    writer.drop_search(key for key in known if key not in now)
    writer.replace_search(changed.values())
    return len(changed)


def _known(connection: sqlite3.Connection) -> Iterator[SearchText]:
    """The texts as they are, without history."""
    columns = ", ".join((*SEARCH["search_code"], *SEARCH["search_people"]))
    for row in connection.execute(
        f"SELECT c.rowid, {columns} FROM search_code c JOIN search_people p ON p.rowid = c.rowid"
    ):
        yield SearchText(*row)


def _touched(connection: sqlite3.Connection, since: int) -> set[int]:
    rows = connection.execute("SELECT DISTINCT component FROM files WHERE ord > ? AND component IS NOT NULL", (since,))
    return {row[0] for row in rows}


def _texts(
    connection: sqlite3.Connection,
    schemas: Mapping[str, FrameworkSchema],
    known: Mapping[int, SearchText],
    source: Source | None,
) -> Iterator[SearchText]:
    """Texts of all components, without history; what comes from a file that was not touched is taken from `known`."""
    around = _Around(connection, schemas)
    derived = _derived(connection)
    for (key,) in connection.execute("SELECT key FROM components WHERE closed IS NULL AND support = 0").fetchall():
        own = known.get(key) or _own(connection, key, source)
        labels = joined((*around.labels.get(key, ()), *derived.get(key, ())), _MOST["labels"])
        examples = joined(around.examples.get(key, ()), _MOST["examples"])
        yield replace(own, labels=labels, examples=examples)


def _own(connection: sqlite3.Connection, key: int, source: Source | None) -> SearchText:
    """What a component's own file says."""
    path, raw, words, blob = connection.execute(
        "SELECT path, facts, words, blob FROM components WHERE key = ?", (key,)
    ).fetchone()
    facts = json.loads(raw)
    code = _source_words(source, blob) or facts_of(facts)
    return SearchText(key, joined(split_words(path)), joined(names_of(facts)), joined(code), joined(split_words(words)))


def _source_words(source: Source | None, blob: str) -> list[str]:
    if source is None or not blob:
        return []
    try:
        return split_words(decode(source(blob)[:_LARGEST]))
    except RepositoryError:
        return []


def _derived(connection: sqlite3.Connection) -> dict[int, list[str]]:
    found: defaultdict[int, list[str]] = defaultdict(list)
    for key, value in connection.execute(
        "SELECT component, value FROM derived ORDER BY component, attribute, position"
    ):
        found[key] += value_words(json.loads(value))
    return found


class _Around:
    """What neighbours say of each component, as words by key."""

    def __init__(self, connection: sqlite3.Connection, schemas: Mapping[str, FrameworkSchema]) -> None:
        self._db = connection
        self.labels: defaultdict[int, list[str]] = defaultdict(list)
        self.examples: defaultdict[int, list[str]] = defaultdict(list)
        for schema in schemas.values():
            self._labels(schema)
            self._pages(schema)
            self._tests(schema)

    def _labels(self, schema: FrameworkSchema) -> None:
        """Labels of links and forms speak for the component that answers their request."""
        members = self._members(schema)
        for attribute in sorted(schema.with_role("link") | schema.with_role("form")):
            for (text,) in self._db.execute("SELECT value FROM derived WHERE attribute = ?", (attribute,)):
                value = json.loads(text)
                key = members.get(value.get("action", "")) if isinstance(value, dict) else None
                if key is not None:
                    self.labels[key] += split_words(str(value.get("label") or ""))

    def _members(self, schema: FrameworkSchema) -> dict[str, int]:
        """Components by the action that entry relations reach."""
        rows = self._db.execute("SELECT target, attributes FROM relations WHERE type = ?", (schema.flow.entry,))
        return {action: target for target, raw in rows for action in _actions(json.loads(raw))}

    def _pages(self, schema: FrameworkSchema) -> None:
        entered = {
            row[0] for row in self._rows("SELECT DISTINCT target FROM relations WHERE type = ?", schema.flow.entry)
        }
        shown: defaultdict[int, list[int]] = defaultdict(list)
        for source, target in self._rows(
            "SELECT DISTINCT source, target FROM relations WHERE type = ?", schema.flow.page
        ):
            shown[target].append(source)
        for target, sources in shown.items():
            if len(sources) > _SHARED_PAGE or entered.isdisjoint(sources):
                continue
            (words,) = self._db.execute("SELECT words FROM components WHERE key = ?", (target,)).fetchone()
            page = split_words(words)[:_PAGE_WORDS]
            for source in entered.intersection(sources):
                self.labels[source] += page

    def _tests(self, schema: FrameworkSchema) -> None:
        said: dict[int, list[str]] = {}
        pairs = self._rows("SELECT DISTINCT target, source FROM relations WHERE type = ?", schema.flow.test)
        for target, source in pairs:
            if source not in said:
                (words,) = self._db.execute("SELECT words FROM components WHERE key = ?", (source,)).fetchone()
                said[source] = split_words(words)[: _MOST["examples"]]
            self.examples[target] += said[source]

    def _rows(self, sql: str, relation: str) -> Iterable[tuple[int, ...]]:
        return self._db.execute(f"{sql} ORDER BY 1", (relation,)).fetchall()


def _actions(attributes: Mapping[str, object]) -> Iterator[str]:
    """Every way in which links name the member that an entry relation reaches."""
    action, owner = attributes.get("action"), attributes.get("controller")
    for name in action if isinstance(action, list) else [action]:
        if isinstance(name, str):
            yield name if not isinstance(owner, str) or "#" in name else f"{owner}#{name}"


# history


def _add_history(connection: sqlite3.Connection, texts: Mapping[int, SearchText]) -> None:
    """Fill `titles` and `bodies`, newest pull requests first."""
    said: dict[int, tuple[list[str], list[str]]] = {}
    for key, ordinals in _ordinals(connection, texts).items():
        titles: list[str] = []
        bodies: list[str] = []
        for ordinal, size in ordinals:
            title, body = said.get(ordinal) or said.setdefault(ordinal, _words_of(connection, ordinal))
            titles += title * _by_size(_TITLE_TIMES, size)
            bodies += islice(body, _by_size(_BODY_WORDS, size))
            if len(titles) >= _MOST["titles"] and len(bodies) >= _MOST["bodies"]:
                break
        texts[key].titles = joined(titles, _MOST["titles"])
        texts[key].bodies = joined(bodies, _MOST["bodies"])


def _ordinals(connection: sqlite3.Connection, texts: Mapping[int, SearchText]) -> dict[int, list[tuple[int, int]]]:
    """(ordinal, components touched) of each component's pull requests, newest first."""
    sizes = "SELECT ord, count(DISTINCT component) AS size FROM files WHERE component IS NOT NULL GROUP BY ord"
    rows = connection.execute(
        f"SELECT f.component, f.ord, s.size FROM files f JOIN ({sizes}) s USING (ord) JOIN pull_requests p USING (ord) "
        "WHERE f.component IS NOT NULL AND p.kind <> 'snapshot' GROUP BY f.component, f.ord "
        "ORDER BY f.component, f.ord DESC"
    )
    found: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for key, ordinal, size in rows:
        if key in texts:
            found[key].append((ordinal, size))
    return found


def _words_of(connection: sqlite3.Connection, ordinal: int) -> tuple[list[str], list[str]]:
    title, body = connection.execute("SELECT title, body FROM pull_requests WHERE ord = ?", (ordinal,)).fetchone()
    return split_words(title), split_words(prose(body))[: _BODY_WORDS[0][1]]


def _by_size(steps: Iterable[tuple[int, int]], size: int) -> int:
    return next((amount for most, amount in steps if size <= most), 0)
