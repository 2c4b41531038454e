"""Replay on real repositories: what each pull request teaches, through renames, removals and returns."""

from __future__ import annotations

import io
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from repo import Link, RepoBuilder, Submodule
from toy import toy_plugins

from codens_core.api.building import build, verify_memory
from codens_core.api.project import Project
from codens_core.build.pipeline import Options, Report
from codens_core.graph.protocols import ComponentView
from codens_core.history.repository import Repository
from codens_core.memory.dump import write_dump


class Workshop:
    """A repository of toy files with its project."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "repo").mkdir()
        self.repo = RepoBuilder(folder / "repo")
        self.repo.commit({"toy.conf": "tag: on\n"}, "Begin")

    def build(self, **options: Any) -> Report:
        """Build with a fresh project, as a new process would."""
        return build(self.project(), Options(**options))

    def project(self) -> Project:
        return Project.open(self.folder / "repo", toy_plugins(self.folder))

    def component(self, name: str) -> ComponentView:
        knowledge = self.project().knowledge
        (found,) = knowledge.find(name)
        view = knowledge.component(found.key)
        assert view is not None
        return view

    def steps(self, name: str) -> list[tuple[str, str, object, object]]:
        """(attribute, kind, old, new) of a component's whole history."""
        knowledge = self.project().knowledge
        (found,) = knowledge.find(name)
        return [(c.attribute, c.kind, c.old, c.new) for c in knowledge.history(found.key)]

    def dump(self) -> str:
        out, store = io.StringIO(), self.project().store()
        write_dump(store, out)
        store.close()
        return out.getvalue()

    def assert_verified(self) -> None:
        count = len(self.project().knowledge.pull_requests())
        for at in (None, *range(count)):
            result = verify_memory(self.project(), at)
            assert result.equal, (at, result.differences)


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


def test_each_pull_request_adds_to_what_is_known(shop: Workshop) -> None:
    shop.repo.commit({"pages/home.toy": "title: Home\ntag: a\n"}, "Add home (#1)")
    shop.repo.commit({"pages/home.toy": "title: Start\ntag: a\ntag: b\n"}, "Rename it (#2)")
    shop.build()
    home = shop.component("pages.home")
    assert (home.prs, home.first_pr, home.last_pr) == (["#1", "#2"], "#1", "#2")
    assert home.plain() == {"title": ["Start"], "tags": ["a", "b"]}
    assert [(v.pull_request, v.evidence and v.evidence.start_line) for v in home.attributes["tags"]] == [
        ("#1", 2),
        ("#2", 3),
    ]
    assert shop.steps("pages.home")[2:] == [
        ("title", "set", None, "Home"),
        ("tags", "added", None, "a"),
        ("title", "set", "Home", "Start"),
        ("tags", "added", None, "b"),
    ]
    shop.assert_verified()


def test_a_rename_keeps_the_memory(shop: Workshop) -> None:
    text = "define: Home\ntitle: Home\n" + "".join(f"tag: {n}\n" for n in range(20))
    shop.repo.commit({"pages/home.toy": text}, "Add home (#1)")
    shop.repo.rename("pages/home.toy", "pages/start.toy", "Move (#2)")
    shop.build()
    moved = shop.component("pages.start")
    assert moved.prs == ["#1", "#2"]
    assert ("path", "set", "pages/home.toy", "pages/start.toy") in shop.steps("pages.start")
    assert shop.project().knowledge.find("pages.home") == []
    shop.assert_verified()


def test_a_rename_with_a_rewrite_is_told_by_the_constant(shop: Workshop) -> None:
    shop.repo.commit({"pages/home.toy": "define: Home\ntitle: Home\n"}, "Add (#1)")
    rewritten = "define: Home\n" + "".join(f"tag: {n}\n" for n in range(40))
    shop.repo.commit({"pages/home.toy": None, "pages/start.toy": rewritten}, "Rewrite (#2)")
    shop.build()
    assert shop.component("pages.start").prs == ["#1", "#2"]
    shop.assert_verified()


def test_another_constant_is_another_component(shop: Workshop) -> None:
    shop.repo.commit({"pages/home.toy": "define: Home\ntitle: Home\n"}, "Add (#1)")
    other = "define: Other\n" + "".join(f"tag: {n}\n" for n in range(40))
    shop.repo.commit({"pages/home.toy": None, "pages/start.toy": other}, "Replace (#2)")
    shop.build()
    assert shop.component("pages.start").prs == ["#2"]
    assert shop.component("pages.home").closed_by == "#2"
    shop.assert_verified()


