"""Units of local history: kinds told by parents, keys, people, stacked pull requests, reverts."""

from __future__ import annotations

from typing import Any

import pytest
from repo import RepoBuilder

from codens_core.base.errors import RepositoryError
from codens_core.graph.records import PullRequest
from codens_core.history.local import chain, pull_requests
from codens_core.history.repository import Repository

MERGE = "Merge pull request #{} from ann/{}\n\n{}"


def units(repo: RepoBuilder, since: str | None = None) -> list[PullRequest]:
    return list(pull_requests(Repository.open(repo.path), since))


def feature(repo: RepoBuilder, name: str, files: dict[str, Any], author: str = "Ben <ben@example.org>") -> str:
    start = repo.current
    repo.branch(name)
    commit = repo.commit(files, f"Work on {name}", author)
    repo.checkout(start)
    return commit


def test_each_first_parent_commit_is_one_unit_oldest_first(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Begin")
    feature(repo, "tags", {"b": "1"})
    repo.commit({"c": "1"}, "Straight in")
    repo.merge("tags", MERGE.format(3, "tags", "Add tags"))
    feature(repo, "votes", {"d": "1"})
    repo.squash("votes", "Add votes (#4)\n\n* one")
    found = units(repo)
    assert [(unit.kind, unit.title, unit.number) for unit in found] == [
        ("commit", "Begin", None), ("commit", "Straight in", None),
        ("merge", "Add tags", 3), ("squash", "Add votes", 4),
    ]  # fmt: skip
    assert [unit.key for unit in found[2:]] == ["#3", "#4"]
    assert [unit.key for unit in found[:2]] == [unit.commit[:10] for unit in found[:2]]
    assert [unit.parent for unit in found] == ["", *(unit.commit for unit in found[:-1])]


def test_a_merge_shows_what_it_changed_in_its_first_parent(repo: RepoBuilder) -> None:
    repo.commit({"a": "1\n", "kept": "1"}, "Begin")
    repo.branch("tags")
    repo.commit({"b": "1"}, "On the branch")
    repo.checkout("main").commit({"kept": None, "a": "2\n"}, "Meanwhile on main")
    repo.merge("tags", MERGE.format(3, "tags", "Add tags"), files={"conflict": "solved"})
    assert [file.path for file in units(repo)[-1].files] == ["b", "conflict"]


def test_an_empty_merge_and_an_empty_commit_are_units_without_files(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Begin")
    repo.branch("nothing").commit({}, "Nothing")
    repo.checkout("main").merge("nothing", MERGE.format(3, "nothing", "Nothing"))
    assert [(unit.title, len(unit.files)) for unit in units(repo)] == [("Begin", 1), ("Nothing", 0)]


def test_a_number_used_twice_names_only_the_first(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Add tags (#3)")
    repo.commit({"a": "2"}, "Add tags (#3)")
    again = units(repo)
    assert (again[0].key, again[1].key) == ("#3", again[1].commit[:10])
    assert [unit.number for unit in again] == [3, 3]


def test_keys_do_not_depend_on_where_the_walk_begins(repo: RepoBuilder) -> None:
    first = repo.commit({"a": "1"}, "Add tags (#3)")
    repo.commit({"a": "2"}, "Add tags (#3)")
    feature(repo, "x", {"x": "1"})
    repo.merge("x", MERGE.format(4, "x", "Add x"))
    undone = repo.revert(repo.head)
    whole = units(repo)
    for since in (first, whole[1].commit, whole[2].commit):
        position = next(index for index, unit in enumerate(whole) if unit.commit == since)
        assert units(repo, since) == whole[position + 1 :]
    assert units(repo, undone) == []


class Remembered:
    """A caller that has the earlier units at hand."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def commit_of(self, key: str) -> str:
        self.asked.append(key)
        return "a" * 40 if key == "#3" else ""

    def key_of(self, commit: str) -> str:
        return "#3" if ("a" * 40).startswith(commit) else ""

    def key_titled(self, title: str) -> str:
        return ""

    def undone_by(self, key: str) -> str:
        return "#1" if key == "#3" else ""


def test_a_caller_that_remembers_spares_reading_messages_again(repo: RepoBuilder) -> None:
    first = repo.commit({"a": "1"}, "Begin")
    repo.commit({"a": "2"}, "Again (#3)")
    repo.commit({"a": "1"}, f'Reapply "Begin"\n\nThis reverts commit {"a" * 40}.')
    remembered = Remembered()
    again, reapplied = pull_requests(Repository.open(repo.path), first, earlier=remembered)
    assert again.key == again.commit[:10]
    assert (reapplied.extra["reverts"], reapplied.extra["reapplies"]) == ("#3", "#1")
    assert "#3" in remembered.asked


def test_people(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Begin", "Ann <1234+ann@users.noreply.github.com>", "2024-05-01T10:00:00+02:00")
    repo.branch("tags")
    repo.commit({"b": "1"}, "One", "Ben <ben@example.org>")
    repo.commit({"b": "2"}, "Two\n\nCo-authored-by: Dan <dan@example.org>", "Cy <cy@example.org>")
    repo.checkout("main").merge(
        "tags", MERGE.format(3, "tags", "Add\n\nCo-authored-by: Eve <eve@example.org>"), "Ann <a@x>"
    )
    begin, merge = units(repo)
    assert (begin.author, begin.email, begin.date) == (
        "Ann", "1234+ann@users.noreply.github.com", "2024-05-01T10:00:00+02:00",
    )  # fmt: skip
    assert begin.extra == {"login": "ann"}
    assert (merge.author, merge.extra["merged_by"], merge.extra["branch"]) == ("Cy", "Ann", "ann/tags")
    assert merge.extra["commits"] == 2
    assert merge.extra["co_authors"] == ["Eve <eve@example.org>", "Ben <ben@example.org>"]


def test_a_merge_that_is_no_pull_request_is_its_makers(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Begin")
    feature(repo, "tags", {"b": "1"})
    repo.merge("tags", "Merge branch 'tags'", "Ann <ann@example.org>")
    merge = units(repo)[-1]
    assert (merge.kind, merge.number, merge.author, "merged_by" in merge.extra) == ("merge", None, "Ann", False)


BOTS = [
    ("dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>", True),
    ("Renovate Bot <bot@renovateapp.com>", True),
    ("snyk-bot <snyk-bot@snyk.io>", True),
    ("depfu <depfu@users.noreply.github.com>", True),
    ("Abbot Smith <abbot@example.org>", False),
    ("Robot Lovers <team@example.org>", False),
    ("Botond <botond@example.org>", False),
    ("GitHub <noreply@github.com>", False),
]


@pytest.mark.parametrize(("author", "bot"), BOTS)
def test_bots_are_marked(repo: RepoBuilder, author: str, bot: bool) -> None:
    repo.commit({"a": "1"}, "Bump (#1)", author)
    assert units(repo)[0].extra.get("bot", False) is bot


def test_a_branch_that_only_a_bot_names_so_marks_its_merge(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Begin")
    feature(repo, "bump", {"a": "2"})
    repo.merge("bump", "Merge pull request #3 from shop/dependabot/bundler/rack-3\n\nBump rack")
    assert units(repo)[-1].extra["bot"] is True


def test_stacked_pull_requests_stand_in_the_merge_that_brought_them(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Begin")
    repo.branch("base")
    repo.commit({"b": "1"}, "Lower part")
    feature(repo, "upper", {"c": "1"})
    repo.merge("upper", MERGE.format(2, "upper", "Upper part"))
    repo.commit({"d": "1"}, "On top (#3)")
    repo.checkout("main").merge("base", MERGE.format(1, "base", "Whole stack"))
    merge = units(repo)[-1]
    assert (merge.key, merge.extra["contains"], merge.extra["commits"]) == ("#1", ["#2", "#3"], 4)
    assert [file.path for file in merge.files] == ["b", "c", "d"]


def test_an_octopus_is_one_merge(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Begin")
    one, two = feature(repo, "one", {"b": "1"}), feature(repo, "two", {"c": "1"})
    tree = repo.merge("one", "Merge")
    repo.merge("two", "Merge")
    stamp = f"Ann <ann@example.org> {repo.clock + 60} +0000"
    tree = str(repo.git.get(repo.head).tree_id)  # type: ignore[union-attr]
    first = units(repo)[0].commit
    parents = "".join(f"parent {oid}\n" for oid in (first, one, two))
    raw = f"tree {tree}\n{parents}author {stamp}\ncommitter {stamp}\n\nMerge branches 'one' and 'two'"
    repo.reset(str(repo.git.odb.write(1, raw.encode())))
    begin, octopus = units(repo)
    assert (octopus.kind, octopus.parent, octopus.extra["commits"]) == ("merge", begin.commit, 2)
    assert [file.path for file in octopus.files] == ["b", "c"]


def reverting(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Begin (#1)")
    repo.commit({"a": "2"}, "Add tags (#2)")


def test_a_revert_names_what_it_undoes(repo: RepoBuilder) -> None:
    reverting(repo)
    repo.revert(repo.head)
    reverted = units(repo)[-1]
    assert reverted.extra["reverts"] == "#2"
    assert [(file.path, file.status) for file in reverted.files] == [("a", "modified")]


def test_a_revert_of_a_merge(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Begin")
    feature(repo, "tags", {"b": "1"})
    merged = repo.merge("tags", MERGE.format(3, "tags", "Add tags"))
    repo.revert(merged, f'Revert "Add tags"\n\nThis reverts commit {merged}, reversing\nchanges made to x.')
    assert units(repo)[-1].extra["reverts"] == "#3"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ('Revert "Add tags" (#3)\n\nReverts shop/app#2', "#2"),
        ('Revert "Add tags (#2)" (#3)', "#2"),
        ('Revert "Add votes" (#3)', None),
        ("Revert to the old look (#3)", None),
        (f'Revert "Add tags"\n\nThis reverts commit {"0" * 40}.', "#2"),
        ('Add x (#3)\n\n* Revert "Add tags"', None),
    ],
)
def test_pairs_need_proof(repo: RepoBuilder, message: str, expected: str | None) -> None:
    reverting(repo)
    repo.commit({"a": "1"}, message)
    assert units(repo)[-1].extra.get("reverts") == expected


def test_the_newest_of_one_title_is_undone(repo: RepoBuilder) -> None:
    reverting(repo)
    repo.commit({"a": "3"}, "Add tags (#7)")
    repo.commit({"a": "2"}, 'Revert "Add tags" (#8)')
    assert units(repo)[-1].extra["reverts"] == "#7"


def test_a_reapply_undoes_the_revert_and_brings_back_the_first(repo: RepoBuilder) -> None:
    reverting(repo)
    revert = repo.revert(repo.head)
    repo.commit({"a": "2"}, f'Reapply "Add tags (#2)"\n\nThis reverts commit {revert}.')
    undone, again = units(repo)[-2:]
    assert (again.extra["reverts"], again.extra["reapplies"]) == (undone.key, "#2")


def test_a_cherry_picked_title_has_its_own_key(repo: RepoBuilder) -> None:
    reverting(repo)
    repo.commit({"b": "2"}, "Add tags (#2)\n\n(cherry picked from commit " + "a" * 40 + ")")
    picked = units(repo)[-1]
    assert (picked.key, picked.extra["picked"]) == (picked.commit[:10], ["a" * 40])


@pytest.mark.parametrize(
    ("message", "encoding", "title"),
    [
        ("Grüße".encode("latin-1"), "ISO-8859-1", "Grüße"),
        ("Grüße".encode("latin-1"), None, "Gr\ufffd\ufffde"),
        (b"Plain", "no-such-encoding", "Plain"),
        ("日本".encode("shift-jis"), "Shift_JIS", "日本"),
        (b"a\xed\xa0\x80b", None, "a\ufffd\ufffd\ufffdb"),
        ("\ufeffMark".encode(), None, "\ufeffMark"),
    ],
)
def test_messages_in_any_encoding(repo: RepoBuilder, message: bytes, encoding: str | None, title: str) -> None:
    repo.commit({"a": "1"}, message, encoding=encoding)
    (unit,) = units(repo)
    assert unit.title == title
    assert unit.title.encode()


@pytest.mark.parametrize(
    ("stamp", "date"),
    [
        ("99999999999999 +0000", "9999-12-31T"),
        ("1700000000 +9999", "2023-11-"),
        ("1700000000 -0330", "2023-11-14T18:43:20-03:30"),
        ("0 +0000", "1970-01-01T00:00:00+00:00"),
    ],
)
def test_dates_no_calendar_holds(repo: RepoBuilder, stamp: str, date: str) -> None:
    repo.commit({"a": "1"}, "Begin")
    tree = str(repo.git.get(repo.head).tree_id)  # type: ignore[union-attr]
    raw = f"tree {tree}\nauthor Ann <a@x> {stamp}\ncommitter Ann <a@x> {stamp}\n\nOdd"
    repo.reset(str(repo.git.odb.write(1, raw.encode())))
    assert units(repo)[0].date.startswith(date)


def test_a_history_without_common_root_merges_in(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Begin")
    repo.git.set_head("refs/heads/other")
    repo.current = "other"
    repo.commit({"b": "1"}, "Another project")
    repo.checkout("main").merge("other", "Merge the other project")
    assert [(unit.title, [file.path for file in unit.files]) for unit in units(repo)] == [
        ("Begin", ["a"]), ("Merge the other project", ["b"]),
    ]  # fmt: skip


def test_since_must_be_in_the_history(repo: RepoBuilder) -> None:
    first = repo.commit({"a": "1"}, "Begin")
    gone = repo.commit({"a": "2"}, "Gone")
    repo.reset(first).commit({"a": "3"}, "Instead")
    opened = Repository.open(repo.path)
    with pytest.raises(RepositoryError, match="no longer in the history of main"):
        list(pull_requests(opened, gone))
    assert chain(opened, first) == [opened.head]
    assert opened.fork_point([first, gone]) == first


def test_the_walk_is_lazy(repo: RepoBuilder) -> None:
    for number in range(5):
        repo.commit({"a": str(number)}, f"Step {number}")
    walk = pull_requests(Repository.open(repo.path))
    assert next(walk).title == "Step 0"
    assert next(walk).title == "Step 1"
