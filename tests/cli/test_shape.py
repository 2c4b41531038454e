"""The command line as a whole: fast help, true one-liners, one writer for each stream, documented and pinned."""

from __future__ import annotations

import ast
import resource
import subprocess
import sys
from pathlib import Path

import click
import pytest

from codens_core import __version__
from codens_core.cli.app import COMMANDS, root

CORE = Path(__file__).parents[2] / "codens_core"
HEAVY = ("pydantic", "rich", "yaml", "pygit2", "pluggy", "tree_sitter", "ladybug", "pyarrow", "numpy", "sqlite3")


def test_help_loads_nothing_heavy() -> None:
    code = "import sys; from codens_core.cli import main; sys.argv[1:] = ['--help']; main(); print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "click" in modules
    assert not [name for name in modules if name.split(".")[0] in HEAVY]


def test_help_is_there_at_once() -> None:
    """Measured in processor time: it is the waiting time of a machine that does nothing else."""

    def spent() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    start = spent()
    subprocess.run([sys.executable, "-m", "codens_core.cli", "--help"], capture_output=True, check=True)
    assert spent() - start < 0.3


def loaded(name: str) -> click.Command:
    command = root.get_command(click.Context(root, info_name="codens"), name)
    assert command is not None
    return command


@pytest.mark.parametrize("name", COMMANDS)
def test_the_line_in_the_list_is_the_commands_own(name: str) -> None:
    command = loaded(name)
    assert (command.help or "").split("\n\n")[0].strip() == COMMANDS[name][1]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_and_argument_is_explained(name: str) -> None:
    command = loaded(name)
    nested = list(command.commands.values()) if isinstance(command, click.Group) else [command]
    for each in nested:
        unexplained = [p.name for p in each.params if isinstance(p, click.Option) and not p.help]
        assert each.help and not unexplained


def test_version(cli) -> None:  # type: ignore[no-untyped-def]
    assert cli("--version").out == f"codens {__version__}\n"


WRITERS = {"codens_core/cli/stdout.py": "stdout", "codens_core/cli/stderr.py": "stderr"}


def _writes(file: Path) -> set[str]:
    """Streams that a module writes to: by `print`, `click.echo`, `sys.stdout` and `sys.stderr`."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "sys":
            found.add(node.attr)
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            owner = node.func.value if isinstance(node.func, ast.Attribute) else None
            if (name == "print" and owner is None) or (name in ("echo", "secho") and isinstance(owner, ast.Name)):
                found.add("stdout")
    return found & {"stdout", "stderr"}


def test_one_module_writes_to_each_stream() -> None:
    """Generators of reference pages (`python -m ...`) are no part of the command line."""
    for file in CORE.rglob("*.py"):
        name = str(file.relative_to(CORE.parent))
        written = _writes(file) - {WRITERS.get(name)}
        if name == "codens_core/cli/app.py" or file.name in ("reference.py", "schemas.py"):
            continue
        assert not written, f"{name} writes to {written}"


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["buidl"], "no command 'buidl'; did you mean build?"),
        (["xyzzy"], "no command 'xyzzy'"),
        (["show"], "Missing argument 'COMPONENT'."),
        (["status", "--jsn"], "No such option"),
        (["search", "x", "--k", "0"], "Invalid value for '--k'"),
        (["-C", "/does/not/exist", "status"], "/does/not/exist is not a directory"),
        (["config", "chek"], "No such command 'chek'"),
        (["cypher"], "give a query, or --schema"),
    ],
)
def test_a_wrong_command_line_is_two_lines_and_status_2(cli, args: list[str], told: str) -> None:  # type: ignore[no-untyped-def]
    outcome = cli(*args)
    assert (outcome.status, outcome.out) == (2, "")
    error, hint = outcome.err.splitlines()
    assert error.startswith(f"error: {told}") and hint.startswith("hint: ")
