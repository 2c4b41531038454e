"""Opening the memory file: connections, transactions, version and damage checks, and the lock of the one writer."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from codens_core.base.errors import LockedError, MemoryStoreError
from codens_core.memory.schema import MIGRATIONS, VERSION

FILE_NAME = "memory.sqlite"


def memory_file(folder: Path) -> Path:
    """The memory file inside a project's `.codens` folder."""
    return folder / FILE_NAME


class Store:
    """One connection to a memory file."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.connection = connection
        self.path = path

    @classmethod
    def create(cls, path: Path) -> Store:
        """Open for writing; the file and its folder are made when absent, an older version is migrated."""
        with explained(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            store = cls(_connect(f"{path.resolve().as_uri()}?mode=rwc"), path)
            store.connection.execute("PRAGMA journal_mode = WAL")
            store.connection.execute("PRAGMA synchronous = NORMAL")
            store._migrate()
            return store

    @classmethod
    def open(cls, path: Path) -> Store:
        """Open for reading only. No file: MemoryStoreError that says to build first."""
        if not path.exists():
            raise MemoryStoreError("nothing is known of this project yet", "run `codens build`")
        with explained(path):
            store = cls(_connect(f"{path.resolve().as_uri()}?mode=ro"), path)
            store._check_version(store._version())
            return store

    @classmethod
    def in_memory(cls) -> Store:
        """An empty store in RAM, for states of the past and for tests."""
        store = cls(_connect("file::memory:"), Path(":memory:"))
        store._migrate()
        return store

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """One all-or-nothing step; whatever is raised inside leaves the file as before."""
        with explained(self.path):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise

    def meta(self, key: str) -> str:
        """A value of the `meta` table, empty when absent."""
        row = self.connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return row[0] if row else ""

    def set_meta(self, key: str, value: str) -> None:
        """Set a value of the `meta` table."""
        self.connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def _version(self) -> int:
        return int(self.connection.execute("PRAGMA user_version").fetchone()[0])

    def _check_version(self, version: int) -> None:
        if version > VERSION:
            raise MemoryStoreError(
                f"{self.path} was written by a newer version (format {version}, this one knows {VERSION})",
                "upgrade codens, or build into another folder",
            )

    def _migrate(self) -> None:
        version = self._version()
        self._check_version(version)
        for step in range(version + 1, VERSION + 1):
            self.connection.executescript(f"BEGIN IMMEDIATE; {MIGRATIONS[step]} PRAGMA user_version = {step}; COMMIT;")


def _connect(uri: str) -> sqlite3.Connection:
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=30, check_same_thread=False)
    connection.execute("PRAGMA cache_size = -65536")
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.execute("SELECT count(*) FROM sqlite_master")
    return connection


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn SQLite's and the system's errors into ones a user can act on."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        text = str(error)
        if "full" in text:
            raise MemoryStoreError(f"no space left for {path}", "free space and run again: nothing is lost") from error
        if "locked" in text or "busy" in text:
            raise LockedError(f"{path} is being written by another process", "wait for it, then run again") from error
        if isinstance(error, sqlite3.OperationalError) and "unable to open" not in text and "disk I/O" not in text:
            raise
        raise MemoryStoreError(
            f"{path} cannot be read: {text}", "move it away and run `codens build`, or `codens load` a dump"
        ) from error
    except OSError as error:
        raise MemoryStoreError(f"{path}: {error.strerror or error}", "check space and permissions") from error


@contextmanager
def writer_lock(folder: Path, wait: float = 0.0) -> Iterator[None]:
    """Hold the writer's lock of a project for the length of a build; `wait` seconds for another one to end."""
    folder.mkdir(parents=True, exist_ok=True)
    holder = folder / "writer.pid"
    lock = FileLock(folder / "writer.lock", timeout=wait)
    try:
        lock.acquire()
    except Timeout as error:
        who = holder.read_text(encoding="ascii") if holder.exists() else "another process"
        raise LockedError(f"{folder} is being built by {who}", "wait for it to end, or stop it") from error
    try:
        holder.write_text(f"process {os.getpid()}", encoding="ascii")
        yield
    finally:
        holder.unlink(missing_ok=True)
        lock.release()
