"""Search: everyday words, exact names, shares, types, and that tests stand behind the code they test."""

from __future__ import annotations

import pytest

from codens_core.graph.protocols import Match
from codens_core.memory.reader import MemoryReader
from codens_core.retrieve.choosing import best_label, choose
from codens_core.retrieve.entries import all_entries, pages_of, ways_to
from codens_core.retrieve.features import named, subjects, support
from codens_core.retrieve.modes import retrieve
from codens_core.retrieve.question import parse
from codens_core.retrieve.search import search


def _paths(kb: MemoryReader, question: str, k: int = 5, types: tuple[str, ...] = ()) -> list[str]:
    return [match.path for match in search(kb, question, k, types)]


def _key(kb: MemoryReader, path: str) -> int:
    return kb.find(path)[0].key


def test_the_label_of_a_link_finds_what_answers_it(kb: MemoryReader) -> None:
    assert set(_paths(kb, "stop it", 2)) == {"pages/orders/row", "handlers/orders"}


def test_words_of_people_find_code_without_them(kb: MemoryReader) -> None:
    assert _paths(kb, "what gives the money back")[0] == "tasks/refund"


def test_words_of_pull_requests_find_what_they_touched(kb: MemoryReader) -> None:
    assert _paths(kb, "label printer")[0] == "records/order"


@pytest.mark.parametrize("name", ["OrderGuard", "guards/order", "guards.order", "what is OrderGuard for"])
def test_a_name_finds_its_component_first(kb: MemoryReader, name: str) -> None:
    (first, *_) = search(kb, name, 3)
    assert first.path == "guards/order"
    assert "mention" in first.shares


def test_a_test_does_not_stand_before_what_it_tests(kb: MemoryReader) -> None:
    paths = _paths(kb, "customer cancels an order, gets money back and a letter", 12)
    assert paths.index("handlers/orders") < paths.index("checks/orders")


def test_scores_are_the_sum_of_their_shares_and_descend(kb: MemoryReader) -> None:
    found = search(kb, "cancel an order", 10)
    assert found == sorted(found, key=lambda match: -match.score)
    for match in found:
        if match.type not in ("table", "check"):
            assert match.score == pytest.approx(sum(match.shares.values()))


def test_only_the_types_asked_for_are_found(kb: MemoryReader) -> None:
    assert {match.type for match in search(kb, "order", 10, ["record", "guard"])} == {"record", "guard"}


@pytest.mark.parametrize("question", ["", "???", "zork", '"; DROP TABLE', "NEAR(", "a AND NOT b*"])
def test_odd_questions_find_nothing_or_something_but_never_break(kb: MemoryReader, question: str) -> None:
    assert isinstance(search(kb, question, 3), list)


def test_searching_twice_gives_the_same(kb: MemoryReader) -> None:
    assert search(kb, "cancel an order", 10) == search(kb, "cancel an order", 10)


def test_members_of_a_feature_support_each_other() -> None:
    matches = [Match(1, "a", "record", "records/order", 0), Match(2, "b", "guard", "guards/order", 0),
               Match(3, "c", "record", "records/tax", 0)]  # fmt: skip
    found = support(matches, {1: 1.0, 2: 0.5, 3: 0.9})
    assert found == {1: 0.5, 2: 1.0, 3: 0.0}


def test_the_subject_of_a_file_is_its_own_or_its_folders() -> None:
    assert subjects("pages/hat_requests/index.html", "page") == {"hat request"}
    assert (
        named("records/order", "record", frozenset({"order"}))
        > named("pages/x/order", "page", frozenset({"order"}))
        > 0
    )
    assert named("records/order_line", "record", frozenset({"order"})) == 0


def test_requests_are_chosen_by_everyday_words(kb: MemoryReader) -> None:
    asked = parse("how do I get rid of an order")
    first, *_ = choose(kb, asked, search(kb, asked, 10))
    assert first.entry.name == "DELETE /orders/:id"
    assert [way.label for way in first.ways] == ["Stop it"]


def test_pages_are_found_through_views_inside_views(kb: MemoryReader) -> None:
    assert [entry.path for entry in pages_of(kb, _key(kb, "pages/orders/row"))] == ["/orders"]
    assert pages_of(kb, _key(kb, "records/order")) == []


def test_ways_lead_to_their_action_only(kb: MemoryReader) -> None:
    assert [way.label for way in ways_to(kb, ["orders#create"])] == ["Order now"]
    assert ways_to(kb, ["orders#index", "reports#show"]) == []
    assert len(all_entries(kb)) == 4


@pytest.mark.parametrize(
    ("question", "label"), [("how do I save", "Save"), ("how do I remove it", "Delete"), ("turn it on", "Save")]
)
def test_of_several_buttons_the_fitting_one_is_named(question: str, label: str) -> None:
    assert best_label("Delete | Save", parse(question)) == label


def test_multihop_adds_neighbours_that_speak_to_the_question(kb: MemoryReader) -> None:
    asked = parse("cancel an order")
    near = retrieve(kb, asked, "standard", 2)
    far = retrieve(kb, asked, "multihop", 2)
    assert (near.mode, far.mode) == ("standard", "multihop")
    assert list(far.matches[:2]) == list(near.matches)
    assert len(far.matches) > 2
    assert retrieve(kb, asked, "multihop", 2, relations=["proves"]).matches[2:] == tuple(
        match for match in far.matches[2:] if match.path == "checks/orders"
    )


def test_auto_stays_near_when_a_name_is_given(kb: MemoryReader) -> None:
    assert retrieve(kb, parse("what is OrderGuard?"), "auto").mode == "standard"
