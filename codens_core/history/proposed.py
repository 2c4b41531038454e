"""A branch that is not merged yet, as the pull request that it would be."""

from __future__ import annotations

import pygit2

from codens_core.base.errors import NotFoundError
from codens_core.base.problems import Problems
from codens_core.graph.records import PullRequest
from codens_core.history import messages, people
from codens_core.history.files import Files
from codens_core.history.repository import Repository


def proposed(repository: Repository, branch: str, base: str = "HEAD", problems: Problems | None = None) -> PullRequest:
    """What `branch` changes since it left `base`: what `base` got meanwhile is no change of the branch.

    `extra["commits"]` counts its commits; their first parents' messages give the body, a single one the title too.
    Raises NotFoundError where a revision is unknown or both have no common history.
    """
    tip, target = repository.resolve(branch), repository.resolve(base)
    fork = repository.git.merge_base(tip, target)
    if fork is None:
        raise NotFoundError(f"`{branch}` and `{base}` have no common history")
    objects = repository.objects
    tree = objects.commit(str(fork)).tree_id.raw
    files, complete = Files(objects, tree, problems or Problems(), strict=True).upto(tip, last=True)
    commits = _commits(repository, tip, str(fork))
    told = [messages.parse(people.text(commit.raw_message, commit.message_encoding)) for commit in commits]
    last = objects.commit(tip)
    author = people.author(last)
    single = told[0] if len(told) == 1 else None
    return PullRequest(
        key=tip[:10],
        kind="commit",
        title=single.title if single else branch,
        body=single.body if single else "\n".join(f"* {message.title}" for message in told),
        commit=tip,
        parent=str(fork),
        author=author[0],
        email=author[1],
        date=people.iso_date(last.commit_time, last.commit_time_offset),
        files=files,
        extra={"branch": branch, "commits": len(commits)} | ({} if complete else {"incomplete": True}),
    )


def _commits(repository: Repository, tip: str, fork: str) -> list[pygit2.Commit]:
    """Commits of the branch since the fork, oldest first, along first parents."""
    walk = repository.git.walk(tip, pygit2.enums.SortMode.TOPOLOGICAL | pygit2.enums.SortMode.REVERSE)
    walk.simplify_first_parent()
    walk.hide(fork)
    return list(walk)
