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


_BEFORE = ("before_action", "prepend_before_action", "append_before_action", "before_filter")
_SKIPS = ("skip_before_action", "skip_before_filter")


def before_callbacks(view: TruthView, section: list[list[str]], oracle: Mapping[str, Any]) -> list[Score]:
    """`[controller, callback]`, inherited ones and those of gems included: recall of what the repository declares."""
    own, skipped = _declared(view, _BEFORE), _declared(view, _SKIPS)
    chain = ancestors(view)
    found = {
        (controller, name)
        for controller in {controller for controller, _ in section}
        for name in _running([controller, *chain.get(controller, ())], own, skipped)
    }
    declared = {name for names in own.values() for name in names}
    gems = {name for _, name in section} - declared
    ours = [(controller, name) for controller, name in section if name not in gems]
    whole = compare("before_callbacks (gems' too)", map(tuple, section), found, False)
    return [compare("before_callbacks", ours, found, True), whole]


def _running(lineage: list[str], own: dict[str, set[str]], skipped: dict[str, set[str]]) -> set[str]:
    """Callbacks that still run for the first class of a lineage, nearest ancestor first."""
    names: set[str] = set()
    for ancestor in reversed(lineage):
        names = (names - skipped.get(ancestor, set())) | own.get(ancestor, set())
    return names


def _declared(view: TruthView, macros: tuple[str, ...]) -> dict[str, set[str]]:
    """Names given to some macros, by the constant that gives them; a skip under conditions is none."""
    found: dict[str, set[str]] = {}
    for component in view.components:
        for fact in component.facts.values("callbacks"):
            partial = macros is _SKIPS and any(key in fact for key in ("only", "except", "if", "unless"))
            if fact["macro"] in macros and fact["name"] != "(block)" and not partial:
                found.setdefault(fact.get("owner", ""), set()).add(fact["name"])
    return found
