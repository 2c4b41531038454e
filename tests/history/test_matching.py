"""A code host's pull requests laid over local history: proof before hints, rebase runs joined, differences reported."""

from __future__ import annotations

from typing import Any

import pytest
from repo import RepoBuilder

from codens_core.base.problems import Problems
from codens_core.graph.records import PullRequest
from codens_core.history.local import pull_requests
from codens_core.history.records import CommitRow, FileRow, PullRequestRecord
from codens_core.history.repository import Repository


def record(number: int, commit: str = "", **more: Any) -> PullRequestRecord:
    return PullRequestRecord(number=number, title=f"Title {number}", merge_commit=commit, **more)


def units(
    repo: RepoBuilder, *records: PullRequestRecord, since: str | None = None, problems: Problems | None = None
) -> list[PullRequest]:
    known = {one.number: one for one in records}
    return list(pull_requests(Repository.open(repo.path), since, problems, records=known))


def codes(problems: Problems) -> list[str]:
    return [problem.code for problem in problems]


def feature(repo: RepoBuilder, *files: dict[str, Any]) -> list[str]:
    repo.branch("feature")
    made = [
        repo.commit(step, f"Part {number}", "Ben <ben@example.org>", date=f"2024-05-0{number}")
        for number, step in enumerate(files, 1)
    ]
    repo.checkout("main")
    return made


def rows(repo: RepoBuilder, commits: list[str]) -> list[CommitRow]:
    opened = Repository.open(repo.path)
    found = [opened.objects.commit(oid) for oid in commits]
    return [
        CommitRow(
            id=str(commit.id), author=commit.author.name, email=commit.author.email,
            date=f"2024-05-0{number}T12:00:00Z", subject=commit.message.split("\n")[0],
        )
        for number, commit in enumerate(found, 1)
    ]  # fmt: skip


def test_the_host_tells_what_git_cannot(repo: RepoBuilder) -> None:
    commit = repo.commit({"a": "1"}, "Begin", "Ann <ann@example.org>")
    (unit,) = units(
        repo,
        record(
            7, commit, body="Text\n\nFixes #3", url="https://example.org/7", labels=["bug"], author="annie",
            merged_by="boss", reviewers=["cy"], created="2024-01-01T00:00:00Z", bot=True, milestone="1.0", base="main",
        ),
    )  # fmt: skip
    assert (unit.key, unit.number, unit.title, unit.body) == ("#7", 7, "Title 7", "Text\n\nFixes #3")
    assert (unit.url, unit.labels, unit.author) == ("https://example.org/7", ("bug",), "Ann")
    assert unit.extra == {
        "login": "annie", "merged_by": "boss", "reviewers": ["cy"], "created": "2024-01-01T00:00:00Z", "bot": True,
        "milestone": "1.0", "linked_issues": ["#3"], "base": "main",
    }  # fmt: skip


def test_a_number_in_a_subject_is_a_hint_that_the_host_can_disprove(repo: RepoBuilder) -> None:
    real = repo.commit({"a": "1"}, "The real one")
    repo.commit({"a": "2"}, "Cherry-picked elsewhere (#7)")
    repo.commit({"a": "3"}, "Unknown to the host (#9)")
    found = units(repo, record(7, real))
    assert [unit.number for unit in found] == [7, None, 9]
    assert (found[1].key, found[1].kind, found[1].extra["mentions"]) == (found[1].commit[:10], "commit", "#7")


def test_another_number_than_the_message_says_is_reported(repo: RepoBuilder) -> None:
    commit = repo.commit({"a": "1"}, "Backport (#7)")
    problems = Problems()
    (unit,) = units(repo, record(8, commit), problems=problems)
    assert (unit.key, codes(problems)) == ("#8", ["number-differs"])


