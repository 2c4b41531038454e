"""Queries people and models ask work, and give what openCypher says they give."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from codens_core.memory.cypher import CypherEngine

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "honest.yaml").read_text(encoding="utf-8"))


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 50


@pytest.mark.parametrize("case", CASES, ids=[str(number) for number in range(len(CASES))])
def test_gives_the_expected_rows(engine: CypherEngine, case: dict[str, Any]) -> None:
    result = engine.query(case["query"], case.get("params"))
    assert not result.truncated
    assert list(result.columns) == case.get("columns", list(result.columns))
    if "ORDER BY" in case["query"].upper():
        assert result.rows == case["rows"]
    else:
        assert sorted(result.rows, key=repr) == sorted(case["rows"], key=repr)
