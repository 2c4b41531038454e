"""What a template says of itself: its format, its handler, and the instance variables it reads."""

from __future__ import annotations

import re

from codens_core.plugin.records import SourceFile
from codens_rails.ruby.names import template_name

_IVAR = re.compile(rb"(?<![\w@])@[a-z_]\w*")
_CODE = ("erb", "haml", "slim")


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
    stack = [source.tree().root_node] if source.tree() is not None else []
    found: dict[str, int] = {}
    while stack:
        node = stack.pop()
        if node.type == "instance_variable":
            line = node.start_point.row + 1
            name = (node.text or b"").decode("utf-8", errors="replace")
            found[name] = min(line, found.get(name, line))
        stack.extend(node.named_children)
    for name, line in sorted(found.items(), key=lambda item: (item[1], item[0])):
        source.facts.add("ivars", name, line)
