"""Pull requests as JSON lines: what closed networks carry in, and what fetching keeps on disk.

Each line is one `PullRequestRecord`; a number that comes again replaces the earlier line, so a file can be appended to.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from pydantic import ValidationError

from codens_core.base.errors import UsageError
from codens_core.graph.records import PullRequest
from codens_core.history.records import PullRequestRecord, Records

_SHOWN = 5


def read(path: Path) -> Records:
    """All records of a file by number. Raises UsageError that names every wrong line (the first few in full)."""
    found: dict[int, PullRequestRecord] = {}
    wrong: list[str] = []
    for number, line in _lines(path):
        try:
            record = PullRequestRecord.model_validate_json(line)
        except ValidationError as error:
            wrong += [f"{path.name}:{number}: {_where(detail)}" for detail in error.errors(include_url=False)]
            continue
        found[record.number] = record
    if wrong:
        more = f"\n  and {len(wrong) - _SHOWN} more" if len(wrong) > _SHOWN else ""
        title = "not an export of pull requests:\n  " + "\n  ".join(wrong[:_SHOWN]) + more
        raise UsageError(title, "each line is one JSON object; see docs/reference/pull-requests.md")
    return found


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Lines that are not blank, with their numbers."""
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if line := line.removeprefix(b"\xef\xbb\xbf").strip():
                    yield number, line
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error


def _where(detail: object) -> str:
    assert isinstance(detail, dict)
    place = ".".join(map(str, detail["loc"]))
    return f"{place}: {detail['msg']}" if place else str(detail["msg"])


def encode(record: PullRequestRecord) -> str:
    """One line, with only what differs from the defaults."""
    return json.dumps(record.model_dump(exclude_defaults=True), ensure_ascii=False, separators=(",", ":")) + "\n"


def write(path: Path, records: Iterable[PullRequestRecord]) -> None:
    """Write a file whole, ordered by number: it is there complete or not at all."""
    waiting = path.with_name(path.name + ".part")
    with waiting.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
        file.writelines(encode(record) for record in sorted(records, key=lambda record: record.number))
        file.flush()
        os.fsync(file.fileno())
    waiting.replace(path)


def record_of(pull_request: PullRequest) -> PullRequestRecord | None:
    """A pull request of the history as a record to export; None for commits that are no pull request."""
    if pull_request.number is None:
        return None
    extra = pull_request.extra
    return PullRequestRecord(
        number=pull_request.number,
        title=pull_request.title,
        body=pull_request.body,
        url=pull_request.url,
        author=extra.get("login", "") or pull_request.author,
        bot=bool(extra.get("bot")),
        merged=pull_request.date,
        merged_by=extra.get("merged_by", ""),
        merge_commit=pull_request.commit,
        base=extra.get("base", ""),
        base_commit=pull_request.parent,
        head=extra.get("branch", ""),
        labels=list(pull_request.labels),
        reviewers=extra.get("reviewers", []),
        linked_issues=extra.get("linked_issues", []),
        milestone=extra.get("milestone", ""),
    )
