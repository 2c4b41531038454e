"""What `--json` promises to other tools: names that never change, values that are right, schemas that hold."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from repo import RepoBuilder

from tests.cli.conftest import Cli

SCHEMAS = Path(__file__).parents[2] / "schemas" / "outputs"
SOUP = "recipes.warm.soup.recipe"

READING: list[list[str]] = [
    ["status"],
    ["components"],
    ["show", SOUP],
    ["show", SOUP, "--at", "#3"],
    ["history", SOUP],
    ["relations"],
    ["unresolved"],
    ["search", "onion", "soup"],
    ["cypher", "MATCH (c:Component) RETURN c, c.node_id"],
    ["ask", "what", "is", "soup"],
    ["flow", "lunch"],
    ["pr", "4"],
    ["changes", "--since", "#3"],
    ["diff", "#1..#4"],
    ["blame", "soup.serves"],
    ["verify"],
    ["plugins"],
    ["config", "check"],
    ["config", "show"],
]


TIMED = ("ask", "cypher")
"""Commands that say how long they took."""


@pytest.mark.parametrize("args", READING, ids=" ".join)
def test_every_reading_command_has_json_by_its_schema(built: Path, cli: Cli, args: list[str]) -> None:
    outcome = cli("-C", built, *args, "--json", "--quiet")
    command = "-".join(args[:2]) if args[0] == "config" else args[0]
    schema = json.loads((SCHEMAS / f"{command}.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(outcome.json, schema)
    assert outcome.err == "" and outcome.out.endswith("}\n")
    assert cli("-C", built, *args, "--json", "--quiet").out == outcome.out or args[0] in TIMED, "not stable"


def test_components(built: Path, cli: Cli) -> None:
    found = cli("-C", built, "components", "--json").json
    soup = next(c for c in found["components"] if c["node_id"] == SOUP)
    assert soup == {
        "node_id": SOUP,
        "type": "recipe",
        "path": "recipes/warm/soup.recipe",
        "constants": ["soup"],
        "attributes": {
            "name": "Onion soup",
            "note": "Stir well",
            "serves": "6",
            "ingredients": ["ingredients.butter.ingredient", "ingredients.onion.ingredient"],
        },
        "first_pr": "#1",
        "last_pr": "#4",
        "prs": ["#1", "#4"],
    }
    assert (found["total"], found["by_type"]) == (4, {"ingredient": 2, "menu": 1, "recipe": 1})


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["--type", "menu"], ["menus.lunch.menu"]),
        (["--type", "menu", "--type", "recipe"], ["menus.lunch.menu", SOUP]),
        (["--match", "LUNCH"], ["menus.lunch.menu"]),
        (["--match", "**/*.ingredient"], ["ingredients.butter.ingredient", "ingredients.onion.ingredient"]),
        (["--match", "*.ingredient"], []),
    ],
)
def test_components_are_chosen(built: Path, cli: Cli, args: list[str], expected: list[str]) -> None:
    found = cli("-C", built, "components", "--json", *args).json
    assert [component["node_id"] for component in found["components"]] == expected


def test_relations(built: Path, cli: Cli) -> None:
    found = cli("-C", built, "relations", "--type", "serves_recipe", "--json").json
    (relation,) = found["relations"]
    evidence = relation.pop("evidence")
    assert relation == {
        "type": "serves_recipe",
        "source": "menus.lunch.menu",
        "target": SOUP,
        "name": "",
        "source_path": "menus/lunch.menu",
        "target_path": "recipes/warm/soup.recipe",
        "provenance": "cue",
        "confidence": 1.0,
        "attributes": {},
        "first_pr": "#3",
        "last_pr": "#3",
    }
    assert [{**e, "commit": len(e["commit"])} for e in evidence] == [
        {"path": "menus/lunch.menu", "start_line": 3, "end_line": 3, "commit": 40, "member": ""}
    ]
    assert (found["total"], found["distinct"]) == (1, 1)
    assert found["by_type"] == {"serves_recipe": {"total": 1, "distinct": 1}}


@pytest.mark.parametrize(
    ("args", "count"),
    [
        ([], 3),
        (["--from", "soup"], 2),
        (["--to", "soup"], 1),
        (["--from", "lunch", "--to", "soup"], 1),
        (["--from", "soup", "--to", "lunch"], 0),
        (["--from", "soup", "--type", "serves_recipe"], 0),
    ],
)
def test_relations_are_chosen_by_their_ends(built: Path, cli: Cli, args: list[str], count: int) -> None:
    found = cli("-C", built, "relations", "--json", *args).json
    assert (found["total"], len(found["relations"])) == (count, count)


def test_search(built: Path, cli: Cli) -> None:
    found = cli("-C", built, "search", "onion", "--k", 1, "--json").json
    (result,) = found["results"]
    assert {"node_id", "type", "path", "score"} <= result.keys()
    assert (result["node_id"], result["path"]) == ("ingredients.onion.ingredient", "ingredients/onion.ingredient")
    typed = cli("-C", built, "search", "onion", "--type", "recipe", "--json").json
    assert [result["type"] for result in typed["results"]] == ["recipe"]


def test_ask(built: Path, cli: Cli) -> None:
    found = cli("-C", built, "ask", "what is the onion soup?", "--json").json
    assert {"answer", "citations", "not_found", "interpretation", "metrics"} <= found.keys()
    assert found["citations"]
    for citation in found["citations"]:
        assert {"node_id", "path", "start_line", "end_line", "commit", "pull_request"} <= citation.keys()
        assert f"[{citation['number']}]" in found["answer"]
    assert any(citation["path"] == "recipes/warm/soup.recipe" for citation in found["citations"])
    assert found["metrics"]["calls"] == 0
    nothing = cli("-C", built, "ask", "xyzzy", "--json").json
    assert nothing["citations"] == [] and nothing["not_found"]


def test_flow(built: Path, cli: Cli) -> None:
    (flow,) = cli("-C", built, "flow", "lunch", "--json").json["flows"]
    steps = [(step["source"], step["target"], step["depth"]) for step in flow["steps"] if step["kind"] == "relation"]
    assert steps == [("menus.lunch.menu", SOUP, 0)]
    assert cli("-C", built, "flow", "lunch", "--mermaid").out.startswith("flowchart TD\n")
    assert cli("-C", built, "flow", "zzz").status == 8


def test_unresolved(built: Path, cli: Cli) -> None:
    found = cli("-C", built, "unresolved", "--json").json
    assert found["unresolved"] == [
        {
            "type": "serves_recipe",
            "source": "menus.lunch.menu",
            "path": "menus/lunch.menu",
            "line": 4,
            "name": "cake",
            "reason": "missing",
        }
    ]
    assert found["by_reason"] == {"missing": 1}
    assert cli("-C", built, "unresolved", "--reason", "external", "--json").json["total"] == 0


def test_show_tells_where_each_value_comes_from(built: Path, cli: Cli) -> None:
    found = cli("-C", built, "show", "soup", "--json").json
    (serves,) = found["attributes"]["serves"]
    assert (serves["value"], serves["pull_request"], serves["evidence"]["start_line"]) == ("6", "#4", 2)
    assert [pr["key"] for pr in found["pull_requests"]] == ["#1", "#4"]
    assert {(r["source"], r["target"]) for r in found["relations"]} == {
        ("menus.lunch.menu", SOUP),
        (SOUP, "ingredients.butter.ingredient"),
        (SOUP, "ingredients.onion.ingredient"),
    }


@pytest.mark.parametrize("at", ["#3", "3"])
def test_show_at_an_earlier_moment(built: Path, cli: Cli, at: str) -> None:
    found = cli("-C", built, "show", SOUP, "--at", at, "--json").json
    assert (found["path"], found["exists"], found["at"]) == ("recipes/soup.recipe", True, "#3")
    assert [value["value"] for value in found["attributes"]["serves"]] == ["4"]
    assert [pr["key"] for pr in found["pull_requests"]] == ["#1"]


def test_show_before_it_was_there_and_after_it_went(built: Path, cli: Cli) -> None:
    before = cli("-C", built, "show", SOUP, "--at", "2023-11-14T22:14:30+00:00", "--json").json
    assert (before["exists"], before["attributes"], before["pull_requests"]) == (False, {}, [])
    gone = cli("-C", built, "show", "recipes/salad.recipe", "--json").json
    assert (gone["exists"], gone["attributes"]["name"][0]["value"]) == (False, "Salad")


def test_history_follows_the_rename(built: Path, cli: Cli) -> None:
    found = cli("-C", built, "history", "soup", "--attribute", "serves", "--json").json
    steps = [(c["pull_request"]["key"], c["kind"], c["old"], c["new"], c["evidence"]["path"]) for c in found["changes"]]
    assert steps == [
        ("#1", "set", None, "4", "recipes/soup.recipe"),
        ("#4", "set", "4", "6", "recipes/warm/soup.recipe"),
    ]


def test_cypher(built: Path, cli: Cli) -> None:
    query = "MATCH (m:Component {type: 'menu'})-[:SERVES_RECIPE]->(r) RETURN m.node_id AS menu, r.node_id AS recipe"
    found = cli("-C", built, "cypher", query, "--json").json
    assert (found["columns"], found["rows"]) == (["menu", "recipe"], [["menus.lunch.menu", SOUP]])
    schema: dict[str, Any] = cli("-C", built, "cypher", "--schema", "--json").json
    assert "SERVES_RECIPE" in schema["relations"] and "node_id" in schema["nodes"]["Component"]


def test_dump_and_load_give_the_same_memory(built: Path, cli: Cli, tmp_path: Path) -> None:
    """In another clone: search texts, which a dump leaves out, are made anew from its files."""
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    assert cli("-C", built, "dump", first).status == 0
    shutil.copytree(built, tmp_path / "other", ignore=shutil.ignore_patterns(".codens"))
    assert cli("-C", tmp_path / "other", "load", tmp_path / "none.jsonl").status == 5
    assert cli("-C", tmp_path / "other", "load", first).status == 0
    assert cli("-C", tmp_path / "other", "dump", second).status == 0
    assert first.read_bytes() == second.read_bytes()
    assert cli("-C", tmp_path / "other", "load", first).status == 5, "a memory that holds something is kept"
    found = [cli("-C", folder, "search", "onion", "--json").json["results"] for folder in (built, tmp_path / "other")]
    assert found[0] == found[1], "search texts are made anew"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "none.jsonl:1: not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"{}\n", "no dump of format"),
        (b'{"codens_dump": 999, "meta": {}}\n', "no dump of format"),
        (b'{"codens_dump": 1, "meta": {}}\n{"table": "users"}\n', "none.jsonl:2: unknown table"),
        (b'{"codens_dump": 1, "meta": {}}\n[]\n', "none.jsonl:2: not a row"),
    ],
)
def test_a_file_that_is_no_dump_fills_nothing(kitchen: RepoBuilder, cli: Cli, content: bytes, told: str) -> None:
    (kitchen.path / "none.jsonl").write_bytes(content)
    outcome = cli("-C", kitchen.path, "load", kitchen.path / "none.jsonl")
    assert outcome.status == 5 and told in outcome.err
    assert cli("-C", kitchen.path, "build", "--quiet").status == 0


def test_build_says_what_it_did_and_a_second_one_has_nothing_to_do(kitchen: RepoBuilder, cli: Cli) -> None:
    first = cli("-C", kitchen.path, "build", "--json", "--quiet").json
    assert (first["replayed"], first["relations"], first["unresolved"], first["problems"]) == (7, 3, 1, 0)
    assert cli("-C", kitchen.path, "build", "--json", "--quiet").json["replayed"] == 0
    kitchen.commit({"ingredients/oil.ingredient": "name Oil\n"}, "Add oil (#7)")
    assert cli("-C", kitchen.path, "status", "--json").json["behind"] == 1
    assert cli("-C", kitchen.path, "build", "--json", "--quiet").json["replayed"] == 1


def test_head_only_and_since(kitchen: RepoBuilder, cli: Cli) -> None:
    assert cli("-C", kitchen.path, "build", "--head-only", "--json", "--quiet").json["replayed"] == 1
    assert cli("-C", kitchen.path, "status", "--json").json["mode"] == "head"
    first = kitchen.git.revparse_single("HEAD~2")
    begun = cli("-C", kitchen.path, "build", "--since", str(first.id), "--rebuild", "--json", "--quiet").json
    assert begun["replayed"] == 3
