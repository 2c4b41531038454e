"""What tests say of themselves: kinds, examples, factories, and what they test where no constant is described."""

from __future__ import annotations

import re
from typing import Any

from codens_core.plugin.records import SourceFile
from codens_rails.facts.definitions import superclass_name
from codens_rails.ruby.literals import constant, string, strings, text
from codens_rails.ruby.walk import Call, RubyFile, ruby_file

_GROUPS = frozenset(("describe", "context", "feature", "xdescribe", "fdescribe"))
_EXAMPLES = frozenset(("it", "specify", "scenario", "example", "test", "should", "fit", "xit", "xscenario", "its"))
_SAID = _GROUPS | _EXAMPLES
_MIXES = ("include", "extend", "prepend")
_MIXED = _GROUPS | {"configure", "shared_context", "shared_examples", "shared_examples_for"}
_VERBS = frozenset(("get", "post", "put", "patch", "delete", "head", "visit", "xhr"))
_KIND_FOLDERS = re.compile(
    r"(?:spec|test)/(?:[\w-]+/)*?(models?|controllers?|helpers?|views?|mailers?|jobs?|requests?|integration|api|routing"
    r"|features?|system|channels?|mailboxes|services?|workers?|components?|policies|lib|graphql|serializers?|validators?"
    r"|factories|support)/"
)
_KINDS = {
    "integration": "request", "requests": "request", "api": "request", "policies": "policy", "mailboxes": "mailbox",
    "factories": "factory", "features": "feature", "models": "model",
}  # fmt: skip
_MINITEST = re.compile(r"(?:Test|Spec)\Z")
_CASES = {
    "ActionController::TestCase": "controller",
    "ActionDispatch::IntegrationTest": "request",
    "ActionMailer::TestCase": "mailer",
    "ActiveJob::TestCase": "job",
    "ActionView::TestCase": "helper",
    "ApplicationSystemTestCase": "system",
    "ActionDispatch::SystemTestCase": "system",
    "ActionCable::Channel::TestCase": "channel",
    "ViewComponent::TestCase": "component",
    "Rails::Generators::TestCase": "generator",
    "ActiveSupport::TestCase": "",
}
_CAP = 60
_PLAIN = re.compile(r"\A[^\n]{3,160}\Z")


def specs(source: SourceFile) -> None:
    """Note `kinds`, `examples` and `factories` of a test file, and refer to what minitest and requests name."""
    if source.type != "spec":
        return
    file = ruby_file(source)
    kind = _KIND_FOLDERS.search(source.path)
    if kind:
        source.facts.add("kinds", _KINDS.get(kind[1], kind[1].rstrip("s")), 1)
    _groups(source, file)
    _mixed_in(source, file)
    _cases(source, file)
    _factories(source, file)


def _groups(source: SourceFile, file: RubyFile) -> None:
    count = 0
    for call in file.calls:
        name = call.method
        if name in _SAID:
            if name in _GROUPS:
                _group(source, call)
            if (said := call.first()) and _PLAIN.match(said):
                source.facts.words.append(said)
                if name in _EXAMPLES and count < _CAP:
                    count += 1
                    source.facts.add("examples", said, call.line)
        elif name in _VERBS and call.receiver is None and call.args and call.context.blocks:
            _request(source, call)
    for method in file.methods:
        if method.name.startswith("test_") and count < _CAP:
            count += 1
            source.facts.add("examples", method.name[5:].replace("_", " "), *method.lines)
            source.facts.words.append(method.name[5:].replace("_", " "))


def _mixed_in(source: SourceFile, file: RubyFile) -> None:
    """Modules that example groups include: `include Helping` inside `describe`, `config.include Helping` for all.

    As an argument, `include` is a matcher: `expect(list).to include Helping`.
    """
    for call in file.named(*_MIXES):
        matcher = call.node.parent is not None and call.node.parent.type == "argument_list"
        if not matcher and any(block.method in _MIXED for block in call.context.blocks):
            details: dict[str, Any] = {"scope": list(call.context.nesting), "kind": call.method}
            for argument in call.args:
                if (name := constant(argument)) is not None:
                    source.facts.refer("extends_component", "group_mixin", name, call.line, **details)


def _group(source: SourceFile, call: Call) -> None:
    """`RSpec.describe Post, type: :model`: a constant that comes first is what is tested."""
    if (kind := string(call.options.get("type"))) is not None:
        source.facts.add("kinds", kind, call.line)
    if call.args and (name := constant(call.args[0])) is not None:
        details: dict[str, Any] = {"scope": list(call.context.nesting)}
        source.facts.refer("tests_component", "described", name, call.line, **details)


def _request(source: SourceFile, call: Call) -> None:
    """`get "/users"`, `get users_path` and, in tests of a controller, `get :index`."""
    target = call.args[0]
    written = string(target)
    if written is None and target.type in ("identifier", "call"):
        name = text(target.child_by_field_name("method") or target)
        written = name if name.endswith(("_path", "_url")) else None
    if written and not written.startswith(("http:", "https:")) and target.type != "simple_symbol":
        verb = "get" if call.method in ("visit", "xhr", "head") else call.method
        details: dict[str, Any] = {"verb": verb.upper(), "member": call.context.member}
        source.facts.refer("tests_component", "test_route", written, call.line, **details)


def _cases(source: SourceFile, file: RubyFile) -> None:
    """Classes of minitest: what they test is told by their name and base."""
    for definition in file.definitions:
        base = superclass_name(definition) if definition.kind == "class" else None
        if base is None or not _MINITEST.search(definition.name):
            continue
        kind = _CASES.get(base.removeprefix("::"))
        if kind:
            source.facts.add("kinds", kind, definition.lines[0])
        line = definition.lines[0]
        source.facts.refer("tests_component", "test_case", definition.name, line, kind=kind or None)


def _factories(source: SourceFile, file: RubyFile) -> None:
    """Refer to what each factory builds: its `class:`, else its parent's, else its own name."""
    for call in file.named("factory"):
        if not call.args or call.receiver is not None or (name := call.first()) is None:
            continue
        aliases = strings(call.options.get("aliases"))
        details: dict[str, Any] = {"aliases": aliases, "parent": _parent(call), "class": _class(call)}
        source.facts.refer("tests_component", "factory", name, call.line, **details)


def _class(call: Call) -> str | None:
    given = call.options.get("class")
    return (constant(given) or string(given) or text(given)) if given is not None else None


def _parent(call: Call) -> str | None:
    outer = next((block for block in reversed(call.context.blocks) if block.method == "factory"), None)
    return string(call.options.get("parent")) or (outer.first() if outer is not None else None)
