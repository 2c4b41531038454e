"""What configuration says of names: autoload paths, loader settings, inflections, locked gems, table prefixes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from tree_sitter import Node

from codens_core.plugin.records import SourceFile
from codens_rails.facts.load_paths import LoadPaths
from codens_rails.ruby.literals import constant, pairs, strings, text, value
from codens_rails.ruby.walk import Call, RubyFile, ruby_file

_HINTS = re.compile(
    rb"autoload_|eager_load_paths|autoloaders|push_dir|inflections|inflect\b|\.paths|isolate_namespace|table_name|loader\."
)
_GEM = re.compile(r"^    ([\w.-]+) \(([^)]+)\)$", re.MULTILINE)
_PATH_LISTS = ("autoload_paths", "eager_load_paths", "autoload_once_paths")
_ADDERS = ("push", "concat", "unshift", "append", "prepend")
_RULES = ("acronym", "irregular", "uncountable", "plural", "singular", "human")


def lockfile(source: SourceFile) -> None:
    """Note `gems` ({name, version}) and `rails_version` of a `Gemfile.lock`."""
    for gem in _GEM.finditer(source.text):
        line = source.text.count("\n", 0, gem.start()) + 1
        source.facts.add("gems", {"name": gem[1], "version": gem[2]}, line)
        if gem[1] in ("rails", "railties"):
            source.facts.set("rails_version", gem[2].split("-")[0], line)


def configuration(source: SourceFile) -> None:
    """Note `autoload_paths`, `loader` settings, `inflections` and table settings of boot code."""
    if "config/" not in source.path and not source.path.endswith(("engine.rb", "railtie.rb")):
        return
    if not _HINTS.search(source.data):
        return
    file = ruby_file(source)
    paths = LoadPaths(file)
    for node, lines in _added_paths(source, file):
        for path in paths.of(node):
            source.facts.add("autoload_paths", {"path": path}, *lines)
    for call in file.calls:
        handler = _HANDLERS.get(call.method)
        if handler is not None:
            handler(source, call, paths)
    _inflections(source, file)


def _added_paths(source: SourceFile, file: RubyFile) -> Iterator[tuple[Node, tuple[int, int]]]:
    """Expressions that are added to one of the lists of paths, or become one."""
    for node, _ in file.assignments:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if right is not None and _is_path_list(left):
            yield right, _lines(node)
    for call in file.calls:
        if call.method in _ADDERS and _is_path_list(call.receiver):
            for argument in call.args:
                yield argument, _lines(call.node)
    stack = [source.tree().root_node]
    while stack:
        node = stack.pop()
        stack.extend(node.named_children)
        if node.type == "binary" and _is_path_list(node.child_by_field_name("left")):
            right = node.child_by_field_name("right")
            if right is not None:
                yield right, _lines(node)


def _is_path_list(node: Node | None) -> bool:
    if node is None or node.type != "call":
        return False
    method = node.child_by_field_name("method")
    return method is not None and text(method) in _PATH_LISTS


def _lines(node: Node) -> tuple[int, int]:
    return node.start_point.row + 1, node.end_point.row + 1


def _autoload_lib(source: SourceFile, call: Call, paths: LoadPaths) -> None:
    ignored = strings(call.options.get("ignore"))
    source.facts.add("autoload_paths", {"path": "lib", "ignore": ignored}, call.line, call.end_line)


def _paths_add(source: SourceFile, call: Call, paths: LoadPaths) -> None:
    """`config.paths.add "app/api", eager_load: true`."""
    loads = any(key in call.options for key in ("eager_load", "autoload", "autoload_once"))
    owner = call.receiver.child_by_field_name("method") if call.receiver is not None else None
    if loads and owner is not None and text(owner) == "paths" and call.args:
        for path in paths.of(call.args[0]):
            source.facts.add("autoload_paths", {"path": path}, call.line, call.end_line)


def _loader(source: SourceFile, call: Call, paths: LoadPaths) -> None:
    """`push_dir`, `collapse` and `ignore` of an autoloader."""
    if call.receiver is None:
        return
    namespace = constant(call.options.get("namespace"))
    for argument in call.args:
        for path in paths.of(argument, call.context.blocks):
            fact = {"does": call.method, "path": path}
            if namespace is not None:
                fact["namespace"] = namespace.removeprefix("::")
            source.facts.add("loader", fact, call.line, call.end_line)


def _inflect(source: SourceFile, call: Call, paths: LoadPaths) -> None:
    """`loader.inflector.inflect("html" => "HTML")`: whole base names of files."""
    for key, node in call.options.items():
        if (names := strings(node))[:1]:
            fact = {"does": "inflect", "basename": key, "constant": names[0]}
            source.facts.add("loader", fact, call.line, call.end_line)


def _isolate(source: SourceFile, call: Call, paths: LoadPaths) -> None:
    namespace = constant(call.args[0]) if call.args else None
    if namespace is not None:
        source.facts.add("isolated_namespaces", namespace.removeprefix("::"), call.line)


_HANDLERS: dict[str, Callable[[SourceFile, Call, LoadPaths], None]] = {
    "autoload_lib": _autoload_lib,
    "autoload_lib_once": _autoload_lib,
    "add": _paths_add,
    "push_dir": _loader,
    "collapse": _loader,
    "ignore": _loader,
    "inflect": _inflect,
    "isolate_namespace": _isolate,
}


def _inflections(source: SourceFile, file: RubyFile) -> None:
    """Rules given to `inflect` inside `inflections do |inflect|`, and the settings of table names."""
    for call in file.calls:
        if call.method in _RULES and any(block.method == "inflections" for block in call.context.blocks):
            known = [_argument(argument) for argument in call.args]
            source.facts.add("inflections", {"rule": call.method, "args": known}, call.line, call.end_line)
    for node, _ in file.assignments:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        method = left.child_by_field_name("method") if left is not None and left.type == "call" else None
        name = text(method) if method is not None else ""
        if name in ("table_name_prefix", "table_name_suffix", "pluralize_table_names") and right is not None:
            known = value(right)
            if isinstance(known, (str, bool)):
                source.facts.add("table_settings", {"owner": "", "name": name, "value": known}, *_lines(node))


def _argument(node: Node) -> Any:
    """A string, a list of strings, or a pattern as `{"pattern": source, "ignore_case": bool}`."""
    if node.type == "regex":
        body, _, flags = text(node).rpartition("/")
        return {"pattern": body.removeprefix("/"), "ignore_case": "i" in flags}
    if node.type in ("array", "string_array", "symbol_array"):
        return strings(node)
    return next(iter(strings(node)), "") if not pairs(node) else ""
