"""Pull requests from GitHub's REST interface, on GitHub.com or an Enterprise server."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator
from typing import Any, Literal

from codens_core.history import people
from codens_core.history.hosts.address import Address
from codens_core.history.hosts.client import Client, Reply
from codens_core.history.hosts.host import Detail, Page
from codens_core.history.records import Comment, CommitRow, FileRow, PullRequestRecord, Review, linked_issues

PER_PAGE = 100
SMALLER_PAGES = (25, 5)
"""Page sizes for lists of files whose later rows lost their counts: one answer holds about 20,000 lines of patches."""
CUT_LINES = 10_000
"""Lines of patches in one answer from which on rows without counts are not taken for binary files."""
ASKED_AGAIN = 500
"""Longer lists are not asked for again in smaller pages; git completes them."""
_EMPTY_BLOB = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
_STATUS: dict[str, Literal["added", "modified", "deleted", "renamed", "typechange"]] = {
    "added": "added", "copied": "added", "removed": "deleted", "renamed": "renamed",
}  # fmt: skip


def headers(token: str) -> dict[str, str]:
    """What every request carries."""
    told = {
        "accept": "application/vnd.github+json",
        "x-github-api-version": "2022-11-28",
        "user-agent": "codens",
    }
    return told | ({"authorization": f"Bearer {token}"} if token else {})


class GitHub:
    """One repository on GitHub."""

    def __init__(self, client: Client, address: Address) -> None:
        self._client = client
        self._repository = f"repos/{address.path}"

    def all(self, resume: str = "") -> Iterator[Page]:
        """By date of creation, open ones included: nothing ever leaves this list or moves inside it."""
        if resume:
            replies = self._client.pages(resume)
        else:
            replies = self._client.pages(
                f"{self._repository}/pulls", state="all", sort="created", direction="asc", per_page=PER_PAGE
            )
        yield from map(_page, replies)

    def changed(self, since: str) -> Iterator[Page]:
        """Newest change first, until older than `since`: what changes meanwhile comes twice, never not at all."""
        for reply in self._client.pages(
            f"{self._repository}/pulls", state="all", sort="updated", direction="desc", per_page=PER_PAGE
        ):
            page = _page(reply)
            fresh = [record for record in page.records if record.updated >= since]
            yield Page(fresh, page.next_url, page.date)
            if len(fresh) < len(page.records):
                return

    def detailed(self, record: PullRequestRecord, details: Collection[Detail]) -> PullRequestRecord:
        """Ask for each detail in turn."""
        path = f"{self._repository}/pulls/{record.number}"
        found: dict[str, Any] = {}
        if "commits" in details:
            found["commits"] = [_commit(item) for item in self._client.items(f"{path}/commits", per_page=PER_PAGE)]
        if "files" in details:
            whole = self._client.get(path).data
            found |= {"file_count": whole.get("changed_files"), "commit_count": whole.get("commits")}
            found["files"] = self._files(f"{path}/files")
        if "reviews" in details:
            found["reviews"] = [_review(item) for item in self._client.items(f"{path}/reviews", per_page=PER_PAGE)]
            people_asked = [*record.reviewers, *(review.author for review in found["reviews"])]
            found["reviewers"] = [name for name in dict.fromkeys(people_asked) if name not in ("", record.author)]
        if "comments" in details:
            found["comments"] = [_comment(item) for item in self._client.items(f"{path}/comments", per_page=PER_PAGE)]
        return record.model_copy(update=found)

    def _files(self, path: str) -> list[FileRow]:
        """All files that the host lists; rows that look cut off are asked for again in smaller pages."""
        items: dict[str, dict[str, Any]] = {}
        for size in (PER_PAGE, *SMALLER_PAGES):
            pages = [reply.data for reply in self._client.pages(path, per_page=size)]
            for item in itertools.chain.from_iterable(pages):
                if not _suspect(item) or item["filename"] not in items:
                    items[item["filename"]] = item
            if not any(map(_cut, pages)) or len(items) > ASKED_AGAIN:
                break
        return [_file(item) for item in items.values()]


def _page(reply: Reply) -> Page:
    return Page([_record(item) for item in reply.data], reply.next_url, reply.date)


def _record(item: dict[str, Any]) -> PullRequestRecord:
    """One entry of a list of pull requests. A merge commit of one that was not merged is only GitHub's trial."""
    merged = item.get("merged_at") or ""
    user, base, head = item.get("user") or {}, item.get("base") or {}, item.get("head") or {}
    login, body = _login(user), item.get("body") or ""
    asked = [_login(user) for user in item.get("requested_reviewers") or ()]
    return PullRequestRecord(
        number=item["number"],
        title=item["title"],
        body=body.replace("\r\n", "\n"),
        url=item.get("html_url") or "",
        state="merged" if merged else "closed" if item.get("state") == "closed" else "open",
        author=login,
        bot=user.get("type") == "Bot" or people.is_machine(login, "", head.get("ref") or ""),
        created=item.get("created_at") or "",
        updated=item.get("updated_at") or "",
        merged=merged,
        merged_by=_login(item.get("merged_by") or {}),
        merge_commit=(item.get("merge_commit_sha") or "") if merged else "",
        base=base.get("ref") or "",
        base_commit=base.get("sha") or "",
        head=head.get("ref") or "",
        head_commit=head.get("sha") or "",
        head_repository=(head.get("repo") or {}).get("full_name") or "",
        labels=[label["name"] for label in item.get("labels") or ()],
        reviewers=asked + [team["slug"] for team in item.get("requested_teams") or ()],
        linked_issues=linked_issues(f"{item['title']}\n{body}"),
        milestone=(item.get("milestone") or {}).get("title") or "",
    )


