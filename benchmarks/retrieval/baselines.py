"""Plain BM25 over whole files, the floor that retrieval has to beat: content, pull requests' words, or both."""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict

import pygit2

from codens_core.base.text import split_words

_TEXT = re.compile(r"\.(rb|rake|erb|haml|slim|builder|jbuilder|py|html|js|ts|tsx|jsx)$")


class Baseline:
    """One BM25 index over the files of a commit."""

    def __init__(self, texts: dict[str, str]) -> None:
        self._db = sqlite3.connect(":memory:")
        self._db.execute("CREATE VIRTUAL TABLE files USING fts5 (path UNINDEXED, text, tokenize = 'porter unicode61')")
        self._db.executemany("INSERT INTO files VALUES (?, ?)", texts.items())

    def search(self, question: str, k: int) -> list[str]:
        """Paths, best first."""
        query = " OR ".join(f'"{word}"' for word in dict.fromkeys(split_words(question)))
        rows = self._db.execute("SELECT path FROM files WHERE files MATCH ? ORDER BY rank, path LIMIT ?", (query, k))
        return [path for (path,) in rows]


def contents(repo: pygit2.Repository, commit: str) -> dict[str, str]:
    """Words of each source file with those of its path."""
    found: dict[str, str] = {}

    def walk(tree: pygit2.Tree, folder: str) -> None:
        for entry in tree:
            if isinstance(entry, pygit2.Tree):
                walk(entry, f"{folder}{entry.name}/")
            elif isinstance(entry, pygit2.Blob) and _TEXT.search(entry.name) and entry.size < 1_000_000:
                path = folder + str(entry.name)
                found[path] = " ".join(split_words(f"{path} {entry.data.decode('utf-8', 'replace')}"))

    walk(repo[commit].peel(pygit2.Tree), "")
    return found


def histories(repo: pygit2.Repository, commit: str, paths: set[str]) -> dict[str, str]:
    """Words of the messages of all first-parent commits that touched each file, up to `commit`."""
    walker = repo.walk(commit, pygit2.enums.SortMode.TOPOLOGICAL)
    walker.simplify_first_parent()
    said: defaultdict[str, list[str]] = defaultdict(list)
    for change in walker:
        parent = change.parents[0].tree if change.parents else None
        diff = repo.diff(parent, change.tree) if parent else change.tree.diff_to_tree(swap=True)
        words = split_words(change.message)
        for delta in diff.deltas:
            if delta.new_file.path in paths:
                said[delta.new_file.path] += words
    return {path: " ".join(said[path]) for path in sorted(paths)}
