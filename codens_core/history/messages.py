"""What a commit's message says about its pull request, in the wordings of the code hosts and merge bots.

A message is a hint: whether a commit is a merge or a squash is told by its parents, never by its words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_MERGES = [
    # GitHub, Bitbucket Server (older)
    re.compile(
        r"Merge pull request #(?P<number>\d+) (?:from|in) (?P<branch>\S+)(?: from (?P<from>\S+) to (?P<base>\S+))?"
    ),
    # Gitea, Forgejo
    re.compile(r"Merge pull request '(?P<title>.*)' \([#!](?P<number>\d+)\) from (?P<branch>\S+) into (?P<base>\S+)"),
    # Bitbucket
    re.compile(r"Merged in (?P<branch>\S+) \(pull request #(?P<number>\d+)\)"),
    re.compile(r"Pull request #(?P<number>\d+): ?(?P<title>.+)"),
    # Azure
    re.compile(r"Merged PR (?P<number>\d+): ?(?P<title>.+)"),
    # Bors and Homu
    re.compile(r"Auto merge of #(?P<number>\d+) - (?P<branch>[^,\s]+).*"),
    re.compile(r"Merge #(?P<number>\d+)(?: #\d+)*"),
    # fetched by hand from a host's pull references
    re.compile(r"Merge (?:remote-tracking )?branch '(?P<branch>(?:\w+/)?(?:pr|pull)/(?P<number>\d+)(?:/head)?)'.*"),
]
_BRANCH = re.compile(
    r"Merge (?:remote-tracking )?branch '(?P<branch>[^']+)'(?: of \S+)?(?: into '?(?P<base>[^'\s]+)'?)?"
)
_SUFFIX = re.compile(r"\s*\((?:#|!|PR ?#?|pull request #)(\d+)\)\s*\Z")
_MERGE_REQUEST = re.compile(r"^See merge request (?:\S*!|https?://\S+/merge_requests/)(\d+)\s*$", re.MULTILINE)
_CO_AUTHOR = re.compile(r"^co-authored-by:\s*(.+?)\s*$", re.MULTILINE | re.IGNORECASE)
_REVERTED_COMMIT = re.compile(r"^This reverts (?:commit|merge commit)\s+([0-9a-f]{7,64})", re.MULTILINE)
_REVERTED_NUMBER = re.compile(
    r"^(?:This )?reverts (?:pull request |merge request )?(?:[\w.-]+/[\w./-]+)?[#!](\d+)\b",
    re.MULTILINE | re.IGNORECASE,
)
_REVERTED_TITLE = re.compile(
    r"(?:\w+(?:\([^)]*\))?: *)?(?:\[?(?P<word>revert|reapply|revert of|reland)\]?)[: ]+[\"“](?P<title>.*)[\"”]\s*\Z",
    re.IGNORECASE | re.DOTALL,
)
_REVERT_WORD = re.compile(
    r"\W*(?:\w+(?:\([^)]*\))?: *)?\W*(revert|reverts|reverted|reverting|reapply|reland)\b", re.IGNORECASE
)
_PICKED = re.compile(r"^\(cherry picked from commit ([0-9a-f]{7,64})\)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Message:
    """A commit message as a pull request's: `number` is None where no wording of a host was found."""

    title: str
    body: str
    number: int | None = None
    branch: str = ""
    """The merged branch, as written (`owner/name` on GitHub)."""
    base: str = ""
    """The branch merged into, where it is said."""
    merge_wording: bool = False
    """The subject is a host's wording for a merge, not a title with a number behind it."""
    co_authors: tuple[str, ...] = ()
    reverted_commits: tuple[str, ...] = ()
    """Commit ids (or their beginnings) that it says it undoes; only in messages that call themselves a revert."""
    reverted_numbers: tuple[int, ...] = ()
    reverted_title: str = ""
    reapplies: bool = False
    """It brings back what a revert had undone."""
    picked: tuple[str, ...] = field(default=())
    """Commits that it was cherry-picked from."""


def parse(text: str) -> Message:
    """Read a whole commit message."""
    subject, _, rest = text.lstrip().partition("\n")
    subject, rest = subject.strip(), rest.strip("\n").rstrip()
    title, body, number, branch, base, wording = _pull_request(subject, rest)
    title, body = _unfold(title, body)
    reverts = bool(_REVERT_WORD.match(title))
    undone = _REVERTED_TITLE.match(title) if reverts else None
    return Message(
        title=title or "(no title)",
        body=body,
        number=number,
        branch=branch,
        base=base,
        merge_wording=wording,
        co_authors=tuple(dict.fromkeys(_CO_AUTHOR.findall(body))),
        reverted_commits=tuple(dict.fromkeys(_REVERTED_COMMIT.findall(body))) if reverts else (),
        reverted_numbers=tuple(int(found) for found in dict.fromkeys(_REVERTED_NUMBER.findall(body)))
        if reverts
        else (),
        reverted_title=_SUFFIX.sub("", undone["title"]).strip() if undone else "",
        reapplies=bool(undone) and _brings_back(title),
        picked=tuple(dict.fromkeys(_PICKED.findall(body))),
    )


def _pull_request(subject: str, rest: str) -> tuple[str, str, int | None, str, str, bool]:
    """Title, body, number, branch, base and whether the subject is a merge's wording."""
    for pattern in _MERGES:
        if match := pattern.fullmatch(subject):
            found = {"title": "", "branch": "", "base": "", "from": "", **match.groupdict()}
            title, body = (found["title"], rest) if found["title"] else _title_from(rest, subject)
            branch = found["from"] or found["branch"] or ""
            return title, body, int(match["number"]), branch, found["base"] or "", True
    merged = _BRANCH.match(subject)
    branch, base = (merged["branch"], merged["base"] or "") if merged else ("", "")
    if request := _last(_MERGE_REQUEST, rest):
        rest = _MERGE_REQUEST.sub("", rest).strip()
        title, body = _title_from(rest, subject) if merged else (_SUFFIX.sub("", subject), rest)
        return title, body, int(request), branch, base, bool(merged)
    if suffix := _SUFFIX.search(subject):
        return subject[: suffix.start()], rest, int(suffix[1]), branch, base, False
    return subject, rest, None, branch, base, False


def _title_from(rest: str, subject: str) -> tuple[str, str]:
    """A host's merge commit has the pull request's title as the first line of its body."""
    title, _, body = rest.lstrip().partition("\n")
    return (title.strip(), body.strip()) if title.strip() else (subject, "")


def _unfold(title: str, body: str) -> tuple[str, str]:
    """Join a title that the host cut with an ellipsis and went on with in the body."""
    if title.endswith("…") and body.startswith("…"):
        more, _, body = body.partition("\n")
        return title[:-1].rstrip("…") + _SUFFIX.sub("", more[1:]), body.strip()
    return title, body


def _last(pattern: re.Pattern[str], text: str) -> str | None:
    found: list[str] = pattern.findall(text)
    return found[-1] if found else None


def _brings_back(title: str) -> bool:
    words = _REVERT_WORD.match(title)
    inner = _REVERTED_TITLE.match(title)
    if not words or not inner:
        return False
    return words[1].lower() in ("reapply", "reland") or bool(_REVERTED_TITLE.match(inner["title"]))
