"""Score a plain folder against an oracle, in memory: `python benchmarks/truth.py ORACLE FOLDER [--show SECTION]`."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from codens_core.evaluate import snapshot, truth
from codens_core.plugin.manager import Plugins


def main() -> None:
    """Read, resolve, score, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("oracle", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--framework", default="rails")
    parser.add_argument("--show", action="append", default=[], metavar="SECTION", help="list misses and extras")
    options = parser.parse_args()
    plugins = Plugins()
    begin = time.perf_counter()
    taken = snapshot.take(plugins, options.framework, snapshot.folder(options.folder))
    read = time.perf_counter()
    view = snapshot.resolve(plugins, taken)
    resolved = time.perf_counter()
    scores = truth.score(plugins, view, truth.read_oracle(options.oracle))
    print(truth.table(scores))
    print(f"\n{len(taken.files)} files read in {read - begin:.2f} s, resolved in {resolved - read:.2f} s")
    for problem in taken.problems:
        print(f"problem: {problem}")
    for item in scores:
        if item.section in options.show or "all" in options.show:
            print(f"\n== {item.section}")
            print(
                "\n".join([f"  miss  {miss}" for miss in item.misses] + [f"  extra {extra}" for extra in item.extras])
            )


if __name__ == "__main__":
    main()
