"""The token for a host: from the environment, else from GitHub's own command-line tool. It is never stored or shown."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from codens_core.history.hosts.address import Address

ASK_SECONDS = 10

_ANY = {"github": ("CODENS_GITHUB_TOKEN",), "gitlab": ("CODENS_GITLAB_TOKEN", "GITLAB_TOKEN")}
"""Set by the user for whatever host the project names."""
_PUBLIC = ("GITHUB_TOKEN", "GH_TOKEN")
_INSTALLED = ("GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN")


def find_token(
    address: Address,
    environment: Mapping[str, str] = os.environ,
    ask: Callable[[str], str] | None = None,
) -> str:
    """A token that is meant for this host, or empty. `ask` asks a tool for the token of a host name.

    A token for github.com never goes to another host: a clone's remote could name any.
    """
    names = _ANY[address.kind]
    if address.kind == "github":
        names += _PUBLIC if _is_home(address, environment) else _INSTALLED
    found = next((environment[name].strip() for name in names if environment.get(name, "").strip()), "")
    if found or address.kind != "github":
        return found
    return (ask or _gh)(address.host)


def _is_home(address: Address, environment: Mapping[str, str]) -> bool:
    """Whether `GITHUB_TOKEN` is meant for the host: GitHub's own service, or the one whose workflow runs this."""
    server = urlsplit(environment.get("GITHUB_SERVER_URL", "")).netloc
    return address.is_public_service or (server != "" and server == address.host)


def _gh(host: str) -> str:
    """What `gh auth token` says; empty where the tool is not installed or not logged in."""
    program = shutil.which("gh")
    if program is None:
        return ""
    try:
        command = [program, "auth", "token", "--hostname", host]
        done = subprocess.run(command, capture_output=True, text=True, timeout=ASK_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
