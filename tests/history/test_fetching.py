"""Fetching from hosts: everything once, later what changed, resumable, completed from git."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from repo import RepoBuilder

from codens_core.base.errors import HostError
from codens_core.base.problems import Problems
from codens_core.history import exports
from codens_core.history.hosts.address import Address
from codens_core.history.hosts.fetching import Fetched, Options, fetch
from codens_core.history.hosts.limits import Clock
from codens_core.history.local import pull_requests
from codens_core.history.records import Comment, CommitRow, FileRow, Review
from codens_core.history.repository import Repository

from .fake_host import Asked, FakeClock, FakeHost, Trouble, serving

PULLS = "/repos/shop/app/pulls"


def date(number: int) -> str:
    return f"2023-01-01T{number // 60:02}:{number % 60:02}:00Z"


def pull(number: int, **more: Any) -> dict[str, Any]:
    item = {
        "number": number, "title": f"Title {number}", "body": f"Body\r\n{number}", "state": "closed",
        "html_url": f"https://example.org/{number}", "user": {"login": "ann", "type": "User"},
        "created_at": date(number), "updated_at": date(number), "merged_at": date(number),
        "merge_commit_sha": f"{number:040x}", "base": {"ref": "main", "sha": "b" * 40},
        "head": {"ref": "topic", "sha": "c" * 40, "repo": {"full_name": "ann/app"}},
        "labels": [{"name": "bug"}], "requested_reviewers": [{"login": "cy"}], "requested_teams": [{"slug": "core"}],
        "milestone": {"title": "1.0"},
    }  # fmt: skip
    return item | more


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def host(clock: FakeClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeHost]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with serving(FakeHost(clock, lists={PULLS: [pull(number) for number in range(1, 231)]})) as running:
        yield running


def run(host: FakeHost, folder: Path, **how: Any) -> Fetched:
    address = Address("github", "example.org", "shop/app", host.url)
    return fetch(address, folder, "made-up", clock=Clock(host.clock.now, host.clock.sleep), **how)


def test_everything_once(host: FakeHost, tmp_path: Path) -> None:
    fetched = run(host, tmp_path)
    assert (sorted(fetched.records), fetched.new) == (list(range(1, 231)), 230)
    record = fetched.records[7]
    assert record.model_dump(exclude_defaults=True) == {
        "number": 7, "title": "Title 7", "body": "Body\n7", "url": "https://example.org/7", "author": "ann",
        "created": date(7), "updated": date(7), "merged": date(7), "merge_commit": f"{7:040x}", "base": "main",
        "base_commit": "b" * 40, "head": "topic", "head_commit": "c" * 40, "head_repository": "ann/app",
        "labels": ["bug"], "reviewers": ["cy", "core"], "milestone": "1.0",
    }  # fmt: skip
    assert exports.read(fetched.path) == fetched.records
    assert host.asked[0].headers["authorization"] == "Bearer made-up"
    assert host.asked[0].headers["user-agent"] == "codens"
    assert host.asked[0].query == {"state": "all", "sort": "created", "direction": "asc", "per_page": "100"}


ODD: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"user": None, "body": None, "milestone": None, "labels": []}, {"author": "", "body": "", "milestone": ""}),
    ({"head": {"ref": "x", "sha": "d" * 40, "repo": None}}, {"head_repository": "", "head_commit": "d" * 40}),
    ({"user": {"login": "dependabot[bot]", "type": "Bot"}}, {"author": "dependabot[bot]", "bot": True}),
    ({"user": {"login": "renovate-bot", "type": "User"}}, {"bot": True}),
    ({"merged_at": None}, {"state": "closed", "merged": "", "merge_commit": ""}),
    ({"merged_at": None, "state": "open"}, {"state": "open", "merge_commit": ""}),
    ({"body": "Fixes #3\nand closes shop/api#4"}, {"linked_issues": ["#3", "shop/api#4"]}),
]


@pytest.mark.parametrize(("item", "expected"), ODD)
def test_odd_entries(host: FakeHost, tmp_path: Path, item: dict[str, Any], expected: dict[str, Any]) -> None:
    host.lists[PULLS] = [pull(1, **item)]
    record = run(host, tmp_path).records[1]
    assert {name: getattr(record, name) for name in expected} == expected


def test_an_empty_repository(host: FakeHost, tmp_path: Path) -> None:
    host.lists[PULLS] = []
    assert run(host, tmp_path).records == {}
    host.lists[PULLS] = [pull(1, updated_at="2023-11-14T22:30:00Z")]
    assert list(run(host, tmp_path).records) == [1]


def test_later_only_what_changed(host: FakeHost, tmp_path: Path) -> None:
    run(host, tmp_path)
    host.clock.time += 86_400
    host.asked.clear()
    host.lists[PULLS][4] |= {"title": "Renamed", "updated_at": "2023-11-15T10:00:00Z"}
    host.lists[PULLS].append(pull(231, updated_at="2023-11-15T11:00:00Z"))
    fetched = run(host, tmp_path)
    assert (fetched.new, len(host.asked), fetched.records[5].title, 231 in fetched.records) == (2, 1, "Renamed", True)
    host.clock.time += 60
    again = run(host, tmp_path)
    assert (again.new, again.requests, again.unchanged) == (0, 1, 1)


def test_what_happens_while_listing_is_not_lost(host: FakeHost, tmp_path: Path) -> None:
    def merging(asked: Asked) -> Trouble | None:
        if asked.path == "/ticket/1":
            host.lists[PULLS][0] |= {"title": "Changed meanwhile", "updated_at": "2023-11-14T22:13:30Z"}
        return None

    host.lists[PULLS][0] |= {"state": "open", "merged_at": None}
    host.troubles.append(merging)
    assert run(host, tmp_path).records[1].title == "Changed meanwhile"


def failing_at(path: str) -> Any:
    return lambda asked: Trouble(422, {}, b'{"message": "stopped here"}') if asked.path == path else None


@pytest.mark.parametrize("place", ["/ticket/0", "/ticket/1"])
def test_goes_on_at_the_page_where_it_was_stopped(host: FakeHost, tmp_path: Path, place: str) -> None:
    host.troubles.append(failing_at(place))
    with pytest.raises(HostError, match="stopped here"):
        run(host, tmp_path)
    host.troubles.clear()
    host.asked.clear()
    assert sorted(run(host, tmp_path).records) == list(range(1, 231))
    assert host.paths()[0] == place


def test_a_page_address_that_is_gone_begins_anew(host: FakeHost, tmp_path: Path) -> None:
    host.troubles.append(failing_at("/ticket/0"))
    with pytest.raises(HostError):
        run(host, tmp_path)
    host.troubles.clear()
    host._tickets.clear()
    assert sorted(run(host, tmp_path).records) == list(range(1, 231))


def test_killed_at_any_byte_of_the_file(host: FakeHost, tmp_path: Path) -> None:
    host.lists[PULLS] = [pull(number) for number in range(1, 4)]
    whole = run(host, tmp_path / "whole").path.read_bytes()
    for cut in range(0, len(whole), 211):
        folder = tmp_path / str(cut)
        folder.mkdir()
        (folder / "pull-requests.jsonl").write_bytes(whole[:cut])
        (folder / "fetch.json").write_text(f'{{"source": "{host.url} shop/app"}}')
        assert run(host, folder).path.read_bytes() == whole


def test_another_source_does_not_mix(host: FakeHost, tmp_path: Path) -> None:
    run(host, tmp_path)
    host.lists["/repos/shop/other/pulls"] = [pull(1)]
    address = Address("github", "example.org", "shop/other", host.url)
    assert list(fetch(address, tmp_path, clock=Clock(host.clock.now, host.clock.sleep)).records) == [1]


def test_an_unknown_repository(host: FakeHost, tmp_path: Path) -> None:
    address = Address("github", "example.org", "shop/nothing", host.url)
    with pytest.raises(HostError, match="knows no /repos/shop/nothing/pulls"):
        fetch(address, tmp_path)


# details


def file(name: str, lines: int = 1, **more: Any) -> dict[str, Any]:
    return {
        "filename": name, "status": "modified", "sha": "f" * 40, "additions": lines, "deletions": 0,
        "changes": lines, "patch": "+x\n" * lines,
    } | more  # fmt: skip


def bare(name: str, **more: Any) -> dict[str, Any]:
    item = file(name, 0) | more
    return {key: value for key, value in item.items() if key != "patch"}


def with_files(host: FakeHost, *items: dict[str, Any], count: int | None = None) -> None:
    host.lists[PULLS] = [pull(1)]
    host.singles[f"{PULLS}/1"] = {"changed_files": len(items) if count is None else count, "commits": 3}
    host.lists[f"{PULLS}/1/files"] = list(items)


def files_of(host: FakeHost, folder: Path, **how: Any) -> list[FileRow]:
    return run(host, folder, options=Options(files=True), **how).records[1].files or []


def test_files(host: FakeHost, tmp_path: Path) -> None:
    with_files(
        host,
        file("a", 3), file("new", status="added"), file("gone", status="removed", additions=0, deletions=1),
        bare("b", status="renamed", previous_filename="a/b"), file("c", status="copied", previous_filename="x"),
        bare("mode", status="changed"), bare("empty", status="added", sha="e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"),
    )  # fmt: skip
    assert files_of(host, tmp_path) == [
        FileRow(path="a", status="modified", additions=3, deletions=0),
        FileRow(path="new", status="added", additions=1, deletions=0),
        FileRow(path="gone", status="deleted", additions=0, deletions=1),
        FileRow(path="b", old_path="a/b", status="renamed", additions=0, deletions=0),
        FileRow(path="c", status="added", additions=1, deletions=0),
        FileRow(path="mode", status="modified"),
        FileRow(path="empty", status="added", additions=0, deletions=0),
    ]


def test_long_lists_come_in_pages_up_to_the_cap(host: FakeHost, tmp_path: Path) -> None:
    with_files(host, *[file(f"f{number}") for number in range(3100)])
    record = run(host, tmp_path, options=Options(files=True)).records[1]
    assert (len(record.files or ()), record.file_count, record.has_all_files, record.commit_count) == (
        3000,
        3100,
        False,
        3,
    )
    assert sum(path.startswith("/ticket") for path in host.paths()) == 29


def test_rows_cut_for_their_patches_are_asked_for_in_smaller_pages(host: FakeHost, tmp_path: Path) -> None:
    with_files(host, *[file(f"f{number}", 900) for number in range(60)])
    assert {row.additions for row in files_of(host, tmp_path)} == {900}
    sizes = [asked.query["per_page"] for asked in host.asked if asked.path.endswith("/files")]
    assert sizes == ["100", "25", "5"]


def test_binary_files_are_not_asked_for_again(host: FakeHost, tmp_path: Path) -> None:
    with_files(host, file("a", 900), bare("image.png", status="added"))
    assert [row.additions for row in files_of(host, tmp_path)] == [900, None]
    assert sum(asked.path.endswith("/files") for asked in host.asked) == 1


def test_lists_that_stay_cut_are_completed_from_git(host: FakeHost, tmp_path: Path, repo: RepoBuilder) -> None:
    repo.commit({"a": "1\n", "old": "same\n" * 9, "bin": b"\0"}, "Begin")
    commit = repo.commit({"a": "1\n2\n", "b": "x\n", "old": None, "new": "same\n" * 9, "bin": b"\0\1"}, "Work (#1)")
    with_files(host, bare("a"), count=4)
    host.lists[PULLS] = [pull(1, merge_commit_sha=commit)]
    assert files_of(host, tmp_path, repository=Repository.open(repo.path)) == [
        FileRow(path="a", status="modified", additions=1, deletions=0),
        FileRow(path="b", status="added", additions=1, deletions=0),
        FileRow(path="bin", status="modified"),
        FileRow(path="new", old_path="old", status="renamed", additions=0, deletions=0),
    ]


def test_git_that_has_another_list_completes_nothing(host: FakeHost, tmp_path: Path, repo: RepoBuilder) -> None:
    repo.commit({"a": "1\n"}, "Begin")
    commit = repo.commit({"z": "1\n"}, "Last of a rebase (#1)")
    with_files(host, bare("a"), count=2)
    host.lists[PULLS] = [pull(1, merge_commit_sha=commit)]
    assert files_of(host, tmp_path, repository=Repository.open(repo.path)) == [FileRow(path="a", status="modified")]


def test_reviews_and_comments_on_request(host: FakeHost, tmp_path: Path) -> None:
    host.lists[PULLS] = [pull(1), pull(2, merged_at=None)]
    host.lists[f"{PULLS}/1/reviews"] = [
        {"user": {"login": "dan"}, "state": "APPROVED", "submitted_at": date(9), "body": "Fine"},
        {"user": {"login": "ann"}, "state": "COMMENTED", "submitted_at": date(9), "body": ""},
        {"user": None, "state": "DISMISSED"},
    ]
    host.lists[f"{PULLS}/1/comments"] = [
        {"user": {"login": "dan"}, "body": "Why?", "created_at": date(9), "path": "a", "line": None, "html_url": "u"}
    ]
    record = run(host, tmp_path, options=Options(reviews=True, comments=True)).records[1]
    assert record.reviews is not None
    assert record.reviews[0] == Review(author="dan", state="approved", date=date(9), body="Fine")
    assert record.comments == [Comment(author="dan", body="Why?", date=date(9), path="a", url="u")]
    assert record.reviewers == ["cy", "core", "dan"]
    assert not any("/2/" in path for path in host.paths())


def test_details_go_on_where_they_stopped_and_stay_until_the_pull_request_changes(
    host: FakeHost, tmp_path: Path
) -> None:
    host.lists[PULLS] = [pull(number) for number in range(1, 6)]
    for number in range(1, 6):
        host.lists[f"{PULLS}/{number}/comments"] = []
    host.troubles.append(failing_at(f"{PULLS}/3/comments"))
    with pytest.raises(HostError):
        run(host, tmp_path, options=Options(comments=True))
    host.troubles.clear()
    host.asked.clear()

    def asked() -> list[str]:
        found = [path for path in host.paths() if path.endswith("comments")]
        host.asked.clear()
        return [path.split("/")[-2] for path in found]

    run(host, tmp_path, options=Options(comments=True))
    assert asked() == ["3", "4", "5"]
    run(host, tmp_path, options=Options(comments=True))
    assert asked() == []
    host.lists[PULLS][1] |= {"updated_at": "2023-11-15T00:00:00Z"}
    assert run(host, tmp_path, options=Options(comments=True)).records[2].comments == []
    assert asked() == ["2"]


def test_one_that_is_gone_does_not_stop_the_others(host: FakeHost, tmp_path: Path) -> None:
    host.lists[PULLS] = [pull(1), pull(2)]
    host.lists[f"{PULLS}/2/comments"] = []
    problems = Problems()
    records = run(host, tmp_path, options=Options(comments=True), problems=problems).records
    assert (records[1].comments, records[2].comments) == (None, [])
    assert [problem.code for problem in problems] == ["not-on-host"]


def test_commits_are_asked_for_only_where_they_tell_something(
    host: FakeHost, tmp_path: Path, repo: RepoBuilder
) -> None:
    repo.commit({"a": "1"}, "Begin")
    squash = repo.commit({"a": "2"}, "Squashed (#1)")
    repo.branch("x").commit({"b": "1"}, "X")
    merge = repo.checkout("main").merge("x", "Merge pull request #2 from ann/x")
    repo.branch("feature").commit({"c": "1"}, "Part 1", "Ben <ben@example.org>", date="2024-05-01")
    repo.commit({"d": "1"}, "Part 2", "Ben <ben@example.org>", date="2024-05-02")
    repo.checkout("main").commit({"e": "1"}, "Meanwhile")
    *_, last = repo.rebase("feature")
    commits = {1: squash, 2: merge, 3: last, 4: "0" * 40}
    host.lists[PULLS] = [pull(number, merge_commit_sha=commit) for number, commit in commits.items()]
    host.lists[f"{PULLS}/3/commits"] = [
        {"sha": f"{n}" * 40, "commit": {"message": f"Part {n}\n\nText",
         "author": {"name": "Ben", "email": "ben@example.org", "date": f"2024-05-0{n}T12:00:00Z"}}}
        for n in (1, 2)
    ]  # fmt: skip
    opened = Repository.open(repo.path)
    problems = Problems()
    records = run(host, tmp_path, repository=opened, problems=problems).records
    assert [path for path in host.paths() if "commits" in path] == [f"{PULLS}/3/commits"]
    assert records[3].commits == [
        CommitRow(
            id=f"{n}" * 40, author="Ben", email="ben@example.org", date=f"2024-05-0{n}T12:00:00Z", subject=f"Part {n}"
        )
        for n in (1, 2)
    ]
    units = list(pull_requests(opened, records=records, problems=problems))
    assert [(unit.kind, unit.number) for unit in units] == [
        ("commit", None), ("squash", 1), ("merge", 2), ("commit", None), ("rebase", 3),
    ]  # fmt: skip
    assert [problem.code for problem in problems] == ["not-in-history"]


# GitLab


def request(number: int, **more: Any) -> dict[str, Any]:
    item = {
        "iid": number, "title": f"Title {number}", "description": "Closes #9", "state": "merged", "web_url": "u",
        "author": {"username": "ann"}, "merge_user": {"username": "boss"}, "created_at": date(number),
        "updated_at": date(number), "merged_at": date(number), "merge_commit_sha": None, "squash_commit_sha": "5" * 40,
        "sha": "6" * 40, "source_branch": "topic", "target_branch": "main", "labels": ["bug"],
        "reviewers": [{"username": "cy"}], "milestone": None,
    }  # fmt: skip
    return item | more


def test_gitlab(host: FakeHost, tmp_path: Path) -> None:
    path = "/projects/shop%2Fweb%2Fapp/merge_requests"
    host.lists[path] = [request(number) for number in range(1, 4)]
    host.lists[path][1] |= {"state": "opened", "merged_at": None}
    host.lists[path][2] |= {"merge_commit_sha": "7" * 40, "author": {"username": "project_1_bot"}}
    base = f"{path}/1"
    host.lists[f"{base}/diffs"] = [
        {"old_path": "a", "new_path": "a", "diff": "@@ -1 +1,2 @@\n-1\n+2\n+3\n"},
        {"old_path": "b", "new_path": "c", "renamed_file": True, "diff": ""},
        {"old_path": "d", "new_path": "d", "new_file": True, "diff": "", "too_large": True},
        {"old_path": "e", "new_path": "e", "deleted_file": True, "diff": "@@ -1 +0,0 @@\n-1\n"},
    ]
    host.singles[base] = {"changes_count": "4"}
    host.singles[f"{base}/approvals"] = {"approved_by": [{"user": {"username": "dan"}}]}
    host.lists[f"{base}/notes"] = [
        {"type": None, "body": "General", "author": {"username": "x"}},
        {"type": "DiffNote", "body": "Why?", "author": {"username": "dan"}, "created_at": date(9),
         "position": {"new_path": "a", "new_line": 2}},
    ]  # fmt: skip
    address = Address("gitlab", "gitlab.example.org", "shop/web/app", host.url)
    options = Options(files=True, reviews=True, comments=True)
    host.lists |= {f"{path}/3/diffs": [], f"{path}/3/notes": []}
    host.singles |= {f"{path}/3": {"changes_count": "1000+"}, f"{path}/3/approvals": {}}
    fetched = fetch(address, tmp_path, "made-up", options=options, clock=Clock(host.clock.now, host.clock.sleep))
    first, second, third = (fetched.records[number] for number in (1, 2, 3))
    assert (first.merge_commit, first.merged_by, first.linked_issues, first.reviewers) == (
        "5" * 40, "boss", ["#9"], ["cy", "dan"],
    )  # fmt: skip
    assert first.files == [
        FileRow(path="a", status="modified", additions=2, deletions=1),
        FileRow(path="c", old_path="b", status="renamed", additions=0, deletions=0),
        FileRow(path="d", status="added"),
        FileRow(path="e", status="deleted", additions=0, deletions=1),
    ]
    assert first.comments == [Comment(author="dan", body="Why?", date=date(9), path="a", line=2)]
    assert (second.state, second.merge_commit, second.files) == ("open", "", None)
    assert (third.merge_commit, third.bot, third.has_all_files) == ("7" * 40, True, False)
    assert host.asked[0].headers["private-token"] == "made-up"
    changed = [asked for asked in host.asked if "updated_after" in asked.query]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", changed[0].query["updated_after"])


def test_gitlab_commits_are_given_oldest_first(host: FakeHost, tmp_path: Path, repo: RepoBuilder) -> None:
    path = "/projects/shop%2Fapp/merge_requests"
    commit = repo.commit({"a": "1"}, "One, without a number")
    host.lists[path] = [request(1, merge_commit_sha=commit)]
    host.lists[f"{path}/1/commits"] = [
        {"id": n * 40, "author_name": "Ben", "author_email": "b@x", "authored_date": date(1), "title": n} for n in "21"
    ]
    address = Address("gitlab", "gitlab.example.org", "shop/app", host.url)
    record = fetch(address, tmp_path, repository=Repository.open(repo.path)).records[1]
    assert [row.subject for row in record.commits or ()] == ["1", "2"]
