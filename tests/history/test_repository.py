"""Opening repositories, reading files at commits, and finding commits by what people write."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pygit2
import pytest
from repo import Link, Program, RepoBuilder, Submodule

from codens_core.base.errors import NotFoundError, RepositoryError
from codens_core.graph.records import FileChange, PullRequest
from codens_core.history import patches
from codens_core.history.local import pull_requests
from codens_core.history.repository import MissingBlob, Repository

Git = Callable[..., str]


def message_of(path: Path, **how: bool) -> str:
    with pytest.raises(RepositoryError) as caught:
        Repository.open(path, **how)
    assert caught.value.hint or "no such folder" in caught.value.title
    return f"{caught.value.title} | {caught.value.hint}"


def test_each_refusal_says_what_to_do(tmp_path: Path, repo: RepoBuilder, git: Git) -> None:
    (tmp_path / "plain").mkdir()
    assert "no git repository" in message_of(tmp_path / "plain")
    assert "no such folder" in message_of(tmp_path / "nowhere")
    assert "has no commits | commit something" in message_of(repo.path)
    repo.commit({"a": "1"}, "Begin")
    git("clone", "-q", "--bare", repo.path, tmp_path / "bare.git")
    assert f"git clone {tmp_path / 'bare.git'}" in message_of(tmp_path / "bare.git")
    git("symbolic-ref", "HEAD", "refs/heads/empty", where=repo.path)
    assert "git switch main" in message_of(repo.path)


def test_a_damaged_git_folder_is_told_from_none(repo: RepoBuilder) -> None:
    commit = repo.commit({"a": "1"}, "Begin")
    (repo.path / ".git" / "objects" / commit[:2] / commit[2:]).unlink()
    assert "git fsck" in message_of(repo.path)


def test_formats_that_cannot_be_read_are_named(repo: RepoBuilder, git: Git) -> None:
    repo.commit({"a": "1"}, "Begin")
    git("config", "core.repositoryformatversion", "1", where=repo.path)
    git("config", "extensions.fromthefuture", "true", where=repo.path)
    assert "fromthefuture" in message_of(repo.path)


def test_opened_from_a_folder_inside(repo: RepoBuilder) -> None:
    commit = repo.commit({"apps/web/a": "1"}, "Begin")
    repo.worktree()
    opened = Repository.open(repo.path / "apps" / "web")
    assert (opened.root, opened.prefix) == (repo.path.resolve(), "apps/web/")
    assert (opened.head, opened.branch, opened.is_bare, opened.is_shallow) == (commit, "main", False, False)
    assert (Repository.open(repo.path / "apps" / "web" / "a").prefix, Repository.open(repo.path).prefix) == (
        "apps/web/", "",
    )  # fmt: skip


def test_through_a_link_to_the_work_tree(repo: RepoBuilder, tmp_path: Path) -> None:
    repo.commit({"sub/a": "1"}, "Begin")
    repo.worktree()
    (tmp_path / "link").symlink_to(repo.path)
    assert Repository.open(tmp_path / "link" / "sub").prefix == "sub/"


def test_a_bare_repository_on_request(repo: RepoBuilder, tmp_path: Path, git: Git) -> None:
    commit = repo.commit({"a": "1"}, "Begin")
    git("clone", "-q", "--bare", repo.path, tmp_path / "bare.git")
    opened = Repository.open(tmp_path / "bare.git", bare=True)
    assert (opened.head, opened.prefix, opened.is_bare) == (commit, "", True)
    assert [unit.title for unit in pull_requests(opened)] == ["Begin"]


def test_a_detached_head_and_a_second_work_tree(repo: RepoBuilder, tmp_path: Path, git: Git) -> None:
    first = repo.commit({"a": "1"}, "Begin")
    repo.commit({"a": "2"}, "On")
    repo.detach(first)
    opened = Repository.open(repo.path)
    assert (opened.head, opened.branch) == (first, "")
    git("worktree", "add", "-q", "-b", "other", tmp_path / "tree", first, where=repo.path)
    other = Repository.open(tmp_path / "tree")
    assert (other.root, other.branch, other.is_shallow) == ((tmp_path / "tree").resolve(), "other", False)


def test_someone_elses_repository(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Begin")
    if os.geteuid() != 0:
        pytest.skip("only root can give a folder away")
    for folder in (repo.path, repo.path / ".git"):
        os.chown(folder, 12345, 12345)
    assert "safe.directory" in message_of(repo.path)


def test_tree_files_and_single_files(repo: RepoBuilder) -> None:
    first = repo.commit({"a": "1", "b/c/d": "2"}, "Begin")
    repo.commit({"a": None, "l": Link("../../outside"), "m": Submodule("4" * 40), "x": Program("#!")}, "Kinds")
    opened = Repository.open(repo.path)
    assert [(path, mode) for path, _, mode in opened.tree_files(opened.head)] == [
        ("b/c/d", 0o100644), ("l", 0o120000), ("m", 0o160000), ("x", 0o100755),
    ]  # fmt: skip
    assert opened.file_at(first, "a") == b"1"
    assert opened.file_at(opened.head, "l") == b"../../outside"
    for absent in ("a", "m", "b", "b/c", "b/c/d/e", "", "nowhere"):
        assert opened.file_at(opened.head, absent) is None
    tracked = [path for path in ("b/c/d", "l", "m", "a", "b", "") if opened.tracked(path)]
    assert tracked == ["b/c/d", "l", "m"]


def test_a_very_deep_tree_is_no_recursion(repo: RepoBuilder) -> None:
    tree = repo.git.TreeBuilder()
    tree.insert("leaf", repo.git.create_blob(b"1"), 0o100644)
    oid = tree.write()
    for _ in range(3000):
        tree = repo.git.TreeBuilder()
        tree.insert("d", oid, 0o40000)
        oid = tree.write()
    who = pygit2.Signature("Ann", "a@x", 1, 0)
    repo.git.create_commit("refs/heads/main", who, who, "Deep", oid, [])
    opened = Repository.open(repo.path)
    deep = "d/" * 3000 + "leaf"
    assert [path for path, _, _ in opened.tree_files(opened.head)] == [deep]
    (unit,) = pull_requests(opened)
    assert unit.files[0].path == deep
    assert opened.file_at(opened.head, deep) == b"1"


def test_missing_contents_are_errors_of_their_own(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Begin")
    opened = Repository.open(repo.path)
    for oid in ("0" * 40, "no hex", ""):
        with pytest.raises(MissingBlob) as caught:
            opened.blob(oid)
        assert caught.value.oid == oid
        assert opened.blob_size(oid) == -1
    with pytest.raises(MissingBlob):
        opened.blob(opened.head)


REVISIONS: list[tuple[str, int]] = [
    ("HEAD", 3), ("HEAD~1", 2), ("main", 3), ("v1", 1), ("release", 0), ("refs/heads/main", 3),
    ("2024-05-02", 1), ("2024-05-02T11:59:59+00:00", 0), ("2024-05-02T12:00:00", 1), ("2024-05-02T13:00:00+02:00", 0),
    ("2030-01-01", 3),
]  # fmt: skip


@pytest.mark.parametrize(("revision", "number"), REVISIONS)
def test_resolve(repo: RepoBuilder, git: Git, revision: str, number: int) -> None:
    commits = [repo.commit({"a": str(day)}, f"Day {day}", date=f"2024-05-0{day}") for day in (1, 2, 3, 4)]
    git("tag", "-a", "-m", "one", "v1", commits[1], where=repo.path)
    git("branch", "release", commits[0], where=repo.path)
    opened = Repository.open(repo.path)
    assert opened.resolve(revision) == commits[number]
    assert opened.resolve(commits[number][:8]) == commits[number]


@pytest.mark.parametrize("revision", ["nope", "", "HEAD~9", "1990-01-01", "2024-13-01", "0000000000", "a..b", "@{x"])
def test_what_cannot_be_resolved(repo: RepoBuilder, revision: str) -> None:
    repo.commit({"a": "1"}, "Begin", date="2024-05-01")
    with pytest.raises(NotFoundError):
        Repository.open(repo.path).resolve(revision)


def test_carrier_finds_the_merge_that_brought_a_commit(repo: RepoBuilder) -> None:
    first = repo.commit({"a": "1"}, "Begin")
    repo.branch("x")
    inner = repo.commit({"b": "1"}, "Inner")
    repo.checkout("main").commit({"c": "1"}, "On main")
    merge = repo.merge("x", "Merge x")
    repo.commit({"c": "2"}, "Later")
    repo.branch("unmerged", first)
    outside = repo.commit({"z": "1"}, "Outside")
    repo.checkout("main")
    opened = Repository.open(repo.path)
    assert [opened.carrier(commit) for commit in (inner, merge, first, outside, "0" * 40)] == [
        merge, merge, first, None, None,
    ]  # fmt: skip


def test_fork_point(repo: RepoBuilder) -> None:
    commits = [repo.commit({"a": str(number)}, "Step") for number in range(4)]
    opened = Repository.open(repo.path)
    assert opened.fork_point(commits) == commits[3]
    assert opened.fork_point([]) is None
    assert opened.fork_point(["0" * 40]) is None
    repo.reset(commits[1])
    assert Repository.open(repo.path).fork_point(commits) == commits[1]
    repo.commit({"a": "other"}, "Another way")
    assert Repository.open(repo.path).fork_point(commits) == commits[1]


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://user:secret@github.com/shop/app.git", "https://github.com/shop/app.git"),
        ("git@github.com:shop/app.git", "git@github.com:shop/app.git"),
        ("/srv/git/app.git", "/srv/git/app.git"),
    ],
)
def test_remote_url_never_shows_credentials(repo: RepoBuilder, git: Git, url: str, expected: str) -> None:
    repo.commit({"a": "1"}, "Begin")
    assert Repository.open(repo.path).remote_url == ""
    git("remote", "add", "upstream", "https://example.org/other.git", where=repo.path)
    assert Repository.open(repo.path).remote_url == "https://example.org/other.git"
    git("remote", "add", "origin", url, where=repo.path)
    assert Repository.open(repo.path).remote_url == expected


# patches


def newest(repo: RepoBuilder) -> tuple[Repository, PullRequest]:
    opened = Repository.open(repo.path)
    *_, unit = pull_requests(opened)
    return opened, unit


def patch_of(repo: RepoBuilder, path: str) -> str:
    opened, unit = newest(repo)
    return opened.patch(unit, next(file for file in unit.files if file.path == path))


def test_patches_are_what_git_prints(repo: RepoBuilder, git: Git) -> None:
    lines = "".join(f"{number}\n" for number in range(30))
    repo.commit({"edit": lines, "gone": "bye\n", "old": lines, "mode": "m\n", "tail": "no newline", "m": Submodule()})
    repo.commit({
        "edit": lines.replace("15\n", "fifteen\n"), "gone": None, "new": "hi\n", "old": None, "moved": lines + "x\n",
        "mode": Program("m\n"), "tail": "no newline\n", "l": Link("edit"), "m": Submodule("2" * 40), 'q"\t': "1\n",
    })  # fmt: skip
    printed = git("diff", "-M50%", "HEAD~1", "HEAD", where=repo.path)
    theirs = {part.split("\n", 1)[0]: part for part in ("\n" + printed).split("\ndiff --git ")[1:]}
    opened, unit = newest(repo)
    ours = [opened.patch(unit, file).removeprefix("diff --git ") for file in unit.files]
    assert len(ours) == len(theirs)

    def body(part: str) -> list[str]:
        return [line for line in part.rstrip("\n").split("\n") if not line.startswith(("index ", "similarity "))]

    for part in ours:
        assert body(part) == [line.split(" @@ ")[0] + " @@" if " @@ " in line else line
                              for line in body(theirs[part.split("\n", 1)[0]])]  # fmt: skip


def test_a_patch_of_the_first_commit(repo: RepoBuilder) -> None:
    repo.commit({"a": "1\n"}, "Begin")
    assert (
        patch_of(repo, "a") == "diff --git a/a b/a\nnew file mode 100644\n--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+1\n"
    )


def test_binary_and_huge_contents_are_named(repo: RepoBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit({"b": b"\0\1", "h": "1\n" * 99}, "Begin")
    repo.commit({"b": b"\0\2", "h": "2\n" * 99}, "Change")
    monkeypatch.setattr(patches, "MAX_BYTES", 100)
    assert patch_of(repo, "b").endswith("Binary files differ\n")
    assert "differ" in patch_of(repo, "h")
    assert "@@" not in patch_of(repo, "h")


def test_contents_that_are_no_utf8_still_show(repo: RepoBuilder) -> None:
    repo.commit({"a": b"caf\xe9\n"}, "Begin")
    assert "+caf\ufffd\n" in patch_of(repo, "a")


def test_a_patch_over_a_missing_blob_says_so(repo: RepoBuilder) -> None:
    repo.commit({"a": "1\n"}, "Begin")
    opened, unit = newest(repo)
    lost = FileChange("a", "a", "modified", "0" * 40, unit.files[0].new_oid)
    with pytest.raises(MissingBlob):
        opened.patch(PullRequest("x", "commit", "", unit.commit, unit.commit), lost)
