"""What of a Ruby file was not read though the rest of it was, so that nobody takes half a file for a whole one."""

from __future__ import annotations

from codens_core.plugin.records import SourceFile
from codens_rails.ruby.repairs import nested_heredocs


def degraded(source: SourceFile) -> None:
    """Report heredocs that begin inside another one's interpolation: the grammar cannot read what they hold."""
    for line in nested_heredocs(source.data):
        source.facts.problem(line, "degraded", "a heredoc inside another one was not read; what surrounds it was")
