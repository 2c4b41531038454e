"""Scores answers without a model against written-down questions, beside plain BM25 in the same run.

    python benchmarks/questions/score.py QUESTIONS.yaml REPOSITORY [--misses]

REPOSITORY is a clone at the commit that the questions name, with a built memory (`codens build`). For each mode: the
share of the expected files among the first eight that the answer cites, whether the first one is a leading file,
whether the page and the label are right, whether an expected pull request is cited, and the length in lines.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, median
from typing import Any

import pygit2
import yaml

from codens_core.answer.compose import answer
from codens_core.answer.model import Answer
from codens_core.api.project import Project
from codens_core.memory.reader import MemoryReader

sys.path.insert(0, str(Path(__file__).parents[1] / "retrieval"))
from baselines import Baseline, contents

FIRST = 8
_NAMES = ("files", "lead", "page", "label", "pull request", "lines", "p50 ms")


def cited_files(found: Answer) -> list[str]:
    """Files that an answer cites, in the order of first mention."""
    return list(dict.fromkeys(citation.path for citation in found.citations if citation.path))


def share(files: Sequence[str], wanted: Sequence[str]) -> float:
    """Share of the wanted files among the first eight."""
    return len(set(files[:FIRST]) & set(wanted)) / len(wanted)


def same_page(page: str, wanted: Sequence[str]) -> bool:
    """Whether two path patterns are the same but for the names of parameters."""

    def plain(path: str) -> list[str]:
        return [":" if part.startswith(":") else part for part in path.strip("/").split("/")]

    return any(plain(page) == plain(one) for one in wanted)


def judge(question: dict[str, Any], found: Answer) -> dict[str, float | None]:
    """Measures of one answer; None where the question does not ask for it."""
    files = cited_files(found)
    keys = {citation.pull_request for citation in found.citations}
    wanted = question.get("pull_requests")
    return {
        "files": share(files, question["files"]),
        "lead": float(bool(files) and files[0] in question["lead"]),
        "page": float(same_page(found.page, question["page"])) if "page" in question else None,
        "label": float(found.label in question["label"]) if "label" in question else None,
        "pull request": float(any(k.startswith(w) or w.startswith(k) for k in keys if k for w in wanted))
        if wanted
        else None,
        "lines": float(len(found.answer.split("\n"))),
        "p50 ms": found.metrics.duration,
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("questions", type=Path)
    parser.add_argument("repository", type=Path)
    parser.add_argument("--misses", action="store_true")
    args = parser.parse_args()
    told = yaml.safe_load(args.questions.read_text())
    project = Project.open(args.repository)
    if project.repository.head != told["commit"]:
        print(f"the questions are about {told['commit'][:10]}, the repository is at {project.repository.head[:10]}")
    kb = MemoryReader(project.store(), project.schemas)
    plain = Baseline(contents(pygit2.Repository(str(args.repository)), project.repository.head))
    print(f"{told['application']}: {len(told['questions'])} questions")
    print(f"{'':10}" + "".join(f"{name:>14}" for name in _NAMES))
    asked = [(q, plain.search(q["ask"], FIRST)) for q in told["questions"]]
    bm25 = [
        mean(share(files, q["files"]) for q, files in asked),
        mean(float(files[:1] and files[0] in q["lead"]) for q, files in asked),
    ]
    print(f"{'BM25':10}" + "".join(f"{value:14.2f}" for value in bm25))
    for mode in ("standard", "multihop", "auto"):
        start = time.perf_counter()
        found = [(q, answer(kb, q["ask"], mode)) for q in told["questions"]]
        rows = [judge(q, a) for q, a in found]
        shown = []
        for name in _NAMES:
            values = [row[name] for row in rows if row[name] is not None]
            shown.append(median(values) if name == "p50 ms" else mean(values) if values else float("nan"))
        print(f"{mode:10}" + "".join(f"{value:14.2f}" for value in shown) + f"   ({time.perf_counter() - start:.1f} s)")
    if args.misses:
        for (question, answered), row in zip(found, rows, strict=True):
            if row["files"] < 1 or row["lead"] < 1:
                told_of = f"[{answered.kind}] {answered.page} {answered.label}"
                print(f"- {question['ask']}  files {row['files']:.2f} lead {row['lead']:.0f}  {told_of}")
                print(f"    wanted {', '.join(question['files'])}")
                print(f"    cited  {', '.join(cited_files(answered)[:FIRST])}")


if __name__ == "__main__":
    main()
