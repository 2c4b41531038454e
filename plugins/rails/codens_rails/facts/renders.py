"""References to templates: render calls in all their forms, read by the place in which they stand.

A reference of rule `render` has a `form` that says how its name is looked up: `template` (an action's or a whole
template), `partial`, `object` (a partial by the class of what is rendered), `layout`, `default` (the running action's
own template) or `any` (a template or else a partial). Names without a slash are looked up in a controller's prefixes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from tree_sitter import Node

from codens_core.plugin.records import SourceFile
from codens_rails.facts.handed import KEYS
from codens_rails.facts.places import CONTROLLER, OTHER, VIEW, place_of, renderer
from codens_rails.facts.possible import Possible
from codens_rails.facts.runs import hook_of
from codens_rails.ruby.literals import WILDCARD, constant, pairs, string, text, value
from codens_rails.ruby.walk import Call, RubyFile, ruby_file

_HINTS = (b"render", b"partial", b"turbo_stream", b"broadcast", b"extends")
_WITH = frozenset(
    """status content_type location layout formats format handlers variants variant locals assigns prefixes pdf
    disposition filename stream locale charset cached""".split()
)
"""Options of a controller's `render` beside which the action's template is rendered; others answer themselves."""
_NAMED = ("xlsx", "prawn", "ics")
"""Renderers whose option may name the template."""
_TURBO = frozenset(
    "replace update append prepend before after morph replace_all update_all append_all prepend_all".split()
)
_BROADCAST = re.compile(r"broadcast_(append|prepend|replace|update|before|after)(_later)?(_to)?\Z")
_MIMES = frozenset("html json js xml rss atom csv pdf text ics svg png xlsx zip turbo_stream docx md yaml".split())
_NO_NAMES = ("true", "false", "nil", "lambda", "splat_argument", "unary", "binary")
_VIEW_NAME = re.compile(r"/?_?[a-z0-9*][\w*-]*(/[\w*-]+)*(\.[\w+.]+)?\Z")


def renders(source: SourceFile) -> None:
    """Note what a file renders."""
    if source.type != "spec" and any(hint in source.data for hint in _HINTS):
        _Reader(source).run()


class _Reader:
    def __init__(self, source: SourceFile) -> None:
        self.facts = source.facts
        self.file: RubyFile = ruby_file(source)
        self.place = place_of(source.type, source.path)
        self.partials = b"partial" in source.data
        self.rabl = source.path.endswith(".rabl")
        self.possible = Possible(self.file)

    def run(self) -> None:
        handlers = self._HANDLERS
        for call in self.file.calls:
            handler = handlers.get(call.method)
            if handler is not None:
                handler(self, call)
            elif call.method in _TURBO and call.receiver is not None and text(call.receiver) == "turbo_stream":
                self._turbo_stream(call)
            elif call.method.startswith("broadcast"):
                self._broadcast(call)
            elif self.partials and call.arguments is not None and "partial" in call.options:
                self._perhaps_partial(call)
        for node, context in self.file.identifiers:
            if self.place == CONTROLLER and text(node) == "render":
                self._default(Call("render", node, None, context))

    # where it stands

    def _render(self, call: Call) -> None:
        found = renderer(call, self.place)
        if found is None:
            self._own_renderer(call)
            return
        place, owner = found
        first = call.args[0] if call.args and call.args[0].type != "hash" else None
        if place == VIEW:
            self._in_view(call, first)
        elif place == CONTROLLER or first is None:
            self._in_controller(call, first, owner)
        else:
            self._names(call, first, "any", "explicit", owner=owner)

    def _own_renderer(self, call: Call) -> None:
        """Code elsewhere that renders, told by the path of a template: `Pdf.render("invoices/show", x)`."""
        if (call.receiver_constant is None and call.receiver is not None) or not call.args:
            return
        names, _ = self.possible.strings(call.args[0], call.context)
        for name in names:
            if "/" in name and _VIEW_NAME.match(name):
                self._note(call, name, "any", "explicit", quiet=True, confidence=0.9)

    def _in_controller(self, call: Call, first: Node | None, owner: str) -> None:
        options, more = call.options, {"owner": owner}
        bare = {"bare": True} if value(options.get("layout")) in (False, None) and "layout" in options else {}
        if first is not None and constant_built(first) is None:
            self._names(call, first, "template", "explicit", **bare, **more)
        for key in ("template", "action", *_NAMED):
            if key in options:
                self._names(call, options[key], "template", "explicit", **bare, **more)
        if "partial" in options:
            self._partial_option(call, 1.0, **more)
        elif "layout" in options and not bare:
            self._names(call, options["layout"], "layout", "layout", **more)
        if first is not None and (component := constant_built(first)):
            self._component(call, component)
        elif first is None and not options.keys() - _WITH:
            self._default(call, **bare, **more)

    def _default(self, call: Call, **more: Any) -> None:
        """`render` that names nothing renders the running action's template."""
        if self.place == CONTROLLER:
            self._note(call, "", "default", "explicit", **more)

    def _in_view(self, call: Call, first: Node | None) -> None:
        if first is not None:
            self._view_argument(call, first, "layout" if call.block is not None else "partial")
            return
        options = call.options
        if "partial" in options:
            self._partial_option(call, 1.0)
        elif "layout" in options and "template" not in options:
            self._names(call, options["layout"], "partial", "layout")
        if "template" in options:
            self._names(call, options["template"], "template", "explicit")
            if "layout" in options:
                self._names(call, options["layout"], "layout", "layout")
        if "renderable" in options:
            self._view_argument(call, options["renderable"], "partial")

    def _view_argument(self, call: Call, node: Node, kind: str) -> None:
        for item in node.named_children if node.type == "array" else [node]:
            component = constant_built(item)
            if component:
                self._component(call, component)
            else:
                self._names(call, item, "partial", kind)

    # the other calls that render

    def _partial_option(self, call: Call, confidence: float, **more: Any) -> None:
        """`partial:` with its `layout:` and `spacer_template:`, which are partials too."""
        options = call.options
        kind = "collection" if "collection" in options or "as" in options else "partial"
        self._names(call, options["partial"], "partial", kind, confidence=confidence, **more)
        for key in ("layout", "spacer_template"):
            if key in options:
                self._names(call, options[key], "partial", "layout" if key == "layout" else "partial", **more)

    def _perhaps_partial(self, call: Call) -> None:
        """A `partial:` given to some other method; outside controllers and views only a path says what it is."""
        if self.place != OTHER or "/" in (string(call.options["partial"]) or ""):
            self._partial_option(call, 0.9)

    def _turbo_stream(self, call: Call) -> None:
        options = call.options
        for key in ("partial", "template"):
            if key in options:
                self._names(call, options[key], key, "partial" if key == "partial" else "explicit", formats=["html"])
        if options.keys() & {"partial", "template", "html", "plain", "renderable", "content"} or call.block is not None:
            return
        shown = call.args[1:2] or call.args[:1]
        if shown and string(shown[0]) is None and shown[0].type not in ("call", "identifier", "conditional"):
            self._view_argument(call, shown[0], "partial")
        elif call.args[1:2] and (component := constant_built(shown[0])):
            self._component(call, component)

    def _broadcast(self, call: Call) -> None:
        """`broadcast_append_to x, partial: "y"`; without a name it is the model's own partial."""
        options = call.options
        if "partial" in options:
            streams = "_render" in call.method
            self._partial_option(call, 1.0, formats=["turbo_stream" if streams else "html"])
        elif "template" in options:
            self._names(call, options["template"], "template", "explicit", formats=["html"])
        elif call.method in ("broadcasts", "broadcasts_to") or (
            _BROADCAST.match(call.method) and not options.keys() & {"html", "content", "renderable", "plain"}
        ):
            self._own_partial(call)

    def _own_partial(self, call: Call) -> None:
        if call.receiver is None and call.context.owner and self.place == OTHER:
            name = "::" + call.context.owner
            self._note(call, name, "object", "partial", formats=["html"], confidence=0.9)

    def _json_partial(self, call: Call) -> None:
        first = call.args[0] if call.args and call.args[0].type != "hash" else None
        if first is not None:
            self._names(call, first, "partial", "collection" if "collection" in call.options else "partial")
        elif "partial" in call.options:
            self._partial_option(call, 1.0)

    def _rabl(self, call: Call) -> None:
        if self.rabl and call.args:
            self._names(call, call.args[0], "any", "partial")

    def _slot(self, call: Call) -> None:
        """`renders_many :items, "ItemComponent"`."""
        if len(call.args) > 1 and (name := string(call.args[1])):
            self._component(call, name)

    # notes

    def _names(self, call: Call, node: Node, form: str, kind: str, **more: Any) -> None:
        """Note every name that `node` may give; what is no string is rendered as an object, or is unknown."""
        names, others = self.possible.strings(node, call.context)
        for name in names:
            if name.strip(WILDCARD + "/_") and _VIEW_NAME.match(name):
                self._note(call, name, form, kind, **more)
            elif WILDCARD in name:
                self._note(call, name, "dynamic", kind, **more)
        for other in others:
            self._other(call, other, form, kind, **more)

    def _other(self, call: Call, node: Node, form: str, kind: str, **more: Any) -> None:
        if (component := constant_built(node)) is not None:
            self._component(call, component)
        elif given := _given(node):
            for key, value_node in given.items():
                self._names(call, value_node, key, "partial" if key == "partial" else "explicit", **more)
        elif node.type not in _NO_NAMES and not (form == "layout" and text(node).endswith("?")):
            name = object_name(node)
            self._note(
                call, name or text(node)[:60], "object" if name and form == "partial" else "dynamic", kind, **more
            )

    def _component(self, call: Call, name: str) -> None:
        context = call.context
        self.facts.refer(
            "invokes_service",
            "component",
            name,
            call.line,
            call.end_line,
            scope=list(context.nesting),
            member=context.member,
        )

    def _note(self, call: Call, name: str, form: str, kind: str, **more: Any) -> None:
        context = call.context
        options = call.options if call.arguments is not None else {}
        known = value(options.get("formats"))
        formats = known if isinstance(known, list) else [known] if isinstance(known, str) else _formats(context.blocks)
        confidence = more.pop("confidence", 1.0)
        details = {"formats": [item for item in formats if isinstance(item, str)], **more}
        if confidence < 1:
            details["confidence"] = confidence
        where: dict[str, Any] = {"scope": list(context.nesting), "member": context.member, "form": form, "kind": kind}
        if not context.member and (hook := hook_of(context.blocks)):
            where["member"] = hook
        self.facts.refer("renders_view", "render", name, call.line, call.end_line, **where, **details)

    _HANDLERS: dict[str, Callable[[_Reader, Call], None]] = {  # noqa: RUF012 - a constant table
        "render": _render,
        "render_to_string": _render,
        "render_to_body": _render,
        "partial!": _json_partial,
        "extends": _rabl,
        "partial": _rabl,
        "renders_one": _slot,
        "renders_many": _slot,
    }


