"""Who guards what: authorization calls of Pundit, Action Policy and CanCanCan, and the rules that policies state."""

from __future__ import annotations

from typing import Any

from tree_sitter import Node

from codens_core.plugin.records import SourceFile
from codens_rails.facts.types import Types
from codens_rails.ruby.literals import constant, string, text, value
from codens_rails.ruby.walk import Call, Method, RubyFile, ruby_file

_LONGEST = 200
_HINTS = (b"authoriz", b"policy", b"permitted_attributes", b"allowed_to?", b"can?", b"cannot?", b"load_resource")
_PUNDIT = frozenset(("authorize", "policy_scope", "policy", "permitted_attributes", "pundit_policy_scope"))
_ACTION_POLICY = frozenset(
    ("authorize!", "authorized_scope", "authorized", "allowed_to?", "implicit_authorization_target")
)
_ABILITY = frozenset(("can?", "cannot?"))
_RESOURCE = frozenset(("load_and_authorize_resource", "authorize_resource", "load_resource"))


def policies(source: SourceFile) -> None:
    """Refer to the policies of what is authorized."""
    if source.type in ("policy", "spec") or not any(hint in source.data for hint in _HINTS):
        return
    file = ruby_file(source)
    types = Types(file)
    _namespaces(source, file)
    for call in file.calls:
        if call.method in _PUNDIT or call.method in _ACTION_POLICY or call.method.rstrip("!") in _PUNDIT:
            _authorize(source, call, types)
        elif call.method in _ABILITY and len(call.args) > 1:
            _ability(source, call, call.args[1], types)
        elif call.method in _RESOURCE and not call.context.member:
            _resource(source, call)


def _namespaces(source: SourceFile, file: RubyFile) -> None:
    """Note `policy_namespaces`: `def authorize(record) = super([:admin, record])`, for the class and those below it."""
    for call in file.named("super"):
        if call.context.member in _PUNDIT and call.context.owner and call.args:
            names = _lead(call.args[0])
            if names:
                fact = {"owner": call.context.owner, "api": call.context.member, "namespace": names}
                source.facts.add("policy_namespaces", fact, call.line, call.end_line)


def _lead(node: Node) -> list[str]:
    """What stands before the record in `[:admin, record]` and `Array.wrap(record).prepend(:admin)`."""
    if node.type == "array":
        parts = node.named_children[:-1]
    else:
        method, arguments = node.child_by_field_name("method"), node.child_by_field_name("arguments")
        added = method is not None and text(method) in ("prepend", "unshift")
        parts = arguments.named_children if added and arguments is not None else []
    return [name for part in parts if (name := string(part) or constant(part))]


def _authorize(source: SourceFile, call: Call, types: Types) -> None:
    args, receiver = call.args, call.receiver
    if constant(receiver) == "Pundit":
        args = args[1:]
    elif receiver is not None and receiver.type != "self" and text(receiver) not in ("helpers", "pundit", "controller"):
        return
    named = next(
        (name for key in ("policy_class", "with", "policy_scope_class") if (name := _constant(call, key))), None
    )
    if call.method == "allowed_to?":
        args, rule = args[1:], string(args[0]) if args else None
    elif call.method == "authorize!" and len(args) > 1 and args[0].type == "simple_symbol":
        _ability(source, call, args[1], types)
        return
    else:
        rule = string(args[1]) if len(args) > 1 else string(call.options.get("to"))
    details: dict[str, Any] = {"api": call.method, "query": rule}
    if named is not None:
        _refer(source, call, "policy_constant", named, details)
    elif args:
        details.update(_record(args[0], call, types))
        _refer(source, call, "policy", " ".join(text(args[0]).split())[:60], details)
    elif call.method == "authorize!":
        _refer(source, call, "policy", "", details)


