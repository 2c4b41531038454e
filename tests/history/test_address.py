"""Addresses of hosts from remotes, and which token may go where."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from codens_core.base.errors import UsageError
from codens_core.history.hosts.address import Address, parse
from codens_core.history.hosts.tokens import find_token

ADDRESSES = [
    ("https://github.com/shop/app.git", "github", "github.com", "shop/app", "https://api.github.com"),
    ("https://github.com/shop/app/", "github", "github.com", "shop/app", "https://api.github.com"),
    ("git@github.com:shop/app.git", "github", "github.com", "shop/app", "https://api.github.com"),
    ("ssh://git@github.com:22/shop/app.git", "github", "github.com", "shop/app", "https://api.github.com"),
    ("git://github.com/shop/app", "github", "github.com", "shop/app", "https://api.github.com"),
    ("shop/app", "github", "github.com", "shop/app", "https://api.github.com"),
    ("https://acme.ghe.com/shop/app", "github", "acme.ghe.com", "shop/app", "https://api.acme.ghe.com"),
    ("git@github.acme.org:shop/app.git", "github", "github.acme.org", "shop/app", "https://github.acme.org/api/v3"),
    (
        "https://ghe.acme.org:8443/shop/app",
        "github",
        "ghe.acme.org:8443",
        "shop/app",
        "https://ghe.acme.org:8443/api/v3",
    ),
    ("https://gitlab.com/a/b/c.git", "gitlab", "gitlab.com", "a/b/c", "https://gitlab.com/api/v4"),
    ("git@gitlab.acme.org:a/b.git", "gitlab", "gitlab.acme.org", "a/b", "https://gitlab.acme.org/api/v4"),
]


@pytest.mark.parametrize(("url", "kind", "host", "path", "api"), ADDRESSES)
def test_addresses(url: str, kind: str, host: str, path: str, api: str) -> None:
    address = parse(url)
    assert (address.kind, address.host, address.path, address.api) == (kind, host, path, api)


@pytest.mark.parametrize("url", ["", "/srv/git/app.git", "../app", "app", "https://github.com/", "https://github.com/x",
                                 "C:\\code\\app", "git.acme.org:shop/app"])  # fmt: skip
def test_what_names_no_host(url: str) -> None:
    with pytest.raises(UsageError):
        parse(url)


def test_installations_can_be_named() -> None:
    address = parse("git@git.acme.org:shop/app.git", "github", "https://git.acme.org/api/v3/")
    assert address.api == "https://git.acme.org/api/v3"
    assert parse("git@git.acme.org:shop/app.git", "gitlab").api == "https://git.acme.org/api/v4"


HOME = parse("shop/app")
INSTALLED = parse("git@github.acme.org:shop/app")
LAB = parse("https://gitlab.com/a/b")
TOKENS: list[tuple[Address, Mapping[str, str], str]] = [
    (HOME, {"GITHUB_TOKEN": "t"}, "t"),
    (HOME, {"GH_TOKEN": "h", "GITHUB_TOKEN": "t"}, "t"),
    (HOME, {"CODENS_GITHUB_TOKEN": "c", "GITHUB_TOKEN": "t"}, "c"),
    (HOME, {"GITHUB_TOKEN": "  ", "GH_TOKEN": "h\n"}, "h"),
    (HOME, {"GH_ENTERPRISE_TOKEN": "e"}, "asked for github.com"),
    (INSTALLED, {"GITHUB_TOKEN": "t", "GH_TOKEN": "h"}, "asked for github.acme.org"),
    (INSTALLED, {"GITHUB_TOKEN": "t", "GH_ENTERPRISE_TOKEN": "e"}, "e"),
    (INSTALLED, {"CODENS_GITHUB_TOKEN": "c"}, "c"),
    (INSTALLED, {"GITHUB_TOKEN": "t", "GITHUB_SERVER_URL": "https://github.acme.org"}, "t"),
    (LAB, {"GITHUB_TOKEN": "t"}, ""),
    (LAB, {"GITLAB_TOKEN": "l"}, "l"),
]


@pytest.mark.parametrize(("address", "environment", "token"), TOKENS)
def test_tokens_stay_with_their_host(address: Address, environment: Mapping[str, str], token: str) -> None:
    assert find_token(address, environment, lambda host: f"asked for {host}") == token


@pytest.mark.parametrize(
    ("script", "token"),
    [('echo "from $1 $2 $3 $4"', "from auth token --hostname github.com"), ("exit 1", ""), ("echo no >&2", "")],
)
def test_the_command_line_tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, token: str) -> None:
    program = tmp_path / "gh"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_token(HOME, {}) == token
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    assert find_token(HOME, {}) == ""