def test_a_number_alone_matches_where_the_hosts_commit_is_not_here(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Rewritten (#7)")
    problems = Problems()
    (unit,) = units(repo, record(7, "a" * 40, labels=["x"]), problems=problems)
    assert (unit.key, unit.title, unit.labels, codes(problems)) == ("#7", "Title 7", ("x",), ["found-by-number"])


def test_what_is_nowhere_is_listed(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Begin")
    problems = Problems()
    units(repo, record(7, "a" * 40), record(8), record(9, "b" * 40, state="closed"), problems=problems)
    (problem,) = problems
    assert (problem.code, "#7, #8" in problem.message, "#9" in problem.message) == ("not-in-history", True, False)


def test_a_stack_is_told_by_merge_commits(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Begin")
    repo.branch("lower").commit({"b": "1"}, "Lower")
    repo.branch("upper").commit({"c": "1"}, "Upper")
    repo.checkout("lower")
    inner = repo.squash("upper", "Upper, squashed without a number")
    repo.commit({"d": "1"}, "Names an issue (#99)")
    repo.checkout("main")
    merge = repo.merge("lower", "A merge without wording")
    problems = Problems()
    unit = units(repo, record(1, merge), record(2, inner, base="lower"), problems=problems)[-1]
    assert (unit.key, unit.kind, unit.extra["contains"], codes(problems)) == ("#1", "merge", ["#2", "#99"], [])


def test_two_pull_requests_brought_by_one_commit(repo: RepoBuilder) -> None:
    commit = repo.commit({"a": "1"}, "Both")
    problems = Problems()
    (unit,) = units(repo, record(2, commit), record(1, commit), problems=problems)
    assert (unit.key, unit.extra["contains"], codes(problems)) == ("#1", ["#2"], [])


def test_a_rebase_merge_is_one_unit(repo: RepoBuilder) -> None:
    begin = repo.commit({"a": "1"}, "Begin")
    commits = feature(repo, {"b": "1"}, {"c": "1"}, {"b": "2"})
    known = rows(repo, commits)
    repo.commit({"z": "1"}, "Meanwhile")
    on_main = repo.rebase("feature")
    repo.commit({"z": "2"}, "Later")
    found = units(repo, record(5, on_main[-1], commits=known))
    assert [(unit.kind, unit.key if unit.number else unit.title) for unit in found] == [
        ("commit", "Begin"), ("commit", "Meanwhile"), ("rebase", "#5"), ("commit", "Later"),
    ]  # fmt: skip
    unit = found[2]
    assert ([file.path for file in unit.files], unit.commit, unit.author) == (["b", "c"], on_main[-1], "Ben")
    assert unit.parent == found[1].commit
    assert found[3].parent == unit.commit
    assert begin == found[0].commit


def test_without_commits_the_files_tell_a_rebase_from_a_squash(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Begin")
    feature(repo, {"b": "1"}, {"c": "1"})
    on_main = repo.rebase("feature")
    listed = [FileRow(path="b", status="added"), FileRow(path="c", status="added")]
    unit = units(repo, record(5, on_main[-1], files=listed, file_count=2, commit_count=2))[-1]
    assert (unit.kind, [file.path for file in unit.files]) == ("rebase", ["b", "c"])


def test_a_squash_swallows_no_neighbours(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Begin")
    commits = feature(repo, {"b": "1"}, {"c": "1"})
    known = rows(repo, commits)
    repo.commit({"z": "1"}, "Unrelated")
    squash = repo.squash("feature", "Title without a number")
    listed = [FileRow(path="b", status="added"), FileRow(path="c", status="added")]
    for told in (record(5, squash, commits=known), record(5, squash, files=listed, file_count=2, commit_count=2)):
        found = units(repo, told)
        assert [unit.kind for unit in found] == ["commit", "commit", "squash"]
        assert [file.path for file in found[-1].files] == ["b", "c"]


def test_a_run_ends_at_other_pull_requests_and_merges(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Part 1", "Ben <ben@example.org>", date="2024-05-01")
    other = repo.commit({"b": "1"}, "Part 2", "Ben <ben@example.org>", date="2024-05-02")
    last = repo.commit({"c": "1"}, "Part 3", "Ben <ben@example.org>", date="2024-05-03")
    known = rows(repo, [Repository.open(repo.path).resolve("HEAD~2"), other, last])
    assert [unit.kind for unit in units(repo, record(5, last, commits=known))] == ["rebase"]
    found = units(repo, record(5, last, commits=known), record(4, other, commit_count=1))
    assert [(unit.kind, unit.number) for unit in found] == [("commit", None), ("rebase", 4), ("rebase", 5)]


def test_commits_that_vanished_in_the_rebase(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Begin")
    commits = feature(repo, {"b": "1"}, {"c": "1"}, {"d": "1"})
    known = rows(repo, commits)
    on_main = repo.rebase("feature")
    empty = CommitRow(id="e" * 40, author="Ben", email="ben@example.org", date="2024-05-02T13:00:00Z", subject="Gone")
    found = units(repo, record(5, on_main[-1], commits=[known[0], empty, *known[1:], empty]))
    assert [unit.kind for unit in found] == ["commit", "rebase"]


def test_walks_in_parts_give_the_same_units(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Begin (#1)")
    commits = feature(repo, {"b": "1"}, {"c": "1"})
    known = rows(repo, commits)
    on_main = repo.rebase("feature")
    repo.commit({"a": "2"}, "Again (#1)")
    repo.revert(repo.head, 'Revert "Title 5" (#8)')
    told = record(5, on_main[-1], commits=known)
    whole = units(repo, told)
    assert whole[-1].extra["reverts"] == "#5"
    for place in range(1, len(whole)):
        assert units(repo, told, since=whole[place - 1].commit) == whole[place:]


def test_lists_of_files_are_compared(repo: RepoBuilder) -> None:
    repo.commit({"a": "1"}, "Begin")
    commit = repo.commit({"b": "1", "c": "1"}, "Add (#7)")

    def told(*paths: str, count: int | None = None) -> list[str]:
        problems = Problems()
        listed = [FileRow(path=path, status="added") for path in paths]
        units(repo, record(7, commit, files=listed, file_count=count or len(paths)), problems=problems)
        return codes(problems)

    assert told("b", "c") == []
    assert told("b") == ["files-differ"]
    assert told("b", count=2) == ["files-capped"]


@pytest.mark.parametrize("message", ["Straight", "Straight (#7)"])
def test_a_single_commit(repo: RepoBuilder, message: str) -> None:
    commit = repo.commit({"a": "1"}, message)
    kinds = [units(repo, record(7, commit, commit_count=count))[0].kind for count in (None, 1, 2)]
    assert kinds == (["squash"] * 3 if "#" in message else ["squash", "rebase", "squash"])
