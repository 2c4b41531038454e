"""What verbs about the project as a whole answer: its setup, its memory, its plugins, its truth."""

from __future__ import annotations

from typing import Any

from codens_core.api.outputs import Count, Output, RelationCount


class ProblemOut(Output):
    """Something that could not be read as usual."""

    path: str
    line: int
    code: str
    message: str
    hint: str


class StatusOut(Output):
    """`codens status`."""

    project: str
    directory: str
    memory: str
    """The memory's file."""
    memory_bytes: int
    mode: str
    """history, or head for a memory without history."""
    complete: bool
    """False when the last build was stopped before its end."""
    built_at: str
    """Key of the last pull request known."""
    commit: str
    """The full id of the commit that the memory knows."""
    behind: int | None
    """First-parent commits of the branch that are not known yet; None when the repository cannot tell."""
    pull_requests: Count
    first_date: str
    last_date: str
    components: dict[str, Count]
    """By type."""
    removed: Count
    """Components that existed once."""
    support_files: Count
    left_out: dict[str, Count]
    """Files of the head that are no components, by reason."""
    relations: dict[str, RelationCount]
    unresolved: dict[str, Count]
    """By reason."""
    problems: list[ProblemOut]
    plugins: dict[str, str]
    """Version by plugin."""


class FetchOut(Output):
    """What a fetch of pull requests brought."""

    host: str
    """The repository's page."""
    file: str
    """Where the records are kept."""
    total: Count
    """Pull requests known now."""
    new: Count
    """Of these, told anew or changed."""
    requests: Count
    unchanged: Count
    """Requests that the host answered with "not modified", which cost nothing."""
    problems: list[str]


class BuildOut(Output):
    """`codens build`."""

    complete: bool
    """False when contents are missing, or a step failed: the memory is less than the repository's whole history."""
    replayed: Count
    """Pull requests that were new."""
    touched: Count
    """Components that they touched."""
    relations: Count
    unresolved: Count
    problems: Count
    seconds: dict[str, float]
    """Wall time by stage."""


class ScoreOut(Output):
    """How one section of an oracle was met."""

    section: str
    expected: Count
    found: Count
    hits: Count
    precision: float | None
    """None where the oracle is a lower bound."""
    recall: float
    misses: list[Any]
    extras: list[Any]


class TruthOut(Output):
    """`codens truth`."""

    framework: str
    root: str
    """The application's folder."""
    scores: list[ScoreOut]
    """In the oracle's order."""


class DifferenceOut(Output):
    """Where the memory and the code tell different things."""

    path: str
    what: str


class VerifyOut(Output):
    """`codens verify`."""

    commit: str
    equal: bool
    files: Count
    values: Count
    differences: list[DifferenceOut]


class PluginOut(Output):
    """One installed plugin."""

    name: str
    version: str
    package: str
    """The installed distribution that gives it."""
    hooks: list[str]
    healthy: bool
    error: str


class PluginsOut(Output):
    """`codens plugins`."""

    plugins: list[PluginOut]
    frameworks: dict[str, str]
    """Title by framework that healthy plugins know."""


class InitRoot(Output):
    """One application that was detected."""

    path: str
    framework: str
    title: str
    confidence: float
    """0 to 1."""
    because: str
    """The file that shows it."""


class InitOut(Output):
    """`codens init`."""

    file: str
    """The configuration that was written."""
    memory: str
    """The folder of the memory."""
    roots: list[InitRoot]
    not_installed: dict[str, str]
    """Package by title of further frameworks that the files show and no installed plugin knows."""


class ConfigCheckOut(Output):
    """`codens config check`."""

    file: str
    """Empty where there is no `codens.yaml`: everything has its default."""
    valid: bool
    problems: list[ProblemOut]


class ConfigShowOut(Output):
    """`codens config show`."""

    file: str
    directory: str
    memory: str
    config: dict[str, Any]
    """Every key with its value, defaults included."""
    secrets: dict[str, bool]
    """Which secrets the environment gives."""
