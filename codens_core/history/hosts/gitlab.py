"""Merge requests from GitLab's REST interface, behind the same protocol as GitHub's pull requests."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Literal

from codens_core.history import people
from codens_core.history.hosts.address import Address, quoted
from codens_core.history.hosts.client import Client, Reply
from codens_core.history.hosts.host import Detail, Page
from codens_core.history.records import Comment, CommitRow, FileRow, PullRequestRecord, Review, linked_issues

PER_PAGE = 100
_STATES: dict[str, Literal["merged", "closed", "open"]] = {"merged": "merged", "opened": "open", "locked": "open"}


def headers(token: str) -> dict[str, str]:
    """What every request carries."""
    return {"user-agent": "codens"} | ({"private-token": token} if token else {})


class GitLab:
    """One project on GitLab."""

    def __init__(self, client: Client, address: Address) -> None:
        self._client = client
        self._list = f"projects/{quoted(address.path)}/merge_requests"

    def all(self, resume: str = "") -> Iterator[Page]:
        """By date of creation."""
        yield from map(_page, self._client.pages(resume) if resume else self._pages())

    def changed(self, since: str) -> Iterator[Page]:
        """By date of creation too: an order by change would move entries between pages."""
        yield from map(_page, self._pages(updated_after=since))

    def _pages(self, **more: str) -> Iterator[Reply]:
        return self._client.pages(
            self._list, scope="all", state="all", order_by="created_at", sort="asc", per_page=PER_PAGE, **more
        )

    def detailed(self, record: PullRequestRecord, details: Collection[Detail]) -> PullRequestRecord:
        """Ask for each detail in turn."""
        path = f"{self._list}/{record.number}"
        found: dict[str, Any] = {}
        if "commits" in details:
            rows = [_commit(item) for item in self._client.items(f"{path}/commits", per_page=PER_PAGE)]
            found |= {"commits": rows[::-1], "commit_count": len(rows)}
        if "files" in details:
            found["files"] = [_file(item) for item in self._client.items(f"{path}/diffs", per_page=PER_PAGE)]
            found["file_count"] = _count(self._client.get(path).data.get("changes_count"), len(found["files"]))
        if "reviews" in details:
            approvals = self._client.get(f"{path}/approvals").data.get("approved_by") or ()
            found["reviews"] = [Review(author=_name(entry.get("user")), state="approved") for entry in approvals]
            asked = [*record.reviewers, *(review.author for review in found["reviews"])]
            found["reviewers"] = [name for name in dict.fromkeys(asked) if name not in ("", record.author)]
        if "comments" in details:
            notes = self._client.items(f"{path}/notes", sort="asc", per_page=PER_PAGE)
            found["comments"] = [_comment(note) for note in notes if note.get("type") == "DiffNote"]
        return record.model_copy(update=found)


def _page(reply: Reply) -> Page:
    return Page([_record(item) for item in reply.data], reply.next_url, reply.date)


def _record(item: dict[str, Any]) -> PullRequestRecord:
    merged = item.get("state") == "merged"
    commit = item.get("merge_commit_sha") or item.get("squash_commit_sha") or item.get("sha") or ""
    author, body = _name(item.get("author")), item.get("description") or ""
    return PullRequestRecord(
        number=item["iid"],
        title=item["title"],
        body=body.replace("\r\n", "\n"),
        url=item.get("web_url") or "",
        state=_STATES.get(item.get("state", ""), "closed"),
        author=author,
        bot=people.is_machine(author, "", item.get("source_branch") or ""),
        created=item.get("created_at") or "",
        updated=item.get("updated_at") or "",
        merged=(item.get("merged_at") or "") if merged else "",
        merged_by=_name(item.get("merge_user") or item.get("merged_by")),
        merge_commit=commit if merged else "",
        base=item.get("target_branch") or "",
        head=item.get("source_branch") or "",
        head_commit=item.get("sha") or "",
        labels=list(item.get("labels") or ()),
        reviewers=[_name(user) for user in item.get("reviewers") or ()],
        linked_issues=linked_issues(f"{item['title']}\n{body}"),
        milestone=(item.get("milestone") or {}).get("title") or "",
    )


def _name(user: dict[str, Any] | None) -> str:
    return str((user or {}).get("username") or "")


def _count(told: object, listed: int) -> int:
    """GitLab says `1000+` where it stops counting: that is more than it lists."""
    text = str(told or "")
    return int(text) if text.isdigit() else listed + text.endswith("+")


def _file(item: dict[str, Any]) -> FileRow:
    status: Literal["added", "modified", "deleted", "renamed"] = "modified"
    if item.get("new_file"):
        status = "added"
    elif item.get("deleted_file"):
        status = "deleted"
    elif item.get("renamed_file"):
        status = "renamed"
    lines = str(item.get("diff") or "").splitlines()
    cut = not lines and (status != "renamed" or item.get("too_large") or item.get("collapsed"))
    return FileRow(
        path=item["new_path"],
        old_path=item["old_path"] if status == "renamed" else "",
        status=status,
        additions=None if cut else sum(line.startswith("+") for line in lines),
        deletions=None if cut else sum(line.startswith("-") for line in lines),
    )


def _commit(item: dict[str, Any]) -> CommitRow:
    return CommitRow(
        id=item["id"],
        author=item.get("author_name") or "",
        email=item.get("author_email") or "",
        date=item.get("authored_date") or "",
        subject=(item.get("message") or item.get("title") or "").lstrip().partition("\n")[0].strip(),
    )


def _comment(note: dict[str, Any]) -> Comment:
    place = note.get("position") or {}
    return Comment(
        author=_name(note.get("author")),
        body=note.get("body") or "",
        date=note.get("created_at") or "",
        path=place.get("new_path") or "",
        line=place.get("new_line") or 0,
    )
