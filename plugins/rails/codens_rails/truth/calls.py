"""Classes of the application that a line of code called when the tests ran."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from codens_core.plugin.truths import Score, TruthView, compare


def calls(view: TruthView, section: list[list[Any]], oracle: Mapping[str, Any]) -> list[Score]:
    """`[file, line, class, whether its last name stands in the file]`: recall by file and class, by any relation."""
    related = {(source.path, target.key) for source, target, _ in view.edges()}
    whole = {(path, constant): named for path, _, constant, named in section}
    found = {
        (path, constant)
        for path, constant in whole
        if any((path, component.key) in related for component in view.by_constant.get(constant, ()))
    }
    by_name = {item for item, named in whole.items() if named}
    return [compare("calls", whole, found, False), compare("calls (named)", by_name, found & by_name, False)]
