"""Where a project is: its directory, its configuration, and the folder of its memory."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from codens_core.base.errors import ConfigError, UsageError
from codens_core.base.problems import Problem
from codens_core.config.checks import check
from codens_core.config.model import FILE_NAME, Config
from codens_core.config.positions import Document, read_document

IGNORE = "# Written by codens: nothing in this folder belongs into the repository.\n*\n"


@dataclass(frozen=True, slots=True)
class Place:
    """A project's directory with its configuration; `document` is None where no `codens.yaml` stands."""

    directory: Path
    config: Config
    document: Document | None = None
    """The file as read, for problems that are found later."""

    @property
    def name(self) -> str:
        """The project's name."""
        return self.config.project or self.directory.resolve().name

    @property
    def folder(self) -> Path:
        """The folder of the memory."""
        return self.directory / self.config.memory

    def prepare(self) -> Path:
        """Make the memory's folder, hidden from git by its own ignore file. A foreign folder is refused."""
        folder = self.folder
        try:
            if folder.exists() and not _is_ours(folder):
                raise ConfigError(f"{folder} holds other files", f"name a folder of its own as `memory` in {FILE_NAME}")
            folder.mkdir(parents=True, exist_ok=True)
            if not (folder / ".gitignore").exists():
                (folder / ".gitignore").write_text(IGNORE, encoding="utf-8")
        except OSError as error:
            hint = f"choose another `memory` folder in {FILE_NAME}"
            raise ConfigError(f"{folder} cannot be written: {error.strerror}", hint) from error
        return folder


def _is_ours(folder: Path) -> bool:
    """Whether a folder is empty or was made by codens: what is written there must not hide anybody's files."""
    names = {entry.name for entry in folder.iterdir()}
    if not names or names & {"memory.sqlite", "writer.lock"}:
        return True
    return ".gitignore" in names and (folder / ".gitignore").read_text(encoding="utf-8") == IGNORE


def find_directory(start: Path) -> Path:
    """The project that `start` belongs to: the repository around it, else the nearest folder with a `codens.yaml`."""
    if not start.is_dir():
        raise UsageError(f"{start} is not a directory", "give a project's directory with -C")
    start = start.resolve()
    upwards = (start, *start.parents)
    top = next((folder for folder in upwards if _holds_repository(folder)), None)
    files = [folder for folder in upwards if (folder / FILE_NAME).exists()]
    if top is None:
        return files[0] if files else start
    if stray := [folder for folder in files if top in folder.parents]:
        raise ConfigError(f"{stray[0] / FILE_NAME} is not at the top of its repository", f"move it to {top}")
    return top


def _holds_repository(folder: Path) -> bool:
    """Whether a folder is the top of a work tree or a bare repository."""
    bare = ("HEAD", "objects", "refs")
    return (folder / ".git").exists() or all((folder / name).exists() for name in bare)


def open_place(start: Path) -> Place:
    """The project around `start` with its checked configuration. Problems raise one ConfigError that lists them."""
    directory = find_directory(start)
    file = directory / FILE_NAME
    if not file.exists():
        return Place(directory, Config(version=1))
    config, document = read_config(file)
    if config is None:
        raise wrong(document.problems)
    return Place(directory, config, document)


def read_config(file: Path) -> tuple[Config | None, Document]:
    """The configuration in `file` with its lines; None after everything that is wrong was noted in the document."""
    try:
        document = read_document(file.name, file.read_bytes())
    except OSError as error:
        document = Document(file.name)
        document.report("unreadable", f"cannot be read: {error.strerror}", 0)
    return check(document, Config), document


def wrong(problems: list[Problem]) -> ConfigError:
    """The error that shows all problems of a configuration."""
    if len(problems) == 1:
        return ConfigError(str(problems[0]))
    lines = "".join(f"\n  {problem}" for problem in problems)
    return ConfigError(f"{FILE_NAME} has {len(problems)} problems:{lines}")
