"""Raw git objects of one repository: commits, trees and blobs by id, with an error that says what is missing."""

from __future__ import annotations

import pygit2
from pygit2.enums import ObjectType

from codens_core.base.errors import RepositoryError

OBJECT_CACHE = 16 << 20
"""Bytes that libgit2 may keep of objects already read; each is needed about once, so more only costs memory."""


class MissingObject(RepositoryError):  # noqa: N818
    """An object that history names is not in the repository; `oid` is its full id."""

    def __init__(self, title: str, hint: str = "", oid: str = "") -> None:
        super().__init__(title, hint)
        self.oid = oid

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.title, self.hint, self.oid))


class MissingBlob(MissingObject):
    """The content of a file is not in the repository (a partial clone, a damaged one)."""


class Objects:
    """Reads objects of an open repository. `hint` is what to run when one is missing."""

    def __init__(self, git: pygit2.Repository, hint: str) -> None:
        pygit2.settings.cache_max_size(OBJECT_CACHE)
        self.git = git
        self.hint = hint
        self._odb = git.odb

    def commit(self, oid: str) -> pygit2.Commit:
        """The commit called `oid` (hex)."""
        found = self.git.get(oid)
        if not isinstance(found, pygit2.Commit):
            raise MissingObject(f"commit {oid} is not in the repository", self.hint, oid)
        return found

    def has(self, oid: str) -> bool:
        """Whether an object is in the repository."""
        return oid in self._odb

    def tree(self, oid: bytes) -> bytes:
        """A tree's raw entries; `oid` is binary."""
        try:
            kind, data = self._odb.read(pygit2.Oid(raw=oid))
        except (KeyError, pygit2.GitError) as error:
            raise MissingObject(f"tree {oid.hex()} cannot be read", self.hint, oid.hex()) from error
        if kind != ObjectType.TREE:
            raise MissingObject(f"{oid.hex()} is no tree", self.hint, oid.hex())
        return bytes(data)

    def blob(self, oid: str) -> bytes:
        """A blob's bytes; `oid` is hex. Raises MissingBlob."""
        try:
            kind, data = self._odb.read(oid)
        except (KeyError, ValueError, pygit2.GitError) as error:
            raise MissingBlob(f"blob {oid} cannot be read", self.hint, oid) from error
        if kind != ObjectType.BLOB:
            raise MissingBlob(f"{oid} is no blob", self.hint, oid)
        return bytes(data)

    def size(self, oid: str) -> int:
        """A blob's size in bytes without reading it whole; -1 when it is missing."""
        try:
            return int(self._odb.read_header(oid)[1])
        except (KeyError, ValueError, pygit2.GitError):
            return -1
