"""Which frameworks a repository shows, and in which of its folders: what plugins' markers say of its files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from codens_core.base.paths import PathMatcher, pattern
from codens_core.plugin.records import Framework, Marker

ReadText = Callable[[str], str]
"""Gives the text of one path of the repository."""


@dataclass(frozen=True, slots=True)
class Detection:
    """A framework found in one folder of the repository."""

    framework: str
    title: str
    root: str
    """The application's folder without a trailing `/`; empty for the repository itself."""
    confidence: float
    path: str
    """The file that shows it."""


@dataclass(frozen=True, slots=True)
class Sought:
    """A framework to look for: its markers, and globs of folders in which they say nothing."""

    name: str
    title: str
    markers: tuple[Marker, ...]
    left_out: tuple[str, ...] = ()


def sought(framework: Framework, left_out: Iterable[str]) -> Sought:
    """A plugin's framework, without the folders that its schema leaves out (a dummy application, vendored code)."""
    return Sought(framework.name, framework.title, framework.markers, tuple(left_out))


def detect(frameworks: Iterable[Sought], paths: Sequence[str], read: ReadText) -> list[Detection]:
    """Every application found, ordered by folder; within a folder the surest framework first."""
    found = [d for framework in frameworks for d in _outermost(_candidates(framework, paths, read))]
    return sorted(found, key=lambda d: (d.root, -d.confidence, d.framework))


def _candidates(framework: Sought, paths: Sequence[str], read: ReadText) -> list[Detection]:
    """The surest detection of each folder."""
    best: dict[str, Detection] = {}
    left_out = PathMatcher(framework.left_out)
    for marker in sorted(framework.markers, key=lambda m: -m.confidence):
        for path, root in _places(marker, paths):
            if root in best or (root and left_out(f"{root}/any")):
                continue
            if not marker.contains or re.search(marker.contains, read(path)):
                best[root] = Detection(framework.name, framework.title, root, marker.confidence, path)
    return list(best.values())


def _places(marker: Marker, paths: Sequence[str]) -> Iterable[tuple[str, str]]:
    """Paths that fit a marker, each with the folder that it stands for. A glob with `**/` in front means any depth."""
    inside = pattern(marker.name).pattern
    regex = re.compile(inside if marker.name.startswith("**/") else rf"(?:(?P<root>.+?)/)?{inside}")
    for path in paths:
        if match := regex.match(path):
            yield path, match.groupdict().get("root") or ""


def _outermost(candidates: list[Detection]) -> list[Detection]:
    """Applications as people count them: a folder inside another application's is a part of it, unless it alone is
    sure: then the outer sign (a lock file for the whole repository) only points to it."""
    kept: list[Detection] = []
    for candidate in sorted(candidates, key=lambda d: (-d.confidence, len(d.root), d.root)):
        if not any(_nested(candidate.root, other.root) or _nested(other.root, candidate.root) for other in kept):
            kept.append(candidate)
    return kept


def _nested(inner: str, outer: str) -> bool:
    return not outer or inner == outer or inner.startswith(outer + "/")
