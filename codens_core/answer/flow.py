"""Flows: from a request (or a component) through what it runs, uses, sends and shows, step by step with evidence."""

from __future__ import annotations

from collections.abc import Sequence

from codens_core.answer.members import family
from codens_core.answer.steps import Flow, Step
from codens_core.answer.walk import READS, Walk
from codens_core.base.errors import NotFoundError
from codens_core.graph.protocols import ComponentView, KnowledgeBase
from codens_core.retrieve.entries import Entry, Way, all_entries, entries_of, pages_of, schema_of, ways_to
from codens_core.retrieve.once import once

__all__ = ["Flow", "entries_using", "flow", "flow_of_entry", "flow_of_member", "named_entries"]

_MOST_STEPS = 40
_WAYS = 6
"""Links and forms tried for one whose page is known."""


def flow(kb: KnowledgeBase, text: str, most: int = 6) -> list[Flow]:
    """The flows that `text` means: a request (`POST /stories`), an action (`stories#create`), or a component.

    A component that requests reach has one flow for each; another one that may start a flow has its own; of any other
    the flows that use it are given. At most `most` flows. NotFoundError when nothing is meant.
    """
    kb = once(kb)
    if entries := named_entries(kb, text):
        return [flow_of_entry(kb, entry) for entry in entries[:most]]
    name, _, member = text.strip().partition("#")
    views = kb.find(name) if name else []
    found = [one for view in views[:most] for one in _of_component(kb, view, member, most)]
    if not found:
        raise NotFoundError(f"no request, action or component `{text}`", "`codens search` finds components by words")
    return found[:most]


def named_entries(kb: KnowledgeBase, text: str) -> list[Entry]:
    """Entries whose request, path, action or member is written like `text`."""
    plain = " ".join(text.split())
    if not plain.startswith("/") and "#" not in plain and " /" not in plain:
        return []
    every = all_entries(kb)
    for fits in (_is_request, _is_action, _is_member):
        if found := [entry for entry in every if fits(entry, plain)]:
            return found
    return []


def _is_request(entry: Entry, text: str) -> bool:
    return _same(text, entry.name) or _same(text, entry.path)


def _same(text: str, pattern: str) -> bool:
    """Whether a request is written as the pattern, parameters by any name."""
    return _shape(text) == _shape(pattern)


def _shape(text: str) -> str:
    verb, space, path = text.partition(" ") if " " in text else ("", "", text)
    parts = path.rstrip("/").split("/")
    return verb.upper() + space + "/".join(":" if part.startswith((":", "<", "{")) else part for part in parts)


def _is_action(entry: Entry, text: str) -> bool:
    return entry.action == text


def _is_member(entry: Entry, text: str) -> bool:
    """Whether `text` is `Owner#member` of the entry, its owner by constant, node id or path."""
    owner, _, member = text.partition("#")
    last = entry.target.node_id.rsplit(".", 1)[-1].replace("_", "")
    named = owner.rsplit("::", 1)[-1].lower().replace("_", "") == last or owner in (
        entry.target.node_id,
        entry.target.path,
    )
    return named and entry.member == member


def _of_component(kb: KnowledgeBase, view: ComponentView, member: str, most: int) -> list[Flow]:
    entries = [entry for entry in entries_of(kb, view.key) if not member or entry.member == member]
    if entries:
        return [flow_of_entry(kb, entry) for entry in _distinct(entries)[:most]]
    if member:
        whole = family(kb, view.key)
        return [flow_of_member(kb, view, member)] if whole and member in whole.members() else []
    schema = schema_of(kb, view.type)
    if schema is not None and view.type in schema.flow.start:
        return [flow_of_member(kb, view, "")]
    above = entries_using(kb, view.key)
    return [flow_of_entry(kb, entry) for entry in above[:most]] or [flow_of_member(kb, view, "")]


def _distinct(entries: Sequence[Entry]) -> list[Entry]:
    """One entry for each member: several requests of one member are one flow."""
    return list({entry.member: entry for entry in reversed(entries)}.values())[::-1]


def entries_using(kb: KnowledgeBase, key: int) -> list[Entry]:
    """Entries whose member uses a component directly, in the order of their names."""
    found: dict[str, Entry] = {}
    for edge in kb.edges(key, direction="in"):
        members = {evidence.member for evidence in edge.evidence}
        for entry in entries_of(kb, edge.source):
            if entry.member in members:
                found.setdefault(entry.action, entry)
    return list(found.values())


def flow_of_entry(kb: KnowledgeBase, entry: Entry, ways: Sequence[Way] | None = None) -> Flow:
    """The flow of one request. `ways` are the links and forms that lead there, when they are known already."""
    ways = ways_to(kb, [entry.action]) if ways is None else ways
    lead = way_step(kb, entry, ways)
    walk = Walk(kb)
    walk.entry(entry)
    steps = [*([lead[1]] if lead else []), *walk.steps]
    page, label = (lead[0], lead[1].label) if lead else ("", "")
    if not page:
        page = entry.path if entry.verb in READS else sibling_page(kb, entry)
    return Flow(entry.name, entry, page, label, tuple(steps[:_MOST_STEPS]), max(0, len(steps) - _MOST_STEPS))


def sibling_page(kb: KnowledgeBase, entry: Entry) -> str:
    """The page that belongs to a request that changes something: the same path, or its form's, when it can be read."""
    asked_for = [f"{entry.path}/new", f"{entry.path}/edit", entry.path]
    readable = {other.path for other in entries_of(kb, entry.target.key) if other.verb in READS}
    return next((path for path in asked_for if path in readable), "")


def flow_of_member(kb: KnowledgeBase, view: ComponentView, member: str) -> Flow:
    """The flow of a component that no request reaches (a job, a mail), or of one of its members."""
    walk = Walk(kb)
    walk.component(view.key, {member} if member else None)
    start = f"{view.node_id}#{member}" if member else view.node_id
    return Flow(start, None, "", "", tuple(walk.steps[:_MOST_STEPS]), max(0, len(walk.steps) - _MOST_STEPS))


def way_step(kb: KnowledgeBase, entry: Entry, ways: Sequence[Way]) -> tuple[str, Step] | None:
    """The page on which people start an entry, and the step of clicking there; None when no link or form is known."""
    fitting = [way for way in ways if not way.verb or not entry.verb or way.verb == entry.verb] or list(ways)
    best: tuple[str, Step] | None = None
    for way in fitting[:_WAYS]:
        pages = [page for page in pages_of(kb, way.view.key) if page.action != entry.action or entry.verb in READS]
        page = pages[0].path if pages else ""
        evidence = (way.evidence,) if way.evidence else ()
        phrase = "submit" if way.kind == "form" else "click"
        step = Step("page", phrase, way.view, "", way.view, "", evidence, label=way.label)
        if page and way.label:
            return page, step
        best = best or (page, step)
    return best
