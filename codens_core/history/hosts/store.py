"""Where fetched pull requests are kept: a file of records that grows line by line, and how far fetching has come.

Killed at any moment, the next run goes on: a line is either there or not, and the state is written after its lines.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from pydantic import ValidationError

from codens_core.history import exports
from codens_core.history.records import Closed, PullRequestRecord

RECORDS = "pull-requests.jsonl"
_STATE = "fetch.json"


class State(Closed):
    """How far fetching has come; dates are ISO 8601 in UTC."""

    source: str = ""
    """The interface and repository that the records are from."""
    resume: str = ""
    """Address of the next page of the first, whole listing; empty before it begins and after it ended."""
    started: str = ""
    """When that listing began: changes since then are asked for after it."""
    cursor: str = ""
    """Up to when everything is known; empty until the first listing has ended."""


class FetchStore:
    """The folder of one project's fetched pull requests."""

    def __init__(self, folder: Path, source: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / RECORDS
        self._state_path = folder / _STATE
        self.state = self._read_state(source)
        self._mend()
        self.records = dict(exports.read(self.path)) if self.path.exists() else {}

    def _read_state(self, source: str) -> State:
        """The state kept, if it is of the same source; records of another one are put aside."""
        try:
            state = State.model_validate_json(self._state_path.read_bytes())
        except (OSError, ValidationError):
            state = State()
        if state.source != source:
            self.path.unlink(missing_ok=True)
            state = State(source=source)
        return state

    def _mend(self) -> None:
        """Cut off a last line that a kill left half written."""
        if not self.path.exists():
            return
        with self.path.open("rb+") as file:
            data = file.read()
            file.truncate(data.rfind(b"\n") + 1)

    def add(self, records: Iterable[PullRequestRecord]) -> int:
        """Append what is new or has changed; gives how many that were."""
        fresh = [record for record in records if self.records.get(record.number) != record]
        if fresh:
            with self.path.open("ab") as file:
                file.write("".join(map(exports.encode, fresh)).encode("utf-8", errors="backslashreplace"))
                _sync(file)
            self.records.update((record.number, record) for record in fresh)
        return len(fresh)

    def save(self, state: State) -> None:
        """Keep how far fetching has come; after the records it speaks of."""
        waiting = self._state_path.with_suffix(".part")
        with waiting.open("wb") as file:
            file.write(state.model_dump_json().encode())
            _sync(file)
        waiting.replace(self._state_path)
        self.state = state

    def tidy(self) -> None:
        """Write the records again, ordered, each once."""
        exports.write(self.path, self.records.values())


def _sync(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())
