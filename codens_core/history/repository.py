"""A local git repository as CODENS needs it: its head, its first-parent chain, and files at any commit."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path

import pygit2

from codens_core.base.errors import NotFoundError, RepositoryError
from codens_core.graph.records import FileChange, PullRequest
from codens_core.history import branches, opening, patches, trees
from codens_core.history.objects import MissingBlob, MissingObject, Objects
from codens_core.history.paths import decode_path, encode_path

__all__ = ["MissingBlob", "MissingObject", "Repository"]

SUBMODULE = 0o160000
SYMLINK = 0o120000
SAMPLE_TREES, SAMPLE_FILES = 12, 2000
"""How much of a partial clone is looked at before its history is read."""
MOSTLY = 0.5
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_HEX = re.compile(r"[0-9a-fA-F]{4,64}")


class Repository:
    """One repository at one moment: `head` is taken when it is opened and does not move with the branch."""

    root: Path
    """The work tree's folder; of a bare repository, the git folder."""
    prefix: str
    """The folder it was opened from inside the work tree, with a trailing `/`, or empty."""
    head: str
    """The commit checked out, 40 hex digits."""
    branch: str
    """The branch checked out, empty when the head is detached."""
    shallow_commits: frozenset[str]
    """Commits whose parents a shallow clone left out."""
    is_partial: bool
    """Whether git was told to fetch contents only when they are needed, so that blobs may be missing."""

    def __init__(self, git: pygit2.Repository, opened_from: Path) -> None:
        self.git = git
        self.root = Path(git.workdir or git.path).resolve()
        self.prefix = opening.prefix(self.root, opened_from) if git.workdir else ""
        self.head, self.branch = opening.head(git, self.root)
        self.shallow_commits = opening.shallow_commits(git)
        self.is_partial = opening.is_partial(git)
        hint = opening.COMPLETE_PARTIAL if self.is_partial else opening.CHECK_OBJECTS
        self.objects = Objects(git, hint)

    @classmethod
    def open(cls, path: str | Path = ".", *, bare: bool = False) -> Repository:
        """The repository that `path` is in. A bare one is refused unless `bare` is set.

        Raises RepositoryError with what to do: no repository, someone else's repository, bare, no commits yet.
        """
        where = Path(path).resolve()
        return cls(opening.open_git(where, bare), where)

    @property
    def is_shallow(self) -> bool:
        """Whether history was cut when it was cloned."""
        return bool(self.shallow_commits)

    @property
    def is_bare(self) -> bool:
        """Whether there is no work tree."""
        return self.git.workdir is None

    # contents

    def blob(self, oid: str) -> bytes:
        """A file's bytes by blob id (hex). Raises MissingBlob."""
        return self.objects.blob(oid)

    def blob_size(self, oid: str) -> int:
        """A blob's size in bytes without reading it; -1 when it is missing."""
        return self.objects.size(oid)

    def tree_files(self, commit: str) -> Iterator[tuple[str, str, int]]:
        """Every tracked file of a commit as (path, blob id, mode), in git's order.

        Symbolic links have mode 0o120000 and submodules 0o160000 (their id is a commit of another repository).
        """
        root = self.objects.commit(commit).tree_id.raw
        for path, oid, mode in trees.files(self.objects.tree, root):
            yield decode_path(path), oid.hex(), mode

    def entry(self, commit: str, path: str) -> tuple[str, int] | None:
        """The (blob id, mode) of a path at a commit, or None when it is not there. A folder's mode is 0o40000."""
        root = self.objects.commit(commit).tree_id.raw
        for raw in encode_path(path):
            if found := trees.find(self.objects.tree, root, raw):
                return found[0].hex(), found[1]
        return None

    def tracked(self, path: str) -> bool:
        """Whether the head commit has a file, link or submodule at `path`."""
        found = self.entry(self.head, path)
        return found is not None and found[1] != 0o40000

    def file_at(self, commit: str, path: str) -> bytes | None:
        """A file's bytes at a commit (a link's target); None when there is no file. Raises MissingBlob."""
        found = self.entry(commit, path)
        return self.blob(found[0]) if found and found[1] not in (0o40000, SUBMODULE) else None

    def patch(self, pull_request: PullRequest, change: FileChange, context: int = 3) -> str:
        """One file's unified diff, made from its two blobs. Binary and huge contents are named, not shown.

        Raises MissingBlob.
        """
        before = self.entry(pull_request.parent, change.old_path) if pull_request.parent else None
        old_mode = before[1] if before and change.status != "added" else 0
        return patches.unified(change, old_mode, self.objects, context)

    # commits

    def first_parents(self, start: str = "") -> Iterator[str]:
        """Commit ids from `start` (the head by default) back along first parents, newest first.

        Ends at a root or at a shallow boundary. Raises MissingObject where a parent should be and is not.
        """
        oid: str | None = start or self.head
        while oid:
            commit = self.objects.commit(oid)
            yield oid
            parents = commit.parent_ids
            oid = str(parents[0]) if parents and oid not in self.shallow_commits else None

    def fork_point(self, known_commits: Collection[str]) -> str | None:
        """The newest of the known commits that is still on the head's first-parent chain, or None."""
        known = known_commits if isinstance(known_commits, (set, frozenset)) else set(known_commits)
        return next((oid for oid in self.first_parents() if oid in known), None) if known else None

    def carrier(self, commit: str) -> str | None:
        """The first-parent commit that brought `commit` (an id or its beginning) into the head's history, or None."""
        try:
            oid = str(self.git.revparse_single(commit).peel(pygit2.Commit).id)
        except (KeyError, ValueError, pygit2.GitError):
            return None
        return branches.carrier(self.objects, self._chain, oid)

    @cached_property
    def _chain(self) -> list[str]:
        return list(self.first_parents())[::-1]

    def resolve(self, revision: str) -> str:
        """The commit meant by a commit id or its beginning, a branch, a tag, `HEAD~3` and the like, or a date.

        A date (ISO 8601; without a time the end of that day, without an offset UTC) means the newest commit of the
        first-parent chain that is not younger. Raises NotFoundError.
        """
        if _DATE.match(revision):
            return self._at(_moment(revision))
        try:
            return str(self.git.revparse_single(revision).peel(pygit2.Commit).id)
        except (KeyError, ValueError, pygit2.GitError) as error:
            several = _HEX.fullmatch(revision) and "ambiguous" in str(error)
            title = f"`{revision}` names several objects" if several else f"no commit, branch, tag or date `{revision}`"
            raise NotFoundError(title, "give more digits of the commit's id" if several else "") from error

    def _at(self, moment: datetime) -> str:
        for oid in self.first_parents():
            if self.objects.commit(oid).commit_time <= moment.timestamp():
                return oid
        raise NotFoundError(f"no commit is as old as {moment.isoformat()}")

    @cached_property
    def remote_url(self) -> str:
        """Where `origin` is fetched from (else the first remote), without a user or password; empty without remotes."""
        return opening.remote_url(self.git)


