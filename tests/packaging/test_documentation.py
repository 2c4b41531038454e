"""README and docs: every documented command runs and prints what the page shows; links and generated pages hold."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import console
import pytest

from codens_core.base import errors
from codens_core.cli.app import COMMANDS, INTERRUPTED

ROOT = console.ROOT
PAGES = console.pages()
RUN = [page for page in PAGES if console.page_start(page.read_text(encoding="utf-8"))]


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.fixture(scope="module")
def built_bookshop(pristine_bookshop: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = Path(shutil.copytree(pristine_bookshop, tmp_path_factory.mktemp("built") / "bookshop"))
    console.build_memory(folder)
    return folder


@pytest.mark.parametrize("page", RUN, ids=name)
def test_documented_commands_print_what_the_page_shows(
    page: Path, pristine_bookshop: Path, built_bookshop: Path, tmp_path: Path
) -> None:
    text = page.read_text(encoding="utf-8")
    start = built_bookshop if console.page_start(text) == "built bookshop" else pristine_bookshop
    folder = Path(shutil.copytree(start, tmp_path / "bookshop"))
    for command in console.page_commands(text):
        real = command.run(folder)
        assert command.fits(real), f"`make docs` rewrites {name(page)}; `{command.line}` printed:\n{real}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_console_block_is_run(page: Path) -> None:
    """A block that nobody runs is a promise that nobody keeps: what cannot be run is marked `sh`."""
    text = page.read_text(encoding="utf-8")
    assert console.page_start(text) or "```console" not in text


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert not [t for t in targets if "://" not in t and not (page.parent / t).exists()]


def test_the_readme_begins_with_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    first = re.search(r"```sh\n(.*?)```", text, re.DOTALL)
    assert first is not None
    lines = [line.split("#")[0].strip() for line in first[1].splitlines()]
    assert lines == ["make demo", "make test"]
    assert text.index("```sh") < 1200


def test_every_exit_code_is_documented() -> None:
    text = (ROOT / "docs/reference/exit-codes.md").read_text(encoding="utf-8")
    rows = {int(code): error for code, error in re.findall(r"^\| (\d+) \| `?([\w-]*)", text, re.MULTILINE)}
    classes = [e for e in vars(errors).values() if isinstance(e, type) and issubclass(e, errors.CodensError)]
    expected = {error.exit_code: error.code for error in classes}
    assert {code: rows.get(code) for code in expected} == expected
    assert {0, INTERRUPTED} <= rows.keys()


def test_every_command_is_documented() -> None:
    text = (ROOT / "docs/reference/commands.md").read_text(encoding="utf-8")
    assert re.findall(r"^## `codens (\w+)`$", text, re.MULTILINE) == list(COMMANDS)


@pytest.mark.parametrize(
    ("module", "page"),
    [
        ("codens_core.cli.reference", "docs/reference/commands.md"),
        ("codens_core.api.reference", "docs/reference/json.md"),
        ("codens_core.config.reference", "docs/reference/config.md"),
    ],
)
def test_generated_pages_are_fresh(module: str, page: str) -> None:
    made = subprocess.run([sys.executable, "-m", module], check=True, capture_output=True, text=True, encoding="utf-8")
    assert made.stdout == (ROOT / page).read_text(encoding="utf-8"), "run `make docs`"


# the runner itself


@pytest.mark.parametrize(
    ("documented", "real", "fits"),
    [
        ("one\ntwo\n", "one\ntwo\n", True),
        ("one\n", "one\ntwo\n", False),
        ("one\n...\n", "one\ntwo\nthree\n", True),
        ("...\nthree\n", "one\ntwo\nthree\n", True),
        ("...\nfour\n", "one\ntwo\nthree\n", False),
        ("took [...] s\n", "took 1.3 s\n", True),
        ("took [...] s\n", "took 1.3 m\n", False),
        ("a.b\n", "axb\n", False),
        ("", "", True),
    ],
)
def test_output_with_gaps(documented: str, real: str, fits: bool) -> None:
    assert console.Command("", 0, documented).fits(real) is fits


def test_a_page_is_rewritten_only_where_it_is_wrong(tmp_path: Path) -> None:
    page = (
        "# A page\n<!-- console: bookshop -->\n```console\n"
        "$ echo one; echo two\n...\ntwo\n"
        "$ sh -c 'exit 3'  # exit 3\n"
        "$ echo new\nold\n```\n"
    )
    assert console.rewritten(page, tmp_path) == page.replace("old\n", "new\n")


def test_a_wrong_exit_status_is_seen(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="exit status 1"):
        console.Command("false", 0, "").run(tmp_path)
