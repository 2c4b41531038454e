"""Queries that mean harm are refused by the allow-list, and do none even where nothing checks them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from codens_core.base.errors import QueryError
from codens_core.graph.cypher import translate
from codens_core.memory.cypher import CypherEngine, GraphSource, Limits
from codens_core.memory.cypher.dialect import LadybugDialect
from codens_core.memory.cypher.process import WorkerProcess
from codens_core.memory.cypher.sandbox import landlock_version
from codens_core.memory.cypher.tables import plan

GROUPS: dict[str, list[str]] = yaml.safe_load((Path(__file__).parent / "hostile.yaml").read_text(encoding="utf-8"))
REFUSED = [query for name, queries in GROUPS.items() if name != "bounded" for query in queries]
SECRET = "the-canary-sings"
CONTENT = "MATCH (n) OPTIONAL MATCH (n)-[r]->(m) RETURN count(n), count(r), count(m), min(n.path), max(n.path)"


@dataclass(frozen=True)
class Canary:
    """A folder with one secret file, and the same secret in the environment."""

    folder: Path
    file: Path

    def place(self, query: str) -> str:
        return query.replace("{canary}", str(self.file)).replace("{folder}", str(self.folder))

    def is_untouched(self) -> bool:
        files = [path for path in self.folder.rglob("*") if path.is_file()]
        return files == [self.file] and self.file.read_text() == f"{SECRET},1\n"


@pytest.fixture
def canary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Canary:
    file = tmp_path / "canary.csv"
    file.write_text(f"{SECRET},1\n")
    monkeypatch.setenv("CODENS_CANARY", SECRET)
    return Canary(tmp_path, file)


def test_there_are_enough_cases() -> None:
    assert sum(len(set(queries)) for queries in GROUPS.values()) >= 200


@pytest.mark.parametrize("query", REFUSED)
def test_the_allow_list_refuses_it(shop: GraphSource, query: str) -> None:
    with pytest.raises(QueryError) as refusal:
        translate(query, plan(shop).vocabulary, LadybugDialect(), {}, 100)
    assert refusal.value.title
    assert refusal.value.hint or "column" in refusal.value.title


@pytest.mark.parametrize("query", GROUPS["bounded"])
def test_limits_hold_what_is_only_too_much(engine: CypherEngine, query: str) -> None:
    try:
        result = engine.query(query)
    except QueryError as error:
        assert any(word in error.title for word in ("seconds", "memory", "bytes", "process"))
    else:
        assert len(result.rows) <= 50
        assert len(json.dumps(result.rows)) <= 30_000
    assert engine.query("MATCH (c:Component) RETURN count(*)").rows == [[8]]


class Unchecked:
    """Runs texts in the worker without the allow-list, starting another worker when one died."""

    def __init__(self, source: GraphSource) -> None:
        self._source = source
        self._worker: WorkerProcess | None = None

    def ask(self, text: str) -> dict[str, Any]:
        if self._worker is None or not self._worker.alive:
            self._worker = WorkerProcess(Limits(rows=50, seconds=1.0, memory_mb=400))
            self._worker.load(self._source, plan(self._source))
        return self._worker.ask(text, {})

    def close(self) -> None:
        if self._worker and self._worker.alive:
            self._worker.kill()


@pytest.fixture
def unchecked(shop: GraphSource) -> Iterator[Unchecked]:
    runner = Unchecked(shop)
    yield runner
    runner.close()


def layer(unchecked: Unchecked, query: str) -> tuple[str, str]:
    """Which layer behind the allow-list holds a query, and what was answered."""
    try:
        answer = unchecked.ask(query)
    except QueryError as error:
        return "limits", error.title
    if "error" not in answer:
        return "harmless", json.dumps(answer)
    message = answer["message"]
    if "read-only transaction" in message:
        return "transaction", message
    if any(sign in message for sign in ("Too many open files", "Permission denied", "No file found", "not exist")):
        return "system", message
    return ("limits" if answer["error"] in ("time", "memory") else "database"), message


def test_behind_the_allow_list_nothing_gets_out_or_in(unchecked: Unchecked, canary: Canary) -> None:
    before = unchecked.ask(CONTENT)["rows"]
    held: Counter[str] = Counter()
    for query in REFUSED:
        name, answer = layer(unchecked, canary.place(query))
        held[name] += 1
        assert SECRET not in answer.replace(query, ""), query
        assert "root:" not in answer, query
        assert canary.is_untouched(), query
        assert unchecked.ask(CONTENT)["rows"] == before, query
    assert held["transaction"] > 60
    assert held["system"] > 25


@pytest.mark.skipif(landlock_version() < 1, reason="this kernel has no Landlock")
def test_with_landlock_not_even_a_folder_is_made(unchecked: Unchecked, canary: Canary) -> None:
    assert "Permission denied" in layer(unchecked, canary.place("EXPORT DATABASE '{folder}/export'"))[1]
    assert list(canary.folder.iterdir()) == [canary.file]
