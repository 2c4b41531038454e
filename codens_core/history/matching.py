"""Which commits of the first-parent chain a code host's pull request is: told by its merge commit, not by words.

A host says which commit brought a pull request in. On the chain that is the unit itself; behind a merge it is stacked
in that unit; a rebase merge is a run of commits ending there, told by authors, dates and subjects, or by the files.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import pygit2

from codens_core.base.problems import Problem, Problems
from codens_core.base.text import plural
from codens_core.history import people
from codens_core.history.paths import decode_path
from codens_core.history.records import CommitRow, PullRequestRecord, Records
from codens_core.history.repository import Repository
from codens_core.history.trees import TreeDiff

_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Step:
    """One unit: its commits on the chain, oldest first (several only for a rebase merge), and what a host says."""

    commits: tuple[str, ...]
    record: PullRequestRecord | None = None


class Matches:
    """A host's pull requests laid over a chain (all of it, oldest first)."""

    def __init__(self, repository: Repository, chain: Sequence[str], records: Records) -> None:
        self._objects = repository.objects
        self._chain = chain
        self._records = {number: record for number, record in records.items() if record.state == "merged"}
        self._places = {commit: place for place, commit in enumerate(chain)} if self._records else {}
        self._owners: dict[str, PullRequestRecord] = {}
        """Record by the commit of the chain that brought it."""
        self.inside: dict[str, int] = {}
        """Numbers by merge commits that are not on the chain: they may be stacked behind one of its merges."""
        self._shared: dict[str, list[int]] = {}
        for _, record in sorted(self._records.items()):
            self._claim(record)

    def _claim(self, record: PullRequestRecord) -> None:
        commit = record.merge_commit
        if commit in self._places and commit not in self._owners:
            self._owners[commit] = record
        elif commit in self._places:
            self._shared.setdefault(commit, []).append(record.number)
        elif commit:
            self.inside[commit] = record.number

    def steps(self, since: str | None = None, until: str | None = None) -> list[Step]:
        """Units after commit `since` up to `until`, oldest first; a run that reaches over an end is cut there."""
        found: list[Step] = []
        start = self._chain.index(since) + 1 if since else 0
        end = self._chain.index(until) + 1 if until else len(self._chain)
        while end > start:
            commit = self._chain[end - 1]
            record = self._owners.get(commit)
            length = min(self._length(record, end - 1), end - start) if record else 1
            found.append(Step(tuple(self._chain[end - length : end]), record))
            end -= length
        found.reverse()
        return found

    def number(self, step: Step, hinted: int | None) -> int | None:
        """A unit's number: the host's, else what its message hints at, unless that is another commit for the host."""
        if step.record:
            return step.record.number
        known = self._records.get(hinted or 0)
        elsewhere = known is not None and known.merge_commit and self._objects.has(known.merge_commit)
        return None if elsewhere else hinted

    def hinted(self, number: int | None) -> PullRequestRecord | None:
        """The record of a number that only a message tells, where the host's own commit is not in the repository."""
        record = self._records.get(number or 0)
        return record if record and record.merge_commit not in self._owners else None

    def sharing(self, commit: str) -> list[int]:
        """Numbers of further pull requests that the host says one commit of the chain brought in."""
        return self._shared.get(commit, [])

    # rebase merges

    def rebased(self, step: Step, hinted: int | None) -> bool:
        """Whether a single-parent unit of a host came by rebasing: it is a run, or its commit was kept as it was."""
        record = step.record
        if record is None or len(step.commits) > 1:
            return record is not None
        if record.commits:
            commit = self._objects.commit(step.commits[0])
            return any(_same(row, commit) for row in record.commits)
        return record.commit_count == 1 and hinted != record.number

    def _length(self, record: PullRequestRecord, place: int) -> int:
        """How many commits of the chain, ending at `place`, are the record's."""
        if record.commits:
            return max(1, self._by_commits(record.commits, place))
        count = record.commit_count or 1
        if count > 1 and record.has_all_files and self._free(place, count) and self._by_files(record, place, count):
            return count
        return 1

    def _by_commits(self, rows: list[CommitRow], place: int) -> int:
        """Rebasing keeps author, date and subject; commits that were merges or had become empty are left out by it."""
        length = 0
        for row in reversed(rows):
            if self._free(place, length + 1) and _same(row, self._objects.commit(self._chain[place - length])):
                length += 1
        return length

    def _by_files(self, record: PullRequestRecord, place: int, count: int) -> bool:
        """Whether the run, and not its last commit alone, changes the files that the host lists."""
        listed = {path for row in record.files or () for path in (row.path, row.old_path) if path}
        return self._paths(place, 1) != listed and self._paths(place, count) == listed

    def _paths(self, place: int, count: int) -> set[str]:
        before = self._objects.commit(self._chain[place - count]).tree_id.raw if place >= count else None
        after = self._objects.commit(self._chain[place]).tree_id.raw
        return {decode_path(row.path) for row in TreeDiff(self._objects.tree)(before, after)}

    def _free(self, place: int, count: int) -> bool:
        """Whether a run of `count` commits fits, has no merges, and holds no other pull request."""
        if place - count + 1 < 0:
            return False
        run = self._chain[place - count + 1 : place + 1]
        return (
            not any(commit in self._owners for commit in run[:-1]) and len(self._objects.commit(run[0]).parent_ids) < 2
        )

    # what does not fit

    def report(self, by_commit: set[int], by_number: set[int], after: int, problems: Problems) -> None:
        """Note merged pull requests that were found by their number alone, and those that were not found.

        Only those merged after second `after` (since 1970) are looked at: older ones lie before the walk.
        """
        alone = sorted(by_number - by_commit)
        lost = [
            number
            for number, record in sorted(self._records.items())
            if number not in by_commit | by_number
            and record.merge_commit not in self._places
            and (_seconds(record.merged) or after) >= after
        ]
        if alone:
            text = f"{plural(len(alone), 'pull request was', 'pull requests were')} found by number alone, because the "
            problems.add(Problem("found-by-number", f"{text}host's merge commits are not here: {_listed(alone)}"))
        if lost:
            text = f"{plural(len(lost), 'merged pull request is', 'merged pull requests are')} not in this history: "
            hint = "merged into another branch, rewritten since, or newer than this clone (git pull)"
            problems.add(Problem("not-in-history", text + _listed(lost), hint=hint))


def _same(row: CommitRow, commit: pygit2.Commit) -> bool:
    subject = people.text(commit.raw_message, commit.message_encoding).lstrip().partition("\n")[0].strip()
    if row.subject.strip() != subject or (row.date and _seconds(row.date) != commit.author.time):
        return False
    name, email = people.author(commit)
    return not (row.email or row.author) or row.email.lower() == email.lower() or row.author == name


def _seconds(date: str) -> int | None:
    try:
        return int(datetime.fromisoformat(date).timestamp())
    except ValueError:
        return None


def _listed(numbers: list[int]) -> str:
    shown = ", ".join(f"#{number}" for number in numbers[:_SHOWN])
    return f"{shown} and {len(numbers) - _SHOWN} more" if len(numbers) > _SHOWN else shown
