"""Finding and opening a git repository, with an error that says what to do for each way in which that fails."""

from __future__ import annotations

import re
from pathlib import Path
from shlex import quote

import pygit2

from codens_core.base.errors import RepositoryError

COMPLETE_PARTIAL = "the clone is partial; run `git fetch --refetch --no-filter` to get all contents"
CHECK_OBJECTS = "run `git fsck --connectivity-only`; a fresh clone usually repairs it"
WINDOW = 4 << 20
"""Bytes of a pack file mapped at once; small windows keep memory flat on large packs and cost no time."""
MAPPED = 32 << 20
_CREDENTIALS = re.compile(r"(?<=://)[^/@]*@")


def open_git(where: Path, bare: bool) -> pygit2.Repository:
    """The repository around `where`. Raises RepositoryError."""
    pygit2.settings.mwindow_size = WINDOW
    pygit2.settings.mwindow_mapped_limit = MAPPED
    if not where.exists():
        raise RepositoryError(f"no such folder: {where}")
    git = _open(where)
    if git.is_bare and not bare:
        raise RepositoryError(
            f"{where} is a bare repository: it has no work tree",
            f"run `git clone {quote(git.path)} FOLDER` and work in that folder",
        )
    return git


def _open(where: Path) -> pygit2.Repository:
    try:
        found = pygit2.discover_repository(str(where))
        if found is None:
            raise RepositoryError(
                f"no git repository at {where} or above it", "run this inside a clone of the application's repository"
            )
        return pygit2.Repository(found)
    except (KeyError, pygit2.GitError) as error:
        raise _refusal(where, str(error)) from error


def _refusal(where: Path, reason: str) -> RepositoryError:
    if "not owned" in reason:
        return RepositoryError(
            f"the repository at {where} belongs to another user",
            f"if you trust it: git config --global --add safe.directory {quote(str(where))}",
        )
    if "extension" in reason or "version" in reason:
        return RepositoryError(
            f"the repository at {where} uses a git format that cannot be read yet: {reason}",
            "clone it with the default object and reference formats",
        )
    return RepositoryError(f"the git repository at {where} cannot be opened: {reason}", "run `git status` there")


def head(git: pygit2.Repository, root: Path) -> tuple[str, str]:
    """The head's commit and branch (empty when detached). Raises RepositoryError when there is none."""
    try:
        reference = git.head
        commit = str(reference.peel(pygit2.Commit).id)
    except (KeyError, ValueError, pygit2.GitError) as error:
        raise _headless(git, root) from error
    return commit, "" if git.head_is_detached else reference.shorthand


def _headless(git: pygit2.Repository, root: Path) -> RepositoryError:
    branches = sorted(git.listall_branches(pygit2.enums.BranchType.ALL))
    if not git.head_is_unborn:
        return RepositoryError(f"the head commit of {root} cannot be read", CHECK_OBJECTS)
    if branches:
        return RepositoryError(
            f"the branch checked out in {root} has no commits", f"run `git switch {branches[0]}` and try again"
        )
    return RepositoryError(f"the repository at {root} has no commits", "commit something first")


def prefix(root: Path, opened_from: Path) -> str:
    """The folder inside the work tree, `sub/folder/` or empty."""
    inside = opened_from if opened_from.is_dir() else opened_from.parent
    if inside == root or root not in inside.parents:
        return ""
    return inside.relative_to(root).as_posix() + "/"


def common_folder(git: pygit2.Repository) -> Path:
    """The git folder that all work trees of a repository share."""
    own = Path(git.path)
    pointer = own / "commondir"
    return (own / pointer.read_text().strip()).resolve() if pointer.is_file() else own


def shallow_commits(git: pygit2.Repository) -> frozenset[str]:
    """Commits listed in git's `shallow` file."""
    listing = common_folder(git) / "shallow"
    return frozenset(listing.read_text().split()) if listing.is_file() else frozenset()


def is_partial(git: pygit2.Repository) -> bool:
    """Whether a remote promises objects that were not fetched."""
    settings = {entry.name: entry.value for entry in git.config}
    if any(name.startswith("remote.") and name.endswith(".partialclonefilter") for name in settings):
        return True
    return any(common_folder(git).glob("objects/pack/*.promisor"))


def remote_url(git: pygit2.Repository) -> str:
    """Address of `origin`, else of the first remote; credentials are taken out."""
    names = sorted(git.remotes.names(), key=lambda name: name != "origin")
    url = git.remotes[names[0]].url if names and names[0] else None
    return _CREDENTIALS.sub("", url) if url and "://" in url else url or ""
