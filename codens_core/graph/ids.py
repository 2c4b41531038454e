"""Component ids from paths: `app/controllers/users_controller.rb` → `app.controllers.users_controller`."""

from __future__ import annotations


def node_id(path: str, drop_suffix: str = "") -> str:
    """The id of a file's component: `/` becomes `.`, and `drop_suffix` (a framework's plain source suffix) goes.

    >>> node_id("app/views/users/index.html.erb", ".rb")
    'app.views.users.index.html.erb'
    """
    return path.removesuffix(drop_suffix).replace("/", ".")