def _record(node: Node, call: Call, types: Types) -> dict[str, Any]:
    """How the record is written: a symbol, a list with namespaces, or an expression with guesses of its class."""
    if node.type == "array" and node.named_children:
        *spaces, last = node.named_children
        names = [string(item) or constant(item) or "" for item in spaces]
        return {"namespace": names, **_record(last, call, types)}
    if (symbol := string(node)) is not None:
        return {"symbol": symbol}
    guess = types.guess(node, call.context)
    return {"types": guess.constants, "words": guess.words}


def _ability(source: SourceFile, call: Call, record: Node, types: Types) -> None:
    details = {"api": call.method, "query": string(call.args[0]), **_record(record, call, types)}
    _refer(source, call, "ability", " ".join(text(record).split())[:60], details)


def _resource(source: SourceFile, call: Call) -> None:
    """`load_and_authorize_resource`: the class of the controller's name, or the one named."""
    known = value(call.options.get("class"))
    name = call.first() or (known if isinstance(known, str) else "") or _constant(call, "class") or ""
    _refer(source, call, "ability", name, {"api": call.method})


def _constant(call: Call, key: str) -> str | None:
    return constant(call.options.get(key)) if call.arguments is not None else None


def _refer(source: SourceFile, call: Call, rule: str, name: str, details: dict[str, Any]) -> None:
    where = {"scope": list(call.context.nesting), "member": call.context.member}
    source.facts.refer("authorizes_with", rule, name, call.line, call.end_line, **where, **details)


def policy_rules(source: SourceFile) -> None:
    """Note `rules` (each query with its condition) and `scope` of a policy."""
    if source.type != "policy":
        return
    file = ruby_file(source)
    for method in file.methods:
        if method.name.endswith("?") and method.visibility == "public" and not method.singleton:
            source.facts.add("rules", {"query": method.name, "condition": _body(method)}, *method.lines)
        elif method.name == "resolve" and method.owner.endswith("Scope"):
            source.facts.set("scope", _body(method), *method.lines)
    for call in file.calls:
        _call_rule(source, call)
    _aliases(source, file)


def _call_rule(source: SourceFile, call: Call) -> None:
    if call.method in ("can", "cannot") and call.receiver is None and len(call.args) > 1:
        condition = ", ".join(
            [_flat(node) for node in call.args[2:]] + [f"{k}: {_flat(v)}" for k, v in call.options.items()]
        )
        actions, subjects = (" ".join(_flat(node).split()) for node in call.args[:2])
        rule = {"query": f"{call.method} {actions.strip(':')}", "subject": subjects, "condition": condition[:_LONGEST]}
        source.facts.add("rules", {key: part for key, part in rule.items() if part}, call.line, call.end_line)
    elif call.method in ("relation_scope", "scope_for") and call.block is not None:
        body = call.block.child_by_field_name("body")
        if body is not None:
            source.facts.set("scope", _flat(body)[:_LONGEST], call.line, call.end_line)
    elif call.method in ("alias_method", "alias_rule"):
        names = [name for node in call.args if (name := string(node)) is not None]
        same = string(call.options.get("to")) or (names.pop() if len(names) > 1 else None)
        for name in names if same else ():
            source.facts.add("rules", {"query": name, "condition": same}, call.line, call.end_line)


def _aliases(source: SourceFile, file: RubyFile) -> None:
    for node in (definition.node for definition in file.definitions if definition.kind == "class"):
        body = node.child_by_field_name("body")
        for child in body.named_children if body is not None else ():
            if child.type == "alias" and len(child.named_children) == 2:
                name, same = (text(part).lstrip(":") for part in child.named_children)
                if name.endswith("?"):
                    source.facts.add("rules", {"query": name, "condition": same}, child.start_point.row + 1)


def _body(method: Method) -> str:
    body = method.node.child_by_field_name("body") or method.node.child_by_field_name("right")
    return _flat(body)[:_LONGEST] if body is not None else ""


def _flat(node: Node) -> str:
    return " ".join(text(node).split())
