"""Who made a commit: names and addresses without surprises, logins, and whether it was a machine."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

import pygit2

_NOREPLY = re.compile(r"(?:\d+\+)?([^@]+)@users\.noreply\.", re.IGNORECASE)
_BOT_MARK = re.compile(r"\[bot\]|\(bot\)|(?:^|[-_. ])bots?(?:$|[-_. @])", re.IGNORECASE)
_MACHINES = frozenset(
    """
    dependabot dependabot-preview renovate renovate-bot renovatebot greenkeeper greenkeeperio-bot snyk snyk-bot depfu
    pyup-bot imgbot imgbotapp codecov codecov-io github-actions actions-user allcontributors pre-commit-ci weblate
    transifex transifex-integration crowdin crowdin-bot translatewiki localazy mergify semantic-release-bot
    release-please whitesource-bolt mend-for-github-com fossabot deepsource-autofix restyled-io gitlocalize-app
    dependencies-bot scala-steward violinist-bot hound houndci-bot codeclimate gitpod-io copilot-swe-agent
    """.split()
)
_MACHINE_BRANCHES = ("dependabot/", "renovate/", "greenkeeper/", "snyk-", "depfu/", "pyup-", "imgbot", "weblate-")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def text(raw: bytes, encoding: str | None = None) -> str:
    """Bytes of a commit as text in its declared encoding; what does not decode becomes U+FFFD, NULs go."""
    try:
        decoded = raw.decode(encoding or "utf-8", errors="replace")
    except LookupError:
        decoded = raw.decode("utf-8", errors="replace")
    return decoded.encode("utf-8", errors="replace").decode("utf-8").replace("\0", "")


def author(commit: pygit2.Commit) -> tuple[str, str]:
    """Name and address of a commit's author, trimmed."""
    who = commit.author
    return text(who.raw_name, commit.message_encoding).strip(), text(who.raw_email, commit.message_encoding).strip()


def login_of(email: str) -> str:
    """The account of a host's no-reply address (`1234+ann@users.noreply.github.com` → `ann`), or empty."""
    match = _NOREPLY.match(email)
    return match[1] if match else ""


def is_machine(name: str, email: str, branch: str = "") -> bool:
    """Whether a bot made it: a marked or well-known account, or a branch that only a bot names so."""
    logins = {name.lower(), login_of(email).lower(), email.partition("@")[0].lower()}
    if any(_BOT_MARK.search(login) or login in _MACHINES for login in logins if login):
        return True
    return any(part.startswith(_MACHINE_BRANCHES) for part in (branch, branch.partition("/")[2]))


def iso_date(seconds: int, offset_minutes: int) -> str:
    """ISO 8601 with offset; times and offsets that no calendar holds are taken to the nearest that one does."""
    offset = offset_minutes if abs(offset_minutes) < 24 * 60 else 0
    moment = _EPOCH + timedelta(seconds=max(min(seconds, 253402214400), -62135510400))
    return moment.astimezone(timezone(timedelta(minutes=offset))).isoformat()
