"""The engine keeps one worker while the graph stays the same, survives whatever happens to it, and keeps limits."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from codens_core.base.errors import QueryError
from codens_core.graph.protocols import ComponentView, Edge
from codens_core.graph.records import PullRequest
from codens_core.memory.cypher import CypherEngine, Limits

HERE = Path(__file__).parent
SLOW = "UNWIND range(1, 100000) AS x UNWIND range(1, 100000) AS y RETURN count(x + y)"
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
Make = Callable[..., CypherEngine]


class Changed:
    """The shop's graph with everything replaced that a test names."""

    def __init__(self, shop: Any, **replaced: Any) -> None:
        self.shop, self.replaced = shop, replaced

    def __getattr__(self, name: str) -> Any:
        return self.replaced.get(name) or getattr(self.shop, name)


@pytest.fixture
def make() -> Iterator[Make]:
    """Makes engines, and closes them."""
    made: list[CypherEngine] = []

    def engine(source: Any, version: Callable[[], str] = lambda: "1", **limits: Any) -> CypherEngine:
        made.append(CypherEngine(lambda: source, version, Limits(**{"seconds": 5.0, "memory_mb": 400, **limits})))
        return made[-1]

    yield engine
    for one in made:
        one.close()


def pid(engine: CypherEngine) -> int:
    assert engine.worker_pid is not None
    return engine.worker_pid


# the worker's life


def test_one_worker_serves_until_the_version_changes(shop: Any, make: Make) -> None:
    versions = ["1", "1", "2", "2"]
    engine = make(shop, lambda: versions[0])
    pids = []
    while versions:
        assert engine.query("MATCH (c:Component) RETURN count(*)").rows == [[8]]
        pids.append(pid(engine))
        versions.pop(0)
    assert pids[0] == pids[1] != pids[2] == pids[3]


def test_a_changed_graph_is_seen(shop: Any, make: Make) -> None:
    version = ["1"]
    source = Changed(shop)
    engine = make(source, lambda: version[0])
    assert engine.query("MATCH ()-[r:USES]->() RETURN count(r)").rows == [[7]]
    source.replaced["relations"] = lambda: shop.relations()[:3]
    assert engine.query("MATCH ()-[r:USES]->() RETURN count(r)").rows == [[7]], "the copy holds until told"
    version[0] = "2"
    assert engine.query("MATCH ()-[r:USES]->() RETURN count(r)").rows == [[3]]


def test_a_killed_worker_is_an_error_and_the_next_query_works(shop: Any, make: Make) -> None:
    engine = make(shop)
    engine.query("RETURN 1")
    os.kill(pid(engine), signal.SIGKILL)
    with pytest.raises(QueryError, match="ended the query process"):
        engine.query("RETURN 1")
    assert engine.query("RETURN 1 AS x").rows == [[1]]


def test_a_closed_engine_starts_again(shop: Any, make: Make) -> None:
    engine = make(shop)
    engine.query("RETURN 1")
    engine.close()
    assert engine.worker_pid is None
    assert engine.query("RETURN 1 AS x").rows == [[1]]


