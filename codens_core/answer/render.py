"""Sections of an answer as Markdown, with citations numbered in the order in which the text uses them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from codens_core.answer.check import with_marks
from codens_core.answer.model import Citation, Section, Statement


def renumbered(sections: Sequence[Section], known: Sequence[Citation]) -> tuple[list[Citation], list[Section]]:
    """Citations that the sections use, numbered in the order of use, and the sections with these numbers."""
    numbers: dict[int, int] = {}
    shown = []
    for section in sections:
        statements = [
            Statement(s.text, tuple(numbers.setdefault(old, len(numbers) + 1) for old in s.citations))
            for s in section.statements
        ]
        shown.append(Section(section.title, statements, section.ordered, section.note))
    by_number = {citation.number: citation for citation in known}
    return [replace(by_number[old], number=new) for old, new in numbers.items()], shown


def markdown(sections: Sequence[Section], interpretation: str, not_found: Sequence[str]) -> str:
    """The answer as Markdown: leading sentences, the reading, sections as lists, and what is not known."""
    lead = [section for section in sections if not section.title]
    parts = [" ".join(with_marks(statement) for statement in section.statements) for section in lead]
    parts.append(f"*{interpretation}*")
    parts += [_listed(section) for section in sections if section.title]
    if not_found:
        parts.append("\n".join(["**Not known**", "", *(f"- {line}" for line in not_found)]))
    return "\n\n".join(parts)


def _listed(section: Section) -> str:
    marks = [f"{i}." if section.ordered else "-" for i in range(1, len(section.statements) + 1)]
    lines = [f"{mark} {with_marks(s)}" for mark, s in zip(marks, section.statements, strict=True)]
    note = ["", section.note] if section.note else []
    return "\n".join([f"**{section.title}**", "", *lines, *note])
