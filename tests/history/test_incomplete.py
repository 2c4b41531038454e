"""Half a history never looks like a whole one: shallow and partial clones, missing trees and blobs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from repo import RepoBuilder

from codens_core.base.errors import RepositoryError
from codens_core.base.problems import Problems
from codens_core.history.local import pull_requests
from codens_core.history.repository import MissingBlob, MissingObject, Repository, require_whole

Git = Callable[..., str]
LINES = "".join(f"line {number}\n" for number in range(30))


@pytest.fixture
def source(repo: RepoBuilder) -> RepoBuilder:
    repo.commit({"a": LINES, "sub/kept": "1"}, "Begin")
    for number in range(4):
        repo.commit({"a": f"{LINES}{number}", f"sub/{number}": f"own {number}"}, f"Step {number}")
    repo.git.config["uploadpack.allowFilter"] = True
    return repo


def drop(repo: RepoBuilder, oid: str) -> None:
    (repo.path / ".git" / "objects" / oid[:2] / oid[2:]).unlink()


def oid_of(repo: RepoBuilder, spec: str) -> str:
    return str(repo.git.revparse_single(spec).id)


def test_a_shallow_clone_is_refused_and_can_be_completed(source: RepoBuilder, tmp_path: Path, git: Git) -> None:
    git("clone", "-q", "--depth", "2", f"file://{source.path}", tmp_path / "clone")
    opened = Repository.open(tmp_path / "clone")
    assert opened.is_shallow
    assert len(opened.shallow_commits) == 1
    with pytest.raises(RepositoryError) as caught:
        next(pull_requests(opened))
    assert "git fetch --unshallow" in caught.value.hint
    git("fetch", "-q", "--unshallow", where=tmp_path / "clone")
    assert len(list(pull_requests(Repository.open(tmp_path / "clone")))) == 5


def test_a_shallow_clone_begins_at_its_boundary_when_allowed(source: RepoBuilder, tmp_path: Path, git: Git) -> None:
    git("clone", "-q", "--depth", "2", f"file://{source.path}", tmp_path / "clone")
    boundary, last = pull_requests(Repository.open(tmp_path / "clone"), shallow=True)
    assert (boundary.extra["boundary"], boundary.parent, len(boundary.files)) == (True, "", 5)
    assert ("boundary" in last.extra, [file.status for file in last.files]) == (False, ["modified", "added"])


def test_a_work_tree_of_a_shallow_clone_is_shallow_too(source: RepoBuilder, tmp_path: Path, git: Git) -> None:
    git("clone", "-q", "--depth", "2", f"file://{source.path}", tmp_path / "clone")
    git("worktree", "add", "-q", "-b", "other", tmp_path / "tree", where=tmp_path / "clone")
    assert Repository.open(tmp_path / "tree").is_shallow


def test_a_shallow_merge_boundary(source: RepoBuilder, tmp_path: Path, git: Git) -> None:
    source.branch("x").commit({"x": "1"}, "X")
    source.checkout("main").commit({"y": "1"}, "Y")
    source.merge("x", "Merge pull request #1 from ann/x\n\nAdd x")
    git("clone", "-q", "--depth", "1", f"file://{source.path}", tmp_path / "clone")
    (unit,) = pull_requests(Repository.open(tmp_path / "clone"), shallow=True)
    assert (unit.extra["boundary"], unit.parent, unit.number) == (True, "", 1)


@pytest.mark.parametrize("what", ["blob:none", "tree:0"])
def test_a_partial_clone_is_refused_and_can_be_completed(
    source: RepoBuilder, tmp_path: Path, git: Git, what: str
) -> None:
    git("clone", "-q", f"--filter={what}", f"file://{source.path}", tmp_path / "clone")
    opened = Repository.open(tmp_path / "clone")
    assert (opened.is_partial, opened.is_shallow) == (True, False)
    with pytest.raises(RepositoryError) as caught:
        next(pull_requests(opened))
    assert "git fetch --refetch --no-filter" in caught.value.hint
    git("fetch", "-q", "--refetch", "--no-filter", where=tmp_path / "clone")
    assert len(list(pull_requests(Repository.open(tmp_path / "clone")))) == 5


def test_a_partial_clones_head_can_be_read(source: RepoBuilder, tmp_path: Path, git: Git) -> None:
    git("clone", "-q", "--filter=blob:none", f"file://{source.path}", tmp_path / "clone")
    opened = Repository.open(tmp_path / "clone")
    for path, _, _ in opened.tree_files(opened.head):
        assert opened.file_at(opened.head, path) is not None
    older = next(oid for path, oid, _ in opened.tree_files(opened.resolve("HEAD~2")) if path == "a")
    with pytest.raises(MissingBlob) as caught:
        opened.blob(older)
    assert "--refetch" in caught.value.hint


def test_a_partial_clone_without_large_files_passes(source: RepoBuilder, tmp_path: Path, git: Git) -> None:
    source.commit({"large": "x" * 5000}, "Large")
    source.commit({"large": None}, "Gone")
    git("clone", "-q", "--filter=blob:limit=4k", f"file://{source.path}", tmp_path / "clone")
    opened = Repository.open(tmp_path / "clone")
    require_whole(opened)
    assert len(list(pull_requests(opened))) == 7


def test_a_whole_clone_is_not_partial(source: RepoBuilder, tmp_path: Path, git: Git) -> None:
    git("clone", "-q", f"file://{source.path}", tmp_path / "clone")
    opened = Repository.open(tmp_path / "clone")
    assert (opened.is_partial, opened.is_shallow, opened.shallow_commits) == (False, False, frozenset())


def test_a_missing_blob_stops_no_rename_but_its_own(source: RepoBuilder) -> None:
    source.commit({"old": LINES * 2, "lost": LINES * 3, "sub/same": "same\n" * 9}, "Before")
    lost = oid_of(source, "HEAD:lost")
    moved = {"old": None, "new": LINES * 2 + "x", "lost": None, "found": LINES * 3 + "x"}
    source.commit({**moved, "sub/same": None, "same": "same\n" * 9}, "Move (#9)")
    drop(source, lost)
    problems = Problems()
    *_, unit = pull_requests(Repository.open(source.path), problems=problems)
    assert sorted((file.status, file.old_path, file.path) for file in unit.files) == [
        ("added", "found", "found"), ("deleted", "lost", "lost"), ("renamed", "old", "new"),
        ("renamed", "sub/same", "same"),
    ]  # fmt: skip
    assert unit.extra["incomplete"] is True
    (problem,) = problems
    assert (problem.code, lost in problem.message, "git fsck" in problem.hint) == ("missing-blob", True, True)


def test_a_missing_tree_is_reported_and_the_next_unit_makes_up_for_it(source: RepoBuilder) -> None:
    drop(source, oid_of(source, "HEAD~2:sub"))
    problems = Problems()
    found = list(pull_requests(Repository.open(source.path), problems=problems))
    assert [[file.path for file in unit.files] for unit in found] == [
        ["a", "sub/kept"], ["a", "sub/0"], [], ["a", "sub/1", "sub/2"], ["a", "sub/3"],
    ]  # fmt: skip
    assert [bool(unit.extra.get("incomplete")) for unit in found] == [False, False, True, False, False]
    assert [problem.code for problem in problems] == ["missing-tree"]


def test_a_walk_that_begins_after_a_missing_tree(source: RepoBuilder) -> None:
    drop(source, oid_of(source, "HEAD~2:sub"))
    opened = Repository.open(source.path)
    with pytest.raises(MissingObject):
        list(pull_requests(opened, opened.resolve("HEAD~2")))


def test_without_the_heads_tree_nothing_can_be_told(source: RepoBuilder) -> None:
    drop(source, oid_of(source, "HEAD:sub"))
    with pytest.raises(MissingObject):
        list(pull_requests(Repository.open(source.path)))


def test_a_missing_commit_is_no_root(source: RepoBuilder) -> None:
    drop(source, oid_of(source, "HEAD~2"))
    with pytest.raises(MissingObject) as caught:
        next(pull_requests(Repository.open(source.path)))
    assert "fsck" in caught.value.hint


def test_a_branch_that_was_not_fetched_leaves_the_merge_readable(source: RepoBuilder) -> None:
    source.branch("x")
    inner = source.commit({"x": "1"}, "X", "Ben <ben@example.org>")
    source.checkout("main").commit({"y": "1"}, "Y")
    source.merge("x", "Merge pull request #1 from ann/x\n\nAdd x")
    drop(source, inner)
    *_, unit = pull_requests(Repository.open(source.path))
    assert (unit.kind, unit.key, [file.path for file in unit.files], unit.author) == ("merge", "#1", ["x"], "Ann")
