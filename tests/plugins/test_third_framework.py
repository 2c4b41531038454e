"""A framework that the core has never heard of goes the whole way: from its entry point to an answer."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pantry
import pytest
from repo import RepoBuilder

CODENS = Path(sys.executable).parent / "codens"

STORY = [
    ({"pantry.conf": "kitchen of the corner house\n"}, "Begin"),
    ({"ingredients/onion.ingredient": "name: Onion\n", "ingredients/butter.ingredient": "name: Butter\n"}, "Shop (#1)"),
    (
        {"recipes/soup.recipe": "name: Onion soup\nserves 4\nneeds onion, butter\n"},
        "Cook onion soup (#2)\n\nButter and not oil, because the onions burn in oil.",
    ),
    ({"menus/lunch.menu": "name: Lunch\ndish soup\ndish cake\n"}, "Serve lunch (#3)"),
    ({"recipes/drafts/cake.recipe": "name: Cake\nneeds flour\n"}, "Try a cake (#4)"),
    ({"recipes/soup.recipe": "name: Onion soup\nserves 6\nneeds onion, butter\n"}, "Soup for six (#5)"),
]


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pantry as pip would have installed it."""
    folder = tmp_path_factory.mktemp("packages")
    shutil.copytree(Path(pantry.__file__).parent, folder / "pantry", ignore=shutil.ignore_patterns("__pycache__"))
    info = folder / "codens_pantry-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: codens-pantry\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text("[codens]\npantry = pantry\n")
    return folder


@pytest.fixture(scope="module")
def kitchen(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kitchen's repository, with its configuration written and its memory built by the command line."""
    repo = RepoBuilder(tmp_path_factory.mktemp("kitchen") / "kitchen")
    for files, message in STORY:
        repo.commit(files, message)
    repo.worktree()
    codens(packages, repo.path, "init")
    codens(packages, repo.path, "build", "--quiet")
    return repo.path


def codens(packages: Path, folder: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(packages), "NO_COLOR": "1", "COLUMNS": "120"}
    command = [str(CODENS), "-C", str(folder), *arguments]
    done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def answer(packages: Path, folder: Path, *arguments: str) -> Any:
    return json.loads(codens(packages, folder, *arguments, "--json"))


def test_init_detects_it(kitchen: Path) -> None:
    assert "framework: pantry" in (kitchen / "codens.yaml").read_text()


def test_it_is_listed_as_any_other_plugin(packages: Path, kitchen: Path) -> None:
    rows = {row["name"]: row for row in answer(packages, kitchen, "plugins")["plugins"]}
    assert rows["pantry"]["package"] == "codens-pantry" and rows["pantry"]["healthy"]


def test_its_components_have_its_types(packages: Path, kitchen: Path) -> None:
    status = answer(packages, kitchen, "status")
    assert status["components"] == {"ingredient": 2, "menu": 1, "recipe": 1}
    assert status["left_out"]["draft"] == 1
    assert status["support_files"] == 1
    assert status["pull_requests"] == len(STORY)


def test_its_names_become_relations_or_are_listed(packages: Path, kitchen: Path) -> None:
    edges = {
        (r["type"], r["source_path"], r["target_path"]) for r in answer(packages, kitchen, "relations")["relations"]
    }
    assert edges == {
        ("serves_recipe", "menus/lunch.menu", "recipes/soup.recipe"),
        ("needs_ingredient", "recipes/soup.recipe", "ingredients/onion.ingredient"),
        ("needs_ingredient", "recipes/soup.recipe", "ingredients/butter.ingredient"),
    }
    (cake,) = answer(packages, kitchen, "unresolved")["unresolved"]
    assert (cake["name"], cake["reason"], cake["line"]) == ("cake", "missing", 3)


def test_its_attributes_have_a_history(packages: Path, kitchen: Path) -> None:
    changes = answer(packages, kitchen, "history", "recipes.soup.recipe", "--attribute", "serves")["changes"]
    assert [(c["pull_request"]["key"], c["old"], c["new"]) for c in changes] == [("#2", None, "4"), ("#5", "4", "6")]


def test_its_memory_is_what_its_code_says(packages: Path, kitchen: Path) -> None:
    assert answer(packages, kitchen, "verify")["equal"] is True


def test_it_is_found_by_words(packages: Path, kitchen: Path) -> None:
    results = answer(packages, kitchen, "search", "onion soup")["results"]
    assert results[0]["path"] == "recipes/soup.recipe"


def test_a_question_why_is_answered_by_the_pull_request_that_says_so(packages: Path, kitchen: Path) -> None:
    found = answer(packages, kitchen, "ask", "Why does the onion soup need butter?")
    assert "#2" in found["answer"] and "burn in oil" in found["answer"]
    assert "#2" in {citation["pull_request"] for citation in found["citations"]}


def test_a_question_what_is_answered_with_file_and_lines(packages: Path, kitchen: Path) -> None:
    found = answer(packages, kitchen, "ask", "What is the onion soup?")
    assert "recipes/soup.recipe" in found["answer"]
    cited = [citation for citation in found["citations"] if citation["path"] == "recipes/soup.recipe"]
    assert cited and all(citation["commit"] for citation in cited)
