"""What every code host offers to fetching, whatever its interface looks like."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from codens_core.history.records import PullRequestRecord

Detail = Literal["commits", "files", "reviews", "comments"]
"""What is asked for one pull request at a time, because lists of them do not have it."""


@dataclass(frozen=True, slots=True)
class Page:
    """Some pull requests, the address of the next page (empty on the last), and the host's time."""

    records: list[PullRequestRecord]
    next_url: str
    date: str


class Host(Protocol):
    """One repository at a code host. Every method raises HostError."""

    def all(self, resume: str = "") -> Iterator[Page]:
        """Every pull request in whatever state, in an order to which new ones only append.

        `resume` is a `next_url` of an earlier run.
        """

    def changed(self, since: str) -> Iterator[Page]:
        """Pull requests that changed at or after a moment (ISO 8601, UTC), in whatever order."""

    def detailed(self, record: PullRequestRecord, details: Collection[Detail]) -> PullRequestRecord:
        """The record with these details filled in."""
