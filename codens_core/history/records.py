"""A pull request as code hosts and exported files tell it: one closed model for both, one line of JSON each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

_CLOSING = re.compile(
    r"\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+"
    r"(?:(?P<repository>[\w.-]+/[\w.-]+)?#(?P<number>\d+)|https?://\S+?/(?P<path>[\w.-]+/[\w.-]+)/(?:-/)?issues/(?P<issue>\d+))",
    re.IGNORECASE,
)


class Closed(BaseModel):
    """Base of all parts: unknown keys and wrong types are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True)


class FileRow(Closed):
    """One changed file."""

    path: str
    """Its path after the change."""
    old_path: str = ""
    """Its path before, where it was renamed."""
    status: Literal["added", "modified", "deleted", "renamed", "typechange"]
    """What happened to it."""
    additions: int | None = None
    """Lines added; null where it is not known."""
    deletions: int | None = None
    """Lines removed; null where it is not known."""


class CommitRow(Closed):
    """One commit of the pull request's branch, as it was before merging."""

    id: str
    """Its full id."""
    author: str = ""
    """The author's name."""
    email: str = ""
    """The author's address."""
    date: str = ""
    """When it was written, ISO 8601."""
    subject: str = ""
    """The first line of its message."""


class Review(Closed):
    """One review."""

    author: str
    """Who reviewed: the account's name."""
    state: str = ""
    """What came out: `approved`, `changes_requested`, `commented`, `dismissed`."""
    date: str = ""
    """When, ISO 8601."""
    body: str = ""
    """What was said."""


class Comment(Closed):
    """One review comment on a line of code."""

    author: str
    """Who wrote it: the account's name."""
    body: str
    """What was said."""
    date: str = ""
    """When, ISO 8601."""
    path: str = ""
    """The file it stands at."""
    line: int = 0
    """The line it stands at, 0 where it is outdated or unknown."""
    url: str = ""
    """Its page."""


class PullRequestRecord(Closed):
    """One pull request (merge request). Only `number` and `title` must be given; dates are ISO 8601."""

    number: int = Field(ge=1)
    """Its number in the repository."""
    title: str
    """Its title."""
    body: str = ""
    """Its description."""
    url: str = ""
    """Its page."""
    state: Literal["merged", "closed", "open"] = "merged"
    """What became of it. Only merged ones are part of the history."""
    author: str = ""
    """Who opened it: the account's name."""
    bot: bool = False
    """Whether a machine opened it."""
    created: str = ""
    """When it was opened."""
    updated: str = ""
    """When it last changed."""
    merged: str = ""
    """When it was merged."""
    merged_by: str = ""
    """Who merged it: the account's name."""
    merge_commit: str = ""
    """Full id of the commit that brought it in: the merge, the squash, or the last rebased commit."""
    base: str = ""
    """The branch it was merged into."""
    base_commit: str = ""
    """That branch's commit as the pull request last knew it."""
    head: str = ""
    """The branch it came from."""
    head_commit: str = ""
    """That branch's last commit."""
    head_repository: str = ""
    """The repository of that branch (`owner/name`); empty where it is gone."""
    labels: list[str] = []
    """Its labels."""
    reviewers: list[str] = []
    """Accounts that reviewed it or were asked to."""
    linked_issues: list[str] = []
    """Issues it closes: `#12`, or `owner/name#12` in another repository."""
    milestone: str = ""
    """Its milestone."""
    commit_count: int | None = None
    """Number of its commits; null where it is not known."""
    commits: list[CommitRow] | None = None
    """Its commits, oldest first; null where they were not asked for."""
    file_count: int | None = None
    """Number of files it changes; null where it is not known."""
    files: list[FileRow] | None = None
    """The files it changes; null where they were not asked for. Fewer than `file_count` where the host has a limit."""
    reviews: list[Review] | None = None
    """Its reviews; null where they were not asked for."""
    comments: list[Comment] | None = None
    """Comments on its lines; null where they were not asked for."""

    @property
    def has_all_files(self) -> bool:
        """Whether `files` is the whole list."""
        return self.files is not None and self.file_count in (None, len(self.files))


Records = Mapping[int, PullRequestRecord]
"""Pull requests by number."""


def linked_issues(text: str) -> list[str]:
    """Issues that a text says it closes, in the words that code hosts act on, in order, each once."""
    found = (
        (match["repository"] or match["path"] or "", match["number"] or match["issue"])
        for match in _CLOSING.finditer(text)
    )
    return list(dict.fromkeys(f"{repository}#{number}" for repository, number in found))
