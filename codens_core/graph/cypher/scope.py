"""The variables of a query and what each stands for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Meaning = Literal["node", "relation", "hops", "path", "value"]


@dataclass(frozen=True, slots=True)
class Binding:
    """What a variable stands for; `labels` are those its node or relation can have (empty: any)."""

    text: str
    """How it is written down."""
    meaning: Meaning = "value"
    labels: tuple[str, ...] = ()


class Scope:
    """Variables by name, in order of appearance. An inner scope sees the outer one's."""

    def __init__(self, outer: Scope | None = None) -> None:
        self._known: dict[str, Binding] = {**outer._known} if outer else {}

    def get(self, name: str) -> Binding | None:
        """What a name stands for here."""
        return self._known.get(name)

    def bind(self, name: str, binding: Binding) -> None:
        """Add a variable; labels already known of it stay."""
        before = self._known.get(name)
        if before and before.labels and not binding.labels:
            binding = replace(binding, labels=before.labels)
        self._known[name] = binding

    def names(self) -> list[str]:
        """All names, in order of appearance."""
        return list(self._known)
