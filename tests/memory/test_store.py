"""The memory file: refused when newer or damaged, one writer at a time, transactions all or nothing."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from codens_core.base.errors import LockedError, MemoryStoreError
from codens_core.memory.store import Store, memory_file, writer_lock


def test_nothing_built_yet_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(MemoryStoreError) as caught:
        Store.open(memory_file(tmp_path))
    assert "codens build" in caught.value.hint


def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = memory_file(tmp_path)
    Store.create(file).close()
    with sqlite3.connect(file) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    for opened in (Store.open, Store.create):
        with pytest.raises(MemoryStoreError, match="newer version"):
            opened(file)
    with sqlite3.connect(file) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (99,)
    db.close()


@pytest.mark.parametrize("content", [b"not a database at all" * 100, b"SQLite format 3\0" + b"\xff" * 4096])
def test_a_damaged_file_is_explained_and_left_alone(tmp_path: Path, content: bytes) -> None:
    file = memory_file(tmp_path)
    file.write_bytes(content)
    with pytest.raises(MemoryStoreError) as caught:
        Store.open(file)
    assert "codens load" in caught.value.hint
    assert file.read_bytes() == content


def test_a_reader_cannot_write(tmp_path: Path) -> None:
    file = memory_file(tmp_path)
    Store.create(file).close()
    reader = Store.open(file)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader.set_meta("a", "b")
    reader.close()


def test_what_fails_inside_a_transaction_leaves_nothing(tmp_path: Path) -> None:
    store = Store.create(memory_file(tmp_path))
    with pytest.raises(KeyboardInterrupt), store.transaction():
        store.set_meta("a", "b")
        raise KeyboardInterrupt
    assert store.meta("a") == ""
    with store.transaction():
        store.set_meta("a", "c")
    assert store.meta("a") == "c"
    store.close()


def test_a_full_disk_is_explained_and_nothing_is_lost(tmp_path: Path) -> None:
    store = Store.create(memory_file(tmp_path))
    with store.transaction():
        store.set_meta("kept", "yes")
    pages = store.connection.execute("PRAGMA page_count").fetchone()[0]
    store.connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(MemoryStoreError) as caught, store.transaction():
        store.set_meta("large", "x" * 1_000_000)
    assert "space" in caught.value.title
    assert (store.meta("kept"), store.meta("large")) == ("yes", "")
    store.close()


def test_the_second_writer_is_told_who_holds_the_lock(tmp_path: Path) -> None:
    with writer_lock(tmp_path), pytest.raises(LockedError, match=r"being built by process \d+"), writer_lock(tmp_path):
        pass
    with writer_lock(tmp_path):
        pass
