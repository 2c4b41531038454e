"""Which application and component type a repository path belongs to, by the project's roots and its schemas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from codens_core.base.paths import PathMatcher
from codens_core.graph.ids import node_id
from codens_core.graph.schema import FrameworkSchema, Placement

SUPPORT = "support"
_SYMLINK, _SUBMODULE = 0o120000, 0o160000


@dataclass(frozen=True, slots=True)
class Root:
    """One application in the repository: its folder (with trailing `/`, or empty) and framework."""

    folder: str
    framework: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a path belongs: a component of `type`, a support file, or left out with `reason`."""

    root: Root | None
    type: str
    reason: str
    node_id: str

    @property
    def support(self) -> bool:
        """True for files that hold facts of others."""
        return self.type == SUPPORT


class Places:
    """Decides for every path; the innermost root that holds it wins."""

    def __init__(
        self,
        roots: Sequence[Root],
        schemas: Mapping[str, FrameworkSchema],
        extra: Mapping[str, tuple[str, ...]] | None = None,
        exclude: tuple[str, ...] = (),
    ) -> None:
        self._roots = sorted(roots, key=lambda root: -len(root.folder))
        self._placements = {name: Placement(schema, dict(extra or {})) for name, schema in schemas.items()}
        self._suffix = {name: schema.drop_suffix for name, schema in schemas.items()}
        self._excluded = PathMatcher(exclude)
        self._known: dict[str, Place] = {}

    def of(self, path: str, mode: int = 0o100644) -> Place:
        """The place of a repository path with its git file mode."""
        if mode == _SYMLINK:
            return Place(None, "", "symbolic link", "")
        if mode == _SUBMODULE:
            return Place(None, "", "submodule", "")
        if path not in self._known:
            self._known[path] = self._decide(path)
        return self._known[path]

    def _decide(self, path: str) -> Place:
        if self._excluded(path):
            return Place(None, "", "excluded in codens.yaml", "")
        root = next((root for root in self._roots if path.startswith(root.folder)), None)
        if root is None:
            return Place(None, "", "outside the applications", "")
        type_name, reason = self._placements[root.framework].place(path[len(root.folder) :])
        return Place(root, type_name, reason, node_id(path, self._suffix[root.framework]))