def _login(user: dict[str, Any]) -> str:
    """An account's name; empty for accounts that are gone."""
    return str(user.get("login") or "")


def _suspect(item: dict[str, Any]) -> bool:
    """Whether a row may have lost its counts and patch. Binary files look the same, and stay so when asked again."""
    unchanged = not item.get("changes") and "patch" not in item
    return unchanged and item.get("status") != "renamed" and item.get("sha") != _EMPTY_BLOB


def _cut(page: list[dict[str, Any]]) -> bool:
    """Whether an answer reached the host's limit: its last row has no counts and it is full of patches."""
    return bool(page) and _suspect(page[-1]) and sum(item.get("patch", "").count("\n") for item in page) > CUT_LINES


def _file(item: dict[str, Any]) -> FileRow:
    known = not _suspect(item)
    status = _STATUS.get(item.get("status", ""), "modified")
    return FileRow(
        path=item["filename"],
        old_path=(item.get("previous_filename") or "") if status == "renamed" else "",
        status=status,
        additions=item.get("additions") if known else None,
        deletions=item.get("deletions") if known else None,
    )


def _commit(item: dict[str, Any]) -> CommitRow:
    commit = item["commit"]
    author = commit.get("author") or {}
    return CommitRow(
        id=item["sha"],
        author=author.get("name") or "",
        email=author.get("email") or "",
        date=author.get("date") or "",
        subject=(commit.get("message") or "").lstrip().partition("\n")[0].strip(),
    )


def _review(item: dict[str, Any]) -> Review:
    return Review(
        author=_login(item.get("user") or {}),
        state=str(item.get("state") or "").lower(),
        date=item.get("submitted_at") or "",
        body=item.get("body") or "",
    )


def _comment(item: dict[str, Any]) -> Comment:
    return Comment(
        author=_login(item.get("user") or {}),
        body=item.get("body") or "",
        date=item.get("created_at") or "",
        path=item.get("path") or "",
        line=item.get("line") or 0,
        url=item.get("html_url") or "",
    )
