"""What a code host knows beyond git, laid over a unit of local history; where both differ, that is reported."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from codens_core.base.problems import Problem, Problems
from codens_core.base.text import plural
from codens_core.graph.records import PullRequest
from codens_core.history.records import PullRequestRecord, linked_issues


def enrich(pull_request: PullRequest, record: PullRequestRecord) -> PullRequest:
    """The unit with the host's title, text, labels, people and issues. Commit, state, files and git's author stay."""
    extra = pull_request.extra | {name: value for name, value in _known(record).items() if value}
    return replace(
        pull_request,
        number=record.number,
        title=record.title,
        body=record.body,
        url=record.url,
        labels=tuple(record.labels),
        extra=extra,
    )


def _known(record: PullRequestRecord) -> dict[str, Any]:
    return {
        "login": record.author,
        "bot": record.bot,
        "created": record.created,
        "merged": record.merged,
        "merged_by": record.merged_by,
        "base": record.base,
        "branch": record.head,
        "head_commit": record.head_commit,
        "reviewers": record.reviewers,
        "linked_issues": record.linked_issues or linked_issues(f"{record.title}\n{record.body}"),
        "milestone": record.milestone,
        "reviews": [review.model_dump(exclude_defaults=True) for review in record.reviews or ()],
        "review_comments": [comment.model_dump(exclude_defaults=True) for comment in record.comments or ()],
    }


def report_differences(
    pull_request: PullRequest, hinted: int | None, record: PullRequestRecord, problems: Problems
) -> None:
    """Add a problem where the message's number or the host's list of files disagrees with the commit."""
    commit = pull_request.commit[:10]
    if hinted is not None and hinted != record.number:
        problems.add(Problem("number-differs", f"commit {commit} names #{hinted} and was merged as #{record.number}"))
    if record.files is None:
        return
    if not record.has_all_files:
        text = f"the host lists {len(record.files):,} of {record.file_count:,} files of #{record.number}"
        problems.add(Problem("files-capped", text + "; git's own list is taken"))
        return
    listed = {row.path for row in record.files}
    ours = {file.path for file in pull_request.files}
    if listed != ours:
        only = [
            plural(len(listed - ours), "file") + " only on the host",
            plural(len(ours - listed), "file") + " only in git",
        ]
        problems.add(
            Problem(
                "files-differ",
                f"#{record.number} and commit {commit} change different files: {only[0]}, {only[1]}",
                hint="git's own list is taken",
            )
        )
