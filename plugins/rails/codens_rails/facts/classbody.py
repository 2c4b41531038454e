"""Whose class body a call runs in: the class around it, one reopened from outside, or every class that includes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from tree_sitter import Node

from codens_rails.ruby.literals import constant, strings, text, value
from codens_rails.ruby.walk import Call, Context

Via = Literal["", "included", "macro"]
_EVALUATED = ("class_eval", "class_exec", "module_eval", "instance_exec", "instance_eval", "tap")
_HOOKS = ("included", "prepended")
_HOOK_METHODS = ("included", "prepended", "inherited", "append_features")
_ELSEWHERE = ("on_load", "describe", "context", "it", "namespace", "task", "draw", "Struct")


@dataclass(frozen=True, slots=True)
class Place:
    """A class body. `owner` is the class or module written around the call.

    `on` names another class whose body it is (`User.class_eval`, `User.include`), as written. `via` tells code that
    runs later: `included` in every class that includes the owner, `macro` in every class that calls `member`.
    """

    owner: str
    scope: tuple[str, ...]
    on: str = ""
    via: Via = ""
    member: str = ""

    def details(self) -> dict[str, Any]:
        """What facts and references note of the place; empty parts are left out."""
        whole = {"owner": self.owner, "on": self.on, "via": self.via, "member": self.member if self.via else ""}
        return {key: part for key, part in whole.items() if part}


def place(call: Call) -> Place | None:
    """The class body in which `call` runs, or None when it is no class-level call."""
    context = call.context
    receiver = call.receiver
    name = constant(receiver)
    if name is not None:
        return _reopened(name, context)
    if receiver is not None and receiver.type not in ("self", "identifier"):
        return None
    on, via = "", ""
    for block in reversed(context.blocks):
        if block.method in _ELSEWHERE or (block.method == "class_methods" and not context.member):
            return None
        if block.method in _EVALUATED and (on := constant(block.receiver) or ""):
            return _reopened(on, context)
        if block.method in _HOOKS and block.receiver is None:
            via = "included"
        if block.method in ("concerning", "concern"):
            via = ""
            break
    variable = text(receiver) if receiver is not None and receiver.type == "identifier" else ""
    if variable and not _is_block_parameter(variable, context) and not context.member:
        return None
    if context.member and not via:
        return _in_method(call, bool(variable))
    return Place(context.owner, context.nesting, on, "included" if via else "")


def _reopened(name: str, context: Context) -> Place | None:
    """Code about another class, unless it is an instance method that happens to call one."""
    if context.member and context.member not in (*_HOOK_METHODS, "self"):
        return None
    return Place(context.owner, context.nesting, name)


def _in_method(call: Call, bound: bool) -> Place | None:
    context = call.context
    if context.member in _HOOK_METHODS and context.singleton:
        evaluated = any(block.method in _EVALUATED for block in context.blocks)
        return Place(context.owner, context.nesting, "", "included") if bound or evaluated else None
    return None if bound else Place(context.owner, context.nesting, "", "macro", context.member)


def _is_block_parameter(name: str, context: Context) -> bool:
    return any(name in parameters(block.block) for block in context.blocks)


def parameters(block: Node | None) -> list[str]:
    """Names of a block's plain parameters."""
    wrapper = block.child_by_field_name("parameters") if block is not None else None
    return [text(child) for child in wrapper.named_children if child.type == "identifier"] if wrapper else []


def names(call: Call, argument: Node) -> list[str]:
    """The literal names an argument may be: one, or each of the list that an enclosing `each` walks over."""
    found = strings(argument)
    if found or argument.type != "identifier":
        return found
    for block in reversed(call.context.blocks):
        if block.method == "each" and parameters(block.block)[:1] == [text(argument)]:
            return strings(block.receiver)
    return []


def options(call: Call) -> dict[str, Node]:
    """Keyword options of a call with those of the `with_options` blocks around it; the call's own win."""
    found: dict[str, Node] = {}
    for block in call.context.blocks:
        if block.method == "with_options":
            found.update(block.options)
    return {**found, **call.options} if found else call.options


def literals(nodes: dict[str, Node]) -> dict[str, Any]:
    """Options whose values are known, classes by name; what only running would tell is left out."""
    found = {}
    for key, node in nodes.items():
        known = class_name(node) if key.endswith("class_name") or key == "source_type" else value(node)
        if known is not None and not _unknown(known):
            found[key] = known
    return found


def class_name(node: Node) -> str | None:
    """The class that `"User"`, `User`, `User.name` or `User.to_s` names; `name` alone is the class itself (`self`)."""
    if (written := constant(node)) is not None:
        return written
    if node.type == "identifier" and text(node) in ("name", "to_s"):
        return "self"
    if node.type == "call":
        receiver, method = node.child_by_field_name("receiver"), node.child_by_field_name("method")
        if method is not None and text(method) in ("name", "to_s", "class_name", "model_name"):
            return "self" if receiver is not None and receiver.type == "self" else constant(receiver)
    known = value(node)
    return known if isinstance(known, str) and "*" not in known else None


def _unknown(known: Any) -> bool:
    """Whether a literal holds a part that is not known."""
    if isinstance(known, dict):
        return any(_unknown(item) for item in known.values())
    if isinstance(known, list):
        return any(_unknown(item) for item in known)
    return not isinstance(known, (str, int, float, bool))
