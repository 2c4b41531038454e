"""Questions about time, over a small real history."""

from __future__ import annotations

from pathlib import Path

import pytest
from repo import RepoBuilder
from toy import toy_plugins

from codens_core.api.building import build
from codens_core.api.project import Project
from codens_core.api.timeline import blame, changes, diff, pull_request_page
from codens_core.base.errors import NotFoundError, UsageError
from codens_core.build.pipeline import Options

LONG = "define: Home\n" + "".join(f"tag: t{n}\n" for n in range(20))


@pytest.fixture
def project(tmp_path: Path) -> Project:
    (tmp_path / "repo").mkdir()
    repo = RepoBuilder(tmp_path / "repo")
    repo.commit({"toy.conf": ""}, "Begin")
    repo.commit({"pages/home.toy": LONG + "title: Home\n", "notes.txt": "x"}, "Add home (#1)\n\nPeople need a start.")
    repo.commit({"pages/home.toy": LONG + "title: Start\n"}, "Say start (#2)\n\nBecause home\nwas unclear.\n\nMore.")
    repo.commit({"pages/home.toy": None, "pages/start.toy": LONG + "title: Start\ntag: new\n"}, "Move (#3)")
    repo.commit({"pages/gone.toy": "title: Gone\n"}, "Add gone (#4)")
    repo.commit({"pages/gone.toy": None}, "Drop it (#5)")
    opened = Project.open(tmp_path / "repo", toy_plugins(tmp_path))
    build(opened, Options())
    return opened


def test_a_pull_request_tells_what_it_taught(project: Project) -> None:
    page = pull_request_page(project, "2")
    assert (page.pull_request.key, page.body) == ("#2", "Because home\nwas unclear.\n\nMore.")
    (learned,) = page.components
    assert learned.node_id == "pages.start"
    (step,) = learned.steps
    assert (step.attribute, step.kind, step.old, step.new) == ("title", "set", "Home", "Start")
    assert step.evidence is not None
    assert (step.evidence.path, step.evidence.start_line) == ("pages/home.toy", 22)


def test_files_left_out_are_listed_too(project: Project) -> None:
    files = {file.path: file.node_id for file in pull_request_page(project, "#1").files}
    assert files == {"notes.txt": "", "pages/home.toy": "pages.start"}


def test_a_diff_is_net_and_follows_renames(project: Project) -> None:
    found = diff(project, "#1..#5")
    (only,) = found.components
    assert (only.node_id, only.status) == ("pages.start", "moved")
    assert {(s.attribute, s.kind, s.old, s.new) for s in only.steps} == {
        ("title", "set", "Home", "Start"),
        ("tags", "added", None, "new"),
    }


@pytest.mark.parametrize(("span", "expected"), [("#3..#4", "added"), ("#4..#5", "removed"), ("#5..#4", "added")])
def test_coming_and_going(project: Project, span: str, expected: str) -> None:
    assert [(c.path, c.status) for c in diff(project, span).components] == [("pages/gone.toy", expected)]


def test_a_diff_of_one_component(project: Project) -> None:
    (only,) = diff(project, "#1..#2", "pages.start").components
    assert [(s.attribute, s.new) for s in only.steps] == [("title", "Start")]
    assert diff(project, "#3..#4", "pages.start").components == []


def test_blame_names_who_set_it_and_why(project: Project) -> None:
    (title,) = blame(project, "pages.start.title").values
    assert title.pull_request is not None
    assert (title.value.value, title.pull_request.key, title.reason) == ("Start", "#2", "Because home was unclear.")
    tags = {v.value.value: v.value.pull_request for v in blame(project, "pages.start.tags").values}
    assert (tags["t0"], tags["new"]) == ("#1", "#3")


def test_changes_since_a_moment(project: Project) -> None:
    found = changes(project, "#3")
    assert [page.pull_request.key for page in found.pull_requests] == ["#4", "#5"]
    assert found.total == 2


def test_wrong_moments_are_explained(project: Project) -> None:
    with pytest.raises(NotFoundError, match="#99"):
        pull_request_page(project, "#99")
    with pytest.raises(UsageError, match="span"):
        diff(project, "#1")
    with pytest.raises(UsageError, match="attribute"):
        blame(project, "pages.start.colour")