def test_nothing_is_left_in_the_temporary_folder(
    shop: Any, make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    engine = make(shop)
    engine.query("RETURN 1")
    assert list(tmp_path.iterdir()) == [], "the worker's folder is gone while it runs"
    engine.close()
    assert list(tmp_path.iterdir()) == []


@linux_only
@pytest.mark.parametrize("query", ["RETURN 1", SLOW], ids=["idle", "busy"])
def test_no_worker_outlives_its_host(query: str) -> None:
    program = f"""
import importlib.util, sys, threading
spec = importlib.util.spec_from_file_location("shop", {str(HERE / "conftest.py")!r})
shop = importlib.util.module_from_spec(spec)
spec.loader.exec_module(shop)
engine = shop.CypherEngine(shop.Shop, lambda: "1", shop.Limits(seconds=60))
engine.query("RETURN 1")
print(engine.worker_pid, flush=True)
threading.Thread(target=engine.query, args=({query!r},), daemon=True).start()
sys.stdin.read()
"""
    host = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with host:
        assert host.stdout
        worker = os.pidfd_open(int(host.stdout.readline()))
        host.kill()
    try:
        assert select.select([worker], [], [], 10)[0], "the worker still runs"
    finally:
        os.close(worker)


def test_the_host_loads_neither_library() -> None:
    program = "import sys, codens_core.memory.cypher; print({'ladybug', 'pyarrow', 'numpy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


@linux_only
def test_the_worker_holds_no_right_and_no_secret(shop: Any, make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODENS_CANARY", "the-canary-sings")
    engine = make(shop)
    engine.query("RETURN 1")
    process = Path(f"/proc/{pid(engine)}")
    names = {entry.partition(b"=")[0] for entry in (process / "environ").read_bytes().split(b"\0") if entry}
    assert names == {b"HOME", b"TMPDIR", b"MALLOC_ARENA_MAX"}
    limits = {line[:26].strip(): line[26:].split()[:2] for line in (process / "limits").read_text().splitlines()[1:]}
    assert limits["Max open files"] == limits["Max file size"] == limits["Max core file size"] == ["0", "0"]
    assert all(limits[name][0] != "unlimited" for name in ("Max address space", "Max cpu time"))
    opened = [str(link.readlink()) for link in (process / "fd").iterdir()]
    assert not [path for path in opened if not path.startswith(("pipe:", "/dev/null", "/proc/"))]


# limits


def test_a_query_that_is_too_slow_ends_and_the_next_works(shop: Any, make: Make) -> None:
    engine = make(shop, seconds=0.2)
    with pytest.raises(QueryError, match=r"longer than 0\.2 seconds") as caught:
        engine.query(SLOW)
    assert "match less" in caught.value.hint
    assert engine.query("RETURN 1 AS x").rows == [[1]]


def test_a_query_that_needs_too_much_memory_ends(shop: Any, make: Make) -> None:
    engine = make(shop, memory_mb=128)
    with pytest.raises(QueryError, match="128 MB of memory"):
        engine.query("UNWIND [1000000000] AS n RETURN size(range(1, n))")
    assert engine.query("RETURN 1 AS x").rows == [[1]]


def test_rows_past_the_limit_are_left_out_and_said(shop: Any, make: Make) -> None:
    engine = make(shop, rows=5)
    cut = engine.query("UNWIND range(1, 50) AS x RETURN x")
    assert (cut.rows, cut.truncated) == ([[1], [2], [3], [4], [5]], True)
    for query in ("UNWIND range(1, 5) AS x RETURN x", "UNWIND range(1, 50) AS x RETURN x LIMIT 5"):
        assert not engine.query(query).truncated
    assert engine.query("UNWIND range(1, 50) AS x RETURN x LIMIT 6").truncated


def test_the_limit_does_not_change_what_is_distinct(shop: Any, make: Make) -> None:
    doubled = make(shop, rows=5).query("UNWIND range(1, 50) AS x RETURN x % 3 AS y UNION RETURN 9 AS y")
    assert (sorted(row[0] for row in doubled.rows), doubled.truncated) == ([0, 1, 2, 9], False)


def test_bytes_past_the_limit_are_left_out_and_said(shop: Any, make: Make) -> None:
    engine = make(shop, result_bytes=1_000)
    cut = engine.query("UNWIND range(1, 100) AS x RETURN x, 'twenty characters...'")
    assert cut.truncated
    assert 0 < len(json.dumps(cut.rows)) <= 1_100
    with pytest.raises(QueryError, match="one row has more than 1,000 bytes"):
        engine.query("WITH 'twenty characters...' AS a WITH a+a+a+a+a+a+a+a AS a RETURN a+a+a+a+a+a+a+a AS a")


# parameters and values


@pytest.mark.parametrize("value", [{1, 2}, b"x", float("nan"), object()], ids=["set", "bytes", "nan", "object"])
def test_parameters_are_plain_values(engine: CypherEngine, value: Any) -> None:
    with pytest.raises(QueryError, match="no plain values"):
        engine.query("RETURN $x AS x", {"x": value})


def test_parameters_have_a_size(engine: CypherEngine) -> None:
    with pytest.raises(QueryError, match="bytes"):
        engine.query("RETURN $x AS x", {"x": "x" * 2_000_000})
    with pytest.raises(QueryError, match="cannot be run"):
        engine.query("RETURN $x AS x", {"x": 10**50})


@pytest.mark.parametrize("value", ["CREATE (n) // '", 'a"b\\', "`x`", "$y", "${z}", "\\u0027; DROP", "\n\r\t", "", "é"])
def test_text_comes_back_as_it_went_in(engine: CypherEngine, value: str) -> None:
    literal = "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    assert engine.query(f"RETURN $x AS a, {literal} AS b", {"x": value}).rows == [[value, value]]


def test_threads_may_ask_at_once(engine: CypherEngine) -> None:
    answers: dict[int, Any] = {}

    def ask(number: int) -> None:
        answers[number] = engine.query("UNWIND range(1, 3) AS x RETURN sum(x) * $n AS y", {"n": number}).rows

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {number: [[6 * number]] for number in range(8)}


# other graphs


def test_an_empty_graph_answers(shop: Any, make: Make) -> None:
    engine = make(Changed(shop, components=list, pull_requests=list, relations=list))
    assert engine.query("MATCH (c:Page)-[:USES]->(d) RETURN c, d").rows == []
    assert engine.query("MATCH (n) RETURN count(n)").rows == [[0]]


def twin(key: int, path: str) -> ComponentView:
    return ComponentView(key, "a.b.c", "page", path, ["B::C"], "", "", "", "", [])


def test_components_may_share_a_node_id(shop: Any, make: Make) -> None:
    twins = [twin(1, "a/b.c"), twin(2, "a.b/c")]
    engine = make(Changed(shop, components=lambda: twins, relations=list, pull_requests=list))
    found = engine.query("MATCH (c {node_id: 'a.b.c'}) RETURN c.path, c.constants ORDER BY c.path").rows
    assert found == [["a.b/c", ["B::C"]], ["a/b.c", ["B::C"]]]


def test_pull_requests_without_components_exist(shop: Any, make: Make) -> None:
    only = [PullRequest("#9", "squash", "Alone", "c", "p", number=9)]
    engine = make(Changed(shop, components=list, relations=list, pull_requests=lambda: only))
    assert engine.query("MATCH (p:PullRequest) RETURN p.key, p.kind, p.date").rows == [["#9", "squash", ""]]


def test_a_graph_that_does_not_fit_together_is_said(shop: Any, make: Make) -> None:
    lost = Edge("uses", 1, 2, "", "", "", "", "", "", "", "static", 1.0, {}, (), "", "")
    with pytest.raises(QueryError, match="the graph cannot be copied"):
        make(Changed(shop, relations=lambda: [lost])).query("RETURN 1")


def test_an_error_of_the_source_is_not_hidden(shop: Any, make: Make) -> None:
    def broken() -> list[Edge]:
        raise ValueError("the memory is gone")

    with pytest.raises(ValueError, match="the memory is gone"):
        make(Changed(shop, relations=broken)).query("RETURN 1")


def test_a_process_that_cannot_start_is_said(
    shop: Any, make: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(QueryError, match="no process for queries can be started"):
        make(shop).query("RETURN 1")
    assert list(tmp_path.iterdir()) == []


def test_what_exists_is_told_without_a_worker(shop: Any, make: Make) -> None:
    engine = make(shop)
    schema = engine.schema()
    assert engine.worker_pid is None
    assert schema["nodes"]["Component"][:5] == ["node_id", "type", "path", "constants", "actions"]
    assert "__key" not in schema["nodes"]["Component"]
    assert schema["relations"]["USES"] == ["name", "confidence", "provenance", "first_pr", "last_pr", "attributes"]
    assert schema["component_types"] == list(shop.component_types)
    json.dumps(schema)


def test_attributes_that_collide_with_names_of_the_graph_are_renamed(shop: Any, make: Make) -> None:
    names = dict.fromkeys(["Path", "path_", "__key", "a`b c", "ACTIONS", "actions"], "list")
    engine = make(Changed(shop, attributes=names))
    properties = engine.schema()["nodes"]["Component"]
    assert len({name.casefold() for name in properties}) == len(properties) == 4 + len(names)
    assert engine.query("MATCH (c:Page) RETURN count(c)").rows == [[2]]
