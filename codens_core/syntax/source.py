"""One source file on its way through extractors and cues."""

from __future__ import annotations

import tree_sitter

from codens_core.base.text import decode
from codens_core.graph.facts import Facts
from codens_core.plugin.records import Language, Scope
from codens_core.syntax.languages import Languages


class Source:
    """Implements `SourceFile`: the bytes, the tree parsed once, the facts collected."""

    __slots__ = ("_languages", "_record", "_text", "_tree", "data", "facts", "path", "scopes", "type")

    def __init__(self, path: str, data: bytes, type_name: str, record: Language, languages: Languages) -> None:
        self.path = path
        self.data = data
        self.type = type_name
        self.facts = Facts()
        self.scopes: list[Scope] = []
        self._record = record
        self._languages = languages
        self._tree: tree_sitter.Tree | None = None
        self._text: str | None = None

    @property
    def language(self) -> str:
        """Name of the file's language."""
        return self._record.name

    @property
    def text(self) -> str:
        """The decoded text; undecodable bytes are replaced."""
        if self._text is None:
            self._text = decode(self.data)
        return self._text

    def tree(self) -> tree_sitter.Tree | None:
        """The tree, or None for a language without a grammar."""
        if self._tree is None:
            self._tree = self._languages.parse(self._record, self.data)
        return self._tree
