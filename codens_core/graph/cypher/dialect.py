"""How a checked query is written down for a database: standard openCypher here, what differs in subclasses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

Shortest = Literal["", "one", "all"]


class Dialect:
    """Writes the parts on which databases disagree; arguments are texts that were written before.

    Indexes are zero-based, a slice ends before its end, as in openCypher.
    """

    templates: ClassVar[Mapping[str, str]] = {}
    """Functions that are written otherwise, with `{0}`, `{1}` for the arguments."""

    def name(self, name: str) -> str:
        """A name that can be no keyword. `name` holds no backtick: the tokens see to that."""
        return f"`{name}`"

    def string(self, value: str) -> str:
        """A text literal."""
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"

    def call(self, function: str, arguments: list[str], distinct: bool) -> str:
        """A function call."""
        template = self.templates.get(f"{function}/{len(arguments)}") or self.templates.get(function)
        if template is not None:
            return template.format(*arguments)
        return f"{function}({'DISTINCT ' if distinct else ''}{', '.join(arguments)})"

    def index(self, items: str, position: str, constant: int | None) -> str:
        """One element of a list, null when there is none; `constant` when the position is a literal."""
        return f"{items}[{position}]"

    def slice(self, items: str, start: str, end: str) -> str:
        """A part of a list; `start` and `end` may be empty."""
        return f"{items}[{start}..{end}]"

    def comprehension(self, variable: str, items: str, condition: str, projection: str) -> str:
        """A list comprehension; `condition` and `projection` may be empty."""
        where = f" WHERE {condition}" if condition else ""
        return f"[{variable} IN {items}{where}{' | ' + projection if projection else ''}]"

    def local(self, name: str, number: int) -> str:
        """The variable of a comprehension, as written."""
        return self.name(name)

    def has_labels(self, variable: str, labels: tuple[str, ...], relation: bool) -> str:
        """Whether a node or relation has one of the labels."""
        return f"{variable}:{'|'.join(self.name(label) for label in labels)}"

    def same(self, left: str, right: str) -> str:
        """Whether two relations are one; empty when the database tells them apart by itself."""
        return ""

    def hops(self, low: int, high: int, shortest: Shortest) -> str:
        """The length of a path pattern."""
        return f"*{low}..{high}"

    def shortest(self, pattern: str, shortest: Shortest) -> str:
        """A pattern of which only the shortest paths count."""
        return f"{'shortestPath' if shortest == 'one' else 'allShortestPaths'}({pattern})"

    def hop_list(self, variable: str) -> str:
        """The relations of a pattern of several hops as a list."""
        return variable
