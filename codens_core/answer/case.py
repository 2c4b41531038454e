"""One question being answered: what was found for it, and the evidence collected on the way."""

from __future__ import annotations

from dataclasses import dataclass, field

from codens_core.answer.model import ReadingKind
from codens_core.answer.naming import Names
from codens_core.answer.sources import Sources
from codens_core.graph.protocols import ComponentView, KnowledgeBase, Match
from codens_core.retrieve.choosing import Choice
from codens_core.retrieve.question import Question


@dataclass(slots=True)
class Case:
    """What composers read and fill."""

    kb: KnowledgeBase
    asked: Question
    kinds: list[ReadingKind]
    matches: tuple[Match, ...]
    choices: list[Choice]
    sources: Sources = field(default_factory=Sources)
    not_found: list[str] = field(default_factory=list)
    page: str = ""
    label: str = ""
    subject: str = ""
    """What the answer is about, as the interpretation names it."""
    _views: dict[int, ComponentView] = field(default_factory=dict)
    _names: Names | None = None

    @property
    def names(self) -> Names:
        """Display names of components."""
        if self._names is None:
            self._names = Names(self.kb)
        return self._names

    def view(self, key: int) -> ComponentView | None:
        """A component with its attributes, read once."""
        if key not in self._views:
            view = self.kb.component(key)
            if view is None:
                return None
            self._views[key] = view
        return self._views[key]

    def leading(self, count: int) -> list[ComponentView]:
        """The best matches with their attributes."""
        return [view for match in self.matches[:count] if (view := self.view(match.key)) is not None]
