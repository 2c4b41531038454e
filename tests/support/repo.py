"""Small real git repositories for tests, written fluently and with the same commit ids every time.

    from repo import RepoBuilder

    repo = RepoBuilder(tmp_path / "app")
    first = repo.commit({"a.py": "x = 1\\n"}, "Begin")
    repo.branch("feature").commit({"a.py": None, "b.py": "x = 2\\n"}, "Work")
    repo.checkout("main").merge("feature", "Merge pull request #7 from ann/feature\\n\\nAdd b")
    repo.worktree()  # only when a test needs files on disk

Each commit is one minute after the one before. Messages and contents may be bytes where a test needs odd encodings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pygit2
from pygit2.enums import CheckoutStrategy

EPOCH = 1_700_000_000
MINUTE = 60
FOLDER = 0o40000


@dataclass(frozen=True)
class Link:
    """A symbolic link as a file's content."""

    target: str


@dataclass(frozen=True)
class Submodule:
    """A submodule as a file's content."""

    commit: str = "1" * 40


@dataclass(frozen=True)
class Program:
    """An executable file's content."""

    content: str | bytes


Content = str | bytes | Link | Submodule | Program | None
Files = Mapping[Any, Content]
"""Contents by path; paths are text, or bytes where a name is no UTF-8."""


