"""What the memory knows of earlier pull requests, so that naming new ones never reads old history again."""

from __future__ import annotations

import sqlite3


class Remembered:
    """Implements the history room's `Earlier` over the memory's own rows."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    def commit_of(self, key: str) -> str:
        """The full commit id of the pull request with this key."""
        return self._one("SELECT commit_id FROM pull_requests WHERE key = ?", key)

    def key_of(self, commit: str) -> str:
        """The key of the pull request whose commit id is, or begins with, `commit`."""
        return self._one(
            "SELECT key FROM pull_requests WHERE commit_id >= ?1 AND commit_id < ?1 || 'g' LIMIT 1", commit
        )

    def key_titled(self, title: str) -> str:
        """The key of the newest pull request with this title."""
        return self._one("SELECT key FROM pull_requests WHERE title = ? ORDER BY ord DESC LIMIT 1", title)

    def undone_by(self, key: str) -> str:
        """The key of the pull request that the one with this key reverted."""
        return self._one("SELECT json_extract(extra, '$.reverts') FROM pull_requests WHERE key = ?", key)

    def _one(self, query: str, value: str) -> str:
        row = self._db.execute(query, (value,)).fetchone()
        return row[0] if row and row[0] else ""
