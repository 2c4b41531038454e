"""The host's side of the worker process: starts it, sends it the graph, asks it, and ends it in time."""

from __future__ import annotations

import fcntl
import importlib.util
import json
import pickle
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from codens_core.base.errors import QueryError
from codens_core.memory.cypher.frames import ChannelClosedError, read_frame, write_frame
from codens_core.memory.cypher.limits import MEMORY_EXIT, Limits
from codens_core.memory.cypher.plan import Plan
from codens_core.memory.cypher.source import GraphSource
from codens_core.memory.cypher.tables import pieces

_START = "import sys; sys.path[:] = sys.argv[1:]; from codens_core.memory.cypher.worker import main; main()"
_GRACE_SECONDS = 2.0
_OVERHEAD_BYTES = 1 << 20
_PIPE_BYTES = 1 << 20


class WorkerProcess:
    """One worker with one copy of a graph. `alive` turns false when it ended, for whatever reason."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._folder: Path | None = None
        try:
            self._folder = Path(tempfile.mkdtemp(prefix="codens-cypher-"))
            self._process = _started(self._folder)
        except OSError as error:
            self._remove_folder()
            raise QueryError(f"no process for queries can be started: {error}", "free memory, or disk space") from error
        _widen(self._process.stdin)
        self.alive = True

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def load(self, source: GraphSource, tables: Plan) -> None:
        """Send the graph and wait until it can be asked. Raises QueryError when it cannot."""
        with self._ended_after(self._limits.load_seconds, "copying the graph"):
            self._send_graph(source, tables)
            reply = self._receive()
        if "error" in reply:
            self.kill()
            raise QueryError(
                f"the graph cannot be copied for queries: {reply['message']}",
                "allow more memory in the limits, or report this",
            )

    def _send_graph(self, source: GraphSource, tables: Plan) -> None:
        with suppress(ChannelClosedError):  # the worker says why it reads no further
            self._send((tables, self._limits))
            for piece in pieces(source, tables):
                self._send(piece)
            self._send(None)

    def ask(self, text: str, parameters: dict[str, Any]) -> dict[str, Any]:
        """The worker's answer to a query that was checked, or to one that was not: it holds nothing worth hiding."""
        with self._ended_after(self._limits.seconds + _GRACE_SECONDS, "the query"):
            self._send((text, parameters, self._limits.rows))
            return self._receive()

    def kill(self) -> None:
        """End the process and wait for its end."""
        self.alive = False
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()
        self._remove_folder()

    def _remove_folder(self) -> None:
        """The worker removed it already, unless it never came so far."""
        if self._folder and self._folder.exists():
            self._folder.rmdir()

    def _send(self, message: object) -> None:
        assert self._process.stdin is not None
        write_frame(self._process.stdin.fileno(), pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL))

    def _receive(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        most = 2 * self._limits.result_bytes * 4 + _OVERHEAD_BYTES
        try:
            reply = json.loads(read_frame(self._process.stdout.fileno(), most))
        except ValueError as error:
            raise ChannelClosedError from error
        if not isinstance(reply, dict):
            raise ChannelClosedError
        return reply

    @contextmanager
    def _ended_after(self, seconds: float, what: str) -> Iterator[None]:
        """Kill the process when the block takes longer, or ends in any error; explain its end."""
        late = threading.Event()

        def end() -> None:
            late.set()
            self._process.kill()

        timer = threading.Timer(seconds, end)
        timer.daemon = True
        timer.start()
        try:
            yield
        except ChannelClosedError as error:
            raise self._death(what, seconds if late.is_set() else 0) from error
        except BaseException:
            self.kill()
            raise
        finally:
            timer.cancel()

    def _death(self, what: str, late: float) -> QueryError:
        try:
            status = self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            status = 0
        self.kill()
        if late:
            return QueryError(
                f"{what} took longer than {late:g} seconds and was ended",
                "match less: name labels and relationship types, start from one component, give shorter paths",
            )
        if status == MEMORY_EXIT:
            return out_of_memory(self._limits)
        return QueryError(
            f"{what} ended the query process (status {status})",
            "it needed too much memory or met an error of the database; write it in a simpler way",
        )


def out_of_memory(limits: Limits) -> QueryError:
    """The error of a query that needs too much memory."""
    return QueryError(
        f"the query needed more than {limits.memory_mb} MB of memory", "match or collect less; aggregate earlier"
    )


def _started(folder: Path) -> subprocess.Popen[bytes]:
    """A worker in an empty folder with an empty environment, in a session of its own: Ctrl-C is for the host."""
    return subprocess.Popen(
        [sys.executable, "-I", "-S", "-W", "ignore", "-X", "utf8", "-c", _START, *_import_path()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env={"HOME": str(folder), "TMPDIR": str(folder), "MALLOC_ARENA_MAX": "2"},
        bufsize=0,
        start_new_session=True,
    )


def _widen(pipe: IO[bytes] | None) -> None:
    """Let the host write ahead while the worker still starts, where the system can."""
    if pipe and hasattr(fcntl, "F_SETPIPE_SZ"):
        with suppress(OSError):
            fcntl.fcntl(pipe.fileno(), fcntl.F_SETPIPE_SZ, _PIPE_BYTES)


def _import_path() -> list[str]:
    """Where this process finds its code, so that the worker finds the same."""
    own = importlib.util.find_spec("codens_core")
    roots = [str(Path(place).parent) for place in (own.submodule_search_locations if own else None) or ()]
    return list(dict.fromkeys([*roots, *(path for path in sys.path if path)]))
