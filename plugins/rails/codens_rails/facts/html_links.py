"""Links and forms that a template writes as HTML: `<a href="...">` and `<form action="...">`, also with ERB inside."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from codens_core.plugin.records import SourceFile

_ATTRIBUTES = rb"(?P<attributes>(?:<%.*?%>|\"(?:<%.*?%>|[^\"])*\"|'(?:<%.*?%>|[^'])*'|[^>\"'])*)"
_A = re.compile(rb"<a\b" + _ATTRIBUTES + rb">(?P<text>.*?)</a>", re.DOTALL | re.IGNORECASE)
_FORM = re.compile(rb"<form\b" + _ATTRIBUTES + rb">(?P<text>.*?)</form>", re.DOTALL | re.IGNORECASE)
_SUBMIT = re.compile(
    rb"<input\b(?P<input>[^>]*\btype=[\"']submit[^>]*)>"
    rb"|<button\b(?![^>]*type=[\"'](?:button|reset))[^>]*>(?P<text>.*?)</button>",
    re.DOTALL | re.IGNORECASE,
)
_FIELD = re.compile(rb"<(?:input|select|textarea)\b[^>]*?\bname=[\"']([\w\[\]]+)", re.IGNORECASE)
_HELPER = re.compile(rb"<%=\s*(?:main_app\.)?(?P<name>[a-z_]\w*)_(?:path|url)\b")
_TAG = re.compile(rb"<%(?P<out>=)?(?P<code>.*?)-?%>|<[^>]*>", re.DOTALL)
_KEY = re.compile(rb"\s*(?:t|translate|I18n\.t)[\s(]+[\"':](?P<key>[\w.\-]+)")


def html_links(source: SourceFile) -> None:
    """Note `raw_links` and `raw_forms` of a template's own HTML."""
    if source.type != "view" or (b"<a" not in source.data and b"<form" not in source.data):
        return
    for found in _A.finditer(source.data):
        if to := _target(_attribute(found["attributes"], b"href")):
            verb = _plain(_attribute(found["attributes"], b"data-turbo-method")) or "GET"
            value = {"call": "a", "label": list(_parts(found["text"])), "to": [to], "verb": verb.upper()}
            _note(source, "raw_links", value, found.start())
    for found in _FORM.finditer(source.data):
        if to := _target(_attribute(found["attributes"], b"action")):
            verb = _plain(_attribute(found["attributes"], b"method")) or "GET"
            value = {
                "call": "form",
                "label": joined([label for _, label in submits(found["text"])]),
                "to": [to],
                "verb": verb.upper(),
            }
            if fields := list(dict.fromkeys(name.decode() for name in _FIELD.findall(found["text"]))):
                value["fields"] = fields
            _note(source, "raw_forms", value, found.start())


def _note(source: SourceFile, attribute: str, value: dict[str, Any], at: int) -> None:
    source.facts.add(attribute, value, source.data.count(b"\n", 0, at) + 1)


def _attribute(attributes: bytes, name: bytes) -> bytes:
    found = re.search(
        rb"(?<![\w-])" + re.escape(name) + rb"\s*=\s*(?:\"((?:<%.*?%>|[^\"])*)\"|'((?:<%.*?%>|[^'])*)')",
        attributes,
        re.DOTALL | re.IGNORECASE,
    )
    return (found[1] or found[2] or b"") if found else b""


def _plain(value: bytes) -> str:
    return "" if b"<%" in value else value.decode("utf-8", "replace").strip()


def _target(value: bytes) -> dict[str, Any] | None:
    if helper := _HELPER.match(value.strip()):
        return {"helper": helper["name"].decode()}
    path = re.sub(rb"<%.*?%>", b"*", value, flags=re.DOTALL).decode("utf-8", "replace").strip()
    return {"path": path} if path.startswith("/") and not path.startswith("//") else None


def _parts(inner: bytes) -> Iterator[Any]:
    position = 0
    for tag in _TAG.finditer(inner):
        yield inner[position : tag.start()].decode("utf-8", "replace")
        position = tag.end()
        if tag["out"]:
            found = _KEY.match(tag["code"])
            yield {"t": found["key"].decode()} if found else {"any": True}
        else:
            yield " "
    yield inner[position:].decode("utf-8", "replace")


def submits(data: bytes, start: int = 0, end: int | None = None) -> Iterator[tuple[int, list[Any]]]:
    """(position, label parts) of the submit buttons that HTML between two bytes writes itself."""
    for found in _SUBMIT.finditer(data, start, len(data) if end is None else end):
        shown = found["text"] if found["text"] is not None else _attribute(found["input"], b"value") or b"Submit"
        yield found.start(), list(_parts(shown))


def joined(labels: list[list[Any]]) -> list[Any]:
    """Labels of several buttons as one, each different one once."""
    parts: list[Any] = []
    for label in [label for index, label in enumerate(labels) if label not in labels[:index]]:
        parts += [*([" | "] if parts else []), *label]
    return parts
