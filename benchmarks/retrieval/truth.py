"""Retrieval truth from a repository's own history: a pull request's title asks, the files it changed answer."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pygit2

_PULL = re.compile(r"\(#\d+\)\s*$|^Merge pull request #\d+")
_MERGE = re.compile(r"^Merge pull request #\d+ from \S+\s*")
_DROPPED = re.compile(
    r"(?i)^(bump|update dependency|chore\(deps|build\(deps|revert|release|version|merge branch|translat|i18n|l10n|"
    r"update \S+ (requirement|from|to)\b|v?\d+\.\d+)|\b(dependabot|renovate)\b|crowdin|weblate|transifex"
)
_SOURCE = re.compile(r"\.(rb|rake|erb|haml|slim|builder|jbuilder|py|html|js|ts|tsx|jsx)$")
_NO_GOLD = re.compile(
    r"(^|/)(spec|test|tests|features|vendor|node_modules|db|migrations|locales?|fixtures|cassettes|sorbet|public)/"
    r"|(^|/)(schema\.rb|conftest\.py|test_[^/]*\.py)$"
)


@dataclass(frozen=True, slots=True)
class Query:
    """One question with its answer; `parent` is the state before it."""

    title: str
    body: str
    gold: tuple[str, ...]
    parent: str


def queries(repo: pygit2.Repository, count: int, skip: int = 0) -> list[Query]:
    """The last `count` eligible pull requests, oldest first, leaving out the newest `skip`."""
    walker = repo.walk(repo.head.target, pygit2.enums.SortMode.TOPOLOGICAL)
    walker.simplify_first_parent()
    commits = [commit for commit in walker if commit.parents]
    if any(_PULL.search(_subject(commit)) for commit in commits):
        commits = [commit for commit in commits if _PULL.search(_subject(commit))]
    found: list[Query] = []
    for commit in commits:
        if len(found) == count + skip:
            break
        if query := _query(repo, commit):
            found.append(query)
    return found[skip:][::-1]


def _subject(commit: pygit2.Commit) -> str:
    return commit.message.split("\n", 1)[0]


def _query(repo: pygit2.Repository, commit: pygit2.Commit) -> Query | None:
    subject, _, body = commit.message.partition("\n")
    if (merge := _MERGE.match(subject)) and body.strip():
        subject, _, body = body.strip().partition("\n")
    elif merge:
        return None
    title = re.sub(r"\s*\(#\d+\)\s*$", "", subject).strip()
    if _DROPPED.search(title) or "[bot]" in commit.author.name or len(re.findall(r"\w+", title)) < 3:
        return None
    parent = commit.parents[0]
    diff = repo.diff(parent.tree, commit.tree)
    before = [d.old_file.path for d in diff.deltas if d.status_char() in "MD"]
    gold = tuple(path for path in before if _SOURCE.search(path) and not _NO_GOLD.search(path))
    return Query(title, body.strip(), gold, str(parent.id)) if 1 <= len(gold) <= 10 else None
