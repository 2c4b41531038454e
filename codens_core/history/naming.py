"""Keys of pull requests, and which pull request a revert undoes: both told by the chain of commits alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from codens_core.graph.records import PullRequest
from codens_core.history import messages, people
from codens_core.history.matching import Matches
from codens_core.history.messages import Message
from codens_core.history.repository import Repository

_SHORT = 10


class Earlier(Protocol):
    """What is known of the pull requests before the first one asked for. Every answer is empty where there is none."""

    def commit_of(self, key: str) -> str:
        """The full commit id of the pull request with this key."""

    def key_of(self, commit: str) -> str:
        """The key of the pull request whose commit id is, or begins with, `commit`."""

    def key_titled(self, title: str) -> str:
        """The key of the newest pull request with this title."""

    def undone_by(self, key: str) -> str:
        """The key of the pull request that the one with this key reverted."""


class Names:
    """Gives each pull request its key, in chain order, and finds what it undoes."""

    def __init__(self, earlier: Earlier) -> None:
        self._earlier = earlier
        self._commits: dict[str, str] = {}
        """Commit by key."""
        self._keys: dict[str, str] = {}
        """Key by the commit's first ten digits."""
        self._titles: dict[str, str] = {}
        """Newest key by title."""
        self._undone: dict[str, str] = {}
        """What each revert undid, by the revert's key."""

    def name(self, pull_request: PullRequest, message: Message) -> PullRequest:
        """The pull request with its key, and in `extra` what it reverts or brings back."""
        key = self.note(pull_request.commit, pull_request.number, pull_request.title, message)
        extra = dict(pull_request.extra)
        if undone := self.undone_by(key):
            extra["reverts"] = undone
            if brought_back := self.undone_by(undone):
                extra["reapplies"] = brought_back
        return replace(pull_request, key=key, extra=extra)

    def note(self, commit: str, number: int | None, title: str, message: Message) -> str:
        """Learn of the next unit of the chain; gives its key."""
        key = f"#{number}" if number is not None else ""
        if not key or self.commit_of(key):
            key = next(commit[:n] for n in range(_SHORT, len(commit) + 1) if not self.commit_of(commit[:n]))
        undone = self._target(message)
        if undone:
            self._undone[key] = undone
        self._commits[key] = commit
        self._keys[commit[:_SHORT]] = key
        self._titles[title] = self._titles[message.title] = key
        return key

    def commit_of(self, key: str) -> str:
        return self._commits.get(key) or self._earlier.commit_of(key)

    def key_of(self, commit: str) -> str:
        key = self._keys.get(commit[:_SHORT], "") if len(commit) >= _SHORT else self._key_beginning(commit)
        return key if key and self._commits[key].startswith(commit) else self._earlier.key_of(commit)

    def key_titled(self, title: str) -> str:
        return self._titles.get(title) or self._earlier.key_titled(title)

    def undone_by(self, key: str) -> str:
        return self._undone.get(key) or self._earlier.undone_by(key)

    def _key_beginning(self, commit: str) -> str:
        return next((key for digits, key in self._keys.items() if digits.startswith(commit)), "")

    def _target(self, message: Message) -> str:
        """Key of the older pull request that a message says it undoes: by commit, by number, by title."""
        named = (
            *map(self.key_of, message.reverted_commits),
            *(f"#{number}" for number in message.reverted_numbers if self.commit_of(f"#{number}")),
        )
        by_title = message.reverted_title and self.key_titled(message.reverted_title)
        return next(filter(None, named), "") or by_title


class Nothing:
    """There is nothing earlier."""

    def commit_of(self, key: str) -> str:
        return ""

    key_of = key_titled = undone_by = commit_of


class Before:
    """What the chain up to a commit tells; read, from messages alone, when first asked."""

    def __init__(self, repository: Repository, until: str, matches: Matches | None) -> None:
        self._repository = repository
        self._until = until
        self._matches = matches
        self._known: Names | None = None

    def commit_of(self, key: str) -> str:
        return self._names.commit_of(key)

    def key_of(self, commit: str) -> str:
        return self._names.key_of(commit)

    def key_titled(self, title: str) -> str:
        return self._names.key_titled(title)

    def undone_by(self, key: str) -> str:
        return self._names.undone_by(key)

    @property
    def _names(self) -> Names:
        if self._known is None:
            self._known = Names(Nothing())
            commits = list(self._repository.first_parents(self._until))[::-1]
            matches = self._matches or Matches(self._repository, commits, {})
            for step in matches.steps(until=self._until):
                commit = self._repository.objects.commit(step.commits[-1])
                message = messages.parse(people.text(commit.raw_message, commit.message_encoding))
                number = matches.number(step, message.number)
                record = step.record or matches.hinted(number)
                self._known.note(step.commits[-1], number, record.title if record else message.title, message)
        return self._known


def earlier_than(repository: Repository, since: str | None, matches: Matches | None = None) -> Earlier:
    """What is known before a walk that begins after `since`; `matches` are over the whole chain."""
    return Before(repository, since, matches) if since else Nothing()
