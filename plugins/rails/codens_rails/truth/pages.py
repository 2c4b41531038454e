"""Links and forms of pages: where they lead, by which verb, and what they say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from codens_core.plugin.truths import Score, TruthView, compare


def links(view: TruthView, section: list[list[Any]], oracle: Mapping[str, Any]) -> list[Score]:
    """`[page template, line, controller#action, verb, label, times]`, recorded while tests ran."""
    return _pages("links", view, section)


def forms(view: TruthView, section: list[list[Any]], oracle: Mapping[str, Any]) -> list[Score]:
    """As links."""
    return _pages("forms", view, section)


def _pages(attribute: str, view: TruthView, section: list[list[Any]]) -> list[Score]:
    """Recall by (page, action), by line and verb too, and of the labels of what was found on its line."""
    facts = {
        (component.path, fact["line"], fact.get("action", ""), (fact.get("verb") or "get").lower()): fact
        for component in view.components
        for fact in view.values(component, attribute)
    }
    whole = {(page, line, action, verb) for page, line, action, verb, *_ in section}
    labels: dict[tuple[Any, ...], set[str]] = {}
    for *row, label, _ in section:
        labels.setdefault(tuple(row), set()).add(label)
    shown = {row for row in whole & facts.keys() if any(labels[row])}
    right = {row for row in shown if str(facts[row].get("label", "")) in labels[row]}
    return [
        compare(attribute, {row[::2][:2] for row in whole}, {row[::2][:2] for row in facts}, False),
        compare(f"{attribute} (line, verb)", whole, facts, False),
        compare(f"{attribute} (label)", shown, right, False),
    ]
