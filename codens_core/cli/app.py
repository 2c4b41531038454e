"""The root command, and how every way of ending becomes an exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from codens_core import __version__
from codens_core.base.errors import CodensError
from codens_core.cli import stderr
from codens_core.cli.lazy import LazyGroup
from codens_core.cli.options import Settings, global_options

INTERRUPTED = 130
BROKEN_PIPE = 141
_AT = "codens_core.cli.commands."

COMMANDS = {
    "init": (_AT + "init", "Detect the framework and write a commented codens.yaml."),
    "build": (_AT + "build", "Bring the memory up to the repository's head."),
    "fetch": (_AT + "fetch", "Fetch pull requests from the code host: titles, texts, labels, people."),
    "status": (_AT + "status", "What the memory holds, and what it could not read."),
    "components": (_AT + "components", "List components."),
    "show": (_AT + "show", "Everything known of one component, now or earlier."),
    "history": (_AT + "history", "Every change of one component with its pull request."),
    "blame": (_AT + "blame", "Who set the values of an attribute, when and why."),
    "pr": (_AT + "pr", "What one pull request taught."),
    "changes": (_AT + "changes", "What every pull request since a moment taught."),
    "diff": (_AT + "diff", "What differs between two moments."),
    "relations": (_AT + "relations", "List relations with their evidence."),
    "unresolved": (_AT + "unresolved", "References in the code that lead to no component."),
    "search": (_AT + "search", "Find components by words."),
    "ask": (_AT + "ask", "Answer a question from facts, with citations."),
    "flow": (_AT + "flow", "What happens from a request or component on, step by step."),
    "cypher": (_AT + "cypher", "Run a read-only Cypher query."),
    "dump": (_AT + "dump", "Write the memory to a JSON lines file."),
    "load": (_AT + "load", "Fill an empty memory from a dump."),
    "export": (_AT + "export", "Write the known pull requests as JSON lines, for a network that is closed."),
    "verify": (_AT + "verify", "Prove that the memory tells what the code says."),
    "truth": (_AT + "truth", "Score the memory against an oracle file."),
    "plugins": (_AT + "plugins", "List installed plugins and their health."),
    "config": (_AT + "config", "Check or show the configuration."),
}


@click.group(
    cls=LazyGroup,
    lazy=COMMANDS,
    params=global_options(),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="codens", message="%(prog)s %(version)s")
def root() -> None:
    """Turns a repository and its pull requests into living, queryable documentation."""


def run(args: Sequence[str] | None = None) -> int:
    """Run one command line (default: the process's) and return its exit status. Writes errors, never raises them."""
    settings = Settings()
    try:
        result = _invoke(list(sys.argv[1:] if args is None else args), settings)
        sys.stdout.flush()
    except click.UsageError as error:
        return _usage(error, settings)
    except CodensError as error:
        return _failed(settings, error, error.title, error.hint, error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        stderr.say("error", "stopped; run again to go on", no_color=settings.no_color)
        return INTERRUPTED
    except BrokenPipeError:
        _discard_output()
        return BROKEN_PIPE
    except Exception as error:
        told = _told(error)
        return _failed(settings, error, told.title, told.hint, told.exit_code)
    return result if isinstance(result, int) else 0


def _invoke(args: list[str], settings: Settings) -> object:
    """As `root.main` does it, which would answer interruptions and broken pipes in its own way."""
    if wanted := os.environ.get("_CODENS_COMPLETE"):
        from click.shell_completion import shell_complete

        return shell_complete(root, {}, "codens", "_CODENS_COMPLETE", wanted)
    try:
        with root.make_context("codens", args, obj=settings) as context:
            return root.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code


def _usage(error: click.UsageError, settings: Settings) -> int:
    path = error.ctx.command_path if error.ctx else "codens"
    stderr.say("error", error.format_message(), f"{path} --help", settings.no_color)
    return 2


def _told(error: Exception) -> CodensError:
    """What an error that nobody expected means: damage of the memory file shows wherever it is read."""
    if type(error).__module__ == "sqlite3":
        from codens_core.memory.store import explained

        try:
            with explained(Path("the memory")):
                raise error
        except Exception as known:
            if isinstance(known, CodensError):
                return known
    title = f"internal error: {type(error).__name__}: {error}"
    return CodensError(title, "run again with --debug and report what it shows")


def _failed(settings: Settings, error: BaseException, title: str, hint: str, status: int) -> int:
    if settings.debug:
        stderr.traceback(error)
    stderr.say("error", title, hint, settings.no_color)
    return status


def _discard_output() -> None:
    """Nobody reads any more: let nothing be written when the interpreter flushes at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
