"""Repository paths as text: git stores bytes, the rest of CODENS needs strings that every store and format can hold."""

from __future__ import annotations

import re

_ESCAPED = re.compile(rb"\\x([89a-f][0-9a-f])")


def decode_path(raw: bytes) -> str:
    r"""A path as text; bytes that are not UTF-8 are written as `\xNN`, so that no two paths become one.

    >>> decode_path(b"caf\xe9.txt")
    'caf\\xe9.txt'
    """
    return raw.decode("utf-8", errors="backslashreplace")


def encode_path(path: str) -> tuple[bytes, ...]:
    r"""The raw paths that `path` may stand for, likeliest first (a file can really be called `caf\xe9.txt`)."""
    plain = path.encode("utf-8", errors="surrogateescape")
    escaped = _ESCAPED.sub(lambda match: bytes([int(match[1], 16)]), plain)
    return (plain,) if escaped == plain else (plain, escaped)
