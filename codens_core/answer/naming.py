"""Names that people know components by: their constant where they have one, else their file."""

from __future__ import annotations

from collections.abc import Iterable

from codens_core.answer.phrases import code
from codens_core.graph.protocols import ComponentView, KnowledgeBase
from codens_core.graph.records import Evidence


class Names:
    """Display names of components, read once each."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb
        self._known: dict[int, str] = {}

    def of(self, key: int) -> str:
        """The name of one component, in code quotes."""
        self.read([key])
        return self._known[key]

    def read(self, keys: Iterable[int]) -> None:
        """Read the names of many components at once."""
        missing = sorted(set(keys) - self._known.keys())
        for view in self._kb.several(missing):
            self._known[view.key] = name_of(view)
        self._known.update((key, "?") for key in missing if key not in self._known)


def name_of(view: ComponentView) -> str:
    """A component's name in code quotes."""
    return code(view.constants[0] if view.constants else view.path)


def place(path: str, evidence: Evidence | None = None) -> str:
    """A file, with the line where there is one, in code quotes."""
    if evidence is not None and evidence.path == path and evidence.start_line:
        return code(f"{path}:{evidence.start_line}")
    return code(path)
