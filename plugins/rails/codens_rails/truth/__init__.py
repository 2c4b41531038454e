"""Scorers of Rails sections: what a booted application says of itself against the graph; one module a group."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from codens_core.plugin.records import Truth
from codens_core.plugin.truths import Score, TruthView
from codens_rails.truth import calls, controllers, definitions, models, pages, views, work

_SCORERS: dict[str, Callable[[TruthView, Any, Mapping[str, Any]], Sequence[Score]]] = {
    "constants": definitions.constants,
    "extends": definitions.extends,
    "associations": models.associations,
    "tables": models.tables,
    "routes": controllers.routes,
    "before_callbacks": controllers.before_callbacks,
    "mailers": work.mailers,
    "jobs": work.jobs,
    "mails": work.mails,
    "enqueues": work.enqueues,
    "factories": work.factories,
    "describes": work.describes,
    "implicit_templates": views.implicit_templates,
    "action_renders": views.action_renders,
    "layouts": views.layouts,
    "renders": views.renders,
    "links": pages.links,
    "forms": pages.forms,
    "calls": calls.calls,
}

TRUTHS = tuple(
    Truth(name=f"rails.{section}", framework="rails", section=section, score=score)
    for section, score in _SCORERS.items()
)
