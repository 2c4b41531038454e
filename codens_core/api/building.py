"""Building and proving a project's memory."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from codens_core.api.fetching import records
from codens_core.api.project import Project
from codens_core.base.errors import MemoryStoreError
from codens_core.base.events import Listener, Notice, ignore
from codens_core.build.index import index_texts
from codens_core.build.pipeline import Builder, Options, Report
from codens_core.build.reading import FileReader
from codens_core.build.verify import Verification, verify
from codens_core.memory.dump import read_dump, write_dump
from codens_core.memory.store import Store, writer_lock
from codens_core.memory.writer import Writer

MOST_JOBS = 4
"""More worker processes than this only wait for the one that writes."""


def build(project: Project, options: Options, listener: Listener = ignore, wait: float = 0.0) -> Report:
    """Bring the project's memory up to its head. `options.jobs` 0 means one process for each core.

    Another build under way is a LockedError after `wait` seconds.
    """
    history = project.place.config.history
    options = replace(
        options,
        jobs=options.jobs or _jobs(),
        allow_shallow=options.allow_shallow or history.allow_shallow,
        first_commit=options.first_commit or history.first_commit,
    )
    scope, folder, told = project.scope, project.place.prepare(), records(project)
    with writer_lock(folder, wait):
        store = Store.create(project.memory_file)
        try:
            report = Builder(project.repository, project.plugins, store, scope, options, listener, told).run()
            _tell_broken(project, listener)
            return report
        finally:
            store.close()


def _tell_broken(project: Project, listener: Listener) -> None:
    """One line for each plugin that gave nothing: the graph may lack what it would have added."""
    for info in project.plugins.infos.values():
        if info.error:
            listener(Notice("warning", f"plugin {info.name} is not used: {info.error}", "codens plugins"))


def _jobs() -> int:
    return min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1, MOST_JOBS)


def verify_memory(project: Project, at: int | None = None, listener: Listener = ignore) -> Verification:
    """Read every file of the built commit afresh and compare it with the memory; `at`: of that pull request's."""
    store = project.store()
    try:
        with FileReader(project.repository, project.plugins, _jobs()) as reader:
            return verify(project.repository, store, project.places, reader, at, listener)
    finally:
        store.close()


def dump(project: Project, file: Path) -> int:
    """Write the memory to a JSON lines file (over an existing one). Returns the number of rows."""
    store = project.store()
    try:
        with file.open("w", encoding="utf-8", newline="\n") as out:
            return write_dump(store, out)
    except OSError as error:
        raise MemoryStoreError(f"{file}: {error.strerror}", "check space and permissions") from error
    finally:
        store.close()


def load(project: Project, file: Path) -> int:
    """Fill the project's empty memory from a dump. A memory that holds something is refused."""
    _check_readable(file)
    folder = project.place.prepare()
    with writer_lock(folder):
        store = Store.create(project.memory_file)
        try:
            rows = read_dump(file, store)
            _index(project, store)
            return rows
        except UnicodeDecodeError as error:
            raise MemoryStoreError(f"{file}: not UTF-8: {error.reason}", "the dump is damaged") from error
        finally:
            store.close()


def _index(project: Project, store: Store) -> None:
    """Make the search texts, which a dump leaves out."""
    frameworks = store.connection.execute("SELECT DISTINCT framework FROM components").fetchall()
    schemas = {name: project.plugins.schema(name) for (name,) in frameworks}

    def source(oid: str) -> bytes:
        return project.repository.blob(oid)

    with store.transaction() as connection:
        index_texts(connection, Writer(connection), schemas, source=source)


def _check_readable(file: Path) -> None:
    """Refuse a file that cannot be opened, before anything is made for it."""
    try:
        file.open("rb").close()
    except OSError as error:
        raise MemoryStoreError(f"{file}: {error.strerror}", "write one with `codens dump FILE`") from error
