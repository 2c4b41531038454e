"""States of the past against fresh scans: at random pull requests, what memory rebuilds must be what the commit says.

    python benchmarks/drift.py REPOSITORY [--points 10] [--seed 1]

The repository has been built (`codens build`). Exit code 1 when anything differs.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

from codens_core.api.building import verify_memory
from codens_core.api.project import Project


def main() -> int:
    """Compare and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=Path)
    parser.add_argument("--points", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    project = Project.open(options.repository)
    count = len(project.knowledge.pull_requests())
    chance, wrong = random.Random(options.seed), 0
    for _ in range(options.points):
        ordinal, start = chance.randrange(count), time.perf_counter()
        found = verify_memory(project, ordinal)
        wrong += len(found.differences)
        seconds = time.perf_counter() - start
        print(f"{ordinal:6} {found.commit[:10]} {found.files:5} files {found.values:7} values "
              f"{len(found.differences)} differences {seconds:.1f} s", *found.differences[:3], flush=True)  # fmt: skip
    print(f"{options.points} points, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
