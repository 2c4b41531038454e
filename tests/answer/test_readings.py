"""Which kind of answer a question asks for, and the words that only frame it."""

from __future__ import annotations

import pytest

from codens_core.answer.readings import about_subject, readings
from codens_core.retrieve.question import parse


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How do I cancel an order?", "how"),
        ("how does checkout flow end to end", "how"),
        ("What happens when someone pays?", "how"),
        ("Can I cancel an order?", "how"),
        ("walk me through signing up", "how"),
        ("What is a basket?", "what"),
        ("Explain the ledger", "what"),
        ("What does the refund job do?", "what"),
        ("Where do I change my password?", "where"),
        ("Which page lists my invoices?", "where"),
        ("which button cancels an order", "where"),
        ("Which file sends the welcome mail?", "file"),
        ("Where is the tax calculated?", "file"),
        ("where does the code check the age?", "file"),
        ("Who limited the note to 200 letters?", "why"),
        ("Why must a note be short?", "why"),
        ("who decided that reviews need approval and why", "why"),
        ("When was the basket introduced?", "history"),
        ("What changed in the order model?", "change"),
        ("what did #12 change?", "change"),
        ("history of the checkout", "change"),
        ("What depends on Order?", "impact"),
        ("what would break if I remove the coupon?", "impact"),
        ("who uses the tax table", "impact"),
        ("How many jobs are there?", "count"),
        ("OrdersHandler", "what"),
        ("cancel order", "how"),
    ],
)
def test_the_wording_tells_the_kind(question: str, kind: str) -> None:
    assert readings(parse(question))[0] == kind


def test_a_question_keeps_the_other_kinds_that_fit() -> None:
    assert set(readings(parse("Where is the tax calculated?"))) >= {"file"}
    assert set(readings(parse("who set the limit and how does it work end to end"))) >= {"why", "how"}


def test_words_that_frame_the_question_are_no_subject() -> None:
    assert about_subject(parse("Who set the rule about notes and why?"), "why").words == ("notes",)
    assert about_subject(parse("which page?"), "where").words == ("page",), "unless nothing else is left"