def _given(node: Node) -> dict[str, Node]:
    """`partial:` and `template:` of `{ partial: "x" }` and `options.merge(partial: "x")`."""
    method = node.child_by_field_name("method") if node.type == "call" else None
    if method is not None and text(method) in ("merge", "reverse_merge", "merge!"):
        arguments = node.child_by_field_name("arguments")
        if arguments is None:
            return {}
        first = arguments.named_children[0] if arguments.named_children else None
        node = first if first is not None and first.type == "hash" else arguments
    elif node.type != "hash":
        return {}
    return {key: value_node for key, value_node in pairs(node).items() if key in KEYS}


def _formats(blocks: Iterable[Call]) -> list[str]:
    """The format whose block encloses the place (`format.json { }`)."""
    named = [block.method for block in blocks if block.method in _MIMES and block.receiver is not None]
    return named[-1:]


def constant_built(node: Node) -> str | None:
    """`CardComponent` of `CardComponent.new(x).with_content(y)`: what a chain of calls from a constant builds."""
    built = False
    while node.type in ("call", "parenthesized_statements"):
        if node.type == "parenthesized_statements":
            node = node.named_children[0]
            continue
        method, receiver = node.child_by_field_name("method"), node.child_by_field_name("receiver")
        if receiver is None:
            return None
        built = built or (method is not None and text(method) in ("new", "with_collection"))
        node = receiver
    return constant(node) if built else None


def object_name(node: Node) -> str:
    """Dotted names of what is rendered: `@post`, `post.comments`, `Post.recent`; empty for anything else."""
    kind = node.type
    if kind == "element_reference":
        key = string(node.named_children[-1]) if node.named_child_count > 1 else None
        return f"[:{key}]" if key in KEYS else ""
    if kind in ("identifier", "hash_key_symbol", "instance_variable", "constant", "scope_resolution"):
        return text(node)
    if kind == "call":
        method, receiver = node.child_by_field_name("method"), node.child_by_field_name("receiver")
        head = object_name(receiver) if receiver is not None else ""
        if method is None or (receiver is not None and not head):
            return ""
        return f"{head}.{text(method)}" if head else text(method)
    return ""
