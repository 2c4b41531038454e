"""What a code host tells, laid over git's history when it comes after the first build."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from repo import RepoBuilder
from toy import toy_plugins

from codens_core.api.building import build, verify_memory
from codens_core.api.fetching import export, fetch
from codens_core.api.project import Project
from codens_core.build.pipeline import Options
from tests.history.fake_host import FakeClock, FakeHost, serving

CONFIG = "version: 1\nhistory:\n  records: told.jsonl\n"


@pytest.fixture
def repo(tmp_path: Path) -> RepoBuilder:
    (tmp_path / "repo").mkdir()
    repo = RepoBuilder(tmp_path / "repo")
    repo.commit({"toy.conf": ""}, "Begin")
    return repo


def project(repo: RepoBuilder) -> Project:
    return Project.open(repo.path, toy_plugins(repo.path.parent))


def tell(repo: RepoBuilder, **record: object) -> None:
    """Write one merged pull request as the host's export."""
    (repo.path / "codens.yaml").write_text(CONFIG)
    base = {"state": "merged", "body": "", "author": "ann"}
    (repo.path / "told.jsonl").write_text(json.dumps(base | record) + "\n")


def test_texts_come_later_and_nothing_is_replayed(repo: RepoBuilder) -> None:
    commit = repo.commit({"pages/home.toy": "title: Home\n"}, "Add home (#7)")
    build(project(repo), Options())
    tell(repo, number=7, title="A home for all", body="People asked.", merge_commit=commit, labels=["ux"])
    assert build(project(repo), Options()).replayed == 0
    pr = project(repo).knowledge.pull_request("#7")
    assert pr is not None
    assert (pr.title, pr.body, pr.labels) == ("A home for all", "People asked.", ("ux",))
    assert [match.node_id for match in project(repo).knowledge.search(["asked"], 5)] == ["pages.home"]


def test_a_number_that_only_the_host_knows_renames_the_unit(repo: RepoBuilder) -> None:
    commit = repo.commit({"pages/home.toy": "title: Home\n"}, "Add home")
    repo.commit({"pages/next.toy": "title: Next\n"}, "Later (#9)")
    build(project(repo), Options())
    tell(repo, number=8, title="Home", merge_commit=commit)
    assert build(project(repo), Options()).replayed == 2
    opened = project(repo)
    assert [pr.key for pr in opened.knowledge.pull_requests()][1:] == ["#8", "#9"]
    assert opened.knowledge.components()[0].prs == ["#8"]
    assert verify_memory(opened).equal


def test_an_export_is_read_again(repo: RepoBuilder) -> None:
    repo.commit({"pages/home.toy": "title: Home\n"}, "Add home (#7)\n\nWhy not.")
    build(project(repo), Options())
    assert export(project(repo), repo.path / "told.jsonl") == 1
    (repo.path / "codens.yaml").write_text(CONFIG)
    assert build(project(repo), Options()).replayed == 0
    pr = project(repo).knowledge.pull_request("#7")
    assert pr is not None
    assert (pr.title, pr.body) == ("Add home", "Why not.")


def test_what_is_fetched_is_laid_over_by_the_next_build(repo: RepoBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("CODENS_GITHUB_TOKEN", "made-up")
    commit = repo.commit({"pages/home.toy": "title: Home\n"}, "Add home (#7)")
    item = {
        "number": 7, "title": "A home", "body": "Asked for.", "state": "closed", "html_url": "https://example.org/7",
        "user": {"login": "ann", "type": "User"}, "created_at": "2023-01-01T00:00:00Z",
        "updated_at": "2023-01-02T00:00:00Z", "merged_at": "2023-01-02T00:00:00Z", "merge_commit_sha": commit,
        "base": {"ref": "main", "sha": "b" * 40}, "head": {"ref": "topic", "sha": "c" * 40, "repo": None},
        "labels": [{"name": "bug"}], "requested_reviewers": [], "requested_teams": [], "milestone": None,
    }  # fmt: skip
    with serving(FakeHost(FakeClock(), lists={"/repos/shop/app/pulls": [item]})) as host:
        settings = f"host: shop/app\n  host_api: {host.url}\n"
        (repo.path / "codens.yaml").write_text(f"version: 1\nhistory:\n  {settings}")
        found = fetch(project(repo))
        again = fetch(project(repo))
    assert (found.total, found.new, again.new, found.problems) == (1, 1, 0, [])
    build(project(repo), Options())
    pr = project(repo).knowledge.pull_request("#7")
    assert pr is not None
    assert (pr.title, pr.body, pr.labels, pr.extra["login"]) == ("A home", "Asked for.", ("bug",), "ann")
