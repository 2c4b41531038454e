"""Pull requests from local git: every first-parent commit is one unit, so that replay ends in the head's own tree."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from typing import Any

import pygit2

from codens_core.base.errors import RepositoryError
from codens_core.base.problems import Problem, Problems
from codens_core.graph.records import FileChange, PullRequest, PullRequestKind
from codens_core.history import messages, people
from codens_core.history.branches import Branches, describe
from codens_core.history.messages import Message
from codens_core.history.naming import Earlier, Names, earlier_than
from codens_core.history.objects import MissingBlob, MissingObject
from codens_core.history.paths import decode_path
from codens_core.history.renames import find_renames
from codens_core.history.repository import Repository, require_whole
from codens_core.history.trees import Row, TreeDiff


def pull_requests(
    repository: Repository,
    since: str | None = None,
    problems: Problems | None = None,
    *,
    shallow: bool = False,
    earlier: Earlier | None = None,
) -> Iterator[PullRequest]:
    """Units of history oldest first, from the root (or after commit `since`) to the head, each with its files.

    Keys are `#N` where the message tells a number that no older unit has, else the commit's first ten digits; they
    depend on the chain alone, not on where the walk begins. A shallow or mostly empty partial clone is refused; with
    `shallow` the walk begins at a shallow boundary, whose unit has every file as added and `extra["boundary"]`. What
    could not be read is added to `problems`, and the unit it belongs to says `extra["incomplete"]`. Whoever has the
    units up to `since` at hand gives them as `earlier`; else their messages are read again where a key or a revert
    needs them.

    Raises RepositoryError when `since` is not on the chain, or when the head's own tree cannot be read.
    """
    require_whole(repository, shallow=shallow)
    yield from Units(repository, problems if problems is not None else Problems()).since(since, earlier)


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


class Units:
    """Makes one pull request of each first-parent commit."""

    def __init__(self, repository: Repository, problems: Problems) -> None:
        self._repository = repository
        self._objects = repository.objects
        self._problems = problems
        self._diff = TreeDiff(self._objects.tree)
        self._branches = Branches(self._objects, from_root=True)

    def since(self, since: str | None, earlier: Earlier | None) -> Iterator[PullRequest]:
        """Units after commit `since`, oldest first."""
        commits = chain(self._repository, since)
        names = Names(self._repository, earlier or earlier_than(self._repository, since))
        self._branches = Branches(self._objects, from_root=since is None)
        tree = self._objects.commit(since).tree_id.raw if since else None
        for index, oid in enumerate(commits):
            commit = self._objects.commit(oid)
            pull_request, message = self._unit(commit, last=index == len(commits) - 1, tree=tree)
            tree = tree if "incomplete_tree" in pull_request.extra else commit.tree_id.raw
            yield names.name(pull_request, message)

    def _unit(self, commit: pygit2.Commit, last: bool, tree: bytes | None) -> tuple[PullRequest, Message]:
        oid = str(commit.id)
        boundary = oid in self._repository.shallow_commits
        parents = [] if boundary else [str(parent) for parent in commit.parent_ids]
        message = messages.parse(people.text(commit.raw_message, commit.message_encoding))
        author = self._author(commit, parents, message)
        extra = self._extra(commit, message, author)
        if boundary:
            extra["boundary"] = True
        inner = self._branches.inside(commit)
        if inner:
            describe(inner, message, author, extra)
        files = self._files(commit, tree, extra, last)
        pull_request = PullRequest(
            key="",
            kind=_kind(parents, message),
            title=message.title,
            commit=oid,
            parent=parents[0] if parents else "",
            author=author[0],
            email=author[1],
            date=people.iso_date(commit.commit_time, commit.commit_time_offset),
            body=message.body,
            number=message.number,
            files=files,
            extra=extra,
        )
        return pull_request, message

    def _author(self, commit: pygit2.Commit, parents: list[str], message: Message) -> tuple[str, str]:
        """Who wrote it: of a merged pull request the author of the merged tip; the merge itself was only a click."""
        if len(parents) > 1 and message.number is not None and self._objects.has(parents[1]):
            commit = self._objects.commit(parents[1])
        return people.author(commit)

    def _extra(self, commit: pygit2.Commit, message: Message, author: tuple[str, str]) -> dict[str, Any]:
        """What is known beyond the record's own fields; only what there is."""
        merger = people.author(commit)[0] if len(commit.parent_ids) > 1 and message.number is not None else ""
        known = {
            "bot": people.is_machine(*author, message.branch),
            "login": people.login_of(author[1]),
            "co_authors": list(message.co_authors),
            "branch": message.branch,
            "base": message.base,
            "picked": list(message.picked),
            "merged_by": merger,
        }
        return {name: value for name, value in known.items() if value}

    # files

    def _files(
        self, commit: pygit2.Commit, tree: bytes | None, extra: dict[str, Any], last: bool
    ) -> tuple[FileChange, ...]:
        """Files from the state before (the first parent's tree) to the commit's."""
        try:
            rows = self._diff(tree, commit.tree_id.raw)
        except MissingObject as missing:
            if last or self._repository.is_partial:
                raise
            extra["incomplete"] = extra["incomplete_tree"] = True
            self._problem(
                "missing-tree",
                f"the files of commit {str(commit.id)[:10]} cannot be read: {missing.title}",
                missing.hint,
            )
            return ()
        return self._changes(rows, str(commit.id), extra)

    def _changes(self, rows: list[Row], commit: str, extra: dict[str, Any]) -> tuple[FileChange, ...]:
        renames = find_renames(rows, self._read, self._objects.size)
        for oid in renames.missing:
            extra["incomplete"] = True
            self._problem(
                "missing-blob",
                f"blob {oid} of commit {commit[:10]} is missing: it was not looked at for renames",
                self._objects.hint,
            )
        if renames.limited:
            self._problem(
                "renames",
                f"commit {commit[:10]} moves too much: {renames.limited} files were paired by equal content only",
            )
        gone = {row.path for row in renames.pairs.values()}
        return tuple(_change(row, renames.pairs.get(row.path)) for row in rows if row.path not in gone or row.new_mode)

    def _read(self, oid: str) -> bytes | None:
        try:
            return self._objects.blob(oid)
        except MissingBlob:
            return None

    def _problem(self, code: str, message: str, hint: str = "") -> None:
        self._problems.add(Problem(code, message, hint=hint))


def _kind(parents: list[str], message: Message) -> PullRequestKind:
    """Told by the parents; a number in the message makes a single-parent commit a squash."""
    if len(parents) > 1:
        return "merge"
    return "commit" if message.number is None else "squash"


def _change(row: Row, renamed: Row | None) -> FileChange:
    path = decode_path(row.path)
    old = renamed or row
    old_oid, new_oid = old.old_oid.hex(), row.new_oid.hex()
    mode = row.new_mode or row.old_mode
    if renamed:
        return FileChange(path, decode_path(renamed.path), "renamed", old_oid, new_oid, mode)
    if not row.old_mode:
        return FileChange(path, path, "added", "", new_oid, mode)
    if not row.new_mode:
        return FileChange(path, path, "deleted", old_oid, "", mode)
    same_kind = stat.S_IFMT(row.old_mode) == stat.S_IFMT(row.new_mode)
    return FileChange(path, path, "modified" if same_kind else "typechange", old_oid, new_oid, mode)
