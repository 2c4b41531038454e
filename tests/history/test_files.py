"""The files of a pull request: statuses, renames, kinds of entries, and names that are hard to write down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from repo import Content, Link, Program, RepoBuilder, Submodule

from codens_core.base.problems import Problems
from codens_core.graph.records import FileChange
from codens_core.history import renames
from codens_core.history.local import pull_requests
from codens_core.history.repository import Repository

LINES = "".join(f"line {number} of the file\n" for number in range(20))


def last(repo: RepoBuilder, problems: Problems | None = None) -> tuple[FileChange, ...]:
    *_, newest = pull_requests(Repository.open(repo.path), problems=problems)
    return newest.files


def short(files: tuple[FileChange, ...]) -> list[str]:
    arrow = [f"{file.old_path} -> {file.path}" if file.old_path != file.path else file.path for file in files]
    return [f"{file.status} {path}" for file, path in zip(files, arrow, strict=True)]


Step = Mapping[Any, Content]
CASES: list[tuple[str, Step, Step, list[str]]] = [
    ("added", {"a": "1"}, {"b": "2"}, ["added b"]),
    ("modified", {"a": "1"}, {"a": "2"}, ["modified a"]),
    ("deleted", {"a": "1", "b": "2"}, {"a": None}, ["deleted a"]),
    ("nothing", {"a": "1"}, {"a": "1"}, []),
    ("renamed", {"a": LINES, "z": "1"}, {"a": None, "b": LINES}, ["renamed a -> b"]),
    ("renamed and edited", {"a": LINES}, {"a": None, "b": LINES + "more\n" * 5}, ["renamed a -> b"]),
    ("rewritten is no rename", {"a": LINES}, {"a": None, "b": "else\n" * 40}, ["deleted a", "added b"]),
    ("less than half alike", {"a": LINES}, {"a": None, "b": LINES[:200] + "other\n" * 60}, ["deleted a", "added b"]),
    ("copied is added", {"a": LINES}, {"b": LINES}, ["added b"]),
    ("only the case", {"User.rb": LINES}, {"User.rb": None, "user.rb": LINES}, ["renamed User.rb -> user.rb"]),
    ("a folder's case", {"A/u": LINES}, {"A/u": None, "a/u": LINES}, ["renamed A/u -> a/u"]),
    ("swapped names are two edits", {"a": LINES, "b": "x"}, {"a": "x", "b": LINES}, ["modified a", "modified b"]),
    ("into a folder of its name", {"a": LINES}, {"a": None, "a/a": LINES}, ["renamed a -> a/a"]),
    ("file where a folder was", {"a/b": "1"}, {"a/b": None, "a": "2"}, ["added a", "deleted a/b"]),
    ("of two equal files, the same name", {"x/a": LINES, "y/b": LINES}, {"x/a": None, "y/b": None, "z/b": LINES},
     ["deleted x/a", "renamed y/b -> z/b"]),
    ("empty files keep their name", {"x/.keep": ""}, {"x/.keep": None, "y/.keep": ""}, ["renamed x/.keep -> y/.keep"]),
    ("or are others", {"x/.keep": ""}, {"x/.keep": None, "y/b.js": ""}, ["deleted x/.keep", "added y/b.js"]),
    ("carriage returns added", {"a": LINES}, {"a": None, "b": LINES.replace("\n", "\r\n")}, ["renamed a -> b"]),
    ("mode only", {"a": "1"}, {"a": Program("1")}, ["modified a"]),
    ("file becomes a link", {"a": "1"}, {"a": Link("b")}, ["typechange a"]),
    ("link becomes a file", {"a": Link("b")}, {"a": "b"}, ["typechange a"]),
    ("link moved", {"a": Link("../x")}, {"a": None, "b": Link("../x")}, ["renamed a -> b"]),
    ("a link is no file of the same text", {"a": Link("x")}, {"a": None, "b": "x"}, ["deleted a", "added b"]),
    ("submodule added", {"a": "1"}, {"m": Submodule()}, ["added m"]),
    ("submodule moved on", {"m": Submodule()}, {"m": Submodule("2" * 40)}, ["modified m"]),
    ("submodule becomes a folder", {"m": Submodule()}, {"m": None, "m/a": "1"}, ["deleted m", "added m/a"]),
    ("submodule becomes a file", {"m": Submodule()}, {"m": "1"}, ["typechange m"]),
    ("a renamed submodule is two rows", {"m": Submodule()}, {"m": None, "n": Submodule()}, ["deleted m", "added n"]),
    ("binary", {"a": b"\0\1"}, {"a": b"\0\2"}, ["modified a"]),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_status(repo: RepoBuilder, before: Step, after: Step, expected: list[str]) -> None:
    repo.commit(before)
    repo.commit(after)
    assert short(last(repo)) == expected


NAMES = [
    b"with space.rb", b"quote\".rb", b"new\nline.rb", b"tab\t.rb", b"back\\slash.rb", b"gr\xc3\xbcn.rb", b"x b/y.rb",
    b" b/a b/c.rb", b"caf\xe9.rb", b"\xff\xfe", b"-rf", b"\xed\xa0\x80.rb", b"e\xcc\x81.rb", b"a:b",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_any_name_is_text_and_leads_back_to_its_file(repo: RepoBuilder, name: bytes) -> None:
    repo.commit({name: "old\n"})
    repo.commit({name: "new\n"})
    (file,) = last(repo)
    opened = Repository.open(repo.path)
    assert file.path.encode()  # storable anywhere: no lone surrogates
    assert opened.file_at(opened.head, file.path) == b"new\n"
    assert [path for path, _, _ in opened.tree_files(opened.head)] == [file.path]
    assert opened.tracked(file.path)


def test_two_names_never_become_one(repo: RepoBuilder) -> None:
    names = [b"caf\xe9.rb", b"caf\xe8.rb", "café.rb".encode(), b"caf\\xe9.txt"]
    repo.commit({name: str(number) for number, name in enumerate(names)})
    assert len({file.path for file in last(repo)}) == len(names)


def test_rows_carry_ids_and_modes(repo: RepoBuilder) -> None:
    repo.commit({"a": "1", "gone": Program("2")})
    repo.commit({"a": Program("1"), "gone": None, "m": Submodule("3" * 40), "l": Link("a")})
    rows = {file.path: (file.old_oid, file.new_oid, file.mode) for file in last(repo)}
    opened = Repository.open(repo.path)
    one = rows["a"][0]
    assert rows["a"] == (one, one, 0o100755)
    assert (rows["gone"][1], rows["gone"][2]) == ("", 0o100755)
    assert rows["m"] == ("", "3" * 40, 0o160000)
    assert (opened.blob(rows["l"][1]), rows["l"][2]) == (b"a", 0o120000)


def test_a_folder_of_hundreds_moves_with_edits(repo: RepoBuilder) -> None:
    def content(number: int) -> str:
        return "shared head\n" * 3 + "".join(f"{number} {line}\n" for line in range(30))

    repo.commit({f"old/{number}.rb": content(number) for number in range(210)})
    moved: Step = {f"old/{number}.rb": None for number in range(210)}
    repo.commit({**moved, **{f"new/x{number}.rb": content(number) + "edit\n" for number in range(210)}})
    problems = Problems()
    assert {(file.old_path, file.path) for file in last(repo, problems)} == {
        (f"old/{number}.rb", f"new/x{number}.rb") for number in range(210)
    }
    assert not len(problems)


def test_too_much_to_compare_is_reported_and_equal_or_equally_named_files_still_pair(
    repo: RepoBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(renames, "MAX_BYTES", 100)
    repo.commit({"a/one": LINES, "a/two": LINES + "2", "a/three": LINES + "3"})
    moved: Step = {"a/one": None, "a/two": None, "a/three": None}
    repo.commit({**moved, "b/one": LINES + "1", "b/other": LINES + "2", "b/else": LINES + "4"})
    problems = Problems()
    assert short(last(repo, problems)) == [
        "deleted a/three", "added b/else", "renamed a/one -> b/one", "renamed a/two -> b/other",
    ]  # fmt: skip
    assert [problem.code for problem in problems] == ["renames"]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_replaying_rows_ends_in_the_heads_own_tree(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    repo = RepoBuilder(tmp_path_factory.mktemp("random") / "app")
    contents: st.SearchStrategy[Content] = st.sampled_from(
        ["", "a\n", LINES, LINES + "x\n", Link("a"), Submodule(), Program("p")]
    )
    repo.commit({"a/a": "0"})
    for _ in range(data.draw(st.integers(1, 6))):
        paths = sorted(path for path, _, _ in Repository.open(repo.path).tree_files(repo.head))
        step: Step = {path: None for path in paths if data.draw(st.booleans())}
        fresh: Step = data.draw(
            st.dictionaries(st.sampled_from(["a/a", "a/b", "b/a", "c", "d/e/f"]), contents, max_size=4)
        )
        repo.commit({**step, **fresh})
    opened = Repository.open(repo.path)
    state: dict[str, tuple[str, int]] = {}
    for unit in pull_requests(opened):
        for file in unit.files:
            if file.status in ("deleted", "renamed"):
                state.pop(file.old_path)
        for file in unit.files:
            if file.status != "deleted":
                state[file.path] = (file.new_oid, file.mode)
    assert state == {path: (oid, mode) for path, oid, mode in opened.tree_files(opened.head)}


def test_renames_agree_with_gits_own(repo: RepoBuilder, git: Callable[..., str]) -> None:
    contents = [LINES[: 40 * number] + f"own {number}\n" * number for number in range(1, 10)]
    repo.commit({f"old/{number}.txt": content for number, content in enumerate(contents)})
    moved: Step = {f"old/{number}.txt": None for number in range(len(contents))}
    repo.commit({**moved, **{f"new/{n}.md": content + f"tail {n}\n" * (n * 2) for n, content in enumerate(contents)}})
    listing = git("diff", "--name-status", "-M50%", "-l0", "HEAD~1", "HEAD", where=repo.path)
    theirs = {tuple(line.split("\t")[1:]) for line in listing.splitlines() if line.startswith("R")}
    assert {(file.old_path, file.path) for file in last(repo) if file.status == "renamed"} == theirs
