"""One walk over a Ruby tree: definitions with nesting, methods with visibility, calls and constant references.

The walk is iterative (deep trees do not recurse) and goes around ERROR nodes, whose children are still visited.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from tree_sitter import Node, Tree

from codens_core.plugin.records import Scope, SourceFile
from codens_rails.ruby.literals import constant, pairs, string, text
from codens_rails.ruby.repairs import method_name
from codens_rails.ruby.shapes import block_of, hide_methods, made_class, name_of

DefinitionKind = Literal["class", "module", "assigned", "value"]
"""How a constant comes about: opened, assigned a new class (`Struct.new`, `Class.new`), or assigned anything else."""


@dataclass(slots=True)
class Definition:
    """A class or module as opened here. `name` is the full path that the nesting gives (`Admin::User`)."""

    kind: DefinitionKind
    name: str
    written: str
    superclass: Node | None
    nesting: tuple[str, ...]
    """Lexical nesting around the opening, outermost first, each entry a full name."""
    node: Node

    @property
    def lines(self) -> tuple[int, int]:
        """First and last line."""
        return self.node.start_point.row + 1, self.node.end_point.row + 1


@dataclass(slots=True)
class Method:
    """A method definition with its owner's full name; `visibility` as at the end of the class body."""

    name: str
    owner: str
    singleton: bool
    visibility: str
    node: Node
    blocks: tuple[Call, ...] = ()

    @property
    def lines(self) -> tuple[int, int]:
        """First and last line."""
        return self.node.start_point.row + 1, self.node.end_point.row + 1


@dataclass(slots=True, frozen=True)
class Context:
    """Where the walk stands: who owns `self`, in which method, inside which calls' blocks."""

    nesting: tuple[str, ...] = ()
    """Full names of the written class and module openings, outermost first."""
    member: str = ""
    singleton: bool = False
    """Inside `class << self` or `def self.x`."""
    blocks: tuple[Call, ...] = ()
    """Calls whose blocks enclose this place inside the innermost class body, outermost first."""

    @property
    def owner(self) -> str:
        """Full name of the innermost class or module, empty at top level."""
        return self.nesting[-1] if self.nesting else ""


@dataclass(eq=False)
class Call:
    """A method call. A bare receiver-less, argument-less name is a call here only when it stands as a statement."""

    method: str
    node: Node
    receiver: Node | None
    context: Context
    arguments: Node | None = None

    @property
    def line(self) -> int:
        """First line of the call."""
        return self.node.start_point.row + 1

    @property
    def end_line(self) -> int:
        """Last line of the call without its block."""
        last = self.arguments or self.node
        return (last.end_point.row if self.arguments else self.node.start_point.row) + 1

    @cached_property
    def args(self) -> list[Node]:
        """Positional arguments; keyword arguments, blocks and comments are not among them."""
        skip = ("pair", "block_argument", "hash_splat_argument", "comment")
        return [n for n in self.arguments.named_children if n.type not in skip] if self.arguments else []

    @cached_property
    def options(self) -> dict[str, Node]:
        """Keyword arguments (or those of a trailing `{}` hash) to their value nodes."""
        if self.arguments is None:
            return {}
        known = pairs(self.arguments)
        last = self.arguments.named_children[-1] if self.arguments.named_children else None
        return known or (pairs(last) if last is not None and last.type == "hash" else {})

    @property
    def block(self) -> Node | None:
        """The `do` or brace block."""
        return self.node.child_by_field_name("block")

    @property
    def receiver_constant(self) -> str | None:
        """The constant path of the receiver, if it is one."""
        return constant(self.receiver)

    def first(self) -> str | None:
        """The first positional argument as a string or symbol."""
        return string(self.args[0]) if self.args else None


@dataclass(slots=True)
class ConstantUse:
    """A constant named in code (never the name of a definition). `name` keeps a leading `::`."""

    name: str
    node: Node
    context: Context

    @property
    def line(self) -> int:
        """Line of the name."""
        return self.node.start_point.row + 1


@dataclass(slots=True)
class RubyFile:
    """Everything the walk found, in source order."""

    definitions: list[Definition] = field(default_factory=list)
    methods: list[Method] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    constants: list[ConstantUse] = field(default_factory=list)
    identifiers: list[tuple[Node, Context]] = field(default_factory=list)
    """Bare names in expressions that are no `calls`: local variables, or methods called without arguments."""
    assignments: list[tuple[Node, Context]] = field(default_factory=list)
    """`x = y`, `x ||= y` and `a, b = y`, but not of constants."""
    instance_variables: list[Node] = field(default_factory=list)
    comments: list[Node] = field(default_factory=list)
    scopes: list[Scope] = field(default_factory=list)
    errors: list[Node] = field(default_factory=list)
    """ERROR nodes, and heredocs whose end was not found."""

    def named(self, *methods: str) -> list[Call]:
        """Calls of the given methods, in source order."""
        wanted = set(methods)
        return [call for call in self.calls if call.method in wanted]


