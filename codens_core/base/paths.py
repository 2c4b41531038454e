"""Path patterns over whole segments, as a repository's own `/`-separated paths."""

from __future__ import annotations

import re
from functools import lru_cache


@lru_cache(maxsize=4096)
def pattern(glob: str) -> re.Pattern[str]:
    """Compile one glob: `*` and `?` stay inside a segment, `**` spans segments, `{a,b}` are alternatives.

    The pattern is anchored at both ends: `log/**` never matches `pages/catalog/log/x`.
    """
    return re.compile(_translate(glob) + r"\Z")


def _translate(glob: str) -> str:
    out, i, depth = "", 0, 0
    while i < len(glob):
        char = glob[i]
        if glob.startswith("**/", i):
            out, i = out + "(?:[^/]+/)*", i + 3
            continue
        if glob.startswith("**", i):
            out, i = out + ".*", i + 2
            continue
        if char == "{":
            depth, char = depth + 1, "(?:"
        elif char == "}" and depth:
            depth, char = depth - 1, ")"
        elif char == "," and depth:
            char = "|"
        else:
            char = {"*": "[^/]*", "?": "[^/]"}.get(char, re.escape(char))
        out, i = out + char, i + 1
    return out


class PathMatcher:
    """Tells whether a path fits any of several globs, by one compiled alternation."""

    def __init__(self, globs: tuple[str, ...]) -> None:
        alternatives = "|".join(f"(?:{_translate(glob)})" for glob in globs)
        self._regex = re.compile(f"(?:{alternatives})\\Z") if globs else None

    def __call__(self, path: str) -> bool:
        return self._regex is not None and self._regex.match(path) is not None
