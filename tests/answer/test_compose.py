"""Answers without a model: shape, citations, honesty, on a small knowledge base."""

from __future__ import annotations

import re
from dataclasses import asdict

import pytest

from codens_core.answer.check import supported, with_marks
from codens_core.answer.compose import answer
from codens_core.answer.model import Answer, Citation, Section, Statement
from codens_core.memory.reader import MemoryReader

QUESTIONS = (
    "How do I cancel an order?", "Which page lists my orders?", "What is an order?", "Who limited the note and why?",
    "When did refunds come?", "What changed in Order?", "What depends on Order?", "How many handlers are there?",
    "Which file gives the money back?", "how are baskets removed", "#2", "orders#create", "",
)  # fmt: skip


def _lead(found: Answer) -> str:
    return found.answer.split("\n", 1)[0]


def test_a_way_to_do_something_names_page_button_request_and_file(kb: MemoryReader) -> None:
    found = answer(kb, "How do I cancel an order?")
    assert (found.kind, found.page, found.label) == ("how", "/orders", "Stop it")
    for part in ("/orders", "**Stop it**", "DELETE /orders/:id", "handlers/orders:17"):
        assert part in _lead(found)
    assert found.steps[0].text.startswith("On `/orders`")
    assert "Customers wrote mails to get out of an order." in found.answer


def test_everyday_words_find_the_request(kb: MemoryReader) -> None:
    for question in ("I want to get rid of my order, how?", "how can a customer stop an order"):
        assert "orders#cancel" in answer(kb, question).interpretation, question


def test_a_page_is_named_for_where(kb: MemoryReader) -> None:
    found = answer(kb, "Which page lists my orders?")
    assert (found.kind, found.page) == ("where", "/orders")


def test_the_thing_itself_is_explained_rather_than_its_handler(kb: MemoryReader) -> None:
    assert _lead(answer(kb, "What is the Order record?")).startswith("`Order` is a record in `records/order`")


def test_a_rule_is_given_with_who_set_it_and_why(kb: MemoryReader) -> None:
    found = answer(kb, "Who limited the note and why?")
    assert found.kind == "why"
    for part in ("`note`", "maximum: 200", "#3", "Edsger", "2021-03-01", "The label printer cuts longer ones."):
        assert part in _lead(found)


def test_dependents_requests_and_tests_are_listed(kb: MemoryReader) -> None:
    found = answer(kb, "What depends on OrdersHandler?")
    assert found.kind == "impact"
    assert "1 test file covers it" in _lead(found)
    assert "`checks/orders`" in found.answer


def test_things_are_counted(kb: MemoryReader) -> None:
    assert "There are 3 handlers" in answer(kb, "How many handlers are there?").answer
    assert "4 requests reach 2 components" in answer(kb, "how many routes are there").answer


def test_a_pull_request_is_told(kb: MemoryReader) -> None:
    found = answer(kb, "What did #2 change?")
    assert _lead(found).startswith('#2 "Let people cancel orders" (Grace, 2020-02-01)')
    assert "`guards/order`" in found.answer


@pytest.mark.parametrize("question", ["What is a blorb?", "how do I frobnicate the zorks", "", "???", "\u00fc"])
def test_what_is_not_known_is_said_and_nothing_else(kb: MemoryReader, question: str) -> None:
    found = answer(kb, question)
    assert found.not_found
    assert not found.citations
    assert not found.steps


def test_words_that_nothing_mentions_are_named(kb: MemoryReader) -> None:
    found = answer(kb, "How do I cancel an order by fax?")
    assert any("“fax”" in line for line in found.not_found)
    assert found.citations


def test_references_that_lead_nowhere_are_told(kb: MemoryReader) -> None:
    assert any("Statistics" in line for line in answer(kb, "What is ReportsHandler?").not_found)


def test_without_history_nobody_is_named(bare_kb: MemoryReader) -> None:
    found = answer(bare_kb, "Who limited the note and why?")
    assert any("history was not read" in line for line in found.not_found)
    assert "set by" not in found.answer


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_mark_is_a_citation_and_every_citation_is_used(kb: MemoryReader, question: str) -> None:
    found = answer(kb, question)
    marks = {int(number) for number in re.findall(r"\[(\d+)\]", found.answer)}
    assert marks == {citation.number for citation in found.citations}
    assert sorted(marks) == list(range(1, len(marks) + 1))


@pytest.mark.parametrize("question", QUESTIONS)
def test_citations_can_be_followed(kb: MemoryReader, question: str) -> None:
    for citation in answer(kb, question).citations:
        if citation.kind == "pull_request":
            assert kb.pull_request(citation.pull_request) is not None
        else:
            (view,) = kb.find(citation.node_id)
            assert citation.commit
            assert citation.path
            assert view.node_id == citation.node_id


@pytest.mark.parametrize("question", QUESTIONS)
def test_answers_are_short_and_the_same_each_time(kb: MemoryReader, question: str) -> None:
    first, second = answer(kb, question), answer(kb, question)
    assert len(first.answer.split("\n")) <= 40
    assert asdict(first) | {"metrics": 0} == asdict(second) | {"metrics": 0}


@pytest.mark.parametrize("mode", ["standard", "multihop"])
def test_modes_are_obeyed_and_told(kb: MemoryReader, mode: str) -> None:
    assert answer(kb, "How do I cancel an order?", mode).mode == mode  # type: ignore[arg-type]


def test_the_checker_drops_what_nothing_supports() -> None:
    section = Section("Rules", [Statement("kept", (1,)), Statement("no mark"), Statement("unknown", (7,))])
    kept, dropped = supported([section, Section("Empty", [Statement("x", (9,))])], [Citation(1, "component")])
    assert [s.text for s in kept[0].statements] == ["kept"]
    assert len(kept) == 1
    assert dropped == 3


def test_marks_stand_before_a_full_stop() -> None:
    assert with_marks(Statement("It runs.", (1, 2))) == "It runs [1][2]."
    assert with_marks(Statement("It runs", (3,))) == "It runs [3]"
