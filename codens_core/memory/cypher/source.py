"""Where the copy of the graph comes from, and the knowledge base as such a source."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from codens_core.memory.cypher.plan import Shape

if TYPE_CHECKING:  # the worker imports this package too, and should not wait for these
    from codens_core.graph.protocols import ComponentView, Edge, KnowledgeBase
    from codens_core.graph.records import PullRequest
    from codens_core.graph.schema import FrameworkSchema


class GraphSource(Protocol):
    """A whole graph, read once from beginning to end: nodes first, then what joins them."""

    @property
    def attributes(self) -> Mapping[str, Shape]:
        """Attributes of components, with their shape; what components have beside these is left out."""

    @property
    def component_types(self) -> Sequence[str]:
        """All component types that the framework knows, whether or not any component is of them."""

    @property
    def relation_types(self) -> Sequence[str]:
        """All relation types that the framework knows."""

    def components(self) -> Iterable[ComponentView]:
        """Existing components with their attributes; each pull request they name is given by `pull_requests`."""

    def pull_requests(self) -> Iterable[PullRequest]:
        """All pull requests."""

    def relations(self) -> Iterable[Edge]:
        """All relations between the components given, by their keys."""


@dataclass(frozen=True)
class KnowledgeSource:
    """A knowledge base with the schemas of its frameworks."""

    base: KnowledgeBase
    schemas: Mapping[str, FrameworkSchema]

    @property
    def attributes(self) -> dict[str, Shape]:
        shapes: dict[str, Shape] = {}
        for schema in self.schemas.values():
            for type_name in schema.types:
                for name, attribute in schema.attributes_of(type_name).items():
                    shapes[name] = "list" if "list" in (attribute.shape, shapes.get(name)) else "scalar"
        return shapes

    @property
    def component_types(self) -> list[str]:
        return list(dict.fromkeys(name for schema in self.schemas.values() for name in schema.types))

    @property
    def relation_types(self) -> list[str]:
        return list(dict.fromkeys(name for schema in self.schemas.values() for name in schema.relations))

    def components(self) -> list[ComponentView]:
        return self.base.components(attributes=True)

    def pull_requests(self) -> list[PullRequest]:
        return self.base.pull_requests()

    def relations(self) -> list[Edge]:
        return self.base.relations()
