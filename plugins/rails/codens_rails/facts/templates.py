"""What a template says of itself: its format, its handler, and the instance variables it reads."""

from __future__ import annotations

from codens_core.plugin.records import SourceFile
from codens_rails.ruby.literals import text
from codens_rails.ruby.names import template_name
from codens_rails.ruby.walk import ruby_file


def templates(source: SourceFile) -> None:
    """Note `format`, `handler` and `ivars` of a view."""
    if source.type != "view":
        return
    name = template_name(source.path)
    source.facts.set("format", name.format or "any", 1)
    source.facts.set("handler", name.handler, 1)
    if b"@" in source.data:
        _ivars(source)


def _ivars(source: SourceFile) -> None:
    found: dict[str, int] = {}
    for node in ruby_file(source).instance_variables:
        line, name = node.start_point.row + 1, text(node)
        found[name] = min(line, found.get(name, line))
    for name, line in sorted(found.items(), key=lambda item: (item[1], item[0])):
        source.facts.add("ivars", name, line)
