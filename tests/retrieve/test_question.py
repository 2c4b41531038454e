"""Questions: content words, exact mentions, phrasal verbs, words for the same thing."""

from __future__ import annotations

import pytest

from codens_core.retrieve.question import parse
from codens_core.retrieve.words import compounds, content_words, kin, plainer, request_verbs, stem


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("what does POST /orders do", "route", "POST /orders"),
        ("how does orders#cancel work", "action", "orders#cancel"),
        ("explain Admin::OrdersHandler#cancel!", "action", "Admin::OrdersHandler#cancel!"),
        ("what is in lib/shop/tax.rb?", "path", "lib/shop/tax.rb"),
        ("what is OrderGuard", "constant", "OrderGuard"),
        ("who uses Billing::Tax?", "constant", "Billing::Tax"),
        ("what depends on Order?", "name", "Order"),
        ("what links to /orders/:id?", "page", "/orders/:id"),
        ("where is call_off defined", "identifier", "call_off"),
        ("what did #12 change", "pull_request", "12"),
        ("why was PR 12 merged", "pull_request", "12"),
        ('which page has the button "Order now"', "quoted", "Order now"),
    ],
)
def test_names_are_recognised(text: str, kind: str, name: str) -> None:
    assert name in parse(text).mentioned(kind)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["How do I cancel an order?", "Orders are cancelled", "it costs 3.50 or 1/2", ""])
def test_plain_sentences_name_nothing(text: str) -> None:
    assert not parse(text).mentions


def test_words_without_a_subject_are_dropped_unless_there_are_no_others() -> None:
    assert content_words("How do I cancel my order?") == ["cancel", "order"]
    assert content_words("OrdersHandler#find_order") == ["orders", "handler", "find", "order"]
    assert content_words("how is it") == ["how", "is", "it"]
    assert content_words("") == []


def test_neighbours_are_joined_as_code_writes_them() -> None:
    assert "login" in compounds("how do people log in")
    assert "twofactor" in compounds("two-factor codes")


def test_phrasal_verbs_become_the_words_of_code() -> None:
    assert "disable" in plainer("Turn  off the mails")
    assert plainer("the office is off") == "the office is off"


def test_words_for_the_same_thing_know_each_other_in_every_form() -> None:
    assert {"destroy", "remove"} <= kin("deletes")
    assert "deletes" not in kin("deletes")
    assert not kin("zork")


def test_words_stem_as_full_text_search_does() -> None:
    assert stem("stories") == stem("story")
    assert stem("cancelled") == stem("cancel")


@pytest.mark.parametrize(
    ("words", "verbs"), [(["cancel"], {"DELETE"}), (["orders"], {"POST"}), (["zork"], set()), (["changes"], {"PATCH"})]
)
def test_verbs_speak_of_requests(words: list[str], verbs: set[str]) -> None:
    assert request_verbs(words) == verbs