_last: tuple[SourceFile, RubyFile] | None = None


def ruby_file(source: SourceFile) -> RubyFile:
    """The walk of a source file, made once however many extractors ask; also fills `source.scopes`."""
    global _last  # noqa: PLW0603 - one file is read at a time, by all extractors in turn
    if _last is None or _last[0] is not source:
        found = walk(source.tree())
        source.scopes[:] = found.scopes
        _last = (source, found)
    return _last[1]


def walk(tree: Tree) -> RubyFile:
    """Walk a whole tree once."""
    walker = _Walker()
    walker.run(tree.root_node)
    return walker.file


class _Walker:
    def __init__(self) -> None:
        self.file = RubyFile()
        self._stack: list[tuple[Node, Context]] = []
        self._later: list[tuple[Node, Context]] = []
        self._hidden: dict[str, dict[str, str]] = {}

    def run(self, root: Node) -> None:
        stack, handlers = self._stack, self._HANDLERS
        stack.append((root, Context()))
        while stack:
            node, context = stack.pop()
            handler = handlers.get(node.type)
            if handler is None:
                children = node.named_children
                if children:
                    stack.extend([(child, context) for child in reversed(children)])
            else:
                handler(self, node, context)
        for method in self.file.methods:
            names = self._hidden.get(method.owner + ("." if method.singleton else "#"), {})
            method.visibility = names.get(method.name, method.visibility)

    def _push(self, node: Node | None, context: Context) -> None:
        if node is not None:
            self._stack.append((node, context))

    def _push_children(self, node: Node, context: Context) -> None:
        self._stack.extend([(child, context) for child in reversed(node.named_children)])

    def _scope(self, node: Node, context: Context) -> None:
        self.file.scopes.append(Scope(node.start_byte, node.end_byte, context.nesting, context.member))

    # definitions

    def _definition(self, node: Node, context: Context) -> None:
        name_node = node.child_by_field_name("name")
        written = text(name_node) if name_node is not None else ""
        name = written[2:] if written.startswith("::") else "::".join(filter(None, (context.owner, written)))
        wrapper = node.child_by_field_name("superclass")
        superclass = wrapper.named_children[0] if wrapper is not None and wrapper.named_children else None
        kind: DefinitionKind = "class" if node.type == "class" else "module"
        self.file.definitions.append(Definition(kind, name, written, superclass, context.nesting, node))
        inner = Context((*context.nesting, name))
        self._scope(node, inner)
        self._loose_comments(node)
        self._body(node.child_by_field_name("body"), inner)
        self._push(superclass, context)
        if node.has_error:
            self._stack.extend((child, inner) for child in node.named_children if child.type == "heredoc_body")

    def _singleton_class(self, node: Node, context: Context) -> None:
        inner = Context(context.nesting, singleton=True, blocks=context.blocks)
        self._body(node.child_by_field_name("body"), inner)

    def _body(self, body: Node | None, context: Context) -> None:
        """Push a class body's statements and note which methods `private` and its kin hide."""
        if body is None:
            return
        self._statements(body, context)
        hidden = self._hidden.setdefault(context.owner + ("." if context.singleton else "#"), {})
        hide_methods(body, hidden, self._hidden.setdefault(context.owner + ".", {}))

    def _method(self, node: Node, context: Context) -> None:
        singleton = node.type == "singleton_method" or context.singleton
        name = name_of(node)
        self.file.methods.append(Method(name, context.owner, singleton, "public", node, context.blocks))
        inner = Context(context.nesting, name, singleton, context.blocks)
        self._scope(node, inner)
        self._loose_comments(node)
        for part in ("body", "parameters"):
            child = node.child_by_field_name(part)
            if child is not None:
                self._stack.append((child, inner))

    def _assignment(self, node: Node, context: Context) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and left.type == "global_variable" and (repaired := method_name(text(left))):
            name, singleton = repaired
            self.file.methods.append(Method(name, context.owner, singleton, "public", node, context.blocks))
            inner = Context(context.nesting, name, singleton, context.blocks)
            self._scope(node, inner)
            self._push(right, inner)
            return
        if left is not None and left.type in ("constant", "scope_resolution") and not context.member:
            written = text(left)
            name = written[2:] if written.startswith("::") else "::".join(filter(None, (context.owner, written)))
            maker = made_class(right)
            inner = context
            if maker is not None:
                parent = maker[1] if maker[0] in ("Class", "DelegateClass") else None
                self.file.definitions.append(Definition("assigned", name, written, parent, context.nesting, node))
                inner = Context((*context.nesting, name)) if block_of(right) is not None else context
            else:
                self.file.definitions.append(Definition("value", name, written, None, context.nesting, node))
            self._push(right, inner)
            return
        self.file.assignments.append((node, context))
        self._push_children(node, context)

    # uses

    def _call(self, node: Node, context: Context) -> None:
        method = node.child_by_field_name("method")
        receiver = node.child_by_field_name("receiver")
        arguments = node.child_by_field_name("arguments")
        block = node.child_by_field_name("block")
        name = text(method) if method is not None else "call"
        call = Call(name, node, receiver, context, arguments)
        self.file.calls.append(call)
        if block is not None:
            inner = Context(context.nesting, context.member, context.singleton, (*context.blocks, call))
            self._stack.append((block, inner))
        if arguments is not None:
            self._push_children(arguments, context)
        if receiver is not None:
            self._stack.append((receiver, context))

    def _statements(self, node: Node, context: Context) -> None:
        for child in reversed(node.named_children):
            if child.type == "identifier":
                self.file.calls.append(Call(text(child), child, None, context))
            else:
                self._stack.append((child, context))

    def _constant(self, node: Node, context: Context) -> None:
        name = constant(node)
        if name is not None:
            self.file.constants.append(ConstantUse(name, node, context))
        else:
            self._push_children(node, context)

    def _identifier(self, node: Node, context: Context) -> None:
        self.file.identifiers.append((node, context))

    def _instance_variable(self, node: Node, _: Context) -> None:
        self.file.instance_variables.append(node)

    def _loose_comments(self, node: Node) -> None:
        """Comments before the first statement are no part of a body."""
        self.file.comments += [child for child in node.named_children if child.type == "comment"]

    def _comment(self, node: Node, _: Context) -> None:
        self.file.comments.append(node)

    def _error(self, node: Node, context: Context) -> None:
        """Go on inside what could not be parsed; classes whose `end` is missing are found by their loose keywords.

        What stands no further in than an open keyword ends it, as people indent.
        """
        self.file.errors.append(node)
        inside, keyword = [(context, -1)], ""
        parts = [(part.named_children if part.type == "body_statement" else [part]) for part in node.children]
        for child in (child for part in parts for child in part):
            column = child.start_point.column
            while child.type != "end" and len(inside) > 1 and column <= inside[-1][1]:
                inside.pop()
            around = inside[-1][0]
            if not child.is_named:
                keyword = child.type if child.type in ("class", "module") else ""
                if child.type in _OPENERS:
                    inside.append((around, column))
                elif child.type == "end" and len(inside) > 1:
                    inside.pop()
            elif keyword and child.type in ("constant", "scope_resolution"):
                start = child.start_point.column - len(keyword) - 1
                inside.append((self._recover(keyword, child, node, around), start))
                keyword = ""
            elif child.type == "superclass" and self.file.definitions and child.named_children:
                self.file.definitions[-1].superclass = child.named_children[0]
            else:
                self._later.append((child, around))
        self._stack.extend(reversed(self._later))
        self._later.clear()

    def _recover(self, keyword: str, name_node: Node, error: Node, context: Context) -> Context:
        """Note a class or module whose node the parser lost; gives the context inside it."""
        kind: DefinitionKind = "class" if keyword == "class" else "module"
        written = text(name_node)
        name = "::".join(filter(None, (context.owner, written.removeprefix("::"))))
        self.file.definitions.append(Definition(kind, name, written, None, context.nesting, name_node))
        inner = Context((*context.nesting, name))
        self.file.scopes.append(Scope(name_node.start_byte, error.end_byte, inner.nesting))
        return inner

    def _heredoc(self, node: Node, context: Context) -> None:
        last = node.named_children[-1] if node.named_children else None
        if last is None or last.type != "heredoc_end" or last.is_missing or last.start_byte == last.end_byte:
            self.file.errors.append(node)
        self._push_children(node, context)

    _HANDLERS = {  # noqa: RUF012 - a constant table
        "class": _definition,
        "module": _definition,
        "singleton_class": _singleton_class,
        "method": _method,
        "singleton_method": _method,
        "assignment": _assignment,
        "operator_assignment": _assignment,
        "call": _call,
        "body_statement": _statements,
        "block_body": _statements,
        "constant": _constant,
        "scope_resolution": _constant,
        "identifier": _identifier,
        "instance_variable": _instance_variable,
        "comment": _comment,
        "heredoc_body": _heredoc,
        "ERROR": _error,
    }


_OPENERS = ("def", "do", "if", "unless", "case", "while", "until", "begin", "for")
