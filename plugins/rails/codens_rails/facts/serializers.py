"""Fields that serializers give out, and what validators check."""

from __future__ import annotations

from codens_core.plugin.records import SourceFile
from codens_rails.ruby.literals import constant, string, text, value
from codens_rails.ruby.walk import Call, ruby_file

_FIELDS = frozenset(
    ("attributes", "attribute", "field", "fields", "identifier", "node", "nodes", "expose", "property", "properties")
)
_NESTED = frozenset(("has_many", "has_one", "belongs_to", "association", "view", "one", "many", "collection", "link"))


def serializers(source: SourceFile) -> None:
    """Note `fields` of a serializer; associations carry the serializer they name."""
    if source.type != "serializer":
        return
    file = ruby_file(source)
    for call in file.calls:
        if call.receiver is not None or call.context.member:
            continue
        names = [name for argument in call.args if (name := string(argument)) is not None]
        if call.method in _FIELDS:
            for name in names or _keys(call):
                source.facts.add("fields", name, call.line, call.end_line)
        elif call.method in _NESTED and names:
            named = next(
                (call.options[key] for key in ("serializer", "blueprint", "resource") if key in call.options), None
            )
            fact = {"name": names[0], "kind": call.method}
            if (written := constant(named) or string(named)) is not None:
                fact["serializer"] = written
            source.facts.add("fields", fact, call.line, call.end_line)
    _hashes(source)


def _keys(call: Call) -> list[str]:
    return list(call.options) if call.method == "attributes" else []


def _hashes(source: SourceFile) -> None:
    """Serializers that build a hash themselves: its first-level keys."""
    for method in ruby_file(source).methods:
        if method.name not in ("serialize", "as_json", "to_h", "to_hash", "call", "serializable_hash"):
            continue
        body = method.node.child_by_field_name("body")
        for node in body.named_children if body is not None else ():
            hashed = node if node.type == "hash" else node.child_by_field_name("right")
            if hashed is None or hashed.type != "hash":
                continue
            for pair in hashed.named_children:
                key = string(pair.child_by_field_name("key")) if pair.type == "pair" else None
                if key is not None:
                    source.facts.add("fields", key, pair.start_point.row + 1)


def validators(source: SourceFile) -> None:
    """Note `checks` of a validator: the errors it adds, on what."""
    if source.type != "validator":
        return
    for call in ruby_file(source).named("add", "add_error"):
        if call.receiver is None or "errors" not in text(call.receiver) or not call.args:
            continue
        on = string(call.args[0]) or text(call.args[0])
        fact = {"on": on}
        if len(call.args) > 1:
            message = value(call.args[1])
            fact["error"] = message if isinstance(message, str) else " ".join(text(call.args[1]).split())[:120]
        source.facts.add("checks", fact, call.line, call.end_line)
