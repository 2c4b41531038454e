"""Asks a graph in Cypher: checks the query, keeps the worker that holds the copy, and tells what went wrong."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from codens_core.base.errors import QueryError
from codens_core.graph.cypher import Translated, translate
from codens_core.memory.cypher.dialect import LadybugDialect
from codens_core.memory.cypher.limits import Limits
from codens_core.memory.cypher.plan import Plan
from codens_core.memory.cypher.process import WorkerProcess, out_of_memory
from codens_core.memory.cypher.source import GraphSource
from codens_core.memory.cypher.tables import plan

_NOISE = re.compile(r"^(Binder|Runtime|Parser|Conversion|Catalog) exception: |\(line: \d+, offset: \d+\).*", re.DOTALL)
_LONGEST_MESSAGE = 300


@dataclass(frozen=True, slots=True)
class Result:
    """A query's rows; values are JSON-able.

    A node is its properties with `_label`, a relation its properties with `_type`, `_source` and `_target` (node ids or
    pull request keys), a path `{"_nodes": [...], "_relations": [...]}`.
    """

    columns: tuple[str, ...]
    rows: list[list[Any]]
    truncated: bool
    """Whether rows were left out because of the limits."""
    milliseconds: float
    """Time in the database."""


class CypherEngine:
    """Read-only Cypher over the graph of `source`, copied anew when `version` gives another text.

    Safe to use from several threads; queries run one after another. Close it to end its process.
    """

    def __init__(
        self, source: Callable[[], GraphSource], version: Callable[[], str], limits: Limits | None = None
    ) -> None:
        self._source = source
        self._version = version
        self._limits = limits or Limits()
        self._lock = threading.Lock()
        self._worker: WorkerProcess | None = None
        self._plan: Plan | None = None
        self._loaded = ""

    def query(self, text: str, params: Mapping[str, Any] | None = None) -> Result:
        """Run one query.

        Raises QueryError for whatever does not only read, does not fit the graph, fails, or passes a limit.
        """
        parameters = self._checked_parameters(params or {})
        with self._lock:
            tables = self._current_plan()
            most = self._limits.rows + 1
            query = translate(text, tables.vocabulary, LadybugDialect(), parameters, most)
            return self._result(query, self._running(tables).ask(query.text, query.parameters))

    def schema(self) -> dict[str, Any]:
        """What exists: `nodes` and `relations` with their properties, `component_types`. JSON-able."""
        with self._lock:
            return self._current_plan().vocabulary.describe()

    @property
    def worker_pid(self) -> int | None:
        """Process id of the worker while there is one."""
        return self._worker.pid if self._worker and self._worker.alive else None

    def close(self) -> None:
        """End the worker process; the next query starts another."""
        with self._lock:
            self._end()

    def _end(self) -> None:
        if self._worker and self._worker.alive:
            self._worker.kill()
        self._worker = None

    def _current_plan(self) -> Plan:
        version = self._version()
        if self._plan is None or version != self._loaded:
            self._end()
            self._plan, self._loaded = plan(self._source()), version
        return self._plan

    def _running(self, tables: Plan) -> WorkerProcess:
        if self._worker is None or not self._worker.alive:
            worker = WorkerProcess(self._limits)
            worker.load(self._source(), tables)
            self._worker = worker
        return self._worker

    def _checked_parameters(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """A copy made of plain values only."""
        try:
            text = json.dumps(dict(params), allow_nan=False)
        except (TypeError, ValueError) as error:
            raise QueryError(
                f"the parameters are no plain values: {error}", "give text, numbers, lists, maps"
            ) from error
        if len(text) > self._limits.parameter_bytes:
            raise QueryError(
                f"the parameters have {len(text):,} bytes", f"at most {self._limits.parameter_bytes:,} are allowed"
            )
        parameters: dict[str, Any] = json.loads(text)
        return parameters

    def _result(self, query: Translated, answer: dict[str, Any]) -> Result:
        if "error" in answer:
            raise self._error(str(answer["error"]), str(answer.get("message", "")))
        rows = [json.loads(row) for row in answer["rows"]]
        if answer["truncated"] and not rows:
            raise QueryError(
                f"one row has more than {self._limits.result_bytes:,} bytes", "return fewer or shorter values"
            )
        return Result(query.columns, rows, bool(answer["truncated"]), float(answer["milliseconds"]))

    def _error(self, kind: str, message: str) -> QueryError:
        if kind == "time":
            return QueryError(
                f"the query took longer than {self._limits.seconds:g} seconds and was ended",
                "match less: name labels and relationship types, start from one component, give shorter paths",
            )
        if kind == "memory":
            return out_of_memory(self._limits)
        short = _NOISE.sub("", message).strip().split("\n\n")[0][:_LONGEST_MESSAGE]
        return QueryError(f"the query cannot be run: {short}", "see what exists with the schema of the graph")
