"""Repositories and real git commands for the tests of history."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from repo import RepoBuilder

Git = Callable[..., str]


@pytest.fixture
def repo(tmp_path: Path) -> RepoBuilder:
    return RepoBuilder(tmp_path / "app")


@pytest.fixture
def git() -> Git:
    """Runs the real git, without the machine's own settings, and gives what it prints."""

    def run(*arguments: str | Path, where: Path | None = None) -> str:
        people = {f"GIT_{role}_{what}": "test" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        own = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"}
        command = ["git", "-c", "protocol.file.allow=always", *map(str, arguments)]
        done = subprocess.run(command, cwd=where, env={**os.environ, **people, **own}, capture_output=True, check=True)
        return done.stdout.decode(errors="replace")

    return run
