"""Uses of locale texts: `t`, `translate` and `I18n.t` in every form whose key can be read."""

from __future__ import annotations

from tree_sitter import Node

from codens_core.plugin.records import SourceFile
from codens_rails.ruby.literals import WILDCARD, strings, value
from codens_rails.ruby.walk import Call, ruby_file

_METHODS = frozenset(("t", "translate", "t!", "translate!"))
_MODULES = frozenset(("I18n", "::I18n"))
_DYNAMIC = 0.5
"""Confidence of a key that is only known by its beginning."""


def i18n(source: SourceFile) -> None:
    """Note references to locale keys, and `i18n_keys` of views."""
    if b"t(" not in source.data and b"t " not in source.data and b"translate" not in source.data:
        return
    for call in ruby_file(source).calls:
        if call.method in _METHODS and call.args and (own := _owner(call)):
            _note(source, call, lazy=own == "own")


def _owner(call: Call) -> str:
    if call.receiver is None or call.receiver.type == "self":
        return "own"
    name = call.receiver_constant
    if name in _MODULES:
        return "module"
    return "own" if name is None and call.receiver.type == "identifier" and _helper(call) else ""


def _helper(call: Call) -> bool:
    return call.receiver is not None and (call.receiver.text or b"") in (b"helpers", b"h", b"view_context", b"template")


def _scopes(call: Call) -> list[Node]:
    """The `scope:` of a call and of the `with_options` blocks around it, outermost first."""
    around = [block for block in call.context.blocks if block.method == "with_options"]
    return [one.options["scope"] for one in (*around, call) if "scope" in one.options]


def _parts(scope: Node) -> list[str]:
    """Keys of a scope; `*` for what only running tells."""
    known = value(scope)
    return [one if isinstance(one, str) else WILDCARD for one in (known if isinstance(known, list) else [known])]


def _note(source: SourceFile, call: Call, lazy: bool) -> None:
    scope = [part for one in _scopes(call) for part in _parts(one)]
    if scope and not any(part.strip(WILDCARD) for part in scope):
        return
    given = [call.first()] if call.first() is not None else strings(call.args[0])
    for key in given:
        if key is None or not key.strip(WILDCARD + "."):
            continue
        whole = ".".join((*scope, key.lstrip("."))) if scope else key
        source.facts.refer(
            "uses_locale",
            "i18n",
            whole,
            call.line,
            member=call.context.member,
            owner=call.context.owner,
            lazy=lazy and whole.startswith("."),
            default="default" in call.options or None,
            confidence=_DYNAMIC if WILDCARD in whole else None,
        )
        if source.type in ("view", "presenter"):
            source.facts.add("i18n_keys", whole, call.line)
