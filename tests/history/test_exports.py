"""Pull requests as JSON lines: read, written, refused with line numbers, and laid over history."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from repo import RepoBuilder

from codens_core.base.errors import UsageError
from codens_core.history import exports
from codens_core.history.local import pull_requests
from codens_core.history.records import CommitRow, FileRow, PullRequestRecord, linked_issues
from codens_core.history.repository import Repository


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    records = [
        PullRequestRecord(number=2, title="Zwei ✓ \u2028 <b>", body="a\nb\0", labels=["x"], commits=[], files=None),
        PullRequestRecord(
            number=1, title="", state="closed", commits=[CommitRow(id="a" * 40)],
            files=[FileRow(path="a b", status="renamed", old_path="c", additions=0)],
        ),
    ]  # fmt: skip
    path = tmp_path / "x.jsonl"
    exports.write(path, records)
    assert list(exports.read(path).values()) == records[::-1]
    assert path.read_text().splitlines()[0].startswith('{"number":1,"title":""')
    assert list(tmp_path.iterdir()) == [path]


def test_a_later_line_of_a_number_counts(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"number": 1, "title": "Old"}\r\n\n  \n{"number": 1, "title": "New"}')
    assert [record.title for record in exports.read(path).values()] == ["New"]


WRONG = [
    ('{"number": 1}', "x.jsonl:1: title: Field required"),
    ('{"number": 1, "title": "x", "tittle": "y"}', "x.jsonl:1: tittle: Extra inputs are not permitted"),
    ('{"number": "1", "title": "x"}', "x.jsonl:1: number: Input should be a valid integer"),
    ('{"number": 0, "title": "x"}', "x.jsonl:1: number: Input should be greater than or equal to 1"),
    ('{"number": 1, "title": "x", "files": [{"path": "a"}]}', "x.jsonl:1: files.0.status: Field required"),
    ('{"number": 1, "title": "x"', "x.jsonl:1: Invalid JSON"),
    ("[]", "x.jsonl:1: Input should be an object"),
    ('{"number": 1, "title": "x"}\n\nnonsense', "x.jsonl:3: Invalid JSON"),
]


@pytest.mark.parametrize(("text", "expected"), WRONG)
def test_wrong_lines_are_named(tmp_path: Path, text: str, expected: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(text)
    with pytest.raises(UsageError) as caught:
        exports.read(path)
    assert expected in caught.value.title
    assert "pull-requests.md" in caught.value.hint


def test_many_wrong_lines_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("nonsense\n" * 9)
    with pytest.raises(UsageError, match="and 4 more"):
        exports.read(path)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read"):
        exports.read(tmp_path / "nothing")


def test_history_can_be_exported_and_laid_over_itself(repo: RepoBuilder, tmp_path: Path) -> None:
    repo.commit({"a": "1"}, "No pull request")
    repo.commit({"a": "2"}, "Add tags (#3)\n\nFixes #2")
    repo.branch("x").commit({"b": "1"}, "X", "Ben <1+ben@users.noreply.github.com>")
    repo.checkout("main").merge("x", "Merge pull request #4 from ben/x\n\nAdd x\n\nText")
    opened = Repository.open(repo.path)
    units = list(pull_requests(opened))
    exports.write(tmp_path / "x.jsonl", filter(None, map(exports.record_of, units)))
    records = exports.read(tmp_path / "x.jsonl")
    assert [(record.number, record.title, record.author) for record in records.values()] == [
        (3, "Add tags", "Ann"), (4, "Add x", "ben"),
    ]  # fmt: skip
    again = list(pull_requests(opened, records=records))
    assert [(unit.key, unit.kind, unit.title, unit.body, unit.files) for unit in again] == [
        (unit.key, unit.kind, unit.title, unit.body, unit.files) for unit in units
    ]


def test_the_schema_describes_every_field() -> None:
    schema = PullRequestRecord.model_json_schema()
    models = [schema, *schema["$defs"].values()]
    assert all("description" in field for model in models for field in model["properties"].values())
    assert json.dumps(schema)


@pytest.mark.parametrize(
    ("text", "issues"),
    [
        ("Fixes #3, closes: shop/api#4 and resolved https://github.com/a/b/issues/5", ["#3", "shop/api#4", "a/b#5"]),
        ("closes https://gitlab.com/g/p/-/issues/6", ["g/p#6"]),
        ("See #3. Prefixes #4. fix 5. Fixed#6", []),
        ("fix #1 fix #1", ["#1"]),
    ],
)
def test_linked_issues(text: str, issues: list[str]) -> None:
    assert linked_issues(text) == issues
