"""An answer as text, with where each of its statements can be checked."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.markdown import Markdown
from rich.text import Text

from codens_core.api.answer_outputs import AskOut, CitationOut
from codens_core.base.text import plural
from codens_core.cli.render.tables import heading, note
from codens_core.cli.render.text import line, safe


class _Written:
    """Markdown drawn on a terminal, and left as it is for whoever else reads."""

    def __init__(self, text: str) -> None:
        self._text = safe(text)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Markdown(self._text) if console.is_terminal else Text(self._text)


def answer(found: AskOut) -> Iterator[RenderableType]:
    """The answer, then its citations."""
    yield _Written(found.answer.rstrip())
    if found.citations:
        yield heading("Evidence")
        yield from (Text(f"[{citation.number}] {_place(citation)}", "dim") for citation in found.citations)
    cost = f"{found.metrics.duration_ms:,.0f} ms, {found.metrics.model or 'no model'}"
    yield note(f"\n{found.mode}, {plural(found.metrics.nodes, 'component')} looked at, {cost}")


def _place(citation: CitationOut) -> str:
    if citation.kind == "pull_request":
        return line(f"{citation.pull_request} {citation.title}")
    if not citation.start_line:
        return safe(citation.path or citation.node_id)
    end = f"-{citation.end_line}" if citation.end_line > citation.start_line else ""
    return safe(f"{citation.path}:{citation.start_line}{end}")
