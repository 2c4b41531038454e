"""The rules of the house that a machine can check: rooms, who imports what and when, no framework in the core."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CORE = ROOT / "codens_core"
MODULES = sorted(CORE.rglob("*.py"))

ROOMS = {
    "click": {"cli"},
    "filelock": {"memory"},
    "ladybug": {"memory"},
    "litellm": {"model"},
    "neo4j": {"publish"},
    "pluggy": {"plugin"},
    "pyarrow": {"memory"},
    "pygit2": {"history"},
    "rich": {"cli"},
    "sentence_transformers": {"embed"},
    "textual": {"tui"},
    "tree_sitter": {"syntax"},
}
"""Libraries that belong to one room; the others get what they need through it."""

HEAVY = "ladybug litellm neo4j numpy pyarrow sentence_transformers textual torch"
"""What nobody should wait for who does not use it."""

FRAMEWORK_WORDS = re.compile(
    r"(?<![a-z])(?:"
    r"rails?|ruby\w*|django\w*|flask|laravel|sinatra|zeitwerk|sidekiq|pundit|cancan\w*|rspec|minitest|bundler|"
    r"active_?(?:record|job|model|support|storage)|action_?(?:mailer|controller|view|cable)|"
    r"erb|haml|slim|jbuilder|gemfile\w*|rakefile|wsgi|asgi|celery|jinja\w*"
    r")(?![a-z])",
    re.IGNORECASE,
)
"""Names of frameworks, their languages and libraries. Singular `rail` is no English this project needs either."""

FILE_CONVENTIONS = re.compile(
    r"\bapp/|\bconfig/(?:routes|locales|application)|\bdb/|(?<![\w/.])spec/|\.rb\b|\.erb\b|"
    r"\b(?:models|views|urls|settings|manage|schema|routes)\.(?:py|rb)\b|_controller\b"
)
"""Where a framework puts its files and what it calls them."""


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imports(path: Path) -> Iterator[str]:
    """Full names of all imported modules, deferred ones too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def run(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    return done.stdout


def loaded_by(program: str, candidates: str) -> set[str]:
    """Which top-level modules a fresh interpreter has loaded after `program`."""
    loaded = run(f"{program}\nimport sys; print(*{{name.split('.')[0] for name in sys.modules}})")
    return set(loaded.splitlines()[-1].split()) & set(candidates.split())


# imports


def test_import_contracts_hold() -> None:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]
    done = subprocess.run([*command, "--no-cache"], cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("library", ROOMS)
def test_a_library_stays_in_its_room(library: str) -> None:
    users = {
        path.relative_to(CORE).parts[0]: name(path)
        for path in MODULES
        if any(module.split(".")[0] == library for module in imports(path))
    }
    assert not {room: path for room, path in users.items() if room not in ROOMS[library]}


def test_the_api_waits_for_nothing_heavy() -> None:
    modules = [f"codens_core.api.{path.stem}" for path in sorted((CORE / "api").glob("[a-z]*.py"))]
    assert loaded_by(f"import {', '.join(modules)}", HEAVY) == set()


def test_help_loads_little_more_than_its_own_library() -> None:
    program = "from click.testing import CliRunner\nfrom codens_core.cli import app\nprint(dir(app))"
    assert loaded_by(program, f"{HEAVY} pydantic pygit2 rich tree_sitter yaml pluggy") == set()


def test_a_plugins_entry_module_is_light() -> None:
    assert loaded_by("import codens_rails", f"{HEAVY} tree_sitter tree_sitter_ruby pygit2") == set()
    assert "codens_rails.facts" not in run("import codens_rails, sys; print(*sys.modules)").split()


# no framework in the core


@pytest.mark.parametrize(
    ("words", "what"),
    [(FRAMEWORK_WORDS, "name"), (FILE_CONVENTIONS, "file convention")],
    ids=["names", "file conventions"],
)
def test_no_framework_stands_in_the_core(words: re.Pattern[str], what: str) -> None:
    found = [
        f"{name(path)}:{number}: {match[0]}"
        for path in MODULES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for match in words.finditer(line)
    ]
    assert not found, f"a framework's {what} in the core"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Rails::Application", FRAMEWORK_WORDS),
        ("a Django app", FRAMEWORK_WORDS),
        ("tree_sitter_ruby", FRAMEWORK_WORDS),
        ("ActiveRecord", FRAMEWORK_WORDS),
        ("index.html.erb", FRAMEWORK_WORDS),
        ("app/models", FILE_CONVENTIONS),
        ("**/*.rb", FILE_CONVENTIONS),
        ("urls.py", FILE_CONVENTIONS),
        ("users_controller", FILE_CONVENTIONS),
    ],
)
def test_the_words_are_found_where_they_stand(text: str, words: re.Pattern[str]) -> None:
    assert words.search(text)


@pytest.mark.parametrize(
    "text", ["guardrails", "trail", "verb", "verbatim", "superb", "apps/", "Slimmer", "mapping/x", "find_spec(name)"]
)
def test_other_words_are_left_alone(text: str) -> None:
    assert not FRAMEWORK_WORDS.search(text) and not FILE_CONVENTIONS.search(text)


# shape


def test_every_module_opens_with_a_sentence() -> None:
    silent = [
        name(p) for p in MODULES if not (ast.get_docstring(ast.parse(p.read_text(encoding="utf-8"))) or "").strip()
    ]
    assert not silent


def test_no_module_passes_four_hundred_lines() -> None:
    sources = [*MODULES, *(ROOT / "plugins").rglob("codens_*/**/*.py"), *(ROOT / "examples").rglob("*.py")]
    assert not {name(p): n for p in sources if (n := len(p.read_text(encoding="utf-8").splitlines())) > 400}
