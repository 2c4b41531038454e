"""Routes of the repository's controllers, and the callbacks that run before their actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from codens_core.plugin.truths import Score, TruthView, compare
from codens_rails.truth.ancestry import ancestors

Route = tuple[str, str, str, str]
"""(verb, path without the optional format, controller path, action)."""


def routes(view: TruthView, section: list[list[str]], oracle: Mapping[str, Any]) -> list[Score]:
    """`[verb, path, controller, action]`; verbs joined by `|` are one route each, none is any."""
    expected = {route for row in section for route in _each(*row)}
    found: set[Route] = set()
    for _, _, relation in view.edges("routes_to"):
        facts = relation.attributes
        for action in _texts(facts.get("action")):
            found.update(_each(facts.get("verb", ""), facts["path"], facts["controller"], action))
    return [compare("routes", expected, found, True)]


def _each(verbs: str, path: str, controller: str, action: str) -> Iterable[Route]:
    plain = path.removesuffix("(.:format)") or "/"
    return ((verb, plain, controller.removeprefix("/"), action) for verb in (verbs or "ANY").split("|"))


def _texts(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else [str(value)] if value else []


def before_callbacks(view: TruthView, section: list[list[str]], oracle: Mapping[str, Any]) -> list[Score]:
    """`[controller, callback]`, inherited ones and those of gems included: recall of what the repository declares."""
    own = _declared(view)
    chain = ancestors(view)
    found = {
        (controller, name)
        for controller, _ in section
        for ancestor in [controller, *chain.get(controller, ())]
        for name in own.get(ancestor, ())
    }
    declared = {name for names in own.values() for name in names}
    gems = {name for _, name in section} - declared
    ours = [(controller, name) for controller, name in section if name not in gems]
    whole = compare("before_callbacks (gems' too)", map(tuple, section), found, False)
    return [compare("before_callbacks", ours, found, True), whole]


def _declared(view: TruthView) -> dict[str, set[str]]:
    """Names of before callbacks by the constant that declares them."""
    found: dict[str, set[str]] = {}
    for component in view.components:
        for fact in component.facts.values("callbacks"):
            if fact.get("macro") in ("before_action", "prepend_before_action", "append_before_action"):
                found.setdefault(fact.get("owner", ""), set()).update(_texts(fact.get("name")))
    return found
