"""Links and forms as written: what they say, where they lead, by which verb. Routes give them their meaning later.

Internal attributes, for `resolve/links.py`:

* `raw_links`, `raw_forms`: {call, label, to, verb, fields, member, params}. `label` is a list of parts and `to` a list
  of targets (several for a ternary), see `facts/targets.py`.
* `link_calls`: calls in templates and helpers that may be of a method of the application which makes a link.
* `path_methods`: methods named like route helpers, with the helpers that they use.
"""

from __future__ import annotations

import re
from typing import Any

from tree_sitter import Node

from codens_core.plugin.records import SourceFile
from codens_rails.facts.html_links import joined
from codens_rails.facts.html_links import submits as html_submits
from codens_rails.facts.link_text import inner_label, label_parts
from codens_rails.facts.targets import HELPER, options_targets, targets
from codens_rails.ruby.literals import string, text
from codens_rails.ruby.walk import Call, RubyFile, ruby_file

_PLACES = frozenset(("view", "helper", "presenter", "mailer", "concern", "library", "serializer", "controller"))
_LINKS = frozenset(("link_to", "link_to_if", "link_to_unless", "link_to_unless_current"))
_FORMS = frozenset(
    """form_with form_for form_tag simple_form_for semantic_form_for bootstrap_form_for bootstrap_form_with
    remote_form_for labelled_form_for tailwind_form_with""".split()
)
_BY_URL = frozenset(("form_tag",))
_SUBMITS = frozenset(("submit", "button", "submit_tag", "button_tag", "button_to"))
_NO_FIELDS = frozenset(
    """label error errors error_messages object id field_id object_name hint error_notification fields_for
    simple_fields_for semantic_fields_for""".split()
)
_NEVER = frozenset(
    """t l render content_for content_tag tag raw h image_tag yield puts concat cache params turbo_frame_tag
    stylesheet_link_tag javascript_include_tag time_ago_in_words pluralize provide safe_join truncate simple_format
    capture link_to button_to include require""".split()
)


def links(source: SourceFile) -> None:
    """Note the raw links and forms of a file, and calls that may make some."""
    if source.type not in _PLACES:
        return
    if not _may_hold(source):
        return
    file = ruby_file(source)
    maker = _Maker(source, file)
    for call in file.calls:
        maker.read(call)


def _may_hold(source: SourceFile) -> bool:
    return source.type in ("view", "helper", "presenter") or b"_path" in source.data or b"link_to" in source.data


