"""What messages of code hosts and merge bots tell, and what only looks like them."""

from __future__ import annotations

from typing import Any

import pytest

from codens_core.history.messages import parse

WORDINGS: list[tuple[str, str, dict[str, Any]]] = [
    (
        "GitHub merge",
        "Merge pull request #12 from ann/add-tags\n\nAdd tags\n\nEvery story can have tags.",
        {"number": 12, "title": "Add tags", "body": "Every story can have tags.", "branch": "ann/add-tags"},
    ),
    (
        "GitHub merge without a body",
        "Merge pull request #12 from ann/add-tags",
        {"number": 12, "title": "Merge pull request #12 from ann/add-tags", "body": ""},
    ),
    (
        "GitHub merge of a long title",
        "Merge pull request #12 from ann/x\n\nShow the newest stories on the page that lists…\n\n… stories of one tag",
        {"number": 12, "title": "Show the newest stories on the page that lists stories of one tag"},
    ),
    (
        "GitHub squash",
        "Add tags (#12)\n\n* one\n\n* two",
        {"number": 12, "title": "Add tags", "body": "* one\n\n* two"},
    ),
    (
        "GitHub squash of a long title",
        "Show the newest stories on the page that lists… (#12)\n\n…stories of one tag\n\nBody",
        {"number": 12, "title": "Show the newest stories on the page that listsstories of one tag", "body": "Body"},
    ),
    ("the last of two numbers counts", "Backport tags (#12) (#15)", {"number": 15, "title": "Backport tags (#12)"}),
    ("a number in the middle is no pull request", "Fix (#12) again", {"number": None, "title": "Fix (#12) again"}),
    ("nor is an issue", "Fix tags, closes #12", {"number": None}),
    ("nor a number in words", "Merge pull request #12", {"number": None}),
    (
        "GitLab merge",
        "Merge branch 'tags' into 'main'\n\nAdd tags\n\nCloses #3\n\nSee merge request shop/web/app!12",
        {"number": 12, "title": "Add tags", "body": "Closes #3", "branch": "tags", "base": "main"},
    ),
    (
        "GitLab squash by address",
        "Add tags\n\nBody\n\nSee merge request https://gitlab.example.org/shop/app/-/merge_requests/12",
        {"number": 12, "title": "Add tags", "body": "Body"},
    ),
    (
        "GitLab, old and short",
        "Merge branch 'tags'\n\nAdd tags\n\nSee merge request !12",
        {"number": 12, "title": "Add tags"},
    ),
    (
        "Bitbucket",
        "Merged in tags (pull request #12)\n\nAdd tags\n\nApproved-by: Ben",
        {"number": 12, "title": "Add tags", "body": "Approved-by: Ben", "branch": "tags"},
    ),
    ("Bitbucket Server", "Pull request #12: Add tags\n\nMerge in SHOP/app", {"number": 12, "title": "Add tags"}),
    (
        "Bitbucket Server, older",
        "Merge pull request #12 in SHOP/app from tags to main\n\nAdd tags",
        {"number": 12, "title": "Add tags", "branch": "tags", "base": "main"},
    ),
    ("Azure", "Merged PR 12: Add tags\n\nBody", {"number": 12, "title": "Add tags", "body": "Body"}),
    (
        "Gitea",
        "Merge pull request 'Add tags' (#12) from ann/tags into main\n\nReviewed-on: x",
        {"number": 12, "title": "Add tags", "branch": "ann/tags", "base": "main"},
    ),
    ("Bors", "Merge #12\n\n12: Add tags r=ben a=ann", {"number": 12, "title": "12: Add tags r=ben a=ann"}),
    (
        "Homu",
        "Auto merge of #12 - ann:tags, r=ben\n\nAdd tags",
        {"number": 12, "title": "Add tags", "branch": "ann:tags"},
    ),
    ("a branch fetched by hand", "Merge remote-tracking branch 'origin/pr/12'", {"number": 12}),
    (
        "a merge without a pull request",
        "Merge branch 'main' of github.com:shop/app into tags",
        {
            "number": None,
            "branch": "main",
            "base": "tags",
            "title": "Merge branch 'main' of github.com:shop/app into tags",
        },
    ),
    ("nothing at all", "", {"number": None, "title": "(no title)", "body": ""}),
    ("blank lines first", "\n\n  Add tags  \n\nBody\n", {"title": "Add tags", "body": "Body"}),
    (
        "co-authors once each",
        "Add\n\nCo-authored-by: Ben <ben@x>\nCo-Authored-By: Ben <ben@x>\nco-authored-by: Cy <c@x>",
        {"co_authors": ("Ben <ben@x>", "Cy <c@x>")},
    ),
    ("a cherry-pick", "Fix\n\n(cherry picked from commit 0123456789abcdef)", {"picked": ("0123456789abcdef",)}),
]


@pytest.mark.parametrize(("text", "expected"), [case[1:] for case in WORDINGS], ids=[case[0] for case in WORDINGS])
def test_wording(text: str, expected: dict[str, Any]) -> None:
    message = parse(text)
    assert {name: getattr(message, name) for name in expected} == expected


SHA = "0123456789abcdef0123456789abcdef01234567"
REVERTS: list[tuple[str, str, dict[str, Any]]] = [
    (
        "git revert",
        f'Revert "Add tags"\n\nThis reverts commit {SHA}.',
        {"reverted_commits": (SHA,), "reverted_title": "Add tags", "reapplies": False},
    ),
    (
        "GitHub's button",
        'Revert "Add tags (#12)" (#13)\n\nReverts shop/app#12',
        {"number": 13, "reverted_numbers": (12,), "reverted_title": "Add tags"},
    ),
    ("conventional", f"revert: Add tags\n\nThis reverts commit {SHA[:8]}", {"reverted_commits": (SHA[:8],)}),
    (
        "a scope before it",
        f'fix(tags): revert "Add tags"\n\nThis reverts commit {SHA}.',
        {"reverted_title": "Add tags"},
    ),
    (
        "a revert of a revert",
        f'Revert "Revert "Add tags""\n\nThis reverts commit {SHA}.',
        {"reverted_title": 'Revert "Add tags"', "reapplies": True},
    ),
    ("a reapply", f'Reapply "Add tags"\n\nThis reverts commit {SHA}.', {"reverted_commits": (SHA,), "reapplies": True}),
    (
        "a squash that holds a revert among others",
        f'Add votes (#14)\n\n* Add votes\n\n* Revert "Add tags"\n\nThis reverts commit {SHA}.',
        {"reverted_commits": (), "reverted_title": "", "reapplies": False},
    ),
    (
        "a title that only begins alike",
        "Reversible migrations\n\nThis reverts commit 01234567",
        {"reverted_commits": ()},
    ),
]


@pytest.mark.parametrize(("text", "expected"), [case[1:] for case in REVERTS], ids=[case[0] for case in REVERTS])
def test_reverts(text: str, expected: dict[str, Any]) -> None:
    message = parse(text)
    assert {name: getattr(message, name) for name in expected} == expected
