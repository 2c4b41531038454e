"""Which kind of answer a question asks for, by rules over its wording; ambiguous ones keep all kinds that fit."""

from __future__ import annotations

import re
from dataclasses import replace

from codens_core.answer.model import ReadingKind
from codens_core.retrieve.question import Question

_SOMEONE = r"(i|we|you|one|someone|people|they|((an?|the) )?(user|customer|member|admin|person|visitor|author)s?)"
_THING = r"(file|class|module|model|controller|component|method|template|code|view)s?"
_DONE = (
    r"(implement|defin|code|handled|happen|live|stored?|configured|set|calculated|computed|checked|sent|enforced"
    r"|generated|done|validated|written)"
)
_MADE = (
    r"(set|wrote|added|introduced|decided|made|created|built|implemented|limited|restricted|forbade|required|removed)"
)

_RULES: tuple[tuple[ReadingKind, float, str], ...] = (
    ("count", 3.0, r"^(how many|what is the number of|number of|count\b)"),
    (
        "impact",
        3.0,
        r"\b(depends? (up)?on|depend(ent|encie)s|(would|will) break|breaks? (if|when)|affected by|impact)\b",
    ),
    ("impact", 3.0, r"\b(who|what) (uses|calls|needs|relies)|\b(relies on|used by|safe to (remove|delete|change))\b"),
    ("impact", 2.8, r"\b(if|when) (i|we) (change|remove|rename|delete|touch|modify|drop|edit)\b"),
    ("change", 3.0, r"\b(what|which|how) (ha(s|ve|d) |did |was |were )?(\w+ ){0,4}change[ds]\b"),
    (
        "change",
        2.5,
        r"\b(changelog|history of|evolution|evolved?|last (change|modif|touch|updat)|recent(ly)?|over time)\b",
    ),
    ("change", 2.5, r"\b(latest change|who (last )?(changed|touched|modified|edited))\b"),
    ("change", 3.0, r"(^|\W)(pr|pull request|merge request)\s*#?\d+|(^|\s)#\d+\b"),
    ("history", 2.5, r"\b(when (was|were|did|has)|since when|first (added|introduced)|what year)\b"),
    ("why", 3.0, r"^(why|whose idea|for what reason|what('s| is| was) the reason)\b"),
    ("why", 3.0, rf"\bwho (has |had |first )?{_MADE}\b"),
    ("why", 2.0, r"\b(reason (for|why|behind)|why)\b"),
    ("where", 3.0, r"\b(which|what) (page|button|link|screen|form|menu|url|tab)\b"),
    ("where", 2.6, rf"\bwhere (do|does|can|could|should|would|must) {_SOMEONE}\b"),
    ("where", 2.2, r"\bwhere (is|are) (the|a|an|my) .*(page|button|link|screen|form|settings?)\b"),
    ("file", 3.0, rf"\b(which|what) (\w+ )?{_THING}\b"),
    ("file", 2.5, rf"\bwhere (is|are|does|do|in the code|s)\b.*\b{_DONE}"),
    ("file", 2.8, r"\bwhere (does|in) the code\b"),
    ("file", 1.6, r"^where\b"),
    ("how", 2.4, r"^how (do|does|can|could|is|are|to|would|should|did)\b"),
    ("how", 2.4, r"^(in which way|what happens|what steps|steps to|walk (me|through)|trace)\b"),
    ("how", 2.4, r"^(explain|describe|tell|show)\b.* how\b"),
    ("how", 1.8, r"\b(flow|workflow|process|step by step|end to end|lifecycle|happens? (when|after|if|once))\b"),
    ("how", 1.2, r"^(can|could|may|am i able|is it possible)\b"),
    (
        "what",
        2.0,
        r"^(what('s| is| are| does| do)|explain|describe|tell me about|define|give me an overview|overview)\b",
    ),
)
TITLES: dict[ReadingKind, str] = {
    "what": "what it is",
    "how": "how it works, step by step",
    "where": "on which page it is done",
    "file": "in which files it stands",
    "why": "who decided it and why",
    "history": "when it came",
    "change": "what changed",
    "impact": "what depends on it",
    "count": "how many there are",
}


def readings(question: Question) -> list[ReadingKind]:
    """Kinds of answer that the question may ask for, the likeliest first; never empty."""
    text = question.text.lower().strip(" ?!.")
    scores: dict[ReadingKind, float] = {}
    for kind, weight, pattern in _RULES:
        if re.search(pattern, text):
            scores[kind] = max(scores.get(kind, 0.0), weight)
    if not scores:
        scores["what" if question.mentioned("constant", "path", "node", "identifier") else "how"] = 0.5
    return sorted(scores, key=lambda kind: -scores[kind])


_FRAMES: dict[ReadingKind, str] = {
    "why": "must set rule decided wrote written added introduced reason made created built implemented behind idea "
    "decision",
    "history": "added introduced first year came created implemented",
    "where": "page button link screen form menu url tab find go",
    "file": "file class module method template component implemented defined handled stored live lives happen located "
    "decides decide determine determines control controls handle handles responsible contain contains care takes",
    "change": "changed change changes changelog history last latest recent recently evolution evolved modified "
    "touched updated pull request merge pr time",
    "impact": "depend depends dependents dependencies break breaks affected impact change remove rename delete uses "
    "calls relies used safe touch modify drop edit needs",
    "count": "number count",
    "how": "flow process step steps workflow end lifecycle happen work way trace",
    "what": "purpose overview define mean means",
}
"""Words that frame a question of a kind and say nothing about its subject."""


def about_subject(question: Question, kind: ReadingKind) -> Question:
    """The question without the words that only frame it, as long as others remain."""
    frame = set(_FRAMES[kind].split())
    words = tuple(word for word in question.words if word not in frame)
    return replace(question, words=words) if words else question
