"""Documented commands: finds `console` blocks in Markdown, runs them, compares and rewrites what they print.

A page that starts with `<!-- console: bookshop -->` runs its blocks, in order, in a copy of the sample application;
with `<!-- console: built bookshop -->` its memory is already there. In a block `$ ` starts a command, `# exit N` at its
end names the exit status (else 0), `> ` continues it, and the lines below are its output, where a line `...` stands for
any lines and `[...]` for any text.

`python tests/support/console.py PAGE...` replaces output that no longer fits by what the command really prints.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

ROOT = Path(__file__).parents[2]
WIDTH = "110"
HOME = "/home/you/bookshop"
"""What stands in pages for the folder in which commands run."""

_PAGE = re.compile(r"\A(?:#[^\n]*\n+)?<!-- console: (built )?bookshop -->")
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_MEASURED = re.compile(r"\b\d+(?:\.\d+)?(?= (?:ms|s|MB)\b)")
_EXIT = re.compile(r"\s+# exit (\d+)$")


@dataclass(frozen=True)
class Command:
    """One documented command with the output that the page shows."""

    line: str
    status: int
    output: str

    def run(self, folder: Path) -> str:
        """Its real output (both streams). A status other than the documented one is an AssertionError."""
        environment = {
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "COLUMNS": WIDTH,
            "NO_COLOR": "1",
        }
        done = subprocess.run(
            self.line, shell=True, cwd=folder, env=environment, check=False, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        shown = done.stdout.replace(str(folder.resolve()), HOME)
        output = "".join(line.rstrip() + "\n" for line in shown.splitlines())
        assert done.returncode == self.status, f"{self.line}: exit status {done.returncode}\n{output}"
        return output.strip("\n") + "\n" if output.strip() else ""

    def fits(self, real: str) -> bool:
        """Whether the documented output is the real one, with its gaps."""
        pieces = []
        for line in self.output.splitlines():
            words = ".*".join(re.escape(part) for part in line.rstrip().split("[...]"))
            pieces.append("(?:.*\n)*?" if line.strip() == "..." else f"{words}\n")
        return re.fullmatch("".join(pieces), real) is not None


def commands(block: str) -> Iterator[Command]:
    """The commands of one block."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, output = _split(part)
        status = _EXIT.search(line)
        yield Command(_EXIT.sub("", line), int(status[1]) if status else 0, output)


def _split(part: str) -> tuple[str, str]:
    """A command with its continuation lines (`> `), and the output below."""
    first, *rest = part.splitlines(keepends=True)
    more = list(takewhile(lambda line: line.startswith("> "), rest))
    command = first + "".join(line[2:] for line in more)
    return command.rstrip("\n"), "".join(rest[len(more) :])


def page_start(text: str) -> str | None:
    """`bookshop`, `built bookshop`, or None for a page whose blocks are not run."""
    found = _PAGE.match(text)
    return None if found is None else "built bookshop" if found[1] else "bookshop"


def page_commands(text: str) -> list[Command]:
    """All commands of a page, in order."""
    return [command for block in _BLOCK.findall(text) for command in commands(block)]


def pages() -> list[Path]:
    """Every page of the repository that is documentation."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "plugins").glob("*/README.md"))]


def build_bookshop(target: Path) -> None:
    """The sample application at `target`."""
    command = [sys.executable, str(ROOT / "examples/build_sample.py"), str(target)]
    subprocess.run(command, check=True, capture_output=True)


def build_memory(folder: Path) -> None:
    """Build the memory of the application in `folder`."""
    command = [str(Path(sys.executable).parent / "codens"), "-C", str(folder), "build", "--quiet"]
    subprocess.run(command, check=True, capture_output=True)


def rewritten(text: str, folder: Path) -> str:
    """The page with every output that does not fit replaced by the real one."""

    def block(match: re.Match[str]) -> str:
        out = ["```console\n"]
        for command in commands(match[1]):
            real = command.run(folder)
            tail = f"  # exit {command.status}" if command.status else ""
            line = command.line.replace("\n", "\n> ")
            shown = command.output if command.fits(real) else _MEASURED.sub("[...]", real)
            out.append(f"$ {line}{tail}\n{shown}")
        return "".join(out) + "```"

    return _BLOCK.sub(block, text)


def main(arguments: list[str]) -> None:
    """Rewrite the pages named (none: all)."""
    for page in [Path(argument) for argument in arguments] or pages():
        text = page.read_text(encoding="utf-8")
        start = page_start(text)
        if start is None:
            continue
        with tempfile.TemporaryDirectory() as folder:
            shop = Path(folder) / "bookshop"
            build_bookshop(shop)
            if start == "built bookshop":
                build_memory(shop)
            new = rewritten(text, shop)
        if new != text:
            page.write_text(new, encoding="utf-8")
            print(f"{page}: rewritten")


if __name__ == "__main__":
    main(sys.argv[1:])