def _moment(text: str) -> datetime:
    """A point in time from ISO 8601."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise NotFoundError(f"`{text}` is no date", "write dates as 2024-05-31 or 2024-05-31T14:00:00+02:00") from error
    if _DATE.fullmatch(text):
        moment += timedelta(days=1, microseconds=-1)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def require_whole(repository: Repository, *, shallow: bool = False) -> None:
    """Refuse clones that cannot tell their history. Raises RepositoryError with what to run.

    A shallow one's oldest commit would look as if it had added every file; `shallow` lets it pass. A partial one may
    lack the contents of earlier files; it passes when a sample of its history is mostly there.
    """
    if repository.is_shallow and not shallow:
        raise RepositoryError(
            "the clone is shallow: its history was cut when it was cloned",
            "run `git fetch --unshallow` and build again",
        )
    if repository.is_partial and _share_missing(repository) > MOSTLY:
        raise RepositoryError(
            "the clone is partial: most contents of earlier files were left out when it was cloned",
            opening.COMPLETE_PARTIAL,
        )


def _share_missing(repository: Repository) -> float:
    """Share of missing blobs in a few trees spread over the history, the head's own left out; 1 for a missing tree."""
    objects, commits = repository.objects, list(repository.first_parents())

    def blobs(commit: str) -> set[bytes]:
        listing = trees.files(objects.tree, objects.commit(commit).tree_id.raw)
        return {oid for _, oid, mode in itertools.islice(listing, SAMPLE_FILES) if mode != SUBMODULE}

    try:
        sample = set[bytes]().union(*map(blobs, commits[1 :: max(1, len(commits) // SAMPLE_TREES)]))
        sample -= blobs(repository.head)
    except MissingObject:
        return 1.0
    return sum(not objects.has(oid.hex()) for oid in sample) / len(sample) if sample else 0.0
