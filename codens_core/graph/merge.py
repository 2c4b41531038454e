"""How a file's facts after a pull request meet the state before it: the paper's merge rules, for every source alike.

Scalars are replaced and the old value stays in the change; lists are merged value by value, unique, in the order of
the source. What is equal keeps the pull request that first set it.
"""

from __future__ import annotations

import json
from collections.abc import Collection

from codens_core.graph.facts import FactMap, StoredFacts
from codens_core.graph.records import Change


def merge(
    before: StoredFacts, after: FactMap, ordinal: int, scalars: Collection[str] = ()
) -> tuple[StoredFacts, list[Change]]:
    """The state after pull request `ordinal` and the changes that lead there.

    An attribute that vanished yields one removal for each of its values. A scalar whose value differs yields one
    `set` with the old value.
    """
    state: StoredFacts = {}
    changes: list[Change] = []
    for attribute, values in after.items():
        known = before.get(attribute, {})
        state[attribute] = {key: [known[key][0] if key in known else ordinal, *spans] for key, spans in values.items()}
        if known.keys() == values.keys():
            continue
        if attribute in scalars:
            changes.append(_replaced(attribute, known, values))
        else:
            changes += _steps(attribute, known, values)
    for attribute, known in before.items():
        if attribute not in after:
            changes += [Change(attribute, "removed", None, json.loads(key)) for key in known]
    return state, changes


def _replaced(attribute: str, known: dict[str, list[int]], values: dict[str, list[int]]) -> Change:
    (key, spans), *_ = values.items()
    old = json.loads(next(iter(known))) if known else None
    return Change(attribute, "set", json.loads(key), old, tuple(spans))


def _steps(attribute: str, known: dict[str, list[int]], values: dict[str, list[int]]) -> list[Change]:
    removed = [Change(attribute, "removed", None, json.loads(key)) for key in known if key not in values]
    added = [
        Change(attribute, "added", json.loads(key), None, tuple(spans))
        for key, spans in values.items()
        if key not in known
    ]
    return removed + added
