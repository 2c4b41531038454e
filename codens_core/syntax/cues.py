"""Cues: one declared pattern, one file, that yields a reference. A tree-sitter query, or a regex for text.

A file is searched only for the cues whose `words` it holds: most files cost a look for some words, and no pass.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tree_sitter
import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from codens_core.base.errors import PluginError
from codens_core.base.paths import PathMatcher
from codens_core.plugin.records import Scope
from codens_core.syntax.languages import Languages
from codens_core.syntax.source import Source


class Cue(BaseModel):
    """One cue file. Exactly one of `query` and `regex` is set; `target` names the capture (or group) of the name.

    Further captures `detail.<key>` become details of the reference, a capture `span` gives the lines of the evidence
    (else the target's own). With `value: unquote` the target is the content of a string or symbol literal, with
    `value: text` its source text.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    id: str = Field(pattern=r"^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$")
    title: str
    relation: str
    languages: tuple[str, ...]
    types: tuple[str, ...] = ()
    """Component types it applies to; empty: all."""
    paths: tuple[str, ...] = ()
    """Globs it applies to; empty: all."""
    words: tuple[str, ...] = ()
    """A file that holds none of these strings is not searched; empty: every file is."""
    query: str = ""
    regex: str = ""
    target: str = "target"
    value: str = Field(default="text", pattern="^(text|unquote)$")
    pattern: str = ""
    """A regex matched at the start of the target's text; what it matches becomes the name. Where it does not match,
    the name is the text's first line, cut to 60 characters: something that only running the program would tell."""
    resolve: str
    """The resolver rule that gives the name its meaning."""
    details: dict[str, Any] = Field(default_factory=dict)
    """Fixed details of every reference the cue yields."""
    confidence: float = Field(default=1.0, gt=0, le=1)

    def model_post_init(self, _: object) -> None:
        if bool(self.query) == bool(self.regex):
            raise ValueError("exactly one of `query` and `regex` must be set")


def read_cues(folder: Path) -> list[Cue]:
    """All cues of a folder, by id. A wrong file is a PluginError that names file and field."""
    cues = []
    for file in sorted(folder.glob("*.yaml")):
        try:
            cues.append(Cue.model_validate(yaml.safe_load(file.read_text(encoding="utf-8"))))
        except (ValidationError, ValueError, yaml.YAMLError) as error:
            raise PluginError(f"{file}: not a cue: {error}", "see schemas/cue.schema.json") from error
    return sorted(cues, key=lambda cue: cue.id)


Applies = Callable[[Source], bool]


class CueRunner:
    """All cues of one framework, compiled per language."""

    def __init__(self, cues: list[Cue], languages: Languages) -> None:
        self._cues: dict[str, list[tuple[Cue, Applies, tree_sitter.Query | re.Pattern[str]]]] = {}
        for cue in cues:
            applies = _applies(cue)
            for language in cue.languages:
                search = _compile(cue, languages, language) if cue.query else re.compile(cue.regex, re.MULTILINE)
                self._cues.setdefault(language, []).append((cue, applies, search))

    def run(self, source: Source) -> None:
        """Add the references that the cues find in `source` to its facts."""
        for cue, applies, search in self._cues.get(source.language, ()):
            if not applies(source):
                continue
            if isinstance(search, re.Pattern):
                for match in search.finditer(source.text):
                    _note_match(cue, match, source)
            elif (tree := source.tree()) is not None:
                for _, captures in tree_sitter.QueryCursor(search).matches(tree.root_node):
                    _note_nodes(cue, captures, source)


def _applies(cue: Cue) -> Applies:
    paths = PathMatcher(cue.paths) if cue.paths else None
    words = [word.encode() for word in cue.words]

    def applies(source: Source) -> bool:
        if cue.types and source.type not in cue.types:
            return False
        if paths is not None and not paths(source.path):
            return False
        return not words or any(word in source.data for word in words)

    return applies


def _compile(cue: Cue, languages: Languages, language: str) -> tree_sitter.Query:
    grammar = languages.grammar(language)
    if grammar is None:
        raise PluginError(f"cue {cue.id}: {language} has no grammar", "use `regex` instead of `query`")
    try:
        return tree_sitter.Query(grammar, cue.query)
    except tree_sitter.QueryError as error:
        raise PluginError(f"cue {cue.id}: {error}", "check the query against the grammar's node types") from error


def _note_nodes(cue: Cue, captures: dict[str, list[tree_sitter.Node]], source: Source) -> None:
    details = dict(cue.details)
    for name, nodes in captures.items():
        if name.startswith("detail."):
            details[name.removeprefix("detail.")] = _text(nodes[0], source, cue.value)
    for node in captures.get(cue.target, ()):
        scope = enclosing(source.scopes, node.start_byte)
        where = {"scope": list(scope.nesting), "member": scope.member} if scope else {}
        shown = captures.get("span", [node])[0]
        rows = (shown.start_point.row, shown.end_point.row)
        _note(cue, source, _text(node, source, cue.value), rows, {**where, **details})


def _note_match(cue: Cue, match: re.Match[str], source: Source) -> None:
    row = source.text.count("\n", 0, match.start(cue.target))
    _note(cue, source, match[cue.target], (row, row), dict(cue.details))


def _note(cue: Cue, source: Source, name: str, rows: tuple[int, int], details: dict[str, Any]) -> None:
    if cue.pattern:
        found = re.match(cue.pattern, name)
        name = found[0] if found else name.partition("\n")[0][:60]
    if cue.confidence < 1:
        details["confidence"] = cue.confidence
    source.facts.refer(cue.relation, cue.resolve, name, rows[0] + 1, rows[1] + 1, cue=cue.id, **details)


def _text(node: tree_sitter.Node, source: Source, how: str) -> str:
    raw = source.data[node.start_byte : node.end_byte].decode("utf-8", errors="replace")
    return raw.lstrip(":").strip("'\"") if how == "unquote" else raw


def enclosing(scopes: list[Scope], byte: int) -> Scope | None:
    """The innermost of `scopes` (ordered by start, properly nested) that holds `byte`."""
    index = bisect.bisect_right(scopes, byte, key=lambda scope: scope.start) - 1
    while index >= 0 and scopes[index].end <= byte:
        index -= 1
    return scopes[index] if index >= 0 else None
