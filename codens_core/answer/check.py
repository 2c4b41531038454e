"""The checker: statements whose citations are missing or are not in the evidence are dropped, and counted."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from codens_core.answer.model import Citation, Section, Statement

CITED = re.compile(r"\[(\d+)\]")


def supported(sections: Sequence[Section], citations: Collection[Citation]) -> tuple[list[Section], int]:
    """Sections with the statements that cite only evidence, and how many were dropped. Empty sections go."""
    known = {citation.number for citation in citations}
    kept: list[Section] = []
    dropped = 0
    for section in sections:
        good = [s for s in section.statements if s.citations and known.issuperset(s.citations)]
        dropped += len(section.statements) - len(good)
        if good:
            kept.append(Section(section.title, good, section.ordered, section.note))
    return kept, dropped


def cited_in(text: str) -> tuple[int, ...]:
    """Numbers of the citations written in a text."""
    return tuple(dict.fromkeys(int(number) for number in CITED.findall(text)))


def with_marks(statement: Statement) -> str:
    """The statement's text followed by its citation marks, before a final full stop."""
    marks = "".join(f"[{number}]" for number in statement.citations)
    if not marks:
        return statement.text
    return f"{statement.text[:-1]} {marks}." if statement.text.endswith(".") else f"{statement.text} {marks}"
