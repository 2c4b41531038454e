"""Facts, pull requests and names as short English, the same for every framework."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from codens_core.base.prose import opening, prose, sentences
from codens_core.graph.records import PullRequest

_HIDDEN = frozenset(("owner", "on", "via", "scope", "visibility", "member", "singleton", "kind", "line"))
_BARE = ("body", "value")
"""Options whose values speak for themselves."""
_NAMES = ("name", "names", "attributes", "fields", "query", "validators", "key")
_LONGEST = 110


def value_phrase(value: Any) -> str:
    """One fact as words: `validates title (length: in 3..150)`."""
    if not isinstance(value, Mapping):
        return _short(f"`{value}`")
    macro = str(value.get("macro", ""))
    names = [code(part) for key in _NAMES for part in _listed(value.get(key))]
    rest = {key: part for key, part in value.items() if key not in (*_NAMES, "macro") and key not in _HIDDEN}
    checks = rest.pop("checks", None)
    options = [*_options(checks if isinstance(checks, Mapping) else {}), *_options(rest)]
    shown = " ".join(filter(None, (macro, ", ".join(names))))
    return _short(f"{shown} ({'; '.join(options)})" if options else shown)


def _listed(value: Any) -> list[str]:
    if value is None or value == "":
        return []
    return [str(part) for part in value] if isinstance(value, list) else [str(value)]


def _options(options: Mapping[str, Any]) -> list[str]:
    return [
        key if part is True else _plain(part) if key in _BARE else f"{key}: {_plain(part)}"
        for key, part in options.items()
        if part is not None and part != "" and part != []
    ]


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(_options(value))
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rsplit(" ", 1)[0] + " …"


def code(name: str) -> str:
    """A name in code quotes."""
    return f"`{name}`"


def pr_phrase(pr: PullRequest) -> str:
    """`#12 "Title" (author, 2024-05-31)`."""
    title = re.sub(r"\s*\(#\d+\)$", "", pr.title).strip()
    about = ", ".join(filter(None, (pr.author, pr.date[:10])))
    return f'{pr.key} "{title}"' + (f" ({about})" if about else "")


def reason(pr: PullRequest) -> str:
    """The first sentences of a pull request's description, empty when it says nothing."""
    told = [sentence for sentence in sentences(prose(pr.body)) if _tells(sentence)]
    return opening("\n".join(told))


def _tells(sentence: str) -> bool:
    """Whether a sentence says something by itself."""
    return len(re.findall(r"\w\w+", sentence)) >= 4 and not sentence.endswith(":")


def article(noun: str) -> str:
    """`a model`, `an action`."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def listed(names: list[str], most: int = 5) -> str:
    """`a, b and 3 more`."""
    if len(names) <= most:
        return ", ".join(names[:-1]) + (" and " if len(names) > 1 else "") + "".join(names[-1:])
    return f"{', '.join(names[:most])} and {len(names) - most} more"
