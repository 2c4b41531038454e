"""One component: its facts, its relations as two trees, its history by pull request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text
from rich.tree import Tree

from codens_core.api.outputs import ChangeOut, HistoryOut, RelationOut, ShowOut, ValueOut
from codens_core.api.timeline_outputs import StepOut
from codens_core.base.text import plural
from codens_core.cli.render.tables import heading, note
from codens_core.cli.render.text import line, lines_of, more, place, pull_request, safe, value

INDENT = (0, 0, 0, 2)
RAW = "references"
"""Attribute of names as written; what they lead to stands among the relations."""


def show(found: ShowOut, limit: int) -> Iterator[RenderableType]:
    """Everything known of one component, at most `limit` rows a block."""
    yield from _head(found)
    own = {name: values for name, values in found.attributes.items() if values and values[0].source != "relation"}
    for name, values in own.items():
        yield from _attribute(found, name, values, limit)
    yield from _relations("leads to", [r for r in found.relations if r.source == found.node_id], True, limit)
    yield from _relations("comes from", [r for r in found.relations if r.target == found.node_id], False, limit)
    yield from _pull_requests(found, limit)


def _head(found: ShowOut) -> Iterator[RenderableType]:
    yield Text.assemble((safe(found.node_id), "bold"), "  ", (found.type, "cyan"))
    yield note(found.path)
    if found.constants:
        yield Text(f"defines {line(', '.join(found.constants))}")
    if found.at:
        yield Text(f"as it was after {found.at}", "yellow")
    if not found.exists:
        yield Text("not there at that moment" if found.at else "removed; this is its last state", "yellow")


def _attribute(component: ShowOut, name: str, values: Sequence[ValueOut], limit: int) -> Iterator[RenderableType]:
    yield heading(name.replace("_", " "))
    shown = values[:limit] if limit else values
    for found in shown:
        inside = found.evidence is not None and found.evidence.path == component.path
        where = lines_of(found.evidence) if inside else place(found.evidence)
        told = value(_without_self(found.value, component.constants))
        yield _row(Text(told), "  ".join(part for part in (where, found.pull_request) if part))
    if rest := more(len(values), len(shown), "value"):
        yield Padding(note(rest), INDENT, expand=False)


def _without_self(found: object, constants: list[str]) -> object:
    """A record without what every value of the component would repeat: the one name that its file defines."""
    if isinstance(found, dict) and len(constants) == 1:
        return {key: item for key, item in found.items() if item != constants[0] or key == "name"}
    return found


def _row(text: Text, where: str) -> RenderableType:
    return Padding(Text.assemble(text, "  ", (where, "dim")), INDENT, expand=False)


def _relations(title: str, relations: Sequence[RelationOut], out: bool, limit: int) -> Iterator[RenderableType]:
    if not relations:
        return
    tree = Tree(Text(title, "bold"), guide_style="dim")
    for kind, group in groupby(relations, key=lambda relation: relation.type):
        rows = list(group)
        branch = tree.add(Text.assemble((kind, "cyan"), (f"  {len(rows):,}", "dim")))
        shown = rows[:limit] if limit else rows
        for relation in shown:
            other = relation.target if out else relation.source
            details = "  ".join(p for p in (line(relation.name, 60), place(next(iter(relation.evidence), None))) if p)
            branch.add(Text.assemble(safe(other), "  ", (details, "dim")))
        if rest := more(len(rows), len(shown), "relation"):
            branch.add(note(rest))
    yield Text()
    yield tree


def _pull_requests(found: ShowOut, limit: int) -> Iterator[RenderableType]:
    if not found.pull_requests:
        return
    yield heading(f"shaped by {plural(len(found.pull_requests), 'pull request')}")
    newest = found.pull_requests[::-1]
    shown = newest[:limit] if limit else newest
    for pr in shown:
        yield Padding(Text(pull_request(pr)), INDENT, expand=False)
    if rest := more(len(newest), len(shown), "pull request"):
        yield Padding(note(rest), INDENT, expand=False)


def history(found: HistoryOut, limit: int, raw: bool) -> Iterator[RenderableType]:
    """Changes by pull request, newest last; without the raw references unless asked for."""
    yield Text.assemble((safe(found.node_id), "bold"), "  ", (found.type, "cyan"))
    yield note(found.path)
    changes = [change for change in found.changes if raw or not change.internal]
    groups = [list(group) for _, group in groupby(changes, key=lambda change: change.pull_request.key)]
    shown = groups[-limit:] if limit else groups
    if len(groups) > len(shown):
        yield note(f"\n… {plural(len(groups) - len(shown), 'earlier pull request')} (--limit 0 shows all)")
    for group in shown:
        yield heading(pull_request(group[0].pull_request))
        yield from (Padding(step(change, found.path), INDENT, expand=False) for change in group)
    if hidden := found.total - len(changes):
        yield note(f"\n{plural(hidden, 'step')} of names as written not shown (--attribute {RAW})")


def step(change: ChangeOut | StepOut, path: str) -> RenderableType:
    """One change of one attribute; the file's name is left out where it is `path`."""
    sign, colour = {"added": ("+", "green"), "removed": ("-", "red"), "set": ("~", "yellow")}[change.kind]
    told = value(change.old if change.kind == "removed" else change.new)
    if change.kind == "set" and change.old is not None:
        told = f"{value(change.old)} → {told}"
    inside = change.evidence is not None and change.evidence.path == path
    where = lines_of(change.evidence) if inside else place(change.evidence)
    return Text.assemble((f"{sign} ", colour), (change.attribute, "cyan"), " ", told, "  ", (where, "dim"))
