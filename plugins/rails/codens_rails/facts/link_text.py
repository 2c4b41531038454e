"""What links and buttons say, as parts: text, `{"t": key}` for a locale text, `{"param": name}`, `{"any": true}`."""

from __future__ import annotations

import re
from typing import Any

from tree_sitter import Node

from codens_core.plugin.records import SourceFile
from codens_rails.ruby.literals import string, text

_TRANSLATES = ("t", "translate", "l", "ll", "tl", "_")
_WRAPS = (
    "raw",
    "h",
    "html_safe",
    "capitalize",
    "upcase",
    "safe_join",
    "strip",
    "to_s",
    "titleize",
    "humanize",
    "squish",
)
_TAGS = ("content_tag", "tag")
_TAG = re.compile(rb"<%-?#.*?%>|<%[=-]?(?P<code>.*?)-?%>|<[^>]*>", re.DOTALL)
_OUTPUT = re.compile(rb"\s*(?:t|translate|I18n\.t)[\s(]+[\"':](?P<key>[\w.\-]+)")


def label_parts(node: Node, source: SourceFile) -> list[Any]:
    """Parts of a label argument."""
    kind = node.type
    if kind == "string":
        return _string_parts(node, source)
    if (known := string(node)) is not None:
        return [known]
    if kind == "identifier":
        return [{"param": text(node)}]
    if kind == "binary":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and right is not None and text(node.children[1]) in ("+", "<<", "||"):
            return [*label_parts(left, source), *label_parts(right, source)]
    if kind == "parenthesized_statements" and node.named_child_count == 1:
        return label_parts(node.named_children[0], source)
    if kind == "call":
        return _call_parts(node, source)
    return [{"any": True}]


def _string_parts(node: Node, source: SourceFile) -> list[Any]:
    parts: list[Any] = []
    for child in node.named_children:
        if child.type == "interpolation":
            inner = child.named_children[0] if child.named_children else None
            parts += label_parts(inner, source) if inner is not None else []
        else:
            parts.append(text(child))
    return parts


def _call_parts(node: Node, source: SourceFile) -> list[Any]:
    method, receiver = node.child_by_field_name("method"), node.child_by_field_name("receiver")
    arguments = node.child_by_field_name("arguments")
    name = text(method) if method is not None else ""
    given = [n for n in arguments.named_children if n.type not in ("pair", "comment")] if arguments is not None else []
    own = receiver is None or text(receiver) == "I18n"
    if own and name in _TRANSLATES and given and (key := string(given[0])) is not None:
        return [{"t": key}]
    if name in _TAGS:
        inside = given[1:] if receiver is None else given
        return label_parts(inside[0], source) if inside else [{"any": True}]
    if name in _WRAPS:
        inner = receiver if receiver is not None else given[0] if given else None
        return label_parts(inner, source) if inner is not None else [{"any": True}]
    return [{"any": True}]


def inner_label(block: Node, source: SourceFile) -> list[Any]:
    """The text that a template shows inside a block, tags left out."""
    if source.language != "erb":
        return _ruby_block(block, source)
    raw = source.data[block.start_byte : block.end_byte]
    start, end = raw.find(b"%>"), raw.rfind(b"<%")
    if start < 0 or end < start:
        return _ruby_block(block, source)
    parts: list[Any] = []
    position = start + 2
    for tag in _TAG.finditer(raw, start + 2, end):
        parts.append(raw[position : tag.start()].decode("utf-8", "replace"))
        position = tag.end()
        if tag["code"] is not None and tag.group(0).startswith(b"<%="):
            found = _OUTPUT.match(tag["code"])
            parts.append({"t": found["key"].decode()} if found else {"any": True})
        else:
            parts.append(" ")
    parts.append(raw[position:end].decode("utf-8", "replace"))
    return [part for part in parts if part]


def _ruby_block(block: Node, source: SourceFile) -> list[Any]:
    """What the last statement of a block of plain Ruby gives."""
    body = block.child_by_field_name("body") or block
    last = body.named_children[-1] if body.named_children else None
    if last is None:
        return []
    if last.type == "call" or string(last) is not None:
        return label_parts(last, source)
    return [{"any": True}]