class RepoBuilder:
    """Writes a repository at `path`, on branch `main`."""

    def __init__(self, path: Path, *, bare: bool = False) -> None:
        self.path = path
        self.git = pygit2.init_repository(str(path), bare=bare, initial_head="main")
        self.current = "main"
        self.clock = EPOCH

    # commits

    def commit(
        self,
        files: Files | None = None,
        message: str | bytes = "Change",
        author: str = "Ann <ann@example.org>",
        date: str | None = None,
        *,
        committer: str | None = None,
        encoding: str | None = None,
    ) -> str:
        """Commit changed files (None removes one) on the current branch; gives the commit's id."""
        parent = self.head
        tree = self._tree(parent, files or {})
        return self._write(tree, [parent] if parent else [], message, author, date, committer, encoding)

    def rename(self, old: str, new: str, message: str | bytes = "Rename", **who: str) -> str:
        """Move a file without changing it."""
        return self.commit({old: None, new: self._content(old)}, message, **who)

    def merge(
        self,
        branch: str,
        message: str | bytes,
        author: str = "Ann <ann@example.org>",
        date: str | None = None,
        files: Files | None = None,
    ) -> str:
        """Merge a branch into the current one, always with a merge commit; `files` are changed on top of it."""
        ours, theirs = self._head(), self._branch_head(branch)
        tree = self._tree_of(self.git.merge_commits(ours, theirs).write_tree(self.git), files or {})
        return self._write(tree, [ours, theirs], message, author, date)

    def squash(self, branch: str, message: str | bytes, author: str = "Ann <ann@example.org>", **who: str) -> str:
        """All of a branch as one commit on the current one."""
        tree = self.git.merge_commits(self._head(), self._branch_head(branch)).write_tree(self.git)
        return self._write(tree, [self._head()], message, author, who.get("date"), who.get("committer"))

    def rebase(self, branch: str, committer: str = "GitHub <noreply@github.com>") -> list[str]:
        """The commits of a branch one by one on the current one, authors and messages kept."""
        walk = self.git.walk(
            self._branch_head(branch), pygit2.enums.SortMode.TOPOLOGICAL | pygit2.enums.SortMode.REVERSE
        )
        walk.hide(self._head())
        made = []
        for commit in list(walk):
            picked = self.git.merge_trees(commit.parents[0].tree, self._tree_at(self._head()), commit.tree)
            who = f"{commit.author.name} <{commit.author.email}>"
            tree = picked.write_tree(self.git)
            made.append(self._write(tree, [self._head()], commit.message, who, _iso(commit.author.time), committer))
        return made

    def revert(self, commit: str, message: str | bytes | None = None) -> str:
        """Undo one single-parent commit, or a merge against its first parent."""
        undone = self.git[commit]
        assert isinstance(undone, pygit2.Commit)
        ours = self._tree_at(self._head())
        tree = self.git.merge_trees(undone.tree, ours, undone.parents[0].tree).write_tree(self.git)
        subject = undone.message.split("\n")[0]
        text = message or f'Revert "{subject}"\n\nThis reverts commit {undone.id}.'
        return self._write(tree, [self._head()], text, "Ann <ann@example.org>", None)

    # branches

    def branch(self, name: str, at: str | None = None) -> RepoBuilder:
        """Make a branch (at the current commit, or at `at`) and go there."""
        start = self.git[at] if at else self.git[self._head()]
        assert isinstance(start, pygit2.Commit)
        self.git.branches.local.create(name, start, force=True)
        return self.checkout(name)

    def checkout(self, name: str) -> RepoBuilder:
        """Go to a branch; files on disk are not touched (see `worktree`)."""
        self.current = name
        self.git.set_head(f"refs/heads/{name}")
        return self

    def detach(self, at: str | None = None) -> RepoBuilder:
        """Leave the branch: the head is the commit itself."""
        self.git.set_head(pygit2.Oid(hex=at or self._head()))
        return self

    def reset(self, commit: str) -> RepoBuilder:
        """Move the current branch to a commit, as a rewritten history does."""
        self.git.references.create(f"refs/heads/{self.current}", commit, force=True)
        return self

    def worktree(self) -> RepoBuilder:
        """Write the current branch's files to disk."""
        self.git.checkout("HEAD", strategy=CheckoutStrategy.FORCE | CheckoutStrategy.REMOVE_UNTRACKED)
        return self

    @property
    def head(self) -> str:
        """The current branch's commit, empty before the first."""
        reference = self.git.references.get(f"refs/heads/{self.current}")
        return str(reference.target) if reference else ""

    # inside

    def _head(self) -> str:
        assert self.head, "the branch has no commits"
        return self.head

    def _branch_head(self, name: str) -> str:
        return str(self.git.branches.local[name].target)

    def _tree_at(self, commit: str) -> pygit2.Tree:
        found = self.git[commit]
        assert isinstance(found, pygit2.Commit)
        return found.tree

    def _content(self, path: str) -> bytes:
        blob = self._tree_at(self._head())[path]
        assert isinstance(blob, pygit2.Blob)
        return blob.data

    def _tree(self, parent: str, files: Files) -> pygit2.Oid:
        commit = self.git[parent] if parent else None
        return self._tree_of(commit.tree_id if isinstance(commit, pygit2.Commit) else None, files)

    def _tree_of(self, base: pygit2.Oid | None, files: Files) -> pygit2.Oid:
        tree = base or self._write_tree({})
        for path, content in files.items():
            raw = path if isinstance(path, bytes) else path.encode()
            tree = self._with(tree, raw.split(b"/"), content) or self._write_tree({})
        return tree

    def _with(self, base: pygit2.Oid | None, parts: list[bytes], content: Content) -> pygit2.Oid | None:
        """The tree with one path set (None when nothing is left); raw entries, because names may be any bytes."""
        entries = self._entries(base)
        if len(parts) > 1:
            mode, oid = entries.get(parts[0], (0, None))
            inner = self._with(oid if mode == FOLDER else None, parts[1:], content)
            entry = (FOLDER, inner) if inner else None
        else:
            entry = None if content is None else self._object(content)
        if entry is not None:
            entries[parts[0]] = entry
        else:
            del entries[parts[0]]
        return self._write_tree(entries) if entries else None

    def _entries(self, tree: pygit2.Oid | None) -> dict[bytes, tuple[int, pygit2.Oid]]:
        data = self.git.odb.read(tree)[1] if tree else b""
        found, at = {}, 0
        while at < len(data):
            head, end = data[at : data.index(b"\0", at)], data.index(b"\0", at)
            mode, _, name = head.partition(b" ")
            found[name] = (int(mode, 8), pygit2.Oid(raw=data[end + 1 : end + 21]))
            at = end + 21
        return found

    def _write_tree(self, entries: Mapping[bytes, tuple[int, pygit2.Oid]]) -> pygit2.Oid:
        ordered = sorted(entries.items(), key=lambda item: item[0] + (b"/" if item[1][0] == FOLDER else b""))
        data = b"".join(b"%o %s\0%s" % (mode, name, oid.raw) for name, (mode, oid) in ordered)
        return self.git.odb.write(pygit2.enums.ObjectType.TREE, data)

    def _object(self, content: Content) -> tuple[int, pygit2.Oid]:
        if isinstance(content, Submodule):
            return 0o160000, pygit2.Oid(hex=content.commit)
        mode = 0o100644
        if isinstance(content, Link):
            content, mode = content.target, 0o120000
        if isinstance(content, Program):
            content, mode = content.content, 0o100755
        data = content if isinstance(content, bytes) else str(content).encode()
        return mode, self.git.create_blob(data)

    def _write(
        self,
        tree: pygit2.Oid,
        parents: list[str],
        message: str | bytes,
        author: str,
        date: str | None,
        committer: str | None = None,
        encoding: str | None = None,
    ) -> str:
        self.clock += MINUTE
        when, offset = _moment(date) if date else (self.clock, 0)
        stamp = f"{when} {'+' if offset >= 0 else '-'}{abs(offset) // 60:02}{abs(offset) % 60:02}"
        commit_stamp = stamp if committer is None else f"{self.clock} +0000"
        head = f"tree {tree}\n" + "".join(f"parent {parent}\n" for parent in parents)
        head += f"author {author} {stamp}\ncommitter {committer or author} {commit_stamp}\n"
        if encoding:
            head += f"encoding {encoding}\n"
        text = message if isinstance(message, bytes) else message.encode()
        oid = self.git.odb.write(pygit2.enums.ObjectType.COMMIT, head.encode() + b"\n" + text)
        self.git.references.create(f"refs/heads/{self.current}", oid, force=True)
        return str(oid)


def _moment(date: str) -> tuple[int, int]:
    moment = datetime.fromisoformat(date if len(date) > 10 else f"{date}T12:00:00+00:00")
    offset = moment.utcoffset()
    assert offset is not None, "give dates with an offset"
    return int(moment.timestamp()), int(offset.total_seconds()) // MINUTE


def _iso(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()
