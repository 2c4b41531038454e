"""Precision and recall by section, and what was missed or too much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import RenderableType

from codens_core.api.project_outputs import ScoreOut, TruthOut
from codens_core.cli.render.tables import Col, heading, note, table
from codens_core.cli.render.text import more, value


def truth(found: TruthOut, sections: Sequence[str], limit: int) -> Iterator[RenderableType]:
    """The table of scores, then misses and extras of the sections asked for."""
    numbers = ("expected", "found", "hits", "precision", "recall")
    rows = [
        (
            s.section,
            s.expected,
            s.found,
            s.hits,
            "-" if s.precision is None else f"{s.precision:.3f}",
            f"{s.recall:.3f}",
        )
        for s in found.scores
    ]
    yield table([Col("section", "cyan"), *(Col(name, right=True, wrap=False) for name in numbers)], rows)
    for score in found.scores:
        if score.section in sections:
            yield from _items(score, "missed", score.misses, limit)
            yield from _items(score, "too much", score.extras, limit)


def _items(score: ScoreOut, what: str, items: list[Any], limit: int) -> Iterator[RenderableType]:
    yield heading(f"{score.section}: {len(items):,} {what}")
    shown = items[:limit] if limit else items
    yield from (note(f"  {value(item)}") for item in shown)
    if rest := more(len(items), len(shown), "item"):
        yield note(f"  {rest}")
