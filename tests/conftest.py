"""What every room's tests may use: the sample application as a repository."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def pristine_bookshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample application, built once for each test process. Never write into it: take `bookshop`."""
    target = tmp_path_factory.mktemp("sample") / "bookshop"
    subprocess.run(
        [sys.executable, str(ROOT / "examples/build_sample.py"), str(target)], check=True, capture_output=True
    )
    return target


@pytest.fixture
def bookshop(pristine_bookshop: Path, tmp_path: Path) -> Path:
    """The sample application's repository, a copy of its own for one test."""
    return Path(shutil.copytree(pristine_bookshop, tmp_path / "bookshop"))
