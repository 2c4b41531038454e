"""Templates of actions, layouts, and what templates render."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from codens_core.graph.records import Relation
from codens_core.plugin.truths import Score, TruthView, compare
from codens_rails.truth.ancestry import ancestors


def implicit_templates(view: TruthView, section: list[list[str]], oracle: Mapping[str, Any]) -> list[Score]:
    """`[controller, action, template]` that the lookup finds for actions of the controller, rendered or not."""
    expected = {(controller, action, template) for controller, action, template in section}
    found = {
        (constant["name"], action, target.path)
        for source, target, relation in view.edges("renders_view")
        if source.type == "controller"
        for constant in source.facts.values("constants")[:1]
        for action in _texts(relation.attributes.get("implicit"))
    }
    render = _Renders(view)
    return [compare("implicit_templates", expected, found, True, {item for item in expected if render(*item)})]


def action_renders(view: TruthView, section: list[list[Any]], oracle: Mapping[str, Any]) -> list[Score]:
    """`[controller or mailer, action, template, times]`, recorded: recall by (class or its ancestors, template)."""
    render = _Renders(view)
    expected = {(owner, action, template) for owner, action, template, _ in section}
    pairs = {item for item in expected if render(item[0], "", item[2])}
    return [
        compare("action_renders", expected, pairs, False),
        compare("action_renders (action)", expected, {item for item in pairs if render(*item)}, False),
    ]


def layouts(view: TruthView, section: list[list[Any]], oracle: Mapping[str, Any]) -> list[Score]:
    """`[controller or mailer, action, layout, times]`, recorded: recall by (class, layout)."""
    render = _Renders(view)
    expected = {(owner, template) for owner, _, template, _ in section}
    return [compare("layouts", expected, {item for item in expected if render(item[0], "", item[1])}, False)]


class _Renders:
    """Whether a class, an ancestor or a module of it renders a template (for an action, if one is given)."""

    def __init__(self, view: TruthView) -> None:
        self._view = view
        self._chains = ancestors(view)
        self._incoming: dict[str, list[Relation]] = {}
        for _, target, relation in view.edges("renders_view"):
            self._incoming.setdefault(target.path, []).append(relation)

    def __call__(self, constant: str, action: str, template: str) -> bool:
        names = [constant, *self._chains.get(constant, ())]
        keys = {component.key for name in names for component in self._view.by_constant.get(name, ())}
        return any(
            not action or action in _texts(relation.attributes.get("actions"))
            for relation in self._incoming.get(template, ())
            if relation.source in keys
        )


def _texts(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else [str(value)] if value else []


def renders(view: TruthView, section: list[list[Any]], oracle: Mapping[str, Any]) -> list[Score]:
    """`[template, helper or component; line; template; times]`, recorded: recall by pair, and by line too."""
    expected = {(source, line, target) for source, line, target, _ in section}
    relations = {(source.path, target.path): relation for source, target, relation in view.edges("renders_view")}
    lines = {row for row in expected if (row[0], row[2]) in relations and _on(relations[row[0], row[2]], row[1])}
    return [
        compare("renders", {row[::2] for row in expected}, relations, False),
        compare("renders (line)", expected, lines, False),
    ]


def _on(relation: Relation, line: int) -> bool:
    return any(evidence.start_line <= line <= evidence.end_line for evidence in relation.evidence)
