"""Names that people know components by: their constant where they have one, else their file."""

from __future__ import annotations

from collections.abc import Iterable

from codens_core.answer.phrases import code
from codens_core.graph.protocols import ComponentView, KnowledgeBase
from codens_core.graph.records import Evidence


class Names:
    """Components by key and their display names, read once each."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb
        self._views: dict[int, ComponentView] = {}

    def of(self, key: int) -> str:
        """The name of one component, in code quotes."""
        view = self.view(key)
        return name_of(view) if view is not None else "?"

    def view(self, key: int) -> ComponentView | None:
        """The component, without attributes."""
        self.read([key])
        return self._views.get(key)

    def read(self, keys: Iterable[int]) -> None:
        """Read many components at once."""
        missing = sorted(set(keys) - self._views.keys())
        self._views.update((view.key, view) for view in self._kb.several(missing))


def name_of(view: ComponentView) -> str:
    """A component's name in code quotes."""
    return code(view.constants[0] if view.constants else view.path)


def place(path: str, evidence: Evidence | None = None) -> str:
    """A file, with the line where there is one, in code quotes."""
    if evidence is not None and evidence.path == path and evidence.start_line:
        return code(f"{path}:{evidence.start_line}")
    return code(path)
