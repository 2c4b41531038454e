"""Builds the sample application: `python examples/build_sample.py TARGET` writes a bookshop with its whole git history.

Each file of `examples/bookshop/` is one pull request (or direct commit), read in the order of the file names: a header
in YAML, the text that explains it, then the edits, for a merge grouped into commits under `## message`:

    ### Write `path`                 with the whole file in one fence
    ### Edit `path`                  with hunks in `diff` fences; each must fit in exactly one place
    ### Move `path` to `path`        with or without hunks
    ### Delete `path`
    ### Undo #27                     what a revert does

Authors and dates stand in the headers, so every build ends in the same commit ids, on any machine.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pygit2
import yaml

BOOKSHOP = Path(__file__).parent / "bookshop"
MAIN = "refs/heads/main"
GITHUB = ("GitHub", "noreply@github.com")

_EDIT = re.compile(r"^### (Write|Edit|Move|Delete|Undo) (?:`([^`]+)`|#(\d+))(?: to `([^`]+)`)?$", re.MULTILINE)
_FENCE = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMIT_OF = re.compile(r"\{commit of #(\d+)\}")

Files = dict[str, str]


class SampleError(Exception):
    """A pull request file that cannot be read, or whose edits do not fit what is there."""


@dataclass(frozen=True)
class Edit:
    """One change of one file; `bodies` are the contents of its fences."""

    action: str
    path: str
    number: int
    target: str
    bodies: tuple[str, ...]


@dataclass(frozen=True)
class Commit:
    """One commit of a pull request."""

    message: str
    edits: tuple[Edit, ...]


@dataclass(frozen=True)
class PullRequest:
    """One file of the history; `kind` is direct, squash or merge."""

    title: str
    author: str
    kind: str
    date: datetime
    body: str
    commits: tuple[Commit, ...]
    number: int = 0
    branch: str = ""
    base: int = 0
    """Number of the pull request after which a merge's branch was started; 0: the one before it."""


def read(file: Path) -> PullRequest:
    """One pull request from its file."""
    _, header, text = file.read_text(encoding="utf-8").split("---\n", 2)
    fields: dict[str, Any] = yaml.safe_load(header)
    body, *sections = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    if fields["kind"] == "merge":
        commits = tuple(Commit(m, tuple(_edits(t, file))) for m, t in zip(sections[::2], sections[1::2], strict=True))
    else:
        body, rest = (body + "### ").split("### ", 1)
        commits = (Commit(fields["title"], tuple(_edits("### " + rest, file))),)
    if not all(commit.edits for commit in commits):
        raise SampleError(f"{file.name}: a commit without edits")
    return PullRequest(body=body.strip(), commits=commits, **fields)


def _edits(text: str, file: Path) -> Iterator[Edit]:
    heads = list(_EDIT.finditer(text))
    if len(heads) != len(re.findall(r"^### .", text, re.MULTILINE)):
        raise SampleError(f"{file.name}: a `###` line that is no edit")
    for head, following in zip(heads, [*heads[1:], None], strict=True):
        end = following.start() if following else len(text)
        bodies = tuple(_FENCE.findall(text, head.end(), end))
        yield Edit(head[1], head[2] or "", int(head[3] or 0), head[4] or "", bodies)


