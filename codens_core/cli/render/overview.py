"""The whole memory and the whole configuration at a glance."""

from __future__ import annotations

from collections.abc import Iterator

import yaml
from rich.console import RenderableType
from rich.text import Text

from codens_core.api.project_outputs import (
    BuildOut,
    ConfigCheckOut,
    ConfigShowOut,
    FetchOut,
    InitOut,
    ProblemOut,
    StatusOut,
    VerifyOut,
)
from codens_core.base.text import plural
from codens_core.cli.render.tables import Col, heading, note, table
from codens_core.cli.render.text import counts, line, more, safe


def status(found: StatusOut, limit: int) -> Iterator[RenderableType]:
    """What the memory holds."""
    yield Text.assemble((safe(found.project), "bold"), ("  " + safe(found.directory), "dim"))
    yield Text(_reach(found))
    if not found.complete:
        yield Text("The last build was stopped before its end: run `codens build`", "yellow")
    yield from _components(found)
    yield from _relations(found)
    yield from _left_out(found)
    yield from problems(found.problems, limit)


def _reach(found: StatusOut) -> str:
    if not found.commit:
        return "Nothing is known yet: run `codens build`"
    if found.mode == "head":
        text = f"The state at {found.commit[:10]}, without history"
    else:
        span = f" from {found.first_date[:10]} to {found.last_date[:10]}" if found.first_date else ""
        text = f"{plural(found.pull_requests, 'pull request')}{span}, up to {found.built_at} ({found.commit[:10]})"
    size = f", {found.memory_bytes / 1e6:,.1f} MB"
    behind = f", {plural(found.behind, 'commit')} behind: run `codens build`" if found.behind else ""
    return text + size + behind


def _components(found: StatusOut) -> Iterator[RenderableType]:
    total = sum(found.components.values())
    gone = f", {found.removed:,} removed earlier" if found.removed else ""
    yield heading(f"{plural(total, 'component')}{gone}")
    yield table([Col("type", "cyan"), Col("components", right=True)], list(found.components.items()))


def _relations(found: StatusOut) -> Iterator[RenderableType]:
    total = sum(count.total for count in found.relations.values())
    yield heading(plural(total, "relation"))
    columns = [Col("type", "cyan"), Col("relations", right=True), Col("distinct pairs", right=True)]
    yield table(columns, [(name, count.total, count.distinct) for name, count in found.relations.items()])
    if found.unresolved:
        lost = sum(found.unresolved.values())
        yield note(f"{plural(lost, 'reference')} without a component: {counts(found.unresolved)} (codens unresolved)")


def _left_out(found: StatusOut) -> Iterator[RenderableType]:
    if found.left_out:
        yield heading(f"{plural(sum(found.left_out.values()), 'file')} left out")
        columns = [Col("reason", "cyan"), Col("files", right=True)]
        yield table(columns, list(found.left_out.items()))


def problems(found: list[ProblemOut], limit: int) -> Iterator[RenderableType]:
    """What could not be read as usual, with file and line."""
    if not found:
        return
    yield heading(plural(len(found), "problem"))
    shown = found[:limit] if limit else found
    for problem in shown:
        yield problem_line(problem)
    if rest := more(len(found), len(shown), "problem"):
        yield note(rest)


def problem_line(problem: ProblemOut) -> Text:
    """`file:line: message (hint)`."""
    where = f"{problem.path}:{problem.line}: " if problem.line else f"{problem.path}: " if problem.path else ""
    hint = f" ({line(problem.hint)})" if problem.hint else ""
    return Text.assemble((safe(where), "bold"), line(problem.message, 400), (hint, "dim"))


def build(found: BuildOut) -> Iterator[RenderableType]:
    """What a build did, in one line."""
    if not found.replayed:
        yield Text("Nothing new: the memory is up to date")
        return
    spent = ", ".join(f"{stage} {seconds:.1f} s" for stage, seconds in found.seconds.items())
    text = f"{plural(found.replayed, 'pull request')}, {plural(found.touched, 'component')} touched"
    yield Text.assemble((text, "bold"), (f"  ({spent})", "dim"))


def fetched(found: FetchOut) -> Iterator[RenderableType]:
    """What a fetch brought."""
    yield Text(f"{plural(found.total, 'pull request')} of {safe(found.host)}, {found.new:,} new or changed")
    asked = plural(found.requests, "request")
    yield note(f"{asked}, {found.unchanged:,} answered with nothing new; codens build lays them over the history")
    for problem in found.problems:
        yield Text(safe(problem), "yellow")


def verification(found: VerifyOut, limit: int) -> Iterator[RenderableType]:
    """Whether memory and code tell the same, and where not."""
    told = f"{plural(found.files, 'file')}, {plural(found.values, 'value')} at {found.commit[:10]}"
    if found.equal:
        yield Text.assemble(("equal", "bold green"), f": {told}")
        return
    yield Text.assemble(("different", "bold red"), f": {told}, {plural(len(found.differences), 'difference')}")
    shown = found.differences[:limit] if limit else found.differences
    yield table([Col("path", "bold"), Col("what")], [(difference.path, difference.what) for difference in shown])
    if rest := more(len(found.differences), len(shown), "difference"):
        yield note(rest)


def started(found: InitOut) -> Iterator[RenderableType]:
    """What `init` found and wrote."""
    for root in found.roots:
        place = "this repository" if root.path == "." else root.path
        yield Text.assemble((safe(place), "bold"), f" is {root.title}", (f"  {safe(root.because)}", "dim"))
    for title, package in found.not_installed.items():
        yield Text(f"This also looks like {title}: pip install {package}", "yellow")
    yield Text(safe(f"Wrote {found.file}"))
    yield note("Next: codens build")


def config_check(found: ConfigCheckOut) -> Iterator[RenderableType]:
    """Every problem of the configuration, or that there is none."""
    if found.valid:
        yield Text(safe(f"{found.file}: good") if found.file else "no codens.yaml here: everything has its default")
    for problem in found.problems:
        yield problem_line(problem)


def config_show(found: ConfigShowOut) -> Iterator[RenderableType]:
    """Every value in force as YAML, and which secrets are set."""
    yield note(f"# {found.file or 'no codens.yaml: defaults'}")
    yield Text(safe(yaml.safe_dump(found.config, sort_keys=False, allow_unicode=True).rstrip()))
    words = (f"{name} {'set' if is_set else 'not set'}" for name, is_set in found.secrets.items())
    yield note(f"# memory in {found.memory}; secrets from the environment: {', '.join(words)}")
