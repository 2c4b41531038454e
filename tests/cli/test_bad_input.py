"""Bad input: a clear line and a hint on standard error, the documented status, and nothing lost."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pantry
import pytest
from repo import RepoBuilder

from codens_core.cli import stdout
from codens_core.memory.store import writer_lock
from tests.cli.conftest import Cli, Outcome, install

KITCHEN = {"pantry.conf": "kitchen\n"}
ASKING = ["status", "components", "relations", "unresolved", "verify"]


def refused(outcome: Outcome, status: int, *told: str) -> None:
    """The outcome is an error with `told` in it, in lines, without a traceback."""
    assert (outcome.status, outcome.out) == (status, ""), outcome
    assert outcome.err.startswith("error: ") and "Traceback" not in outcome.err
    assert not [words for words in told if words not in outcome.err], outcome.err


# repositories


@pytest.mark.parametrize("command", ["init", "build"])
def test_no_repository(tmp_path: Path, cli: Cli, command: str) -> None:
    (tmp_path / "plain").mkdir()
    refused(cli("-C", tmp_path / "plain", command), 4, "no git repository", "hint: run this inside a clone")
    assert not list((tmp_path / "plain").iterdir())


@pytest.mark.parametrize("command", ["init", "build"])
def test_no_commits(tmp_path: Path, cli: Cli, command: str) -> None:
    RepoBuilder(tmp_path / "new")
    refused(cli("-C", tmp_path / "new", command), 4, "no commit")
    assert not (tmp_path / "new" / ".codens" / "memory.sqlite").exists()


@pytest.mark.parametrize("command", ["init", "build"])
def test_an_empty_tree_has_no_framework(tmp_path: Path, cli: Cli, command: str) -> None:
    repo = RepoBuilder(tmp_path / "empty")
    repo.commit({}, "Nothing")
    refused(cli("-C", repo.path, command), 7, "no framework was recognised", "Pantry")


def test_a_bare_repository_is_refused_unless_accepted(tmp_path: Path, cli: Cli) -> None:
    repo = RepoBuilder(tmp_path / "bare.git", bare=True)
    repo.commit({**KITCHEN, "recipes/a.recipe": "name A\n"}, "Begin")
    refused(cli("-C", repo.path, "build"), 4, "bare repository", "git clone")
    assert cli("-C", repo.path, "--bare", "build", "--json", "--quiet").json["replayed"] == 1
    assert cli("-C", repo.path, "components", "--json").json["total"] == 1


@pytest.mark.parametrize("command", ASKING)
def test_nothing_built_yet(kitchen: RepoBuilder, cli: Cli, command: str) -> None:
    refused(cli("-C", kitchen.path, command), 5, "nothing is known of this project yet", "codens build")
    assert not (kitchen.path / ".codens").exists()


def test_a_missing_content_never_makes_a_whole_history(kitchen: RepoBuilder, cli: Cli) -> None:
    first = kitchen.git.revparse_single("HEAD~5:recipes/soup.recipe").id
    kept = kitchen.path / ".git" / "objects" / str(first)[:2] / str(first)[2:]
    content = kept.read_bytes()
    kept.unlink()
    outcome = cli("-C", kitchen.path, "build", "--json", "--quiet")
    assert outcome.status == 10 and '"complete": false' in outcome.out
    assert "warning: the memory is not whole" in outcome.err
    status = cli("-C", kitchen.path, "status").out
    assert str(first) in status
    kept.write_bytes(content)
    assert cli("-C", kitchen.path, "build", "--rebuild", "--json", "--quiet").json["complete"]


# frameworks and plugins


def test_a_framework_without_its_plugin_is_named_with_its_package(tmp_path: Path, cli: Cli, packages: Path) -> None:
    from codens_core.plugin.known import KnownFramework, known_frameworks

    row = KnownFramework(framework="atlas", title="Atlas", package="codens-atlas", file="atlas.toml", contains="maps")
    repo = RepoBuilder(tmp_path / "atlas")
    repo.commit({"atlas.toml": "maps = 3\n"}, "Begin")
    known_frameworks.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("codens_core.plugin.known.known_frameworks", lambda: (row,))
        for command in ("init", "build"):
            refused(cli("-C", repo.path, command), 7, "this looks like Atlas", "pip install codens-atlas")
        repo.commit(KITCHEN, "Also a kitchen")
        found = cli("-C", repo.path, "init", "--json").json
        assert [root["framework"] for root in found["roots"]] == ["pantry"]
        assert found["not_installed"] == {"Atlas": "codens-atlas"}
        assert "This also looks like Atlas: pip install codens-atlas" in cli("-C", repo.path, "init", "--force").out


def test_a_broken_plugin_is_listed_and_the_others_work(kitchen: RepoBuilder, cli: Cli, packages: Path) -> None:
    install(packages, "broken", "no_such_module")
    outcome = cli("plugins")
    assert outcome.status == 7 and "no_such_module" in outcome.out and "good" in outcome.out
    assert cli("-C", kitchen.path, "build", "--quiet").status == 0


# configuration


def test_a_wrong_configuration_stops_everything_with_all_its_problems(kitchen: RepoBuilder, cli: Cli) -> None:
    text = "version: 1\nrots: []\nroots:\n- {path: ., framework: pantri}\ntypes: {menue: []}\n"
    (kitchen.path / "codens.yaml").write_text(text)
    refused(cli("-C", kitchen.path, "build"), 3, "codens.yaml:2: unknown key rots (did you mean roots?)")
    checked = cli("-C", kitchen.path, "config", "check")
    assert checked.status == 3 and "codens.yaml:2: unknown key rots" in checked.out
    (kitchen.path / "codens.yaml").write_text(text.replace("rots: []\n", ""))
    refused(
        cli("-C", kitchen.path, "build"),
        3,
        "codens.yaml has 2 problems",
        "codens.yaml:3: roots[0].framework: no installed plugin knows 'pantri' (did you mean pantry?)",
        "codens.yaml:4: types: no component type 'menue' (did you mean menu?)",
    )
    found = cli("-C", kitchen.path, "config", "check", "--json")
    assert found.status == 3 and '"line": 4' in found.out


def test_the_configuration_is_obeyed(kitchen: RepoBuilder, cli: Cli) -> None:
    config = "version: 1\nproject: Canteen\nexclude: ['ingredients/**']\ntypes: {menu: ['readme.md']}\nmemory: .memo\n"
    (kitchen.path / "codens.yaml").write_text(config)
    assert cli("-C", kitchen.path, "build", "--quiet").status == 0
    found = cli("-C", kitchen.path, "status", "--json").json
    assert (found["project"], found["components"]) == ("Canteen", {"menu": 2, "recipe": 1})
    assert found["left_out"]["excluded in codens.yaml"] == 2
    assert (kitchen.path / ".memo" / ".gitignore").exists() and not (kitchen.path / ".codens").exists()


def test_init_writes_a_valid_file_once(kitchen: RepoBuilder, cli: Cli) -> None:
    before = {entry.name for entry in kitchen.path.iterdir()}
    found = cli("-C", kitchen.path, "init", "--json").json
    assert found["roots"] == [
        {"path": ".", "framework": "pantry", "title": "Pantry", "confidence": 1.0, "because": "pantry.conf"}
    ]
    assert {entry.name for entry in kitchen.path.iterdir()} - before == {"codens.yaml", ".codens"}
    assert (kitchen.path / ".codens" / ".gitignore").read_text().endswith("\n*\n")
    assert cli("-C", kitchen.path, "config", "check", "--json").json["valid"]
    mine = (kitchen.path / "codens.yaml").read_text() + "# mine\n"
    (kitchen.path / "codens.yaml").write_text(mine)
    refused(cli("-C", kitchen.path, "init"), 3, "already there", "--force")
    assert (kitchen.path / "codens.yaml").read_text() == mine
    (kitchen.path / "codens.yaml").write_text("version: [\n")
    assert cli("-C", kitchen.path, "init", "--force").status == 0, "a wrong file can be replaced"
    assert cli("-C", kitchen.path, "build", "--quiet").status == 0


def test_init_finds_applications_in_folders(tmp_path: Path, cli: Cli) -> None:
    repo = RepoBuilder(tmp_path / "mono")
    files = {f"{place}/{name}": text for place in ("one", "deep/two") for name, text in KITCHEN.items()}
    repo.commit(
        {**files, "one/recipes/a.recipe": "name A\nneeds b\n", "deep/two/ingredients/b.ingredient": ""}, "Begin"
    )
    found = cli("-C", repo.path, "init", "--json").json
    assert [root["path"] for root in found["roots"]] == ["deep/two", "one"]
    assert cli("-C", repo.path, "build", "--quiet").status == 0
    paths = [c["path"] for c in cli("-C", repo.path, "components", "--json").json["components"]]
    assert paths == ["deep/two/ingredients/b.ingredient", "one/recipes/a.recipe"]
    assert cli("-C", repo.path, "relations", "--json").json["total"] == 0, "applications do not see each other"


# names


@pytest.mark.parametrize(
    "name", ["recipes.warm.soup.recipe", "recipes/warm/soup.recipe", "soup", "warm/soup", "./recipes/warm/soup.recipe"]
)
def test_all_names_of_a_component(built: Path, cli: Cli, name: str) -> None:
    assert cli("-C", built, "show", name, "--json").json["node_id"] == "recipes.warm.soup.recipe"


@pytest.mark.parametrize("args", [["show"], ["history"], ["relations", "--from"], ["relations", "--to"]])
def test_unknown_and_ambiguous_names(kitchen: RepoBuilder, cli: Cli, args: list[str]) -> None:
    kitchen.commit({"recipes/cold/soup.recipe": "name Gazpacho\n"}, "Add another soup (#7)")
    assert cli("-C", kitchen.path, "build", "--quiet").status == 0
    refused(
        cli("-C", kitchen.path, *args, "warm.sop.recipe"),
        8,
        "no component 'warm.sop.recipe'",
        "recipes.warm.soup.recipe?",
    )
    refused(cli("-C", kitchen.path, *args, "zzz"), 8, "no component 'zzz'", "hint: codens components")
    refused(
        cli("-C", kitchen.path, *args, "soup"),
        2,
        "fits 2 components",
        "recipes.cold.soup.recipe, recipes.warm.soup.recipe",
    )


@pytest.mark.parametrize(
    ("args", "status", "told"),
    [
        (["components", "--type", "menue"], 2, "did you mean menu?"),
        (["relations", "--type", "xyz"], 2, "known: needs_ingredient, serves_recipe"),
        (["unresolved", "--reason", "missin"], 2, "did you mean missing?"),
        (["search", "  "], 2, "an empty query"),
        (["ask", "  "], 2, "an empty question"),
        (["ask", "what", "--mode", "agent"], 2, "'--mode'"),
        (["show", "soup", "--at", "#99"], 8, "no pull request, commit or date '#99'"),
        (["history", "soup", "--attribute", "serve"], 2, "did you mean serves?"),
        (["cypher", "MATCH (n) DELETE n"], 9, "DELETE"),
        (["cypher", "MATCH (n:Nothing) RETURN n"], 9, "Nothing"),
        (["dump", "/does/not/exist/x.jsonl"], 5, "/does/not/exist/x.jsonl"),
        (["truth", "/does/not/exist"], 2, "not an oracle"),
        (["build", "--since", "nothing", "--rebuild"], 8, "nothing"),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, list) else "",
)
def test_wrong_arguments(built: Path, cli: Cli, args: list[str], status: int, told: str) -> None:
    refused(cli("-C", built, *args, "--quiet"), status, told)


# the memory file


def memory(project: Path) -> Path:
    return project / ".codens" / "memory.sqlite"


@pytest.mark.parametrize("command", [*ASKING, "build"])
def test_a_damaged_memory(built: Path, cli: Cli, command: str) -> None:
    for beside in ("-wal", "-shm"):
        memory(built).with_name(f"memory.sqlite{beside}").unlink(missing_ok=True)
    memory(built).write_bytes(b"no database at all\n" * 400)
    before = memory(built).read_bytes()
    refused(cli("-C", built, command, "--quiet"), 5, "memory.sqlite cannot be read", "hint: move it away")
    assert memory(built).read_bytes() == before, "what cannot be read is not written over"


def test_a_memory_damaged_in_the_middle(built: Path, cli: Cli) -> None:
    with sqlite3.connect(memory(built)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        page = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'relations'").fetchone()[0]
    db.close()
    data = bytearray(memory(built).read_bytes())
    data[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    memory(built).write_bytes(data)
    refused(cli("-C", built, "relations"), 5, "malformed")


@pytest.mark.parametrize("command", [*ASKING, "build"])
def test_a_memory_of_a_newer_version(built: Path, cli: Cli, command: str) -> None:
    db = sqlite3.connect(memory(built))
    db.execute("PRAGMA user_version = 999")
    db.close()
    refused(cli("-C", built, command, "--quiet"), 5, "newer version", "upgrade codens")


def test_two_builds_at_once(built: Path, cli: Cli) -> None:
    with writer_lock(built / ".codens"):
        refused(cli("-C", built, "build", "--quiet"), 6, f"process {os.getpid()}", "hint: wait for it")
        assert cli("-C", built, "components", "--json").json["total"] == 4, "reading goes on"
    assert cli("-C", built, "build", "--quiet").status == 0


def test_a_memory_folder_that_is_somebody_elses(kitchen: RepoBuilder, cli: Cli) -> None:
    (kitchen.path / "codens.yaml").write_text("version: 1\nmemory: recipes\n")
    refused(cli("-C", kitchen.path, "build"), 3, "holds other files")
    assert not list((kitchen.path / "recipes").glob(".*"))


# ends of all kinds


def test_ctrl_c_loses_nothing(kitchen: RepoBuilder, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = pantry.fields

    def stop_at_salad(source) -> None:  # type: ignore[no-untyped-def]
        if "salad" in source.path:
            os.kill(os.getpid(), signal.SIGINT)
        known(source)

    monkeypatch.setattr(pantry, "fields", stop_at_salad)
    refused(cli("-C", kitchen.path, "build", "--quiet"), 130, "stopped; run again to go on")
    monkeypatch.setattr(pantry, "fields", known)
    assert cli("-C", kitchen.path, "build", "--quiet").status == 0
    assert cli("-C", kitchen.path, "dump", tmp_path / "resumed.jsonl").status == 0
    assert cli("-C", kitchen.path, "build", "--rebuild", "--quiet").status == 0
    assert cli("-C", kitchen.path, "dump", tmp_path / "whole.jsonl").status == 0
    assert (tmp_path / "resumed.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


def test_a_reader_that_goes_away_is_no_error(built: Path) -> None:
    command = [sys.executable, "-m", "codens_core.cli", "-C", str(built), "relations", "--json"]
    reading, writing = os.pipe()
    os.close(reading)
    ended = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (141, "")


def test_an_unexpected_error_is_one_line_and_a_traceback_only_on_request(
    built: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(stdout, "answer", fail)
    outcome = cli("-C", built, "status")
    refused(outcome, 1, "internal error: ZeroDivisionError: by nothing", "hint: run again with --debug")
    for args in (["--debug", "-C", built, "status"], ["-C", built, "status", "--debug"]):
        assert "Traceback" in cli(*args).err


def test_progress_is_plain_lines_where_no_terminal_is_and_can_be_turned_off(kitchen: RepoBuilder, cli: Cli) -> None:
    outcome = cli("-C", kitchen.path, "build")
    assert "replay: 7 of 7\n" in outcome.err and "\x1b" not in outcome.err
    assert cli("-C", kitchen.path, "build", "--rebuild", "--quiet").err == ""