@dataclass
class Builder:
    """Replays pull requests into a repository. `files` is the main branch's tree as it is now."""

    repository: pygit2.Repository
    files: Files = field(default_factory=dict)
    head: pygit2.Oid | None = None
    states: dict[int, tuple[Files, Files, pygit2.Oid]] = field(default_factory=dict)
    """By number: the files before and after the pull request, and its commit on the main branch."""

    def add(self, pull: PullRequest) -> None:
        """Put one pull request on the main branch."""
        before = dict(self.files)
        for commit in pull.commits:
            for edit in commit.edits:
                self._apply(edit, self.files)
        self.head = self._merged(pull, before) if pull.kind == "merge" else self._single(pull)
        self.states[pull.number] = (before, dict(self.files), self.head)

    def _single(self, pull: PullRequest) -> pygit2.Oid:
        number = f" (#{pull.number})" if pull.number else ""
        committer = GITHUB if pull.number else _person(pull.author)
        message = _message(pull.title + number, self._body(pull))
        return self._commit(message, pull.author, committer, pull.date, self.files, [self.head] if self.head else [])

    def _merged(self, pull: PullRequest, before: Files) -> pygit2.Oid:
        files, tip = (before, self.head) if not pull.base else self.states[pull.base][1:]
        assert self.head is not None and tip is not None, "the first pull request cannot be a merge"
        branch = dict(files)
        for index, commit in enumerate(pull.commits):
            for edit in commit.edits:
                self._apply(edit, branch)
            date = pull.date - timedelta(hours=5 * (len(pull.commits) - index))
            tip = self._commit(_message(commit.message), pull.author, _person(pull.author), date, branch, [tip])
        title = f"Merge pull request #{pull.number} from foxed-pages/{pull.branch}"
        message = _message(title, f"{pull.title}\n\n{self._body(pull)}")
        return self._commit(message, pull.author, GITHUB, pull.date, self.files, [self.head, tip])

    def _body(self, pull: PullRequest) -> str:
        return _COMMIT_OF.sub(lambda found: str(self.states[int(found[1])][2]), pull.body)

    def _commit(
        self, message: str, author: str, committer: tuple[str, str], date: datetime, files: Files, parents: list[Any]
    ) -> pygit2.Oid:
        offset = date.utcoffset() or timedelta()
        when = (int(date.timestamp()), int(offset.total_seconds() // 60))
        signatures = (pygit2.Signature(*_person(author), *when), pygit2.Signature(*committer, *when))
        return self.repository.create_commit(None, *signatures, message, self._tree(files), parents)

    def _tree(self, files: Files) -> pygit2.Oid:
        index = pygit2.Index()
        for path, text in files.items():
            blob = self.repository.create_blob(text.encode())
            index.add(pygit2.IndexEntry(path, blob, pygit2.enums.FileMode.BLOB))
        return index.write_tree(self.repository)

    def _apply(self, edit: Edit, files: Files) -> None:
        if edit.action == "Write":
            (files[edit.path],) = edit.bodies
        elif edit.action == "Undo":
            self._undo(edit.number, files)
        elif edit.path not in files:
            raise SampleError(f"{edit.action} {edit.path}: no such file")
        elif edit.action == "Delete":
            del files[edit.path]
        else:
            text = files.pop(edit.path)
            for hunk in edit.bodies:
                text = _patched(text, hunk, edit.path)
            files[edit.target or edit.path] = text

    def _undo(self, number: int, files: Files) -> None:
        before, after, _ = self.states[number]
        for path in {*before, *after}:
            if before.get(path) == after.get(path):
                continue
            if files.get(path) != after.get(path):
                raise SampleError(f"Undo #{number}: {path} was changed since")
            if path in before:
                files[path] = before[path]
            else:
                del files[path]


def _patched(text: str, hunk: str, path: str) -> str:
    lines = hunk.splitlines(keepends=True)
    old = "".join(line[1:] or "\n" for line in lines if not line.startswith("+"))
    new = "".join(line[1:] or "\n" for line in lines if not line.startswith("-"))
    fits = [i for i in range(len(text)) if text.startswith(old, i) and (i == 0 or text[i - 1] == "\n")]
    if len(fits) != 1:
        raise SampleError(f"{path}: this hunk fits in {len(fits)} places:\n{hunk}")
    return text[: fits[0]] + new + text[fits[0] + len(old) :]


def _person(author: str) -> tuple[str, str]:
    name, _, email = author.partition(" <")
    return name, email.rstrip(">")


def _message(title: str, body: str = "") -> str:
    return f"{title}\n\n{body}\n" if body else f"{title}\n"


def pull_requests(folder: Path = BOOKSHOP) -> list[PullRequest]:
    """All pull requests of the history, oldest first."""
    return [read(file) for file in sorted(folder.glob("*.md"))]


def build(target: Path, folder: Path = BOOKSHOP) -> str:
    """Write the repository into `target` (absent or an empty folder) and return its head's id."""
    if target.exists() and any(target.iterdir()):
        raise SampleError(f"{target} is not empty")
    repository = pygit2.init_repository(str(target), initial_head="main")
    builder = Builder(repository)
    for pull in pull_requests(folder):
        builder.add(pull)
    assert builder.head is not None, "a history without commits"
    repository.references.create(MAIN, builder.head)
    repository.checkout(MAIN, strategy=pygit2.enums.CheckoutStrategy.FORCE)
    return str(builder.head)


def main(arguments: list[str]) -> int:
    """The command line: one argument, the folder to write."""
    if len(arguments) != 1:
        print("usage: python examples/build_sample.py TARGET", file=sys.stderr)
        return 2
    try:
        head = build(Path(arguments[0]))
    except SampleError as error:
        print(f"build_sample: {error}", file=sys.stderr)
        return 1
    print(f"{arguments[0]}: the sample bookshop, {len(pull_requests())} steps of history, head {head[:10]}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
