"""The process that runs queries: it is given a graph, gives up every right, and answers until its host is gone.

The host starts it with an empty environment in an empty folder. Messages in are pickled (the host is trusted), messages
out are JSON (this process is not).
"""

from __future__ import annotations

import json
import os
import pickle
import sys
import time
from typing import Any

from codens_core.memory.cypher import sandbox
from codens_core.memory.cypher.frames import ChannelClosedError, read_frame, write_frame
from codens_core.memory.cypher.limits import Limits
from codens_core.memory.cypher.values import plain

_UNBOUNDED = 1 << 40
_MEMORY_SIGNS = ("Buffer manager exception", "bad_alloc", "Unable to allocate")


def main() -> None:
    """Serve the host behind standard input and output."""
    channel, requests = os.dup(1), os.dup(0)
    silent = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(silent, descriptor)
    try:
        _serve(requests, channel)
    except ChannelClosedError:
        return


def _serve(requests: int, channel: int) -> None:
    try:
        worker = _loaded(requests)
    except ChannelClosedError:
        raise
    except Exception as error:
        return _reply(channel, {"error": "load", "message": f"{type(error).__name__}: {error}"})
    _reply(channel, {"ready": True})
    while True:
        text, parameters, rows = pickle.loads(read_frame(requests, _UNBOUNDED))
        _reply(channel, worker.answer(text, parameters, rows))


def _reply(channel: int, message: dict[str, Any]) -> None:
    write_frame(channel, json.dumps(message, ensure_ascii=False).encode("utf-8", "replace"))


def _loaded(requests: int) -> Worker:
    sys.modules["numpy"] = None  # type: ignore[assignment]  # pyarrow would load it, only to be slower to start
    from codens_core.memory.cypher import loader

    plan, limits = pickle.loads(read_frame(requests, _UNBOUNDED))
    loader.warm_up()
    meter = sandbox.address_space_meter()
    sandbox.leave_folder()
    sandbox.watch(limits.memory_mb)
    sandbox.deny_files()
    database, connection = loader.open_database(limits.memory_mb // 2, limits.threads)
    filling = loader.Filling(connection, plan)
    while piece := pickle.loads(read_frame(requests, _UNBOUNDED)):
        filling.add(*piece)
    filling.finish()
    sandbox.bound(limits.memory_mb, meter())
    return Worker(database, connection, limits)


class Worker:
    """Runs queries on the loaded graph, each in a transaction that only reads."""

    def __init__(self, database: Any, connection: Any, limits: Limits) -> None:
        self._database = database
        self._connection = connection
        self._limits = limits
        self._names: dict[tuple[int, int], str] = {}

    def answer(self, text: str, parameters: dict[str, Any], rows: int) -> dict[str, Any]:
        """The rows of a query as JSON texts, or what went wrong."""
        sandbox.allow_cpu(self._limits.seconds * self._limits.threads)
        started = time.perf_counter()
        try:
            answer = self._run(text, parameters, rows)
        except MemoryError:
            return {"error": "memory", "message": "out of memory"}
        except RuntimeError as error:
            return _explained(str(error))
        except Exception as error:
            return {"error": "engine", "message": f"{type(error).__name__}: {error}"}
        return answer | {"milliseconds": round((time.perf_counter() - started) * 1000, 3)}

    def _run(self, text: str, parameters: dict[str, Any], rows: int) -> dict[str, Any]:
        connection = self._connection
        connection.set_query_timeout(int(self._limits.seconds * 1000))
        connection.execute("BEGIN TRANSACTION READ ONLY")
        try:
            statement = connection.prepare(text, parameters)
            with connection.execute(statement, parameters) as result:
                return self._collected(result, rows)
        finally:
            self._end_transaction()

    def _end_transaction(self) -> None:
        try:
            self._connection.execute("ROLLBACK")
        except RuntimeError:
            return  # an error ended it already

    def _collected(self, result: Any, most: int) -> dict[str, Any]:
        rows: list[str] = []
        size, truncated = 0, False
        while result.has_next() and not truncated:
            row = json.dumps([plain(value, self._name) for value in result.get_next()], ensure_ascii=False)
            size += len(row.encode("utf-8", "replace")) + 1
            truncated = len(rows) >= most or size > self._limits.result_bytes
            if not truncated:
                rows.append(row)
        return {"columns": result.get_column_names(), "rows": rows, "truncated": truncated}

    def _name(self, table: int, offset: int) -> str:
        """The node id or key of a node, looked up for all nodes at the first call."""
        if not self._names:
            for label, name in (("Component", "node_id"), ("PullRequest", "key")):
                for identity, value in self._connection.execute(f"MATCH (n:`{label}`) RETURN id(n), n.`{name}`"):
                    self._names[identity["table"], identity["offset"]] = value
        return self._names[table, offset]


def _explained(message: str) -> dict[str, Any]:
    if message.startswith("Interrupted"):
        return {"error": "time", "message": message}
    kind = "memory" if any(sign in message for sign in _MEMORY_SIGNS) else "engine"
    return {"error": kind, "message": message}
