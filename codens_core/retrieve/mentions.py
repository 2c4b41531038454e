"""Components that a question names exactly: by path, node id, constant, action or page."""

from __future__ import annotations

from codens_core.graph.protocols import KnowledgeBase
from codens_core.retrieve.question import Question

_MANY = 12
"""A name that fits more components than this names none of them."""


def mentioned(kb: KnowledgeBase, asked: Question) -> list[int]:
    """Keys of the components named, in the order of the question, each once."""
    names = asked.mentioned("path", "node", "constant", "identifier", "quoted")
    names += [action.split("#")[0] for action in asked.mentioned("action")]
    if len(asked.text.split()) == 1:
        names.append(asked.text)
    found: dict[int, None] = {}
    for name in asked.mentioned("name"):
        found.update((view.key, None) for view in kb.find(name) if name in view.constants)
    for name in dict.fromkeys(names):
        views = kb.find(name)
        if len(views) <= _MANY:
            found.update((view.key, None) for view in views)
    return list(found)