class _Maker:
    def __init__(self, source: SourceFile, file: RubyFile) -> None:
        self._source = source
        self._params = {(m.owner, m.name): _parameters(m.node) for m in file.methods}
        self._template = source.type == "view"
        self._inner: dict[Call, list[Call]] = {}
        for call in file.calls:
            form = next((block for block in reversed(call.context.blocks) if block.method in _FORMS), None)
            if form is not None:
                self._inner.setdefault(form, []).append(call)

    def read(self, call: Call) -> None:
        own = call.receiver is None or text(call.receiver) in ("helpers", "h", "view_context", "self")
        if own and call.method in _LINKS:
            self._link(call)
        elif own and call.method == "button_to":
            self._button(call)
        elif own and call.method in _FORMS:
            self._form(call)
        elif own and self._calls_own(call):
            self._own(call)
        member = call.context.member
        if HELPER.fullmatch(member) and HELPER.fullmatch(call.method):
            value = {"name": member, "helper": call.method}
            self._source.facts.add("path_methods", value, call.line)

    # links

    def _link(self, call: Call) -> None:
        args = call.args[1:] if call.method in ("link_to_if", "link_to_unless") else call.args
        if call.block is not None and call.method == "link_to":
            label, target = inner_label(call.block, self._source), args[0] if args else None
        else:
            label = label_parts(args[0], self._source) if args else []
            target = args[1] if len(args) > 1 else None
        to = targets(target, call) if target is not None else options_targets(call)
        if not to and args and call.block is None and len(args) == 1:
            to = targets(args[0], call)
        self._note("raw_links", call, label, to, _verb(call, "GET"))

    def _button(self, call: Call) -> None:
        """A form with nothing but its button."""
        if call.block is not None:
            label, target = inner_label(call.block, self._source), call.args[0] if call.args else None
        else:
            label = label_parts(call.args[0], self._source) if call.args else []
            target = call.args[1] if len(call.args) > 1 else None
        to = targets(target, call) if target is not None else options_targets(call)
        self._note("raw_forms", call, label, to, _verb(call, "POST"), button=True)

    # forms

    def _form(self, call: Call) -> None:
        url = call.options.get("url") or (call.args[0] if call.method in _BY_URL and call.args else None)
        model = call.options.get("model") or (call.args[0] if call.method not in _BY_URL and call.args else None)
        to = targets(url, call) if url is not None else targets(model, call) if model is not None else []
        if not to and url is None:
            to = options_targets(call)
        details: dict[str, Any] = {"model": True} if url is None and model is not None else {}
        submits, fields = self._inside(call)
        for own, action in submits:
            if action is not None:
                self._note("raw_forms", call, own, targets(action, call), "POST", button=True)
        label = joined([label for label, action in submits if action is None])
        verb = _verb(call, "") or ("" if details else "POST")
        self._note("raw_forms", call, label, to, verb, fields=fields, **details)

    def _inside(self, call: Call) -> tuple[list[tuple[list[Any], Node | None]], list[str]]:
        """(label, own target) of each submit, and the names of the fields, in source order."""
        if call.block is None:
            return [], []
        parameters = call.block.child_by_field_name("parameters")
        builders = {text(child) for child in parameters.named_children} if parameters is not None else set()
        submits: list[tuple[int, list[Any], Node | None]] = []
        fields: dict[str, None] = {}
        for inner in self._inner.get(call, ()):
            receiver = inner.receiver
            mine = receiver is not None and text(receiver) in builders
            if inner.method in _SUBMITS and (mine or receiver is None) and inner.method != "button_to":
                submits.append((inner.node.start_byte, self._submit_label(inner), inner.options.get("formaction")))
            elif mine and inner.method not in _NO_FIELDS and (name := inner.first()):
                fields.setdefault(name)
        if self._source.language == "erb":
            own = html_submits(self._source.data, call.block.start_byte, call.block.end_byte)
            submits += [(at, label, None) for at, label in own]
        return [(label, action) for _, label, action in sorted(submits, key=lambda s: s[0])], list(fields)

    def _submit_label(self, call: Call) -> list[Any]:
        args = call.args[1:] if call.method == "button" and call.first() == "submit" else call.args
        if args:
            return label_parts(args[0], self._source)
        if call.block is not None:
            return inner_label(call.block, self._source)
        return [{"submit": True}]

    # methods of the application

    def _calls_own(self, call: Call) -> bool:
        if call.method in _NEVER or not re.match(r"[a-z]\w*\Z", call.method) or HELPER.fullmatch(call.method):
            return False
        return self._template or self._source.type in ("helper", "presenter")

    def _own(self, call: Call) -> None:
        args = [{"label": label_parts(arg, self._source), "to": targets(arg, call)} for arg in call.args[:4]]
        value: dict[str, Any] = {"name": call.method}
        if args:
            value["args"] = args
        if call.block is not None:
            value["block"] = inner_label(call.block, self._source)
        if call.context.member:
            value["member"] = call.context.member
        self._source.facts.add("link_calls", value, call.line)

    def _note(
        self, attribute: str, call: Call, label: list[Any], to: list[dict[str, Any]], verb: str, **details: Any
    ) -> None:
        value: dict[str, Any] = {"call": call.method, "label": label, "to": to}
        if verb:
            value["verb"] = verb
        value.update((key, item) for key, item in details.items() if item)
        if call.context.member and not self._template:
            value["member"] = call.context.member
            value["params"] = self._params.get((call.context.owner, call.context.member), [])
        self._source.facts.add(attribute, value, call.line, call.end_line)


def _verb(call: Call, default: str) -> str:
    """`method:`, `data: {turbo_method: :delete}` or `"data-method"`."""
    given = call.options.get("method") or call.options.get("data-turbo-method") or call.options.get("data-method")
    data = call.options.get("data")
    if given is None and data is not None:
        for child in data.named_children:
            key = string(child.child_by_field_name("key")) if child.type == "pair" else None
            if key in ("turbo_method", "method", "turbo-method"):
                given = child.child_by_field_name("value")
    verb = string(given)
    return verb.upper() if verb else default


def _parameters(method: Node) -> list[str]:
    """Names of positional parameters in order."""
    parameters = method.child_by_field_name("parameters")
    if parameters is None:
        return []
    kinds = ("identifier", "optional_parameter")
    return [text(child).split("=")[0].strip() for child in parameters.named_children if child.type in kinds]
