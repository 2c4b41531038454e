"""Values, places and pull requests as short text that is safe to show: repositories may hold anything."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from codens_core.base.text import plural

if TYPE_CHECKING:
    from codens_core.api.outputs import EvidenceOut, PullRequestOut

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
MOST = 160
"""Characters of one value that the readable form shows."""


def safe(text: str) -> str:
    """Text without characters that steer a terminal; each becomes U+FFFD."""
    return _CONTROL.sub("\ufffd", text)


def line(text: str, most: int = MOST) -> str:
    """Text on one line, cut at `most` characters."""
    flat = safe(" ".join(text.split()))
    return flat if len(flat) <= most else flat[: most - 1] + "…"


def value(found: Any, most: int = MOST) -> str:
    """Any attribute value on one line: a record's `name` or `label` first, the rest as `key value` in brackets."""
    return line(_flat(found), most)


def _flat(found: Any) -> str:
    if isinstance(found, dict):
        return _record(found)
    if isinstance(found, list | tuple):
        return ", ".join(_flat(item) for item in found)
    if isinstance(found, bool):
        return "yes" if found else "no"
    return "" if found is None else str(found)


def _record(found: dict[str, Any]) -> str:
    head = next((key for key in ("name", "label") if found.get(key)), None)
    rest = [f"{key} {_flat(item)}" for key, item in found.items() if key != head and item not in (None, "", [], {})]
    if head is None:
        return ", ".join(rest)
    return f"{_flat(found[head])} ({', '.join(rest)})" if rest else _flat(found[head])


def place(evidence: EvidenceOut | None) -> str:
    """`path:12-20`, `path:12` for one line, `path` for a whole file; empty without evidence."""
    if evidence is None:
        return ""
    if not evidence.start_line:
        return safe(evidence.path)
    end = f"-{evidence.end_line}" if evidence.end_line > evidence.start_line else ""
    return safe(f"{evidence.path}:{evidence.start_line}{end}")


def lines_of(evidence: EvidenceOut | None) -> str:
    """`:12-20`: the lines alone, where the path is known."""
    return place(evidence)[len(safe(evidence.path)) :] if evidence else ""


def pull_request(pr: PullRequestOut) -> str:
    """`#12  2024-05-31  Ann  Title`."""
    return "  ".join(part for part in (pr.key, pr.date[:10], line(pr.author, 24), line(pr.title)) if part)


def more(total: int, shown: int, noun: str, how: str = "--limit 0 shows all") -> str:
    """How many rows are not shown; empty when all are."""
    return f"… and {plural(total - shown, f'more {noun}')} ({how})" if total > shown else ""


def counts(by_name: dict[str, int]) -> str:
    """`12 model, 3 view`."""
    return ", ".join(f"{count:,} {name}" for name, count in by_name.items())
