"""How much a query may take."""

from __future__ import annotations

from dataclasses import dataclass

MEMORY_EXIT = 77
"""Exit status of a worker that used more memory than it may."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one query and of the process that runs it."""

    rows: int = 1_000
    """Rows of a result; more are left out and the result says so."""
    result_bytes: int = 2_000_000
    """Size of a result as JSON; rows past it are left out and the result says so."""
    seconds: float = 10.0
    """Time of one query."""
    load_seconds: float = 120.0
    """Time to start the process and copy the graph into it."""
    memory_mb: int = 1_024
    """Memory of the process beside the libraries; half of it is the database's own."""
    threads: int = 2
    parameter_bytes: int = 1_000_000
    """Size of a query's parameters as JSON."""
