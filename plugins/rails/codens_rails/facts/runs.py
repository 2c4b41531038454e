"""How controllers and mailers reach what they render: own methods called, callbacks, layouts, prefixes, view names.

All are references of `renders_view` that lead nowhere by themselves: the resolver follows them from each action.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from tree_sitter import Node

from codens_core.plugin.records import SourceFile
from codens_rails.facts.places import CONTROLLER, place_of
from codens_rails.facts.possible import Possible, returned
from codens_rails.ruby.literals import pairs, string, strings, text, value
from codens_rails.ruby.walk import Call, Context, Method, RubyFile, ruby_file

_FRAMEWORK = frozenset(
    """params request response session cookies flash render redirect_to redirect_back head respond_to respond_with
    send_file send_data url_for current_user logger raise puts require include extend attr_reader format t l mail
    attachments headers lambda proc loop yield_self fresh_when stale? expires_in authorize policy_scope
    render_to_string controller_name action_name helpers view_context performed? binding freeze attr_accessor
    block_given? catch throw rand sleep private public protected permit_params translate localize policy""".split()
)
"""Names that are Rails' or Ruby's own, never an application's render helper."""
_HOOK = re.compile(r"(skip_|prepend_|append_)?(before|around|after)_(action|filter)\Z")
_NAME = re.compile(r"_?[a-z][\w]*(/_?[a-z]\w*)*\Z")
_Called = dict[tuple[tuple[str, ...], str], dict[str, int]]
_PREFIX_METHODS = ("local_prefixes", "_prefixes", "controller_path", "mailer_name")


def runs(source: SourceFile) -> None:
    """Note what decides which templates the actions of a controller, mailer or concern render."""
    if place_of(source.type, source.path) == CONTROLLER:
        _Reader(source).run()


