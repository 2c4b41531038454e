"""Pull requests and what they taught, differences between two moments, and who set a value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from codens_core.api.timeline_outputs import (
    BlamedOut,
    BlameOut,
    ChangesOut,
    DiffOut,
    LearnedOut,
    PullRequestPageOut,
    StepOut,
)
from codens_core.base.text import plural
from codens_core.cli.render.component import INDENT, step
from codens_core.cli.render.tables import heading, note
from codens_core.cli.render.text import line, more, place, pull_request, safe, value

_DEEP = (0, 0, 0, 4)
_STATUS = {"added": "green", "removed": "red", "moved": "yellow", "changed": "yellow"}


def page(found: PullRequestPageOut, limit: int) -> Iterator[RenderableType]:
    """One pull request, at most `limit` steps of each component and as many files."""
    yield Text(pull_request(found.pull_request), style="bold")
    if found.body.strip():
        yield Padding(Text(safe(found.body.strip())), INDENT, expand=False)
    if marks := [f"{name} {value(item)}" for name, item in found.extra.items()]:
        yield note(", ".join(marks))
    for learned in found.components:
        yield from _learned(learned, limit)
    yield from _left_out([file.path for file in found.files if not file.node_id], limit)


def _learned(learned: LearnedOut, limit: int) -> Iterator[RenderableType]:
    yield Padding(Text.assemble((safe(learned.node_id), "bold"), "  ", (learned.type, "cyan")), INDENT, expand=False)
    yield from _steps(learned.steps, learned.path, limit)


def _steps(steps: Sequence[StepOut], path: str, limit: int) -> Iterator[RenderableType]:
    """Steps without the names as written, whose meaning the relations give."""
    told = [found for found in steps if not found.internal]
    shown = told[:limit] if limit else told
    yield from (Padding(step(found, path), _DEEP, expand=False) for found in shown)
    if rest := more(len(told), len(shown), "step"):
        yield Padding(note(rest), _DEEP, expand=False)
    if not told:
        yield Padding(note("only names used in its code changed" if steps else "nothing known of it changed"), _DEEP)


def _left_out(paths: Sequence[str], limit: int) -> Iterator[RenderableType]:
    if not paths:
        return
    yield heading(f"{plural(len(paths), 'file')} left out")
    shown = paths[:limit] if limit else paths
    yield from (Padding(Text(line(path)), INDENT, expand=False) for path in shown)
    if rest := more(len(paths), len(shown), "file"):
        yield Padding(note(rest), INDENT, expand=False)


def changes(found: ChangesOut, limit: int) -> Iterator[RenderableType]:
    """The newest `limit` pull requests since a moment, oldest first."""
    yield Text(f"{plural(found.total, 'pull request')} since {found.since}")
    shown = found.pull_requests[-limit:] if limit else found.pull_requests
    if len(shown) < found.total:
        yield note(f"… {plural(found.total - len(shown), 'earlier one')} (--limit 0 shows all)")
    for told in shown:
        yield heading(pull_request(told.pull_request))
        for learned in told.components:
            yield from _learned(learned, limit)
        if others := sum(1 for file in told.files if not file.node_id):
            yield Padding(note(f"{plural(others, 'file')} left out"), INDENT, expand=False)


def diff(found: DiffOut, limit: int) -> Iterator[RenderableType]:
    """Components that differ, at most `limit` steps of each."""
    yield note(f"from  {pull_request(found.before)}")
    yield note(f"to    {pull_request(found.after)}")
    yield Text(plural(found.total, "component differs", "components differ") if found.total else "nothing differs")
    for component in found.components:
        status = (component.status, _STATUS[component.status])
        yield Text()
        yield Text.assemble((safe(component.node_id), "bold"), "  ", (component.type, "cyan"), "  ", status)
        yield from _steps(component.steps, component.path, limit)


def blame(found: BlameOut, limit: int) -> Iterator[RenderableType]:
    """Each value with its pull request and the reason that it gave."""
    yield Text.assemble((safe(found.node_id), "bold"), "  ", (found.attribute, "cyan"))
    yield note(found.path)
    shown = found.values[:limit] if limit else found.values
    for blamed in shown:
        yield from _blamed(blamed, found.path)
    if rest := more(len(found.values), len(shown), "value"):
        yield note(rest)


def _blamed(blamed: BlamedOut, path: str) -> Iterator[RenderableType]:
    where = place(blamed.value.evidence).removeprefix(safe(path))
    yield Text()
    yield Text.assemble(value(blamed.value.value), "  ", (where, "dim"))
    if blamed.pull_request is not None:
        yield Padding(Text(pull_request(blamed.pull_request)), INDENT, expand=False)
    if blamed.reason:
        yield Padding(note(f"“{line(blamed.reason, 300)}”"), INDENT, expand=False)
