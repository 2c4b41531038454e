"""Builds of real repositories against their raw limits, whole processes from outside.

    python benchmarks/build.py REPOSITORY [REPOSITORY ...] [--history]

For each: a head-only build and its ratio to the raw parse of the same files; with `--history` the whole history and
its ratio to the raw replay (`benchmarks/raw.py`). Builds run in a clone of their own; the repository is not written to.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

CODENS = [sys.executable, "-m", "codens_core.cli", "--quiet"]
RAW = Path(__file__).parent / "raw.py"


def measured(command: list[str]) -> tuple[dict[str, Any], float, float, float]:
    """(JSON printed, wall seconds, CPU seconds, peak MB of the largest process) of one command."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    printed = process.stdout.read()
    _, _, usage = os.wait4(process.pid, 0)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = usage.ru_utime + usage.ru_stime
    return json.loads(printed), time.perf_counter() - start, cpu, max(usage.ru_maxrss, children.ru_maxrss) / 1024


def raw(repository: Path, what: str) -> dict[str, Any]:
    """The raw limit: `parse` or `replay`."""
    return measured([sys.executable, str(RAW), str(repository), what])[0]


def one(repository: Path, folder: Path, history: bool) -> dict[str, Any]:
    """All figures of one repository."""
    clone = folder / repository.name
    subprocess.run(["git", "clone", "--quiet", "--shared", str(repository), str(clone)], check=True)
    parse = raw(repository, "parse")["seconds"]
    build, wall, cpu, peak = measured([*CODENS, "-C", str(clone), "build", "--head-only", "--json"])
    row = {
        "repository": repository.name, "raw parse s": round(parse, 2), "head wall s": round(wall, 2),
        "head cpu s": round(cpu, 2), "head / raw": round(wall / parse, 1), "head MB": round(peak),
        "components": build["touched"], "relations": build["relations"], "unresolved": build["unresolved"],
    }  # fmt: skip
    if history:
        limit = raw(repository, "replay")
        build, wall, cpu, peak = measured([*CODENS, "-C", str(clone), "build", "--json"])
        replay = build["seconds"]["replay"]
        row |= {
            "raw replay s": round(limit["seconds"], 1), "replay s": round(replay, 1), "whole s": round(wall, 1),
            "replay / raw": round(replay / limit["seconds"], 2), "pull requests": build["replayed"],
            "per second": round(build["replayed"] / replay), "MB": round(peak), "whole cpu s": round(cpu, 1),
        }  # fmt: skip
    return row


def main() -> None:
    """Print one JSON object a repository."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repositories", type=Path, nargs="+")
    parser.add_argument("--history", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for repository in options.repositories:
            print(json.dumps(one(repository, Path(folder), options.history)), flush=True)


if __name__ == "__main__":
    main()
