"""What a concern brings to the class that includes it: macros it runs there, and class methods it adds."""

from __future__ import annotations

from codens_core.plugin.records import SourceFile
from codens_rails.facts.classbody import place
from codens_rails.ruby.walk import Call, Method, ruby_file

_LONGEST = 160


def concerns(source: SourceFile) -> None:
    """Note `included_macros` (as written, without blocks) and `class_methods` of a concern."""
    if source.type != "concern":
        return
    file = ruby_file(source)
    for call in file.calls:
        if (
            call.receiver is None
            and call.context.blocks
            and call.context.blocks[-1].method in ("included", "prepended")
        ):
            where = place(call)
            if where is not None and where.via == "included":
                source.facts.add("included_macros", _written(call), call.line, call.end_line)
    for method in file.methods:
        if _for_class(method):
            source.facts.add("class_methods", method.name, *method.lines)


def _for_class(method: Method) -> bool:
    in_block = any(block.method == "class_methods" for block in method.blocks)
    return in_block or (method.owner.endswith("::ClassMethods") and not method.singleton)


def _written(call: Call) -> str:
    """The call as one line of text, without its block."""
    last = call.arguments or call.node.child_by_field_name("method") or call.node
    raw = (call.node.text or b"")[: last.end_byte - call.node.start_byte]
    shown = " ".join(raw.decode("utf-8", errors="replace").split())
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"
