"""ERB as Ruby: everything outside tags becomes spaces, so one parse of the whole file keeps true positions."""

from __future__ import annotations

import re

_TAG = re.compile(rb"<%(%|#|==|=|-|)(.*?)(?:-|=)?%>", re.DOTALL)
_BLANK = re.compile(rb"[^\n]")


def mask(data: bytes) -> bytes:
    """Ruby of the same length and lines: tag contents stay, a tag's end becomes `;`, comments and text go.

    >>> mask(b"<p><%= name %></p>")
    b'       name ;     '
    """
    out, position = [], 0
    for tag in _TAG.finditer(data):
        out.append(_blank(data[position : tag.start()]))
        kind, code = tag.group(1), tag.group(2)
        if kind in (b"#", b"%"):
            out.append(_blank(tag.group(0)))
        else:
            head, tail = tag.start(2) - tag.start(), tag.end() - tag.end(2)
            out.append(b" " * head + _without_comment(code) + b";" + b" " * (tail - 1))
        position = tag.end()
    out.append(_blank(data[position:]))
    return b"".join(out)


def _blank(data: bytes) -> bytes:
    return _BLANK.sub(b" ", data)


def _without_comment(code: bytes) -> bytes:
    """A comment on a tag's last line would swallow the `;`: blank it, unless the `#` may be inside a string."""
    start = code.rfind(b"\n") + 1
    last = code[start:]
    if last.lstrip().startswith(b"#"):
        return code[:start] + _blank(last)
    return code
