"""The whole build: what is new is replayed, then components are related and indexed; a rerun does only what is new."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from codens_core.base.events import Listener, Notice, Progress, ignore
from codens_core.base.problems import Problem, Problems
from codens_core.base.text import plural
from codens_core.build.earlier import Remembered
from codens_core.build.fingerprint import fingerprint
from codens_core.build.index import index_texts
from codens_core.build.places import Places, Root
from codens_core.build.reading import FileReader
from codens_core.build.relate import resolve_all
from codens_core.build.relay import digest, relay
from codens_core.build.replay import Replay
from codens_core.build.rewind import rewind
from codens_core.graph.records import FileChange, PullRequest
from codens_core.history.local import chain, pull_requests
from codens_core.history.records import Records
from codens_core.history.repository import Repository, require_whole
from codens_core.memory.reader import MemoryReader
from codens_core.memory.store import Store
from codens_core.memory.writer import Writer
from codens_core.plugin.manager import Plugins


@dataclass(frozen=True, slots=True)
class Scope:
    """What is built: the applications and the project's own patterns, as the configuration says."""

    roots: tuple[Root, ...]
    types: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    exclude: tuple[str, ...] = ()
    settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Options:
    """How it is built. `jobs` 0 means one process for each core."""

    head_only: bool = False
    rebuild: bool = False
    allow_shallow: bool = False
    first_commit: str = ""
    """The commit whose state is where history begins; empty: the first one."""
    jobs: int = 1


@dataclass(slots=True)
class Report:
    """What a build did."""

    replayed: int = 0
    touched: int = 0
    relations: int = 0
    unresolved: int = 0
    problems: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    """Wall time by stage."""


_MODES = {"head": "the head alone", "history": "the whole history"}


