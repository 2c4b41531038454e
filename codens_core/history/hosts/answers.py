"""Answers of a host kept on disk by address, to be asked for again with their ETag: what is unchanged costs nothing."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

KEPT_SECONDS = 60 * 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Answer:
    """One kept answer."""

    etag: str
    next_url: str
    data: Any


class Answers:
    """A folder with a file for each address. A file that cannot be read counts as none."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, url: str) -> Answer | None:
        """What was kept for an address."""
        try:
            file = self._file(url)
            kept = json.loads(file.read_bytes())
            file.touch()
            return Answer(kept["etag"], kept["next"], kept["data"]) if kept["url"] == url else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, url: str, etag: str, next_url: str, data: Any) -> None:
        """Keep an answer; it is there whole or not at all."""
        self._folder.mkdir(parents=True, exist_ok=True)
        file = self._file(url)
        waiting = file.with_suffix(".part")
        waiting.write_text(json.dumps({"url": url, "etag": etag, "next": next_url, "data": data}), encoding="utf-8")
        waiting.replace(file)

    def tidy(self) -> None:
        """Forget answers that were not asked for in a long time."""
        oldest = time.time() - KEPT_SECONDS
        for file in self._folder.glob("*.*"):
            if file.stat().st_mtime < oldest:
                file.unlink(missing_ok=True)

    def _file(self, url: str) -> Path:
        return self._folder / f"{sha256(url.encode()).hexdigest()[:32]}.json"
