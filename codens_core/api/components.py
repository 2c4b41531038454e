"""Asking for components: lists, one by any of its names, its state now and earlier, its history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches

from codens_core.api.converting import (
    change_out,
    component_out,
    pull_request_out,
    relation_out,
    value_out,
)
from codens_core.api.outputs import ComponentsOut, HistoryOut, ShowOut
from codens_core.api.project import Project
from codens_core.base.errors import NotFoundError, UsageError
from codens_core.base.paths import PathMatcher
from codens_core.graph.protocols import ComponentView, KnowledgeBase
from codens_core.graph.records import PullRequest
from codens_core.memory.past import Past

MOST_CANDIDATES = 8
"""Names listed where several fit."""
MOST_NEAR = 3
"""Names offered where none fits."""


def components(project: Project, types: Sequence[str] = (), match: str = "") -> ComponentsOut:
    """Existing components of some types (none given: all) whose id, path or a constant fits `match`.

    `match` is a glob over paths when it has `*`, `?` or `{`, else any part of a name, whatever its case.
    """
    check_types(project, types)
    views = [view for view in project.knowledge.components(types, attributes=True) if _fits(view, match)]
    schemas = project.known_schemas
    return ComponentsOut(
        components=[component_out(view, schemas.get(view.framework)) for view in views],
        total=len(views),
        by_type=dict(sorted(Counter(view.type for view in views).items())),
    )


def _fits(view: ComponentView, match: str) -> bool:
    if any(sign in match for sign in "*?{"):
        return PathMatcher((match,))(view.path)
    return any(match.lower() in name.lower() for name in (view.node_id, view.path, *view.constants))


def check_types(project: Project, types: Sequence[str]) -> None:
    """Refuse component types that no framework of the memory has."""
    known = {name for schema in project.known_schemas.values() for name in schema.types}
    refuse_unknown("component type", types, known)


def refuse_unknown(what: str, given: Sequence[str], known: set[str]) -> None:
    """UsageError for the first of `given` that is not known, with the nearest known ones."""
    for name in given:
        if known and name not in known:
            like = get_close_matches(name, sorted(known), n=1)
            hint = f"did you mean {like[0]}?" if like else f"known: {', '.join(sorted(known))}"
            raise UsageError(f"unknown {what} {name!r}", hint)


def pick(project: Project, text: str) -> ComponentView:
    """The one component meant by a node id, path, constant or unique ending of one.

    None: NotFoundError with the nearest names. Several: UsageError that lists them.
    """
    found = project.knowledge.find(text.strip().removeprefix("./"))
    if len(found) == 1:
        return found[0]
    if found:
        more = f", and {len(found) - MOST_CANDIDATES} more" if len(found) > MOST_CANDIDATES else ""
        names = ", ".join(view.node_id for view in found[:MOST_CANDIDATES])
        raise UsageError(f"{text!r} fits {len(found)} components", f"say which: {names}{more}")
    near = _nearest(project, text)
    raise NotFoundError(f"no component {text!r}", f"did you mean {', '.join(near)}?" if near else "codens components")


def _nearest(project: Project, text: str) -> list[str]:
    """Ids of components with a similar name: by last part of the id, whole id, path or constant; short ids first."""
    names: dict[str, list[str]] = {}
    for view in project.knowledge.components():
        for name in {view.node_id, view.node_id.rpartition(".")[2], view.path, *view.constants}:
            names.setdefault(name.lower(), []).append(view.node_id)
    wanted = text.lower()
    near = get_close_matches(wanted, names, n=MOST_CANDIDATES, cutoff=0.7)
    near += [name for name in names if wanted in name]
    return list(dict.fromkeys(node for name in near for node in sorted(names[name], key=len)))[:MOST_NEAR]


def show(project: Project, text: str, at: str = "") -> ShowOut:
    """One component with everything known of it, now or after pull request, commit or date `at`."""
    view = pick(project, text)
    if not at:
        return _shown(project.knowledge, project.knowledge.component(view.key) or view)
    moment = moment_of(project, at)
    past = project.knowledge_at(moment)
    return _shown(past, past.component(view.key) or replace(view, closed_by=moment.key), moment.key)


def moment_of(project: Project, at: str) -> PullRequest:
    """The pull request meant by its key, number, commit or a date (the last one not later)."""
    if pr := project.knowledge.pull_request(at):
        return pr
    if (ordinal := Past(project.opened).ordinal_at(at)) is not None:
        return project.knowledge.pull_requests()[ordinal]
    raise NotFoundError(f"no pull request, commit or date {at!r}", "give #12, a commit or 2024-05-31")


def ordinal_of(project: Project, at: str) -> int:
    """The position in history of the pull request meant by its key, number, commit or a date."""
    return Past(project.opened).ordinal(moment_of(project, at).commit) or 0


def _shown(knowledge: KnowledgeBase, view: ComponentView, at: str = "") -> ShowOut:
    return ShowOut(
        node_id=view.node_id,
        type=view.type,
        path=view.path,
        framework=view.framework,
        constants=view.constants,
        commit=view.commit,
        exists=not view.closed_by,
        at=at,
        attributes={name: [value_out(value) for value in values] for name, values in view.attributes.items()},
        relations=[relation_out(edge) for edge in knowledge.edges(view.key)],
        pull_requests=[pull_request_out(pr) for pr in knowledge.pull_requests(view.prs)],
    )


def history(project: Project, text: str, attribute: str = "") -> HistoryOut:
    """Every change of one component, oldest first; only those of `attribute` when one is given."""
    view = pick(project, text)
    changes = project.knowledge.history(view.key)
    if attribute:
        refuse_unknown("attribute", [attribute], {change.attribute for change in changes})
        changes = [change for change in changes if change.attribute == attribute]
    return HistoryOut(
        node_id=view.node_id,
        type=view.type,
        path=view.path,
        changes=[change_out(change, not project.shows(change.attribute)) for change in changes],
        total=len(changes),
    )
