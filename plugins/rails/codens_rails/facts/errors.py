"""Errors that code raises by name."""

from __future__ import annotations

from codens_core.plugin.records import SourceFile
from codens_rails.ruby.literals import constant
from codens_rails.ruby.walk import ruby_file


def raised_errors(source: SourceFile) -> None:
    """Note `raised_errors`, each class as written."""
    for call in ruby_file(source).named("raise", "fail"):
        if call.receiver is None and call.args:
            first = call.args[0]
            if first.type == "call":
                first = first.child_by_field_name("receiver") or first
            name = constant(first)
            if name is not None:
                source.facts.add("raised_errors", name, call.line)
