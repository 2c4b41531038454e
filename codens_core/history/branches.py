"""What a merge brought along its other parents: the commits of a pull request, and those stacked inside it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any

import pygit2

from codens_core.history import messages, people
from codens_core.history.objects import Objects


class Branches:
    """Commits behind merges. A walk from the root remembers what it has seen; one that begins later asks git."""

    def __init__(self, objects: Objects, from_root: bool) -> None:
        self._objects = objects
        self._seen: set[pygit2.Oid] | None = set() if from_root else None

    def inside(self, commit: pygit2.Commit) -> list[pygit2.Commit]:
        """Commits that a first-parent commit brought with it, oldest first, itself left out.

        Those that the clone does not have are left out. To be called for each commit of the chain, oldest first.
        """
        if self._seen is None:
            return brought(self._objects, commit)
        self._seen.add(commit.id)
        found: list[pygit2.Commit] = []
        stack = list(commit.parent_ids[1:])
        while stack:
            oid = stack.pop()
            inner = None if oid in self._seen else self._objects.git.get(oid)
            if isinstance(inner, pygit2.Commit):
                self._seen.add(oid)
                found.append(inner)
                stack += inner.parent_ids
        return sorted(found, key=_age)


def _age(commit: pygit2.Commit) -> tuple[int, bytes]:
    return commit.commit_time, commit.id.raw


def brought(objects: Objects, commit: pygit2.Commit) -> list[pygit2.Commit]:
    """Commits reachable from a merge but not from its first parent, oldest first, the merge itself left out."""
    parents = commit.parent_ids
    if len(parents) < 2 or not all(oid in objects.git for oid in parents):
        return []
    walk = objects.git.walk(parents[1])
    for oid in parents[2:]:
        walk.push(oid)
    walk.hide(parents[0])
    return sorted(walk, key=_age)


def carrier(objects: Objects, chain: Sequence[str], oid: str) -> str | None:
    """The oldest commit of `chain` (first parents, oldest first) that has `oid` in its history, or None."""

    def reaches(commit: str) -> bool:
        return commit == oid or bool(objects.git.descendant_of(commit, oid))

    if not chain or not objects.has(oid) or not reaches(chain[-1]):
        return None
    return chain[bisect_left(chain, True, key=reaches)]


def describe(
    inner: list[pygit2.Commit],
    number: int | None,
    author: tuple[str, str],
    merged: Mapping[str, int],
    extra: dict[str, Any],
) -> None:
    """Note in `extra` how many commits a merge brought, who else wrote them, and pull requests stacked inside it.

    `merged` are the numbers that a code host tells of merge commits; without, the inner messages hint at them.
    """
    contained: dict[int, None] = {}
    writers: dict[str, None] = dict.fromkeys(extra.get("co_authors", ()))
    for commit in inner:
        hinted = messages.parse(people.text(commit.raw_message, commit.message_encoding)).number
        stacked = merged.get(str(commit.id), hinted) if merged else hinted
        if stacked not in (None, number):
            contained.setdefault(stacked)
        if len(commit.parent_ids) < 2:
            name, email = people.author(commit)
            if email.lower() != author[1].lower() and name != author[0]:
                writers.setdefault(f"{name} <{email}>")
    extra["commits"] = len(inner)
    if contained:
        extra["contains"] = [f"#{number}" for number in contained]
    if writers:
        extra["co_authors"] = list(writers)
