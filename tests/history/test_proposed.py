"""A branch as the pull request that it would be: what its base got meanwhile is not its own."""

from __future__ import annotations

import pytest
from repo import RepoBuilder

from codens_core.base.errors import NotFoundError
from codens_core.history.proposed import proposed
from codens_core.history.repository import Repository


def test_three_dots_not_two(repo: RepoBuilder) -> None:
    fork = repo.commit({"a": "1", "kept": "1"}, "Begin")
    repo.branch("topic").commit({"b": "1"}, "Add b", "Ben <ben@example.org>")
    repo.commit({"b": None, "c": "1"}, "Move b\n\nText")
    repo.checkout("main").commit({"kept": None, "a": "2"}, "Meanwhile")
    found = proposed(Repository.open(repo.path), "topic")
    assert [(file.status, file.path) for file in found.files] == [("added", "c")]
    assert (found.parent, found.title, found.body, found.author) == (fork, "topic", "* Add b\n* Move b", "Ann")
    assert found.extra == {"branch": "topic", "commits": 2}


def test_a_single_commit_gives_its_words(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Begin")
    repo.branch("topic").commit({"b": "1"}, "Add b\n\nBecause.")
    repo.checkout("main")
    found = proposed(Repository.open(repo.path), "topic", "main")
    assert (found.title, found.body) == ("Add b", "Because.")


def test_a_base_merged_into_the_branch_moves_the_fork(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Begin")
    repo.branch("topic").commit({"b": "1"}, "Add b")
    repo.checkout("main").commit({"m": "1"}, "On main")
    repo.checkout("topic").merge("main", "Merge branch 'main' into topic")
    repo.checkout("main").commit({"m": "2"}, "Later")
    assert [file.path for file in proposed(Repository.open(repo.path), "topic").files] == ["b"]


def test_a_merged_branch_proposes_nothing(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Begin")
    repo.branch("topic").commit({"b": "1"}, "Add b")
    repo.checkout("main").merge("topic", "Merge branch 'topic'")
    found = proposed(Repository.open(repo.path), "topic")
    assert (found.files, found.extra["commits"]) == ((), 0)


def test_no_common_history(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Begin")
    repo.git.set_head("refs/heads/other")
    repo.current = "other"
    repo.commit({"b": "1"}, "Another project")
    with pytest.raises(NotFoundError, match="no common history"):
        proposed(Repository.open(repo.path), "other", "main")
    with pytest.raises(NotFoundError):
        proposed(Repository.open(repo.path), "nope", "main")
