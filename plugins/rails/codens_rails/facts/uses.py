"""Serializers and decorators that no constant names: `render json: @post` and `@post.decorate`."""

from __future__ import annotations

from typing import Any

from tree_sitter import Node

from codens_core.plugin.records import SourceFile
from codens_rails.facts.types import Types
from codens_rails.ruby.literals import constant, text
from codens_rails.ruby.walk import Call, ruby_file

_ITSELF = ("hash", "array", "string", "nil", "true", "false")
"""What answers as it is."""


def uses(source: SourceFile) -> None:
    """Refer to the serializer or decorator of what is serialized or decorated, by the class it is likely of."""
    data = source.data
    renders, decorates = b"json:" in data or b":json" in data, b".decorate" in data
    if source.type == "spec" or not (renders or decorates):
        return
    file = ruby_file(source)
    types = Types(file)
    for call in file.calls:
        if call.method == "render" and call.receiver is None and renders and "json" in call.options:
            if not call.options.keys() & {"serializer", "each_serializer"} and call.options["json"].type not in _ITSELF:
                _refer(source, call, call.options["json"], "serialized", types)
        elif call.method == "decorate" and decorates and call.receiver is not None and constant(call.receiver) is None:
            _refer(source, call, call.receiver, "decorated", types)


def _refer(source: SourceFile, call: Call, node: Node, rule: str, types: Types) -> None:
    guess = types.guess(node, call.context)
    where: dict[str, Any] = {"scope": list(call.context.nesting), "member": call.context.member}
    name = " ".join(text(node).split())[:60]
    source.facts.refer(
        "invokes_service", rule, name, call.line, call.end_line, types=guess.constants, words=guess.words, **where
    )
