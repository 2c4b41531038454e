"""Shapes of Ruby nodes that the walk asks for: names of methods, what `private` hides, classes made by a call."""

from __future__ import annotations

from tree_sitter import Node

from codens_rails.ruby.literals import constant, string, text

_VISIBILITIES = ("private", "protected", "public", "private_class_method", "module_function")


def name_of(method: Node) -> str:
    name = method.child_by_field_name("name")
    return text(name) if name is not None else ""


def hide_methods(body: Node, hidden: dict[str, str], hidden_class: dict[str, str]) -> None:
    """Note the methods of a class body that `private` and its kin hide: all that follow, or those they name."""
    visibility = "public"
    for child in body.named_children:
        word = text(child) if child.type == "identifier" else ""
        if word in _VISIBILITIES:
            visibility = word
        elif child.type == "call":
            _hide_named(child, hidden, hidden_class)
        elif child.type == "method" and visibility != "public":
            hidden[name_of(child)] = visibility


def _hide_named(call: Node, hidden: dict[str, str], hidden_class: dict[str, str]) -> None:
    """Note the methods that `private :a, def b; end` names."""
    method, arguments = call.child_by_field_name("method"), call.child_by_field_name("arguments")
    word = text(method) if method is not None else ""
    if word not in _VISIBILITIES or arguments is None or call.child_by_field_name("receiver") is not None:
        return
    target, kind = (hidden_class, "private") if word == "private_class_method" else (hidden, word)
    for argument in arguments.named_children:
        if argument.type in ("method", "singleton_method"):
            target[name_of(argument)] = kind
        elif (name := string(argument)) is not None:
            target[name] = kind


def made_class(node: Node | None) -> tuple[str, Node | None] | None:
    """(`Class`, superclass node) for `Class.new(X)`, also Struct, Data.define, Module and DelegateClass; else None."""
    if node is None or node.type != "call":
        return None
    receiver, method = node.child_by_field_name("receiver"), node.child_by_field_name("method")
    name = text(method) if method is not None else ""
    maker = constant(receiver) if receiver is not None else name
    if (maker, name) not in _MAKERS:
        return None
    arguments = node.child_by_field_name("arguments")
    first = arguments.named_children[0] if arguments is not None and arguments.named_children else None
    return (maker or "").removeprefix("::"), first


_MAKERS = {
    ("Class", "new"),
    ("::Class", "new"),
    ("Module", "new"),
    ("Struct", "new"),
    ("Data", "define"),
    ("DelegateClass", "DelegateClass"),
}


def block_of(node: Node | None) -> Node | None:
    return node.child_by_field_name("block") if node is not None else None
