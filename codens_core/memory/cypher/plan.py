"""The tables of the copy: what host and worker agree on. Imports little, so that the worker starts fast."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from codens_core.graph.cypher.vocabulary import Vocabulary

Shape = Literal["scalar", "list"]
Columns = dict[str, list[Any]]
KEY = "__key"
"""The column that tells components apart; never shown."""


@dataclass(frozen=True)
class Plan:
    """The tables to make: properties of components with their shape, and relationship types."""

    properties: dict[str, Shape]
    attributes: dict[str, str]
    """The property of each attribute."""
    component_types: tuple[str, ...]
    relation_types: tuple[str, ...]

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """What queries may name."""
        return Vocabulary(tuple(self.properties), self.component_types, self.relation_types)
