"""The command line: reads arguments, calls the api, writes what it answers."""

from __future__ import annotations


def main() -> int:
    """Run `codens` with the process's arguments; returns its exit status."""
    from codens_core.cli.app import run

    return run()
