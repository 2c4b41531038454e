"""From a path and bytes to facts: what the build calls for every file, in worker processes or its own."""

from __future__ import annotations

from dataclasses import dataclass

from codens_core.base.problems import Problem
from codens_core.graph.facts import FactMap
from codens_core.plugin.manager import Plugins
from codens_core.syntax.cues import CueRunner, read_cues
from codens_core.syntax.languages import Languages
from codens_core.syntax.source import Source

MAX_BYTES = 2_000_000
"""Larger files are generated or data; they become components without facts, and a problem says so."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The facts of one file at one state."""

    type: str
    facts: FactMap
    words: str
    problems: tuple[Problem, ...]


class Reader:
    """Reads files of one framework. Cheap to make; grammars and cues are loaded when first needed."""

    def __init__(self, plugins: Plugins, framework: str) -> None:
        self._languages = Languages(plugins.languages())
        self._extractors = plugins.extractors(framework)
        self._cues = CueRunner([c for folder in plugins.cues(framework) for c in read_cues(folder)], self._languages)

    def read(self, path: str, data: bytes, type_name: str) -> Reading:
        """The facts of `data` at `path` (relative to the application's root).

        An extractor that raises costs only its own facts: the problem names it and the file stays.
        """
        if problem := _unreadable(path, data):
            return Reading(type_name, {}, "", (problem,))
        language = self._languages.of(path)
        if language is None:
            return Reading(type_name, {}, "", ())
        source = Source(path, data, type_name, language, self._languages)
        problems = []
        for extractor in self._extractors:
            if language.name in extractor.languages:
                try:
                    extractor.extract(source)
                except Exception as error:
                    message = f"{extractor.name} failed: {type(error).__name__}: {error}"
                    problems.append(Problem("extractor-failed", message, path, 0, "report it with the file"))
        self._cues.run(source)
        problems += [Problem(code, message, path, line) for line, code, message in source.facts.problems]
        facts = source.facts
        return Reading(facts.type or type_name, facts.values, "\n".join(facts.words), tuple(problems))


def _unreadable(path: str, data: bytes) -> Problem | None:
    if len(data) > MAX_BYTES:
        return Problem("too-large", f"{len(data):,} bytes, facts not read", path, 0, "add it to `exclude` if generated")
    if b"\0" in data[:8000]:
        return Problem("binary", "binary content, facts not read", path)
    if data.startswith(b"version https://git-lfs.github.com/spec/"):
        return Problem("lfs-pointer", "Git LFS pointer, content not in the repository", path, 0, "run `git lfs pull`")
    return None
