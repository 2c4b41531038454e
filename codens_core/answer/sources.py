"""The evidence of one answer: what may be cited, each thing once, numbered in the order of first use."""

from __future__ import annotations

from dataclasses import replace

from codens_core.answer.model import Citation
from codens_core.graph.protocols import ComponentView
from codens_core.graph.records import Evidence, PullRequest


class Sources:
    """Collects citations. Numbers are given when a citation is first asked for."""

    def __init__(self) -> None:
        self._numbers: dict[Citation, int] = {}

    def lines(self, node_id: str, evidence: Evidence | None, pull_request: str = "") -> tuple[int, ...]:
        """Cite lines at a commit; nothing when there is no evidence."""
        if evidence is None or not evidence.path:
            return ()
        cited = Citation(
            0, "lines", node_id, evidence.path, evidence.start_line, evidence.end_line, evidence.commit, pull_request
        )
        return (self._number(cited),)

    def component(self, view: ComponentView) -> tuple[int, ...]:
        """Cite a whole component."""
        return (self._number(Citation(0, "component", view.node_id, view.path, 0, 0, view.commit)),)

    def pull_request(self, pr: PullRequest) -> tuple[int, ...]:
        """Cite a pull request."""
        return (self._number(Citation(0, "pull_request", "", "", 0, 0, pr.commit, pr.key, pr.title)),)

    def _number(self, citation: Citation) -> int:
        return self._numbers.setdefault(citation, len(self._numbers) + 1)

    def all(self) -> list[Citation]:
        """Every citation with its number, in order."""
        return [replace(citation, number=number) for citation, number in self._numbers.items()]
