"""Keys of pull requests, and which pull request a revert undoes: both told by the chain of commits alone."""

from __future__ import annotations

from dataclasses import replace

from codens_core.graph.records import PullRequest
from codens_core.history import messages, people
from codens_core.history.messages import Message
from codens_core.history.repository import Repository

_SHORT = 10


class Names:
    """Gives each pull request its key, in chain order, beginning after commit `since`."""

    def __init__(self, repository: Repository, since: str | None) -> None:
        self._repository = repository
        self._since = since
        self._keys: dict[str, str] = {}
        """Commit by key."""
        self._titles: dict[str, str] = {}
        """Newest key by title."""
        self._commits: dict[str, str] = {}
        """Key by the commit's first ten digits."""
        self._reverted: dict[str, str] = {}
        """What each revert undid, by the revert's key."""
        if since:
            self._learn()

    def _learn(self) -> None:
        """Name what lies before, from messages alone."""
        objects = self._repository.objects
        for oid in reversed(list(self._repository.first_parents(self._since or ""))):
            commit = objects.commit(oid)
            message = messages.parse(people.text(commit.raw_message, commit.message_encoding))
            key = self._note(oid, message)
            self._undone(key, message)

    def name(self, pull_request: PullRequest, message: Message) -> PullRequest:
        """The pull request with its key, and in `extra` what it reverts or brings back."""
        key = self._note(pull_request.commit, message)
        undone = self._undone(key, message)
        if undone:
            pull_request.extra["reverts"] = undone
            if undone in self._reverted:
                pull_request.extra["reapplies"] = self._reverted[undone]
        return replace(pull_request, key=key)

    def _note(self, commit: str, message: Message) -> str:
        key = f"#{message.number}" if message.number is not None else ""
        if not key or key in self._keys:
            digits = next(n for n in range(_SHORT, len(commit) + 1) if commit[:n] not in self._keys)
            key = commit[:digits]
        self._keys[key] = commit
        self._commits[commit[:_SHORT]] = key
        return key

    def _undone(self, key: str, message: Message) -> str:
        """Key of the older pull request that this one undoes, or empty. Its title becomes known only afterwards."""
        found = next(
            filter(
                None, (*map(self._by_commit, message.reverted_commits), *map(self._by_number, message.reverted_numbers))
            ),
            "",
        )
        found = found or self._titles.get(message.reverted_title, "")
        if found == key:
            found = ""
        if found:
            self._reverted[key] = found
        self._titles[message.title] = key
        return found

    def _by_commit(self, beginning: str) -> str:
        key = self._commits.get(beginning[:_SHORT], "")
        return key if key and self._keys[key].startswith(beginning) else ""

    def _by_number(self, number: int) -> str:
        key = f"#{number}"
        return key if key in self._keys else ""
