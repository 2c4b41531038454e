"""Which language a file is in, and its parser: grammars are loaded when the first file needs them."""

from __future__ import annotations

import tree_sitter

from codens_core.plugin.records import Language


class Languages:
    """All languages that plugins brought."""

    def __init__(self, languages: list[Language]) -> None:
        self._by_name = {language.name: language for language in languages}
        pairs = [(suffix, language) for language in languages for suffix in language.suffixes]
        self._suffixes = sorted(pairs, key=lambda pair: -len(pair[0]))
        self._parsers: dict[str, tree_sitter.Parser] = {}
        self._grammars: dict[str, tree_sitter.Language] = {}

    def of(self, path: str) -> Language | None:
        """The language of a path by its longest matching suffix, or by its whole file name."""
        name = path.rsplit("/", 1)[-1]
        for suffix, language in self._suffixes:
            if name.endswith(suffix) if suffix.startswith(".") else name == suffix:
                return language
        return None

    def grammar(self, name: str) -> tree_sitter.Language | None:
        """The tree-sitter language of a language by name, or None where it has no grammar."""
        language = self._by_name[name]
        if language.load is None:
            return None
        if name not in self._grammars:
            self._grammars[name] = tree_sitter.Language(language.load())
        return self._grammars[name]

    def parse(self, language: Language, data: bytes) -> tree_sitter.Tree | None:
        """The tree of `data`, masked first if the language says so."""
        grammar = self.grammar(language.name)
        if grammar is None:
            return None
        if language.name not in self._parsers:
            self._parsers[language.name] = tree_sitter.Parser(grammar)
        return self._parsers[language.name].parse(language.mask(data) if language.mask else data)
