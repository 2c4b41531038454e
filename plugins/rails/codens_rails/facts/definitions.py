"""Constants a file defines, the one it is named after, its superclass and its methods."""

from __future__ import annotations

from tree_sitter import Node

from codens_core.graph.facts import CONSTANTS
from codens_core.plugin.records import SourceFile
from codens_rails.facts.kinds import corrected
from codens_rails.ruby.literals import constant, text
from codens_rails.ruby.walk import Definition, RubyFile, ruby_file

_WITH_METHODS = ("presenter", "helper", "model", "library")
_WRAPPED = ("class", "module", "comment")


def definitions(source: SourceFile) -> None:
    """Note what the file defines; corrects the type where the content proves another one.

    `constants` are classes and modules, the one the file is named after first; `opened_namespaces` are those that the
    file opens only to define something inside; `value_constants` are all others, by full name.
    """
    file = ruby_file(source)
    tree = source.tree()
    if file.errors or tree.root_node.has_error:
        line = min((error.start_point.row for error in file.errors), default=_fault(tree.root_node)) + 1
        source.facts.problem(line, "degraded", "not all of it could be parsed; what surrounds the fault was read")
    if source.language != "ruby":
        return
    primary = primary_definition(file, source.path)
    _constants(source, file, primary)
    if primary is not None:
        source.facts.type = corrected(source, file, primary)
        if source.facts.type:
            source.type = source.facts.type
        if primary.superclass is not None:
            source.facts.set("superclass", " ".join(text(primary.superclass).split()), *_first_line(primary))
    _methods(source, file, primary.name if primary is not None else "")


def _fault(node: Node) -> int:
    """The row of the innermost node that holds what the parser missed."""
    while (inner := next((child for child in node.children if child.has_error), None)) is not None:
        node = inner
    return node.start_point.row


def primary_definition(file: RubyFile, path: str) -> Definition | None:
    """The constant that a file is about: named like the file, else the first that is no mere namespace or value."""
    stem = _plain(path.rsplit("/", 1)[-1].split(".", 1)[0])
    named = [d for d in file.definitions if _plain(d.written.rsplit("::", 1)[-1]) == stem]
    made = [d for d in file.definitions if d.kind != "value"]
    solid = [d for d in made if not is_namespace(d)]
    return next((d for d in named if not is_namespace(d)), None) or next(iter(named or solid or made), None)


def _plain(name: str) -> str:
    return name.replace("_", "").lower()


def is_namespace(definition: Definition) -> bool:
    """Whether a class or module is opened only for what is defined inside it."""
    if definition.kind not in ("class", "module") or definition.superclass is not None:
        return False
    body = definition.node.child_by_field_name("body")
    inside = [child.type for child in body.named_children] if body is not None else []
    return any(kind != "comment" for kind in inside) and all(kind in _WRAPPED for kind in inside)


def _constants(source: SourceFile, file: RubyFile, primary: Definition | None) -> None:
    ordered = sorted(file.definitions, key=lambda definition: definition is not primary)
    for definition in ordered:
        fact = {"name": definition.name, "kind": definition.kind}
        other = _alias(definition)
        if other is not None:
            source.facts.add(CONSTANTS, {**fact, "kind": "assigned", "alias": other}, *_first_line(definition))
        elif definition is primary:
            source.facts.add(CONSTANTS, fact, *definition.lines)
        elif definition.kind == "value":
            source.facts.add("value_constants", definition.name, *_first_line(definition))
        else:
            source.facts.add("opened_namespaces" if is_namespace(definition) else CONSTANTS, fact, *definition.lines)


def _alias(definition: Definition) -> str | None:
    """The class or module that `HtmlParser = Markdown::HtmlParser` gives another name."""
    if definition.kind != "value" or definition.written.isupper():
        return None
    name = constant(definition.node.child_by_field_name("right"))
    return None if name is None or name.rsplit("::", 1)[-1].isupper() else name


def _first_line(definition: Definition) -> tuple[int, int]:
    line = definition.lines[0]
    return line, line


def _methods(source: SourceFile, file: RubyFile, primary: str) -> None:
    public: dict[str, tuple[int, int]] = {}
    for method in file.methods:
        fact: dict[str, object] = {"name": method.name, "owner": method.owner, "visibility": method.visibility}
        if method.singleton:
            fact["singleton"] = True
        source.facts.add("methods", fact, *method.lines)
        if method.visibility == "public" and method.owner == primary and method.name != "initialize":
            public["self." * method.singleton + method.name] = method.lines
    if source.type == "service":
        own = {name: lines for name, lines in public.items() if name.startswith("self.")}
        for name, lines in (own or public).items():
            source.facts.add("entry_points", name, *lines)
    elif source.type in _WITH_METHODS:
        for name, lines in public.items():
            source.facts.add("public_methods", name, *lines)


def superclass_name(definition: Definition) -> str | None:
    """The superclass as a constant path, if it is one; `Migration[7.0]` counts as `Migration`."""
    node = definition.superclass
    if node is not None and node.type == "element_reference":
        node = node.child_by_field_name("object")
    return constant(node)
