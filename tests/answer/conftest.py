"""The hand-written shop for tests of answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from shop import shop

from codens_core.memory.reader import MemoryReader


@pytest.fixture(scope="session")
def kb(tmp_path_factory: pytest.TempPathFactory) -> MemoryReader:
    """The shop's knowledge with its history."""
    return shop(tmp_path_factory.mktemp("shop") / "memory.sqlite")


@pytest.fixture(scope="session")
def bare_kb(tmp_path_factory: pytest.TempPathFactory) -> MemoryReader:
    """The shop's knowledge without history."""
    return shop(Path(tmp_path_factory.mktemp("bare") / "memory.sqlite"), history=False)
