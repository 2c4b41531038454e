"""An answer as text, with where each of its statements can be checked."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.markdown import Markdown
from rich.text import Text

from codens_core.api.answer_outputs import AskOut, CitationOut, FlowOut, OneFlowOut, StatementOut
from codens_core.base.text import plural
from codens_core.cli.render.tables import heading, note
from codens_core.cli.render.text import line, safe


class _Written:
    """Markdown drawn on a terminal, and left as it is for whoever else reads."""

    def __init__(self, text: str) -> None:
        self._text = safe(text)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Markdown(self._text, hyperlinks=False) if console.is_terminal else Text(self._text)


def answer(found: AskOut) -> Iterator[RenderableType]:
    """The answer, then its citations."""
    yield _Written(found.answer.rstrip())
    yield from _evidence(found.citations)
    cost = f"{found.metrics.duration_ms:,.0f} ms, {found.metrics.model or 'no model'}"
    yield note(f"\n{found.mode}, {plural(found.metrics.nodes, 'component')} looked at, {cost}")


def flows(found: FlowOut) -> Iterator[RenderableType]:
    """Each flow as numbered steps, then the evidence of all."""
    for position, flow in enumerate(found.flows):
        yield from [Text()] if position else []
        yield _Written(_flow(flow))
    yield from _evidence(found.citations)


def _flow(flow: OneFlowOut) -> str:
    steps = (f"{number}. {_cited(one)}" for number, one in enumerate(flow.statements, 1))
    rest = f"\n\n… and {plural(flow.left_out, 'more step')}" if flow.left_out else ""
    name = f"`{flow.start}`" + (f", answered by `{flow.action}`" if flow.action else "")
    return f"**{name}**\n\n" + "\n".join(steps) + rest


def _cited(statement: StatementOut) -> str:
    marks = "".join(f"[{number}]" for number in statement.citations)
    return f"{statement.text} {marks}".rstrip()


def mermaid(found: FlowOut) -> str:
    """The flows as Mermaid flowcharts, one after the other."""
    return "\n\n".join(flow.mermaid for flow in found.flows)


def _evidence(citations: list[CitationOut]) -> Iterator[RenderableType]:
    if citations:
        yield heading("Evidence")
        yield from (Text(f"[{citation.number}] {_place(citation)}", "dim") for citation in citations)


def _place(citation: CitationOut) -> str:
    if citation.kind == "pull_request":
        return line(f"{citation.pull_request} {citation.title}")
    if not citation.start_line:
        return safe(citation.path or citation.node_id)
    end = f"-{citation.end_line}" if citation.end_line > citation.start_line else ""
    return safe(f"{citation.path}:{citation.start_line}{end}")
