"""The readable forms: what they must say, never cut what is copied, safe on any terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from repo import RepoBuilder

from codens_core.cli.render.text import line, safe, value
from tests.cli.conftest import Cli

SOUP = "recipes.warm.soup.recipe"


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["status"], ["7 pull requests", "up to #6", "4 components, 1 removed earlier", "recipe", "3 relations"]),
        (["components"], [SOUP, "#4", "4 components: 2 ingredient, 1 menu, 1 recipe"]),
        (["show", "soup"], [SOUP, "Onion soup  :1  #1", "leads to", "comes from", "shaped by 2 pull requests"]),
        (["show", "salad"], ["removed; this is its last state"]),
        (["show", "soup", "--at", "#3"], ["as it was after #3", "recipes/soup.recipe"]),
        (["history", "soup"], ["#1  2023-11-14  Ann  Add soup", "serves 4 → 6  :2", "2 steps"]),
        (["relations"], ["menus.lunch.menu", ":3", "distinct pairs"]),
        (["unresolved"], ["cake", "missing", "menus/lunch.menu:4"]),
        (["search", "onion"], ["ingredients/onion.ingredient"]),
        (["cypher", "MATCH (c:Component {type: 'menu'}) RETURN c.node_id AS id"], ["id", "menus.lunch.menu"]),
        (["ask", "what is the soup"], ["Evidence", "[1] recipes/warm/soup.recipe", "no model"]),
        (["flow", "lunch"], ["1. ", "recipes/warm/soup.recipe", "Evidence"]),
        (["verify"], ["equal: 5 files"]),
        (["plugins"], ["pantry", "codens-pantry", "good", "Pantry (pantry)"]),
        (["config", "check"], ["everything has its default"]),
        (["config", "show"], ["query_rows: 1000", "github_token"]),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, list) else "",
)
def test_what_is_said(built: Path, cli: Cli, args: list[str], told: list[str]) -> None:
    outcome = cli("-C", built, *args, "--quiet")
    assert (outcome.status, outcome.err) == (0, "")
    assert not [words for words in told if words not in outcome.out], outcome.out
    assert "\x1b" not in outcome.out, "no colours where no terminal is"
    assert not [text for text in outcome.out.splitlines() if text != text.rstrip()]


@pytest.mark.parametrize(
    ("args", "rest"),
    [
        (["components", "--limit", "1"], "… and 3 more components (--limit 0 shows all)"),
        (["relations", "--limit", "2"], "… and 1 more relation (--limit 0 shows all)"),
        (["show", "soup", "--limit", "1"], "… and 1 more pull request (--limit 0 shows all)"),
        (["history", "soup", "--limit", "1"], "… 1 earlier pull request (--limit 0 shows all)"),
    ],
)
def test_a_shortened_list_says_how_much_is_missing(built: Path, cli: Cli, args: list[str], rest: str) -> None:
    assert rest in cli("-C", built, *args).out
    assert "more" not in cli("-C", built, *args[:-1], "0").out.replace("once more", "")


@pytest.mark.parametrize("width", [40, 80, 120])
def test_narrow_terminals_fold_and_never_cut_names(
    built: Path, cli: Cli, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    out = cli("-C", built, "components").out
    assert max(len(text) for text in out.splitlines()) <= width
    assert "".join(SOUP.split(".")) in "".join(out.replace(".", "").split()) or width == 40


def test_colours_follow_the_terminal_and_can_be_turned_off(
    built: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[" in cli("-C", built, "components").out
    plain = [cli("-C", built, "components", "--no-color").out]
    monkeypatch.setenv("NO_COLOR", "1")
    plain.append(cli("-C", built, "components").out)
    assert not [out for out in plain if "\x1b[3" in out or "\x1b[9" in out]


def test_nothing_in_a_repository_steers_the_terminal(tmp_path: Path, cli: Cli) -> None:
    repo = RepoBuilder(tmp_path / "odd")
    repo.commit({"pantry.conf": "kitchen\n"}, "Begin \x1b]0;owned\x07 now")
    repo.commit(
        {"recipes/x.recipe": "name \x1b[31mRed\x9b2J\u202e\n"}, "Add \x1b[2J (#1)", "Ann\x1b[8m <a@example.org>"
    )
    assert cli("-C", repo.path, "build").status == 0
    for args in (["show", "x"], ["history", "x"], ["status"], ["components"], ["search", "red"]):
        outcome = cli("-C", repo.path, *args)
        assert not set("\x1b\x9b\x07\u202e") & set(outcome.out + outcome.err), args


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ("a\n b", "a b"),
        (True, "yes"),
        (None, ""),
        (3, "3"),
        (["a", 1], "a, 1"),
        (
            {"name": "users", "macro": "many", "options": {"through": "x"}, "empty": []},
            "users (macro many, options through x)",
        ),
        ({"label": "Save", "line": 3}, "Save (line 3)"),
        ({"verb": "GET", "path": "/"}, "verb GET, path /"),
        ({"name": "x"}, "x"),
        ({}, ""),
    ],
)
def test_values_in_words(found: object, told: str) -> None:
    assert value(found) == told


def test_long_and_odd_text() -> None:
    assert line("x" * 300, 10) == "xxxxxxxxx…"
    assert safe("a\tb\nc\x1b\u2066") == "a\tb\nc\ufffd\ufffd"
