"""Scoring the memory against what a running framework said of the same application."""

from __future__ import annotations

from pathlib import Path

from codens_core.api.project import Project
from codens_core.api.project_outputs import ScoreOut, TruthOut
from codens_core.base.errors import MemoryStoreError, UsageError
from codens_core.evaluate.remembered import applications, view
from codens_core.evaluate.truth import read_oracle, score


def truth(project: Project, oracle: Path, root: str = "") -> TruthOut:
    """Precision and recall of every section of `oracle` that the framework's plugins can score, with misses and extras.

    `root` chooses one of several applications by its folder.
    """
    content = read_oracle(oracle)
    framework, folder = _application(project, root)
    scores = score(project.plugins, view(project.opened, project.knowledge, framework, folder), content)
    if not scores:
        raise UsageError(f"{oracle} has no section that {framework} can score", "see `codens plugins`")
    return TruthOut(
        framework=framework,
        root=folder.rstrip("/") or ".",
        scores=[
            ScoreOut(
                section=s.section,
                expected=s.expected,
                found=s.found,
                hits=s.hits,
                precision=s.precision,
                recall=s.recall,
                misses=s.misses,
                extras=s.extras,
            )
            for s in scores
        ],
    )


def _application(project: Project, root: str) -> tuple[str, str]:
    known = applications(project.opened)
    wanted = [(name, folder) for name, folder in known if not root or folder.strip("/") == root.strip("/.")]
    if len(wanted) == 1:
        return wanted[0]
    if not known:
        raise MemoryStoreError("the memory holds no application", "run `codens build`")
    folders = ", ".join(folder.strip("/") or "." for _, folder in known)
    raise UsageError(f"say which application with --root: {folders}")
