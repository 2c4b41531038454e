"""Scores a graph against an oracle: what the running framework said of the same application at the same commit."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from codens_core.base.errors import UsageError
from codens_core.plugin.manager import Plugins
from codens_core.plugin.truths import Score, TruthView


def read_oracle(file: Path) -> dict[str, Any]:
    """An oracle from its JSON file; anything but an object of sections is a UsageError."""
    try:
        oracle = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{file}: not an oracle: {error}", "give a JSON file of sections") from error
    if not isinstance(oracle, dict):
        raise UsageError(
            f"{file}: not an oracle: {type(oracle).__name__}, object expected", "give a JSON file of sections"
        )
    return oracle


def score(plugins: Plugins, view: TruthView, oracle: Mapping[str, Any]) -> list[Score]:
    """Every section of `oracle` that the framework's plugins can score, in the oracle's order."""
    truths = plugins.truths(view.framework)
    return [
        result
        for section, content in oracle.items()
        for truth in truths
        if truth.section == section
        for result in truth.score(view, content, oracle)
    ]


def table(scores: Sequence[Score]) -> str:
    """Scores as aligned text, one line each; a dash stands for a precision that the truth cannot tell."""
    lines = [f"{'section':<26}{'expected':>9}{'found':>7}{'hits':>6}{'precision':>11}{'recall':>8}"]
    for item in scores:
        precision = f"{item.precision:.3f}" if item.precision is not None else "-"
        counts = f"{item.expected:>9}{item.found:>7}{item.hits:>6}"
        lines.append(f"{item.section:<26}{counts}{precision:>11}{item.recall:>8.3f}")
    return "\n".join(lines)


def as_json(scores: Sequence[Score]) -> list[dict[str, Any]]:
    """Scores as plain objects with misses and extras."""
    names = ("section", "expected", "found", "hits", "precision", "recall", "misses", "extras")
    return [{name: getattr(item, name) for name in names} for item in scores]