def test_swapped_files_keep_their_own_memories(shop: Workshop) -> None:
    one = "title: One\n" + "".join(f"tag: one{n}\n" for n in range(30))
    two = "title: Two\n" + "".join(f"tag: two{n}\n" for n in range(30))
    shop.repo.commit({"pages/a.toy": one}, "One (#1)")
    shop.repo.commit({"pages/b.toy": two}, "Two (#2)")
    shop.repo.commit({"pages/a.toy": None, "pages/b.toy": None, "pages/c.toy": one, "pages/d.toy": two}, "Move (#3)")
    shop.repo.commit({"pages/c.toy": None, "pages/a.toy": one}, "Back (#4)")
    shop.build()
    assert shop.component("pages.a").prs == ["#1", "#3", "#4"]
    assert shop.component("pages.d").prs == ["#2", "#3"]
    shop.assert_verified()


def test_a_removed_file_that_returns_goes_on(shop: Workshop) -> None:
    shop.repo.commit({"pages/home.toy": "title: Home\n"}, "Add (#1)")
    shop.repo.commit({"pages/home.toy": None}, "Remove (#2)")
    shop.build()
    assert shop.component("pages.home").closed_by == "#2"
    shop.repo.commit({"pages/home.toy": "title: Again\n"}, "Return (#3)")
    shop.build()
    back = shop.component("pages.home")
    assert (back.prs, back.closed_by) == (["#1", "#2", "#3"], "")
    assert ("title", "set", "Home", "Again") in shop.steps("pages.home")
    shop.assert_verified()


def test_content_corrects_the_type(shop: Workshop) -> None:
    shop.repo.commit({"pages/home.toy": "title: Home\n"}, "Add (#1)")
    shop.repo.commit({"pages/home.toy": "title: Home\nkind: part\n"}, "Part (#2)")
    shop.build()
    assert shop.component("pages.home").type == "part"
    assert ("type", "set", "page", "part") in shop.steps("pages.home")
    shop.assert_verified()


def test_relations_only_to_what_exists_the_rest_is_listed(shop: Workshop) -> None:
    files = {"parts/nav.toy": "define: Nav\n", "pages/home.toy": "uses: Nav\nuses: Gone\n"}
    shop.repo.commit(files, "Add (#1)")
    report = shop.build()
    knowledge = shop.project().knowledge
    (edge,) = knowledge.relations()
    assert (edge.type, edge.source_id, edge.target_id, edge.first_pr) == ("uses", "pages.home", "parts.nav", "#1")
    assert (edge.evidence[0].path, edge.evidence[0].start_line) == ("pages/home.toy", 1)
    assert knowledge.unresolved() == [("uses", "pages.home", "pages/home.toy", "Gone", "missing", 2)]
    assert (report.relations, report.unresolved) == (1, 1)
    assert shop.component("pages.home").plain()["used_parts"] == ["parts.nav"]


def test_what_is_left_out_is_counted_with_its_reason(shop: Workshop) -> None:
    shop.repo.commit(
        {
            "drafts/x.toy": "title: X\n",
            "notes.txt": "hello",
            "pages/link.toy": Link("../toy.conf"),
            "lib": Submodule(),
        },
        "Odd files (#1)",
    )
    shop.build()
    assert shop.project().knowledge.left_out() == {
        "draft": 1,
        "holds facts of others": 1,
        "no component type": 1,
        "submodule": 1,
        "symbolic link": 1,
    }


def test_odd_files_are_reported_and_the_run_goes_on(shop: Workshop) -> None:
    shop.repo.commit(
        {
            "pages/bin.toy": b"\0\1\2",
            "pages/large.toy": "tag: x\n" * 700_000,
            "pages/bad.toy": "title: before\nexplode\nexplode: now\n",
            "pages/latin.toy": "title: caf\xe9\n".encode("latin-1"),
            'pages/a "b" \xfc.toy': "title: odd name\n",
        },
        "Odd (#1)",
    )
    shop.build()
    problems = {(path, code) for path, _, code, _, _ in shop.project().knowledge.problems()}
    assert problems == {
        ("pages/bin.toy", "binary"),
        ("pages/large.toy", "too-large"),
        ("pages/bad.toy", "extractor-failed"),
    }
    assert shop.component('pages/a "b" \xfc.toy').plain() == {"title": ["odd name"]}
    assert shop.component("pages.latin").plain() == {"title": ["caf\ufffd"]}
    shop.repo.commit({"pages/bin.toy": "title: text now\n", "pages/large.toy": None}, "Mend (#2)")
    shop.build()
    assert {path for path, *_ in shop.project().knowledge.problems()} == {"pages/bad.toy"}
    shop.assert_verified()


