"""What `codens.yaml` may say: closed models whose field docstrings are the reference, the comments and the schema."""

from __future__ import annotations

import re
from posixpath import normpath
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from codens_core.base.paths import pattern

FILE_NAME = "codens.yaml"
"""The configuration's file name, at the top of the repository."""


def _glob(text: str) -> str:
    if not text.strip() or text.startswith("/") or "\\" in text:
        raise ValueError("a glob relative to the root is expected, with / between folders")
    try:
        pattern(text)
    except re.error as error:
        raise ValueError(f"not a glob: {error}") from error
    return text


def _inside(text: str) -> str:
    if text.startswith("/") or "\\" in text or ".." in text.split("/"):
        raise ValueError("a folder inside the repository is expected, with / between folders")
    return normpath(text or ".").removeprefix(".")


def _folder(text: str) -> str:
    if not text.strip() or set(normpath(text).split("/")) <= {"", ".", ".."}:
        raise ValueError("a folder of its own is expected: everything in it is hidden from git")
    return text


def _distinct(roots: list[Root]) -> list[Root]:
    paths = [root.path for root in roots]
    for path in paths:
        if paths.count(path) > 1:
            raise ValueError(f"the folder {path or '.'} stands twice")
    return roots


Glob = Annotated[str, AfterValidator(_glob)]
Count = Annotated[int, Field(ge=1)]


class Closed(BaseModel):
    """Base of all sections: unknown keys and wrong types are refused, nothing is converted."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True)


class Root(Closed):
    """One application inside the repository."""

    path: Annotated[str, AfterValidator(_inside)]
    """Its folder, relative to the repository; `.` for the repository itself."""
    framework: str
    """The short name of its framework, as `codens plugins` lists it."""


class History(Closed):
    """Which history is read."""

    branch: str = ""
    """The branch whose first-parent line is the history; empty: the one that is checked out."""
    first_commit: str = ""
    """Commit (or tag) after which the history is read; empty: from the beginning."""
    allow_shallow: bool = False
    """Build from a shallow clone although its early history is missing."""
    host: str = ""
    """The code host's repository, for `codens fetch`: a URL or `owner/name`; empty: where `origin` is fetched from."""
    host_kind: Literal["", "github", "gitlab"] = ""
    """What kind of host it is; needed where its name does not tell."""
    host_api: str = ""
    """The address of the host's interface; empty: its usual place."""
    records: str = ""
    """A JSON lines file of pull requests that is read beside what was fetched; relative to the repository."""


class Limits(Closed):
    """Bounds that keep one query from taking everything."""

    query_rows: Count = 1_000
    """Rows that a Cypher query may return; more are cut off, and said so."""
    query_seconds: Count = 10
    """Seconds that a Cypher query may run."""
    query_megabytes: Count = 1_024
    """Memory in MB that a Cypher query may use."""


class Config(Closed):
    """The whole of `codens.yaml`."""

    version: Literal[1]
    """The version of this format."""
    project: str = ""
    """The project's name in answers and pages; empty: the repository's folder."""
    roots: Annotated[list[Root], AfterValidator(_distinct)] = []
    """The applications in the repository; empty: detected."""
    exclude: list[Glob] = []
    """Globs of files that are left out, relative to the repository."""
    types: dict[str, list[Glob]] = {}
    """More path patterns by component type, relative to the root; they come before the framework's own."""
    plugins: dict[str, dict[str, Any]] = {}
    """Settings of framework plugins, by plugin; each plugin says what it takes."""
    history: History = History()
    """Which history is read."""
    memory: Annotated[str, AfterValidator(_folder)] = ".codens"
    """The folder of the memory, relative to the repository or absolute; git never sees it."""
    limits: Limits = Limits()
    """Bounds that keep one query from taking everything."""
