"""Fetching that is killed at any request, and run again, ends with the same file."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from .fake_host import Asked, FakeClock, FakeHost, Trouble, serving
from .test_fetching import PULLS, pull

SCRIPT = """
import sys
from pathlib import Path
from codens_core.history.hosts.address import Address
from codens_core.history.hosts.fetching import Options, fetch
fetch(Address("github", "example.org", "shop/app", sys.argv[1]), Path(sys.argv[2]), options=Options(comments=True))
"""


@pytest.fixture
def many(monkeypatch: pytest.MonkeyPatch) -> FakeHost:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    host = FakeHost(FakeClock(), lists={PULLS: [pull(n) if n < 20 else pull(n, merged_at=None) for n in range(1, 131)]})
    host.lists |= {f"{PULLS}/{number}/comments": [] for number in range(1, 20)}
    return host


def start(host: FakeHost, folder: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", SCRIPT, host.url, str(folder)]
    return subprocess.Popen(command, cwd=Path(__file__).parents[2])


def test_killed_in_the_middle_of_requests(many: FakeHost, tmp_path: Path) -> None:
    with serving(many) as host:
        assert start(host, tmp_path / "whole").wait() == 0
        expected = (tmp_path / "whole" / "pull-requests.jsonl").read_bytes()
        running: list[subprocess.Popen[bytes]] = []

        def killer(place: int) -> object:
            def kill(asked: Asked) -> Trouble | None:
                if len(host.asked) == place:
                    os.kill(running[-1].pid, signal.SIGKILL)
                    running[-1].wait()
                return None

            return kill

        for place in (2, 4, 9):
            host.asked.clear()
            host.troubles = [killer(place)]  # type: ignore[list-item]
            running.append(start(host, tmp_path / "killed"))
            assert running[-1].wait() == -signal.SIGKILL
        host.troubles.clear()
        host.asked.clear()
        assert start(host, tmp_path / "killed").wait() == 0
        assert (tmp_path / "killed" / "pull-requests.jsonl").read_bytes() == expected
        assert len(host.asked) < 20