class Builder:
    """Builds one project's memory. The caller holds the writer's lock."""

    def __init__(
        self, repository: Repository, plugins: Plugins, store: Store, scope: Scope, options: Options,
        listener: Listener = ignore, records: Records | None = None,
    ) -> None:  # fmt: skip
        self._repository = repository
        self._plugins = plugins
        self._store = store
        self._scope = scope
        self._options = options
        self._tell = listener
        self._records = records or {}
        self._writer = Writer(store.connection)
        self._schemas = {root.framework: plugins.schema(root.framework) for root in scope.roots}
        self._places = Places(scope.roots, self._schemas, scope.types, scope.exclude)
        self._report = Report()

    def run(self) -> Report:
        """Bring the memory up to the repository's head."""
        self._prepare()
        touched = self._timed("replay", self._replay)
        if touched or self._store.meta("related") != str(self._writer.last_ordinal()):
            self._timed("relate", self._relate)
        self._report.touched = len(touched)
        self._report.problems = self._count("problems")
        self._report.relations, self._report.unresolved = self._count("relations"), self._count("unresolved")
        return self._report

    def _timed(self, stage: str, work: Any) -> Any:
        start = time.perf_counter()
        try:
            return work()
        finally:
            self._report.seconds[stage] = time.perf_counter() - start

    def _count(self, table: str) -> int:
        return int(self._store.connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])

    # what is there

    def _prepare(self) -> None:
        """Start over where the known facts no longer hold: other plugins or settings, other mode, rewritten history."""
        now = fingerprint(self._plugins, self._scope.roots, self._scope.types, self._scope.exclude)
        mode = "head" if self._options.head_only else "history"
        reason = self._why_over(now, mode)
        if reason:
            self._tell(Notice("info", f"{reason}: everything is read anew"))
        with self._store.transaction():
            if reason:
                self._writer.forget()
            self._store.set_meta("fingerprint", now)
            self._store.set_meta("mode", mode)
        if mode == "history":
            self._rewind()
            self._relay()

    def _why_over(self, now: str, mode: str) -> str:
        commits = self._writer.commits()
        if not commits:
            return ""
        if self._options.rebuild:
            return "as asked"
        if self._store.meta("fingerprint") != now:
            return "plugins or settings have changed since the last build"
        if self._store.meta("mode") != mode:
            return f"the last build was of {_MODES[self._store.meta('mode')]}"
        if mode == "head":
            return "" if commits[-1] == self._repository.head else "the head has moved"
        return "" if self._repository.fork_point(commits) else "history shares nothing with what is known"

    def _rewind(self) -> None:
        """Go back to the fork point where history was rewritten or the branch changed."""
        commits = self._writer.commits()
        fork = self._repository.fork_point(commits)
        if not commits or fork is None or fork == commits[-1]:
            return
        with self._store.transaction(), FileReader(self._repository, self._plugins, 1) as reader:
            taken = rewind(self._store, commits.index(fork), self._places, reader)
            self._store.set_meta("related", "")
        what = plural(taken, "pull request is", "pull requests are")
        self._tell(
            Notice("warning", f"history was rewritten or the branch changed after {fork[:10]}: {what} taken back")
        )

    def _relay(self) -> None:
        """Lay what a code host newly tells over the units in memory; from where it joins units anew, replay."""
        told = digest(self._records)
        if self._writer.commits() and self._store.meta("records") != told:
            units = pull_requests(
                self._repository, None, Problems(), shallow=self._options.allow_shallow, records=self._records
            )
            with self._store.transaction(), FileReader(self._repository, self._plugins, 1) as reader:
                relay(self._store, units, self._places, reader)
                self._store.set_meta("related", "")
                self._store.set_meta("records", told)
        elif self._store.meta("records") != told:
            with self._store.transaction():
                self._store.set_meta("records", told)

    # replay

    def _replay(self) -> set[int]:
        problems: list[Problem] = []
        scalars = frozenset().union(*(schema.scalars() for schema in self._schemas.values()))
        with FileReader(self._repository, self._plugins, self._options.jobs) as reader:
            replay = Replay(self._store, self._places, reader, scalars, problems)
            history, total = self._history(problems)
            first = replay.next_ordinal

            def done(ordinal: int, pr: PullRequest) -> None:
                self._report.replayed += 1
                self._tell(Progress("replay", ordinal - first + 1, total, f"{pr.key} {pr.title}"))

            touched = replay.run(history, done)
        with self._store.transaction():
            self._writer.add_problems(-1, problems)
        return touched

    def _history(self, problems: list[Problem]) -> tuple[Iterable[PullRequest], int]:
        """What is not in memory yet, oldest first, and how much that is."""
        commits = self._writer.commits()
        if self._options.head_only:
            steps = [] if commits else [self._snapshot(self._repository.head)]
            return steps, len(steps)
        if self._repository.is_shallow and not self._options.allow_shallow:
            require_whole(self._repository)
        start = [] if commits else self._beginning()
        since = commits[-1] if commits else start[0].commit if start else None
        return itertools.chain(start, self._units(since, problems)), len(start) + len(chain(self._repository, since))

    def _beginning(self) -> list[PullRequest]:
        first = self._options.first_commit
        return [self._snapshot(self._repository.resolve(first))] if first else []

    def _units(self, since: str | None, problems: list[Problem]) -> Iterator[PullRequest]:
        found = Problems()
        allow, earlier = self._options.allow_shallow, Remembered(self._store.connection) if since else None
        history = pull_requests(self._repository, since, found, shallow=allow, earlier=earlier, records=self._records)
        for pr in history:
            problems.extend(found.take())
            yield pr

    def _snapshot(self, commit: str) -> PullRequest:
        """A commit's whole tree as one step, where the history before it is not read."""
        files = tuple(
            FileChange(path, path, "added", "", oid, mode) for path, oid, mode in self._repository.tree_files(commit)
        )
        return PullRequest(commit[:10], "snapshot", f"The state at {commit[:10]}", commit, "", files=files)

    # relate and index

    def _relate(self) -> None:
        self._tell(Progress("relate", 0, 1, "resolving references"))
        reader = MemoryReader(self._store, self._schemas)
        problems: list[Problem] = []
        found = resolve_all(self._plugins, self._scope.roots, self._scope.settings, reader.sources, problems)
        self._tell(Progress("relate", 1, 1, f"{len(found.relations):,} relations"))
        with self._store.transaction():
            self._writer.replace_relations(found.relations)
            self._writer.replace_unresolved(found.unresolved)
            self._writer.replace_derived(found.derived)
            self._writer.replace_left_out(self._left_out())
            self._writer.replace_problems("resolver-failed", problems)
            self._timed("index", self._index)
            self._store.set_meta("related", str(self._writer.last_ordinal()))

    def _index(self) -> None:
        self._tell(Progress("index", 0, 1, "search texts"))
        since = int(self._store.meta("related") or -1)
        written = index_texts(self._store.connection, self._writer, self._schemas, since, self._repository.blob)
        self._tell(Progress("index", 1, 1, plural(written, "text")))

    def _left_out(self) -> dict[str, str]:
        places = (
            (path, self._places.of(path, mode)) for path, _, mode in self._repository.tree_files(self._repository.head)
        )
        return {
            path: place.reason or "holds facts of others" for path, place in places if not place.type or place.support
        }