class _Reader:
    def __init__(self, source: SourceFile) -> None:
        self.facts = source.facts
        self.file: RubyFile = ruby_file(source)
        self.possible = Possible(self.file)
        self.mailer = source.type == "mailer" or "/mailers/" in source.path

    def run(self) -> None:
        for call in self.file.calls:
            if call.receiver is not None and call.receiver.type != "self":
                continue
            if call.method == "layout" and not call.context.member:
                self._layout(call)
            elif call.method == "mail" and self.mailer and call.context.member:
                self._mail(call)
            elif call.method in ("prepend_view_path", "append_view_path"):
                for name in self._folders(call):
                    self._note("view_path", name, call)
            elif call.method == "default" and self.mailer:
                self._prefixes(call)
            elif call.method == "rescue_from" and not call.context.member:
                self._rescue(call)
        for method in self.file.methods:
            if method.name in _PREFIX_METHODS:
                self._prefix_method(method)
        self._own_methods()
        self._view_names()

    def _note(self, rule: str, name: str, call: Call, **details: Any) -> None:
        context = call.context
        where = {"scope": list(context.nesting), "member": context.member}
        self.facts.refer("renders_view", rule, name, call.line, call.end_line, **where, **details)

    def _folders(self, call: Call) -> list[str]:
        """`"app/themes"`, `Rails.root.join("app", "themes")` and `"#{Rails.root}/app/themes"` alike."""
        first = call.args[0] if call.args else None
        arguments = first.child_by_field_name("arguments") if first is not None and first.type == "call" else None
        if first is not None and arguments is not None and text(first).startswith("Rails.root.join"):
            parts = [string(part) for part in arguments.named_children]
            return ["/".join(part for part in parts if part)] if all(parts) else []
        names, _ = self.possible.strings(first, call.context)
        return [plain for name in names if "*" not in (plain := name.removeprefix("*/"))]

    def _layout(self, call: Call) -> None:
        conditions = _conditions(call)
        chosen = call.args[0] if call.args and call.args[0].type != "hash" else call.block
        if chosen is None:
            return
        if chosen.type == "simple_symbol":
            self._layout_method(call, text(chosen)[1:], conditions)
            return
        body = chosen.child_by_field_name("body") if chosen.type in ("lambda", "block", "do_block") else chosen
        if body is not None and chosen.type == "lambda":
            body = body.child_by_field_name("body") or body
        names, others = self.possible.strings(body, call.context)
        self._layout_names(call, names, others, conditions)

    def _layout_method(self, call: Call, name: str, conditions: dict[str, Any]) -> None:
        own = [method for method in self.file.methods if method.name == name]
        if not own:
            self._note("layout", "", call, chosen_by=name, **conditions)
        for method in own:
            names: dict[str, None] = {}
            others: list[Node] = []
            for node in returned(method.node):
                more, rest = self.possible.strings(node, call.context)
                names.update(dict.fromkeys(more))
                others += rest
            self._layout_names(call, names, others, conditions)

    def _layout_names(self, call: Call, names: Iterable[str], others: list[Node], conditions: dict[str, Any]) -> None:
        for name in names:
            self._note("layout", name, call, **conditions)
        if any(other.type == "false" for other in others) or (
            call.args and call.args[0].type in ("false", "nil") and not names
        ):
            off = "nil" if call.args and call.args[0].type == "nil" else "false"
            self._note("layout", "", call, off=off, **conditions)

    def _mail(self, call: Call) -> None:
        options = call.options or self._given_options(call)
        if "body" in options or (call.block is not None and "format" not in text(call.block)):
            return
        names, unknown = self.possible.strings(options.get("template_name"), call.context)
        paths, _ = self.possible.strings(options.get("template_path"), call.context)
        listed = value(options.get("template_path"))
        paths += [path for path in listed if isinstance(path, str)] if isinstance(listed, list) else []
        for name in names or ([""] if not unknown else []):
            self._note("mail_template", name, call, paths=paths)
        for node in unknown:
            self._note("mail_template", text(node)[:60], call, paths=paths, dynamic=True)

    def _given_options(self, call: Call) -> dict[str, Node]:
        """Options that stand in a local variable: `mail(settings)`."""
        found: dict[str, Node] = {}
        for node in call.args[:1]:
            _, others = self.possible.strings(node, call.context)
            for other in others:
                hashed = other.child_by_field_name("receiver") if other.type == "call" else other
                if hashed is not None and hashed.type == "hash":
                    found.update(pairs(hashed))
        return found

    def _prefixes(self, call: Call) -> None:
        for name in strings(call.options.get("template_path")):
            self._note("view_prefix", name, call, method="template_path")

    def _prefix_method(self, method: Method) -> None:
        stack, at = [method.node], (method.node.start_point.row + 1, method.node.end_point.row + 1)
        while stack:
            node = stack.pop()
            name = string(node)
            if name is not None and node.type in ("string", "bare_string") and _NAME.match(name):
                scope = [method.owner] if method.owner else []
                self.facts.refer("renders_view", "view_prefix", name, *at, scope=scope, method=method.name)
            stack.extend(node.named_children)

    def _rescue(self, call: Call) -> None:
        """`rescue_from Error, with: :handler`; a handler in place is code of the member `rescue_from`."""
        if (name := string(call.options.get("with"))) is not None:
            self._note("handler", name, call)

    def _own_methods(self) -> None:
        """For each method (or callback's block) the names it calls on itself, without Rails' own and local variables.

        `super` among them is the method of the same name further up.
        """
        called: _Called = {}
        local = _local_names(self.file)
        for call in self.file.calls:
            if call.receiver is None or call.receiver.type == "self":
                self._called(called, call.context, call.method, call.line)
        for node, context in self.file.identifiers:
            if (context.owner, context.member, name := text(node)) not in local:
                self._called(called, context, name, node.start_point.row + 1)
        for method in self.file.methods:
            if b"super" in (method.node.text or b""):
                self._called(called, Context((method.owner,), method.name), "super", method.lines[0])
        for (nesting, member), names in called.items():
            line = min(names.values())
            where: dict[str, Any] = {"scope": list(nesting), "member": member, "names": sorted(names)}
            self.facts.refer("renders_view", "own_calls", member, line, **where)

    def _called(self, called: _Called, context: Context, name: str, line: int) -> None:
        member = context.member or hook_of(context.blocks)
        if member and name != member and name not in _FRAMEWORK:
            called.setdefault((context.nesting[-1:], member), {}).setdefault(name, line)

    def _view_names(self) -> None:
        """Instance variables that are given the name of a template, which a view may render."""
        for node, context in self.file.assignments:
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is None or right is None or left.type != "instance_variable":
                continue
            names, others = self.possible.strings(right, context)
            found = [name for name in names if _NAME.match(name)]
            for other in others:
                if other.type == "hash":
                    found += strings(pairs(other).get("partial"))
            for name in found:
                line = node.start_point.row + 1
                where: dict[str, Any] = {"scope": list(context.nesting), "member": context.member}
                self.facts.refer("renders_view", "view_name", name, line, variable=text(left), **where)


def _conditions(call: Call) -> dict[str, Any]:
    return {key: found for key in ("only", "except") if (found := strings(call.options.get(key)))}


def hook_of(blocks: Iterable[Call]) -> str:
    """The callback macro in whose block of a class body code stands (`before_action { }`), else empty."""
    return next((b.method for b in blocks if _HOOK.match(b.method) or b.method == "rescue_from"), "")


def _local_names(file: RubyFile) -> set[tuple[str, str, str]]:
    """(owner, method, name) of parameters and assigned local variables."""
    found = set()
    for node, context in file.assignments:
        stack = [node.child_by_field_name("left")]
        while stack:
            left = stack.pop()
            if left is not None and left.type == "identifier":
                found.add((context.owner, context.member, text(left)))
            elif left is not None and left.type == "left_assignment_list":
                stack.extend(left.named_children)
    for method in file.methods:
        parameters = method.node.child_by_field_name("parameters")
        for parameter in parameters.named_children if parameters is not None else ():
            name = parameter.child_by_field_name("name") or parameter
            found.add((method.owner, method.name, text(name).lstrip("*&")))
    return found
