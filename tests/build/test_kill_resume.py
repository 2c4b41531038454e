"""A build that is killed and resumed ends in the same memory as one that nobody stopped."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "kill_resume.py"


def test_killed_builds_end_in_the_same_memory(bookshop: Path) -> None:
    """The short form of the long run in `benchmarks/`."""
    run = subprocess.run(
        [sys.executable, str(SCRIPT), str(bookshop), "--runs", "4", "--seed", "7"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "0 different" in run.stdout