def test_a_second_build_does_only_what_is_new(shop: Workshop) -> None:
    shop.repo.commit({"pages/home.toy": "title: Home\n"}, "Add (#1)")
    assert shop.build().replayed == 2
    before = shop.dump()
    assert shop.build().replayed == 0
    assert shop.dump() == before
    shop.repo.commit({"pages/next.toy": "title: Next\n"}, "More (#2)")
    assert shop.build().replayed == 1


def test_step_by_step_and_at_once_give_the_same_memory(tmp_path: Path) -> None:
    dumps = []
    for name, stepwise in (("a", True), ("b", False)):
        (tmp_path / name).mkdir()
        shop = Workshop(tmp_path / name)
        for number in range(6):
            shop.repo.commit({f"pages/p{number % 3}.toy": f"title: {number}\nuses: X{number}\n"}, f"P (#{number + 1})")
            if stepwise:
                shop.build()
        shop.build()
        dumps.append(shop.dump())
    assert dumps[0] == dumps[1]


def test_a_revert_in_a_later_build_finds_what_it_undoes(shop: Workshop) -> None:
    wrong = shop.repo.commit({"pages/home.toy": "title: Wrong\n"}, "Say wrong (#1)")
    shop.build()
    shop.repo.revert(wrong)
    shop.repo.commit({"pages/x.toy": "title: X\n"}, "Say wrong (#1)")
    shop.build()
    prs = shop.project().knowledge.pull_requests()
    assert prs[-2].extra["reverts"] == "#1"
    assert prs[-1].key == prs[-1].commit[:10], "a number stands for the first that had it"


def test_rewritten_history_is_told_and_repaired(shop: Workshop) -> None:
    kept = shop.repo.commit({"pages/home.toy": "title: Home\n"}, "Add (#1)")
    shop.repo.commit({"pages/home.toy": "title: Wrong\n"}, "Wrong (#2)")
    shop.build()
    shop.repo.reset(kept)
    shop.repo.commit({"pages/home.toy": "title: Right\n"}, "Right (#3)")
    notices: list[str] = []
    build(shop.project(), Options(), lambda event: notices.append(str(event)))
    assert any("history was rewritten" in notice and kept[:10] in notice for notice in notices)
    assert shop.component("pages.home").plain() == {"title": ["Right"]}
    assert shop.component("pages.home").prs == ["#1", "#3"]
    shop.assert_verified()


FILES = [f"{folder}/{name}.toy" for folder in ("pages", "parts", "drafts") for name in "abc"]
edits = st.dictionaries(
    st.sampled_from(FILES),
    st.none() | st.lists(st.sampled_from(["define: A", "title: T", "tag: x", "tag: y", "uses: A"]), max_size=5),
    max_size=3,
)


def _paths(repo: RepoBuilder) -> set[str]:
    return {path for path, _, _ in Repository.open(repo.path).tree_files(repo.head)}


def _write(repo: RepoBuilder, number: int, edit: dict[str, list[str] | None]) -> None:
    """One pull request of an edit; a removal of what is not there is left out."""
    there = _paths(repo)
    files = {
        p: None if lines is None else "\n".join(lines) for p, lines in edit.items() if lines is not None or p in there
    }
    repo.commit(files, f"Step (#{number})")


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    common=st.lists(edits, max_size=4), left=st.lists(edits, min_size=1, max_size=3), right=st.lists(edits, max_size=3)
)
def test_going_back_leaves_what_a_fresh_build_would(
    tmp_path_factory: pytest.TempPathFactory,
    common: list[dict[str, list[str] | None]],
    left: list[dict[str, list[str] | None]],
    right: list[dict[str, list[str] | None]],
) -> None:
    shop = Workshop(tmp_path_factory.mktemp("shop"))
    for number, edit in enumerate(common):
        _write(shop.repo, number, edit)
    fork = shop.repo.head
    for number, edit in enumerate(left, 100):
        _write(shop.repo, number, edit)
    shop.build()
    shop.repo.reset(fork)
    for number, edit in enumerate(right, 200):
        _write(shop.repo, number, edit)
    shop.build()
    repaired = shop.dump()
    shutil.rmtree(shop.folder / "repo" / ".codens")
    shop.build()
    assert repaired == shop.dump()
    shop.assert_verified()


def test_head_only_knows_the_same_facts(shop: Workshop) -> None:
    shop.repo.commit({"parts/nav.toy": "define: Nav\n"}, "Nav (#1)")
    shop.repo.commit({"pages/home.toy": "title: Home\nuses: Nav\n"}, "Home (#2)")
    report = shop.build(head_only=True)
    assert (report.replayed, report.relations) == (1, 1)
    assert shop.component("pages.home").plain() == {"title": ["Home"], "used_parts": ["parts.nav"]}
    assert verify_memory(shop.project()).equal
