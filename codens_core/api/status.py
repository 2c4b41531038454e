"""What the memory holds, how far it reaches, and what could not be read."""

from __future__ import annotations

from collections import Counter

from codens_core.api.outputs import RelationCount
from codens_core.api.project import Project
from codens_core.api.project_outputs import BuildOut, DifferenceOut, StatusOut, VerifyOut
from codens_core.api.setup import problems_out
from codens_core.base.errors import NotFoundError, RepositoryError
from codens_core.base.problems import Problem
from codens_core.base.text import plural
from codens_core.build.pipeline import Report
from codens_core.build.verify import Verification
from codens_core.history.local import chain
from codens_core.memory.summary import summarize


def status(project: Project) -> StatusOut:
    """The memory in numbers, with all its problems."""
    summary = summarize(project.opened)
    problems = [
        Problem(code, message, path, line, hint) for path, line, code, message, hint in project.knowledge.problems()
    ]
    return StatusOut(
        project=project.place.name,
        directory=str(project.place.directory),
        memory=str(project.memory_file),
        memory_bytes=project.memory_file.stat().st_size,
        mode=summary.mode,
        complete=summary.complete,
        built_at=summary.last_key,
        commit=summary.commit,
        behind=_behind(project, summary.commit),
        pull_requests=summary.pull_requests,
        first_date=summary.first_date,
        last_date=summary.last_date,
        components=summary.components,
        removed=summary.removed,
        support_files=summary.support_files,
        left_out=project.knowledge.left_out(),
        relations={name: RelationCount(total=t, distinct=d) for name, (t, d) in summary.relations.items()},
        unresolved=summary.unresolved,
        problems=problems_out(problems),
        plugins=project.plugins.versions(),
    )


def _behind(project: Project, commit: str) -> int | None:
    """First-parent commits that the memory does not know; None where the repository cannot tell."""
    try:
        return len(chain(project.repository, commit or None))
    except (RepositoryError, NotFoundError):
        return None


HALF = frozenset({"missing-blob", "missing-tree", "resolver-failed"})
"""Codes of problems that keep a memory from being the whole history."""


def what_is_missing(project: Project) -> list[str]:
    """One sentence for each kind of problem that keeps the memory from being whole."""
    found = Counter(code for _, _, code, _, _ in project.knowledge.problems() if code in HALF)
    return [f"{plural(count, 'problem')} of kind {code}" for code, count in sorted(found.items())]


def build_out(report: Report, complete: bool) -> BuildOut:
    """What a build did, as `codens build --json` says it."""
    return BuildOut(
        complete=complete,
        replayed=report.replayed,
        touched=report.touched,
        relations=report.relations,
        unresolved=report.unresolved,
        problems=report.problems,
        seconds={stage: round(seconds, 3) for stage, seconds in report.seconds.items()},
    )


def verify_out(found: Verification) -> VerifyOut:
    """What a verification found, as `codens verify --json` says it."""
    return VerifyOut(
        commit=found.commit,
        equal=found.equal,
        files=found.files,
        values=found.values,
        differences=[DifferenceOut(path=path, what=what) for path, what in found.differences],
    )
