"""Locale files: the keys they define with their lines, and the texts of those that people read."""

from __future__ import annotations

from collections.abc import Iterator

import yaml
from tree_sitter import Node as RubyNode

from codens_core.plugin.records import SourceFile
from codens_rails.ruby.literals import string, value

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PLURALS = frozenset(("zero", "one", "two", "few", "many", "other"))
_TEXT = 200
"""Characters of a text that are kept."""
_WORDS = 400
"""Texts of a file that search knows."""
Entry = tuple[tuple[str, ...], str, int]
"""Path of keys with the locale first, text, line."""


def yaml_locales(source: SourceFile) -> None:
    """Facts of a YAML locale file."""
    if source.type != "locale":
        return
    try:
        root = yaml.compose(source.text, Loader=_LOADER)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        reason = str(getattr(error, "problem", "") or error)
        source.facts.problem(mark.line + 1 if mark else 1, "broken-yaml", f"not YAML: {reason}; its keys are not known")
        return
    if root is not None:
        _note(source, _entries(root, ()))


def ruby_locales(source: SourceFile) -> None:
    """Facts of a Ruby locale file: the hash that it ends in."""
    if source.type == "locale" and (tree := source.tree()) is not None:
        top = [node for node in tree.root_node.named_children if node.type in ("hash", "block")]
        if top:
            _note(source, _ruby_entries(top[-1], ()))


def _entries(node: yaml.Node, path: tuple[str, ...]) -> Iterator[Entry]:
    if isinstance(node, yaml.MappingNode):
        for key, item in node.value:
            yield from _entries(item, (*path, str(key.value)))
    elif path:
        text = node.value if isinstance(node, yaml.ScalarNode) else ""
        yield path, text, node.start_mark.line + 1


def _ruby_entries(node: RubyNode, path: tuple[str, ...]) -> Iterator[Entry]:
    for pair in node.named_children:
        key = string(pair.child_by_field_name("key")) if pair.type == "pair" else None
        item = pair.child_by_field_name("value") if pair.type == "pair" else None
        if key is None or item is None:
            continue
        if item.type == "hash":
            yield from _ruby_entries(item, (*path, key))
        else:
            known = value(item)
            yield (*path, key), known if isinstance(known, str) else "", item.start_point.row + 1


def _note(source: SourceFile, entries: Iterator[Entry]) -> None:
    """One `locale_keys` fact a key: its name, or `{"key", "text"}` where the text is English."""
    seen: set[tuple[str, str]] = set()
    locales: dict[str, int] = {}
    namespaces: dict[str, int] = {}
    for (locale, *parts), text, line in entries:
        keys = parts[:-1] if len(parts) > 1 and parts[-1] in _PLURALS else parts
        key = ".".join(keys)
        if not key or (locale, key) in seen:
            continue
        seen.add((locale, key))
        locales.setdefault(locale, line)
        namespaces.setdefault(keys[0], line)
        fact: str | dict[str, str] = key
        if text and locale[:2] == "en" and locale[2:3] in ("", "-", "_"):
            fact = {"key": key, "text": text[:_TEXT]}
            if len(seen) <= _WORDS:
                source.facts.words.append(text[:_TEXT])
        source.facts.add("locale_keys", fact, line)
    for attribute, found in (("locales", locales), ("namespaces", namespaces)):
        for name, line in found.items():
            source.facts.add(attribute, name, line)
    source.facts.set("key_count", len(seen), 1)
