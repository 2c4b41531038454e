"""One error root whose children carry a code, a title and what to do about it."""

from __future__ import annotations


class CodensError(Exception):
    """An error a user can act on.

    `code` is stable and documented, `title` is one line, `hint` says what to run or change. `exit_code` is the
    process's exit status when the error ends a command (see docs/reference/exit-codes.md).
    """

    code = "error"
    exit_code = 1

    def __init__(self, title: str, hint: str = "") -> None:
        super().__init__(title)
        self.title = title
        self.hint = hint

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.title, self.hint))


class UsageError(CodensError):
    """The command or its arguments do not fit."""

    code = "usage"
    exit_code = 2


class ConfigError(CodensError):
    """`codens.yaml` is missing or wrong."""

    code = "config"
    exit_code = 3


class RepositoryError(CodensError):
    """The git repository cannot be read as needed (absent, empty, shallow, damaged)."""

    code = "repository"
    exit_code = 4


class MemoryStoreError(CodensError):
    """The memory file is absent, damaged, newer than this version, or the disk is full."""

    code = "memory"
    exit_code = 5


class LockedError(MemoryStoreError):
    """Another process is building into the same memory."""

    code = "locked"
    exit_code = 6


class PluginError(CodensError):
    """A plugin is missing, broken, or two plugins claim one name."""

    code = "plugin"
    exit_code = 7


class NotFoundError(CodensError):
    """A component, pull request or attribute that does not exist was asked for."""

    code = "not-found"
    exit_code = 8


class QueryError(CodensError):
    """A Cypher query was refused, failed, or passed a limit."""

    code = "query"
    exit_code = 9


class IncompleteError(CodensError):
    """The work ended, but something was reported on the way that keeps it from being complete."""

    code = "incomplete"
    exit_code = 10


class HostError(CodensError):
    """A code host refused, is not reachable, or answered what cannot be used."""

    code = "host"
    exit_code = 11
