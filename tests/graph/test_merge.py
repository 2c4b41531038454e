"""The merge rules: scalars replaced with the old value kept, lists merged unique, equal values keep their origin."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from codens_core.graph.facts import FactMap, StoredFacts
from codens_core.graph.merge import merge
from codens_core.graph.records import Change

attributes = st.sampled_from(["table", "scopes", "methods"])
values = st.dictionaries(st.integers(0, 6).map(json.dumps), st.tuples(st.integers(1, 99)).map(lambda t: [t[0], t[0]]))
facts = st.dictionaries(attributes, values.filter(bool))


def test_a_scalar_is_replaced_and_its_old_value_stays_in_the_change() -> None:
    before: StoredFacts = {"table": {'"users"': [3, 1, 1]}}
    state, changes = merge(before, {"table": {'"people"': [2, 2]}}, 7, {"table"})
    assert state == {"table": {'"people"': [7, 2, 2]}}
    assert changes == [Change("table", "set", "people", "users", (2, 2))]


def test_list_values_step_one_by_one_and_equal_ones_keep_their_pull_request() -> None:
    before: StoredFacts = {"scopes": {'"old"': [1, 4, 4], '"kept"': [2, 5, 5]}}
    state, changes = merge(before, {"scopes": {'"kept"': [9, 9], '"new"': [10, 11]}}, 7)
    assert state == {"scopes": {'"kept"': [2, 9, 9], '"new"': [7, 10, 11]}}
    assert changes == [Change("scopes", "removed", None, "old"), Change("scopes", "added", "new", None, (10, 11))]


def test_code_that_only_moved_is_no_change() -> None:
    _, changes = merge({"scopes": {'"a"': [1, 4, 4]}}, {"scopes": {'"a"': [40, 40]}}, 7)
    assert changes == []


def test_an_attribute_that_vanished_is_removed_value_by_value() -> None:
    state, changes = merge({"scopes": {'"a"': [1, 4, 4], '"b"': [1, 5, 5]}}, {}, 7)
    assert state == {}
    assert [(c.kind, c.old) for c in changes] == [("removed", "a"), ("removed", "b")]


@given(st.lists(facts, max_size=5))
def test_replaying_any_history_ends_in_the_last_state(history: list[FactMap]) -> None:
    state: StoredFacts = {}
    for ordinal, after in enumerate(history):
        state, _ = merge(state, after, ordinal)
    last = history[-1] if history else {}
    assert {a: {k: row[1:] for k, row in values.items()} for a, values in state.items()} == last


@given(facts, facts)
def test_changes_lead_from_one_state_to_the_other(before: FactMap, after: FactMap) -> None:
    state, _ = merge({}, before, 0)
    _, changes = merge(state, after, 1)
    known = {(a, k) for a, vs in before.items() for k in vs}
    for change in changes:
        if change.kind == "removed":
            known.remove((change.attribute, json.dumps(change.old)))
        else:
            known.add((change.attribute, json.dumps(change.new)))
    assert known == {(a, k) for a, vs in after.items() for k in vs}


@given(facts)
def test_merging_the_same_state_again_changes_nothing(after: FactMap) -> None:
    state, _ = merge({}, after, 0)
    again, changes = merge(state, after, 1)
    assert (again, changes) == (state, [])
