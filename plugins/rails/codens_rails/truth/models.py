"""Associations with their targets, and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from codens_core.plugin.truths import Score, TruthView, compare

Item = tuple[str, str, str, str]
"""(owner, macro, name, target); the target of a polymorphic one is `*`."""


def associations(view: TruthView, section: list[dict[str, Any]], oracle: Mapping[str, Any]) -> list[Score]:
    """`{owner, macro, name, target, poly, through}` of the declaring classes."""
    expected = {_item(row["owner"], row["macro"], row["name"], row["target"], row["poly"]) for row in section}
    found = set(_found(view))
    names = compare("associations (names)", {i[::2] for i in expected}, {i[::2] for i in found}, True)
    return [compare("associations", expected, found, True), names]


def _item(owner: str, macro: str, name: str, target: str | None, polymorphic: object) -> Item:
    return owner, macro, name, "*" if polymorphic else target or ""


def _found(view: TruthView) -> Iterator[Item]:
    for _, _, relation in view.edges("associates_with"):
        facts = relation.attributes
        for owner in _texts(facts.get("owner")):
            yield _item(owner, facts["macro"], relation.name, facts.get("target"), facts.get("polymorphic"))
    for component in view.of_type("model"):
        for fact in view.values(component, "associations"):
            if fact.get("polymorphic"):
                yield _item(fact["owner"], "belongs_to", fact["name"], None, True)


def _texts(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else [str(value)] if value else []


def tables(view: TruthView, section: list[list[str]], oracle: Mapping[str, Any]) -> list[Score]:
    """`[model, table]`; the table of a file belongs to the first model it defines."""
    models = {model for model, _ in section}
    found = set()
    for component in view.components:
        names = [constant["name"] for constant in component.facts.values("constants")]
        model = next((name for name in names if name in models), names[0] if names else "")
        found |= {(model, table) for table in view.values(component, "table")}
    return [compare("tables", map(tuple, section), found, True)]
