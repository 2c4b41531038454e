"""How well search finds the files that pull requests changed, beside plain BM25 in the same run.

    python benchmarks/retrieval/run.py REPOSITORY [--count 200] [--skip 0] [--body] [--misses]

The knowledge is frozen at the first parent of the oldest test pull request: nothing later is known. `--skip` leaves the
newest pull requests out, so that weights are tuned on older ones and checked on newer ones.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pygit2
from baselines import Baseline, contents, histories
from truth import Query, queries

from codens_core.api.building import build
from codens_core.api.project import Project
from codens_core.build.pipeline import Options
from codens_core.memory.reader import MemoryReader
from codens_core.retrieve.search import search

Finder = Callable[[str, int], list[str]]
_NAMES = ("hit@1", "hit@5", "hit@10", "all@10", "recall@10", "MRR", "MAP")


def measures(found: Sequence[str], gold: Sequence[str]) -> list[float]:
    """The metrics of one query, in the order of `_NAMES`."""
    ranks = sorted(found.index(path) + 1 for path in gold if path in found)
    hits = [float(any(rank <= k for rank in ranks)) for k in (1, 5, 10)]
    inside = sum(rank <= 10 for rank in ranks)
    precision = sum((i + 1) / rank for i, rank in enumerate(ranks)) / len(gold)
    return [*hits, float(inside == len(gold)), inside / len(gold), 1 / ranks[0] if ranks else 0.0, precision]


def score(find: Finder, asked: Sequence[Query], body: bool) -> tuple[np.ndarray, float]:
    """Metrics by query, and milliseconds of the median query."""
    rows, times = [], []
    for query in asked:
        start = time.perf_counter()
        found = find(f"{query.title}\n{query.body}" if body else query.title, 50)
        times.append(time.perf_counter() - start)
        rows.append(measures(found, query.gold))
    return np.array(rows), 1000 * float(np.median(times))


def interval(ours: np.ndarray, theirs: np.ndarray) -> str:
    """Paired bootstrap of the difference in hit@1, hit@10 and recall@10: 95 % intervals."""
    picks = np.random.default_rng(1).integers(0, len(ours), (2000, len(ours)))
    parts = []
    for column in (0, 2, 4):
        differences = (ours[:, column] - theirs[:, column])[picks].mean(axis=1)
        low, high = np.percentile(differences, [2.5, 97.5])
        parts.append(f"{_NAMES[column]} {low:+.3f}..{high:+.3f}")
    return ", ".join(parts)


def frozen(repository: Path, commit: str, folder: Path) -> Project:
    """A clone at `commit` with a memory built from the history up to it."""
    subprocess.run(["git", "clone", "-q", "--shared", "--no-checkout", str(repository), str(folder)], check=True)
    subprocess.run(["git", "-C", str(folder), "checkout", "-q", "--detach", commit], check=True)
    project = Project.open(folder)
    build(project, Options(jobs=2))
    return Project.open(folder)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("repository", type=Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--body", action="store_true")
    parser.add_argument("--misses", action="store_true")
    args = parser.parse_args()
    repo = pygit2.Repository(str(args.repository))
    asked = queries(repo, args.count, args.skip)
    commit = asked[0].parent
    texts = contents(repo, commit)
    asked = [q for q in asked if all(path in texts for path in q.gold)]
    said = histories(repo, commit, set(texts))
    both = {path: f"{text} {said[path]}" for path, text in texts.items()}
    with tempfile.TemporaryDirectory() as folder:
        project = frozen(args.repository, commit, Path(folder) / "repository")
        kb = MemoryReader(project.store(), project.schemas)
        finders: dict[str, Finder] = {
            "BM25 content": Baseline(texts).search,
            "BM25 history": Baseline(said).search,
            "BM25 both": Baseline(both).search,
            "search": lambda text, k: [match.path for match in search(kb, text, k)],
        }
        scores = {name: score(find, asked, args.body) for name, find in finders.items()}
        print(f"{args.repository.name}: {len(asked)} pull requests, state {commit[:10]}")
        print(f"{'':14}" + "".join(f"{name:>10}" for name in _NAMES) + f"{'p50 ms':>10}")
        for name, (rows, median) in scores.items():
            print(f"{name:14}" + "".join(f"{value:10.3f}" for value in rows.mean(axis=0)) + f"{median:10.1f}")
        for name in ("BM25 content", "BM25 both"):
            print(f"search - {name}: {interval(scores['search'][0], scores[name][0])}")
        if args.misses:
            for query, row in zip(asked, scores["search"][0], strict=True):
                if row[2] == 0:
                    print(f"- {query.title}\n    wanted {', '.join(query.gold)}")
                    print(f"    found  {', '.join(m.path for m in search(kb, query.title, 5))}")


if __name__ == "__main__":
    main()
