"""Asking about time: what a pull request taught, what differs between two moments, who set a value and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from codens_core.api.components import moment_of, pick, refuse_unknown
from codens_core.api.converting import evidence_out, pull_request_out, value_out
from codens_core.api.project import Project
from codens_core.api.timeline_outputs import (
    BlamedOut,
    BlameOut,
    ChangesOut,
    ComponentDiffOut,
    DiffOut,
    FileOut,
    LearnedOut,
    PullRequestPageOut,
    StepOut,
)
from codens_core.base.errors import UsageError
from codens_core.graph.facts import canonical
from codens_core.graph.merge import merge
from codens_core.graph.protocols import ChangeView
from codens_core.graph.records import Change, Evidence, PullRequest
from codens_core.memory.past import Past, PastComponent

_REASON = 300
"""Characters of a description that `blame` shows."""


def pull_request_page(project: Project, key: str) -> PullRequestPageOut:
    """One pull request by number, key or commit: its description, files, and what each component learned."""
    return _page(project, moment_of(project, key))


def changes(project: Project, since: str) -> ChangesOut:
    """Everything after pull request, commit or date `since`."""
    start = moment_of(project, since)
    prs = project.knowledge.pull_requests()
    later = prs[[pr.key for pr in prs].index(start.key) + 1 :]
    pages = [_page(project, pr) for pr in later]
    return ChangesOut(since=start.key, pull_requests=pages, total=len(pages))


def _page(project: Project, pr: PullRequest) -> PullRequestPageOut:
    files = project.knowledge.files_of(pr.key)
    steps = {name: list(group) for name, group in groupby(project.knowledge.learned(pr.key), lambda c: c.node_id)}
    return PullRequestPageOut(
        pull_request=pull_request_out(pr),
        body=pr.body,
        labels=list(pr.labels),
        extra=pr.extra,
        files=[FileOut(path=f.path, old_path=f.old_path, status=f.status, node_id=name) for f, name in files],
        components=[
            _learned(project, name, steps.get(name, [])) for name in dict.fromkeys(name for _, name in files if name)
        ],
    )


def _learned(project: Project, name: str, steps: Iterable[ChangeView]) -> LearnedOut:
    view = next(iter(project.knowledge.find(name)), None)
    shown = [_step(project, s.attribute, s.kind, s.new, s.old, s.evidence) for s in steps]
    return LearnedOut(node_id=name, type=view.type if view else "", path=view.path if view else "", steps=shown)


def _step(project: Project, attribute: str, kind: str, new: object, old: object, evidence: Evidence | None) -> StepOut:
    internal = not project.shows(attribute)
    shown = evidence_out(evidence)
    return StepOut(attribute=attribute, kind=kind, new=new, old=old, evidence=shown, internal=internal)


def diff(project: Project, span: str, component: str = "") -> DiffOut:
    """What differs from A to B (`span` is `A..B`, each a pull request, commit or date; an empty B is now)."""
    before, dots, after = span.partition("..")
    if not dots or not before:
        raise UsageError(f"{span!r} is no span of two moments", "write it as '#12..#40', or '2024-01-01..' until now")
    prs = project.knowledge.pull_requests()
    start, end = moment_of(project, before), moment_of(project, after) if after else prs[-1]
    keys = [pr.key for pr in prs]
    first, last = keys.index(start.key), keys.index(end.key)
    past = Past(project.opened)
    wanted = [pick(project, component).key] if component else past.touched_between(first, last)
    commits = [pr.commit for pr in prs]
    found = [_difference(project, past.component(key, first), past.component(key, last), commits) for key in wanted]
    shown = sorted((d for d in found if d is not None), key=lambda d: (d.node_id, d.path))
    return DiffOut(before=pull_request_out(start), after=pull_request_out(end), components=shown, total=len(shown))


def _difference(
    project: Project, before: PastComponent, after: PastComponent, commits: Sequence[str]
) -> ComponentDiffOut | None:
    old_facts, new_facts = (state.facts if state.exists else {} for state in (before, after))
    plain = {a: {key: row[1:] for key, row in values.items()} for a, values in new_facts.items()}
    _, steps = merge(old_facts, plain, 0, project.scalars)
    status = _status(before, after, steps)
    if not status:
        return None
    here = after if after.exists else before
    return ComponentDiffOut(
        node_id=project.places.of(here.path).node_id,
        type=here.type,
        path=here.path,
        status=status,
        steps=[_net(project, step, after, commits) for step in steps],
    )


def _status(before: PastComponent, after: PastComponent, steps: Sequence[Change]) -> str:
    if before.exists != after.exists:
        return "added" if after.exists else "removed"
    if not after.exists:
        return ""
    if before.path != after.path:
        return "moved"
    return "changed" if steps or before.type != after.type else ""


def _net(project: Project, step: Change, after: PastComponent, commits: Sequence[str]) -> StepOut:
    """A net step; its lines are those at the pull request that set the value."""
    evidence = None
    if step.spans:
        since = after.facts[step.attribute][canonical(step.new)][0]
        evidence = Evidence(after.path, step.spans[0], step.spans[1], commits[since])
    return _step(project, step.attribute, step.kind, step.new, step.old, evidence)


def blame(project: Project, text: str) -> BlameOut:
    """Who set the values of `COMPONENT.attribute` (also `COMPONENT attribute`), when and why."""
    name, _, attribute = text.replace(" ", ".").rpartition(".")
    if not name:
        raise UsageError(f"{text!r} names no attribute", "write it as COMPONENT.attribute")
    view = project.knowledge.component(pick(project, name).key)
    assert view is not None
    refuse_unknown("attribute", [attribute], set(view.attributes))
    values = view.attributes.get(attribute, [])
    setters = {pr.key: pr for pr in project.knowledge.pull_requests({value.pull_request for value in values})}
    blamed = []
    for value in values:
        pr = setters.get(value.pull_request)
        shown = pull_request_out(pr) if pr else None
        blamed.append(BlamedOut(value=value_out(value), pull_request=shown, reason=_reason(pr.body) if pr else ""))
    return BlameOut(node_id=view.node_id, path=view.path, attribute=attribute, values=blamed)


def _reason(body: str) -> str:
    """The first paragraph of a description, shortened at a word."""
    paragraph = " ".join(body.strip().split("\n\n")[0].split())
    if len(paragraph) <= _REASON:
        return paragraph
    return paragraph[:_REASON].rsplit(" ", 1)[0] + " …"
