"""Component ids from paths: `pages/users/list.txt` → `pages.users.list`."""

from __future__ import annotations


def node_id(path: str, drop_suffix: str = "") -> str:
    """The id of a file's component: `/` becomes `.`, and `drop_suffix` (a framework's plain source suffix) goes.

    >>> node_id("pages/users/list.txt", ".txt")
    'pages.users.list'
    >>> node_id("pages/users/list.html", ".txt")
    'pages.users.list.html'
    """
    return path.removesuffix(drop_suffix).replace("/", ".")
