"""Pull requests from local git: every first-parent commit is one unit, so that replay ends in the head's own tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pygit2

from codens_core.base.errors import RepositoryError
from codens_core.base.problems import Problems
from codens_core.graph.records import PullRequest, PullRequestKind
from codens_core.history import messages, people
from codens_core.history.branches import Branches, describe
from codens_core.history.enriching import enrich, report_differences
from codens_core.history.files import Files
from codens_core.history.matching import Matches, Step
from codens_core.history.messages import Message
from codens_core.history.naming import Earlier, Names, earlier_than
from codens_core.history.records import Records, linked_issues
from codens_core.history.repository import Repository, require_whole


def pull_requests(
    repository: Repository,
    since: str | None = None,
    problems: Problems | None = None,
    *,
    shallow: bool = False,
    earlier: Earlier | None = None,
    records: Records | None = None,
) -> Iterator[PullRequest]:
    """Units of history oldest first, from the root (or after commit `since`) to the head, each with its files.

    Keys are `#N` where a number is known that no older unit has, else the commit's first ten digits; they depend on
    the chain and `records` alone, not on where the walk begins. A shallow or mostly empty partial clone is refused;
    with `shallow` the walk begins at a shallow boundary, whose unit has every file as added and `extra["boundary"]`.
    What could not be read is added to `problems`, and the unit it belongs to says `extra["incomplete"]`.

    Whoever has the units up to `since` at hand gives them as `earlier`; else their messages are read again where a key
    or a revert needs them. `records` are what a code host told of the pull requests: they give titles, labels and
    people, join the commits of a rebase merge, and where they disagree with git, git is believed and a problem added.

    Raises RepositoryError when `since` is not on the chain, or when the head's own tree cannot be read.
    """
    require_whole(repository, shallow=shallow)
    yield from _Walk(repository, since, problems if problems is not None else Problems(), earlier, records or {})


def chain(repository: Repository, since: str | None) -> list[str]:
    """Commits after `since` up to the head, oldest first."""
    found = []
    for oid in repository.first_parents():
        if oid == since:
            break
        found.append(oid)
    else:
        if since is not None:
            raise RepositoryError(
                f"commit {since[:10]} is no longer in the history of {repository.branch or 'the head'}",
                "the history was rewritten or another branch is checked out; build from the fork point",
            )
    found.reverse()
    return found


@dataclass(slots=True)
class _Told:
    """What a unit's own commits tell."""

    commit: pygit2.Commit
    parents: list[str]
    message: Message
    author: tuple[str, str]


class _Walk:
    """One walk over the chain."""

    def __init__(
        self, repository: Repository, since: str | None, problems: Problems, earlier: Earlier | None, records: Records
    ) -> None:
        self._repository = repository
        self._objects = repository.objects
        self._problems = problems
        commits = chain(repository, since if not records else None)
        if since and records:
            chain(repository, since)
        self._matches = Matches(repository, commits, records)
        self._steps = self._matches.steps(since if records else None)
        tree = self._objects.commit(since).tree_id.raw if since else None
        self._files = Files(self._objects, tree, problems, strict=repository.is_partial)
        self._branches = Branches(self._objects, from_root=since is None)
        self._names = Names(earlier or earlier_than(repository, since, self._matches if records else None))
        self._after = self._objects.commit(since).commit_time if since else 0
        self._by_commit: set[int] = set()
        self._by_number: set[int] = set()

    def __iter__(self) -> Iterator[PullRequest]:
        for index, step in enumerate(self._steps):
            yield self._unit(step, last=index == len(self._steps) - 1)
        self._matches.report(self._by_commit, self._by_number, self._after, self._problems)

    def _unit(self, step: Step, last: bool) -> PullRequest:
        told = self._told(step)
        number = self._matches.number(step, told.message.number)
        files, complete = self._files.upto(step.commits[-1], last=last)
        extra = self._extra(told, number)
        extra |= {} if complete else {"incomplete": True}
        extra |= {} if told.parents or step.commits[0] not in self._repository.shallow_commits else {"boundary": True}
        unit = PullRequest(
            key="",
            kind=self._kind(step, told, number),
            title=told.message.title,
            commit=step.commits[-1],
            parent=told.parents[0] if told.parents else "",
            author=told.author[0],
            email=told.author[1],
            date=people.iso_date(told.commit.commit_time, told.commit.commit_time_offset),
            body=told.message.body,
            number=number,
            files=files,
            extra=extra,
        )
        return self._names.name(self._enriched(unit, step, told.message), told.message)

    def _told(self, step: Step) -> _Told:
        for oid in step.commits[:-1]:
            self._branches.inside(self._objects.commit(oid))
        commit = self._objects.commit(step.commits[-1])
        first = commit if len(step.commits) == 1 else self._objects.commit(step.commits[0])
        boundary = step.commits[0] in self._repository.shallow_commits
        parents = [] if boundary else [str(parent) for parent in first.parent_ids]
        message = messages.parse(people.text(commit.raw_message, commit.message_encoding))
        return _Told(commit, parents, message, self._author(commit, parents, message))

    def _author(self, commit: pygit2.Commit, parents: list[str], message: Message) -> tuple[str, str]:
        """Who wrote it: of a merged pull request the author of the merged tip; the merge itself was only a click."""
        if len(parents) > 1 and message.number is not None and self._objects.has(parents[1]):
            commit = self._objects.commit(parents[1])
        return people.author(commit)

    def _kind(self, step: Step, told: _Told, number: int | None) -> PullRequestKind:
        """Told by parents and host; without one a number in the message makes a single-parent commit a squash."""
        if len(told.parents) > 1:
            return "merge"
        if self._matches.rebased(step, told.message.number):
            return "rebase"
        return "commit" if number is None else "squash"

    def _extra(self, told: _Told, number: int | None) -> dict[str, Any]:
        """What is known beyond the record's own fields; only what there is."""
        message = told.message
        known: dict[str, Any] = {
            "bot": people.is_machine(*told.author, message.branch),
            "login": people.login_of(told.author[1]),
            "co_authors": list(message.co_authors),
            "branch": message.branch,
            "base": message.base,
            "picked": list(message.picked),
            "linked_issues": linked_issues(f"{message.title}\n{message.body}"),
            "merged_by": people.author(told.commit)[0] if len(told.parents) > 1 and number is not None else "",
        }
        extra = {name: value for name, value in known.items() if value}
        if inner := self._branches.inside(told.commit):
            describe(inner, number, told.author, self._matches.inside, extra)
        if shared := self._matches.sharing(str(told.commit.id)):
            extra["contains"] = extra.get("contains", []) + [f"#{other}" for other in shared]
        if message.number not in (None, number):
            extra["mentions"] = f"#{message.number}"
        return extra

    def _enriched(self, unit: PullRequest, step: Step, message: Message) -> PullRequest:
        record = step.record or self._matches.hinted(unit.number)
        self._by_commit |= {int(key[1:]) for key in unit.extra.get("contains", ())}
        if record is None:
            return unit
        (self._by_commit if step.record else self._by_number).add(record.number)
        if step.record:
            report_differences(unit, message.number, record, self._problems)
        return enrich(unit, record)
