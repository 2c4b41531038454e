"""Prose of pull requests: what says something is kept, the furniture of templates is not."""

from __future__ import annotations

import pytest

from codens_core.base.prose import opening, prose, sentences


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        ("It was slow.\nNow it is not.", "It was slow. Now it is not."),
        ("<!-- describe your change -->\nIt was slow.", "It was slow."),
        ("## What\n\nIt was slow.\n\n### Checklist\n- [x] tests\n- [ ] docs", "It was slow."),
        ("Fixes #12. It was slow.", "It was slow."),
        ("see [the talk](https://example.org/a) first", "see the talk first"),
        ("```\ncode()\n```\nIt was slow.", "It was slow."),
        ("* one thing\n* another thing", "one thing\nanother thing"),
        ("It was slow.\n\nSigned-off-by: A <a@example.org>\nCo-authored-by: B <b@example.org>", "It was slow."),
        ("> quoted\n\n| a | b |\n\n---\n", ""),
        ("", ""),
    ],
)
def test_what_says_something_is_kept(body: str, kept: str) -> None:
    assert prose(body) == kept


def test_sentences_end_at_full_stops_but_not_after_abbreviations() -> None:
    assert sentences("Use e.g. Redis. It is fast!\nSecond line") == ["Use e.g. Redis.", "It is fast!", "Second line"]


def test_an_opening_is_short_and_cut_between_words() -> None:
    assert opening("One. Two. Three.") == "One. Two."
    assert opening("word " * 100, characters=20) == "word word word word …"
