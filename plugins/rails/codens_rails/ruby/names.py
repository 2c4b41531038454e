"""The parts of a template's file name: `_form.de.html+phone.erb` → name, locale, format, variant, handler."""

from __future__ import annotations

import re
from typing import NamedTuple

HANDLERS = frozenset(
    "erb haml slim builder ruby rb jbuilder rabl rhtml rxml herb arb axlsx prawn liquid md raw xlsx rsb mjml".split()
)
FORMATS = frozenset(
    """html text js json xml rss atom ics csv pdf turbo_stream svg png gif jpeg css yaml xlsx zip md vcf docx
    webmanifest jsonapi amp any mjml ajax geojson mobile iphone txt vcard gpx kml""".split()
)
_ROOT = re.compile(r"(?:^|.*?/)app/views/|(?:^|.*?/)app/components/|(?:^|.*?/)views/")
_LOCALE = re.compile(r"[a-z]{2,3}(?:[-_][A-Za-z]{2,8})?\Z")


class TemplateName(NamedTuple):
    """A template by its parts; empty where a part is absent."""

    name: str
    """Without the leading `_` of a partial."""
    partial: bool
    locale: str
    format: str
    variant: str
    handler: str


def template_name(path: str) -> TemplateName:
    """The parts of a template's path; a file without a known handler is handled as it is (`raw`)."""
    base, *suffixes = path.rsplit("/", 1)[-1].split(".")
    handler = suffixes.pop() if suffixes and suffixes[-1] in HANDLERS else "raw"
    if handler == "md" and suffixes and suffixes[-1] in HANDLERS:
        handler = suffixes.pop()
    locale = kind = variant = ""
    for suffix in suffixes:
        plain, _, tail = suffix.partition("+")
        if plain in FORMATS or (tail and not kind):
            kind, variant = plain, tail
        elif _LOCALE.match(plain) and not locale and not kind:
            locale = plain
        elif suffix is suffixes[-1]:
            kind, variant = plain, tail
    return TemplateName(base.removeprefix("_"), base.startswith("_"), locale, kind, variant, handler)


def virtual_path(path: str) -> tuple[str, str] | None:
    """(view root, folder inside it) of a template's path: `("app/views/", "users")`; None outside every view root."""
    found = _ROOT.match(path)
    if found is None:
        return None
    return found[0], path[found.end() :].rpartition("/")[0]
