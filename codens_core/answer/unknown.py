"""What is not known: words that nothing mentions, references that lead nowhere, and how far history reaches."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codens_core.answer.case import Case
from codens_core.answer.phrases import code, listed
from codens_core.base.text import plural
from codens_core.graph.protocols import KnowledgeBase
from codens_core.retrieve.question import Question
from codens_core.retrieve.words import kin

_NAME = re.compile(r"[\w:#./?!-]+")


def unmentioned(kb: KnowledgeBase, asked: Question) -> list[str]:
    """Words of the question that nothing has: no code, page, test or pull request, under this or a related word."""
    forms = {word: {word, *kin(word), *_joined(asked, word)} for word in asked.words}
    known = kb.known_words(sorted(set().union(*forms.values()))) if forms else set()
    return [word for word, group in forms.items() if not group & known]


def _joined(asked: Question, word: str) -> list[str]:
    return [compound for compound in asked.compounds if word in compound]


def note_unknown(case: Case, missing: Sequence[str], keys: Sequence[int]) -> None:
    """Add to `not_found` what the reader of the answer should know it lacks."""
    if missing:
        words = listed([f"“{word}”" for word in missing])
        case.not_found.append(f"nothing mentions {words} (searched: code, pages, tests, pull requests)")
    unresolved = [one for one in case.kb.unresolved_of(keys) if one.reason == "missing" and _NAME.fullmatch(one.name)]
    if unresolved:
        names = listed(list(dict.fromkeys(code(reference.name) for reference in unresolved)), 3)
        case.not_found.append(f"{plural(len(unresolved), 'reference')} could not be followed: {names}")
    if not case.kb.coverage().pull_requests:
        case.not_found.append("history was not read: who changed what, and why, is not known")
