"""Jobs and mails: queues and retries, what no single call shows of enqueuing and sending, and mails of mailers."""

from __future__ import annotations

from typing import Any

from tree_sitter import Node

from codens_core.plugin.records import SourceFile
from codens_rails.facts.possible import Possible
from codens_rails.ruby.literals import constant, string, text, value
from codens_rails.ruby.walk import Call, Context, Method, RubyFile, ruby_file

_RETRY = (
    "retry_on",
    "discard_on",
    "sidekiq_retry_in",
    "sidekiq_retries_exhausted",
    "rescue_from",
    "limits_concurrency",
)
_PERFORMS = ("perform_later", "perform_now", "perform_async", "perform_in", "perform_at")
_LONGEST = 160


def jobs(source: SourceFile) -> None:
    """Note `queue` and `retries` of a job or worker."""
    if source.type not in ("job", "worker"):
        return
    file = ruby_file(source)
    for call in file.calls:
        if call.receiver is not None or call.context.member:
            continue
        if call.method == "queue_as":
            _queue(source, call, call.args[0] if call.args else None)
        elif call.method in ("sidekiq_options", "queue_with_priority", "good_job_options", "sneakers_options"):
            _queue(source, call, call.options.get("queue"))
            if "retry" in call.options:
                source.facts.add("retries", {"retry": value(call.options["retry"]) or False}, call.line, call.end_line)
        elif call.method in _RETRY:
            what = [name for argument in call.args if (name := constant(argument) or string(argument))]
            given = {key: " ".join(text(node).split())[:80] for key, node in call.options.items()}
            source.facts.add("retries", {"macro": call.method, "on": what, **given}, call.line, call.end_line)
    for node, context in file.assignments:
        left = node.child_by_field_name("left")
        named = left is not None and not context.member and text(left) in ("@queue", "self.queue_name", "self.queue")
        if named and (name := string(node.child_by_field_name("right"))) is not None:
            source.facts.set("queue", name, node.start_point.row + 1)


def _queue(source: SourceFile, call: Call, node: Any) -> None:
    if node is not None:
        name = string(node)
        source.facts.set("queue", name if name is not None else " ".join(text(node).split()), call.line, call.end_line)


def deferred(source: SourceFile) -> None:
    """Refer to jobs of `perform_all_later`, jobs that enqueue themselves, and mails delivered through variables."""
    data = source.data
    delivers, performs = b"deliver" in data, b"perform_" in data
    if not delivers and not performs:
        return
    file = ruby_file(source)
    if performs:
        _all_later(source, file)
        _own(source, file)
    if delivers and source.type != "spec":
        _candidates(source, file)
        _through_variables(source, file)


def _all_later(source: SourceFile, file: RubyFile) -> None:
    """`ActiveJob.perform_all_later(jobs)`: every class that is built in the same method and is a job."""
    for bulk in file.named("perform_all_later", "enqueue_all"):
        for call in file.named("new"):
            name = call.receiver_constant
            if name is not None and _together(call.context, bulk.context):
                details: dict[str, Any] = {**_where(call.context), "api": bulk.method}
                source.facts.refer("enqueues_job", "enqueue", name, call.line, **details)


def _where(context: Context) -> dict[str, Any]:
    return {"scope": list(context.nesting), "member": context.member}


def _together(one: Context, other: Context) -> bool:
    return (one.owner, one.member) == (other.owner, other.member)


def _own(source: SourceFile, file: RubyFile) -> None:
    """`perform_later(x)` and `set(wait: 1).perform_later` without a receiver are sent to the class around them."""
    places = [(call.method, call.context, call.line) for call in file.named(*_PERFORMS) if call.receiver is None]
    for name, context, line in places + [(text(n), c, n.start_point.row + 1) for n, c in file.identifiers]:
        if name in _PERFORMS and context.owner and context.singleton:
            details: dict[str, Any] = {**_where(context), "api": name}
            source.facts.refer("enqueues_job", "enqueue", "self", line, **details)


def _candidates(source: SourceFile, file: RubyFile) -> None:
    """Calls `UserMailer.welcome(x)` that are not delivered where they stand, in a file that delivers something."""
    chained = {
        call.receiver.id for call in file.calls if call.method.startswith("deliver") and call.receiver is not None
    }
    for call in file.calls:
        name = call.receiver_constant or (_with(call) if call.receiver is not None else None)
        if name is not None and call.node.id not in chained and call.method not in ("with", "new", "deliver"):
            details: dict[str, Any] = {**_where(call.context), "action": call.method}
            source.facts.refer(
                "sends_mail", "mail_candidate", name, call.line, call.end_line, confidence=0.9, **details
            )


def _with(call: Call) -> str | None:
    """The constant of `UserMailer.with(x).welcome`."""
    root = _without_with(call.receiver)
    return constant(root) if root is not call.receiver else None


def _through_variables(source: SourceFile, file: RubyFile) -> None:
    """`mailer.welcome.deliver_later`: the mailers that a local variable or a method of the file may give."""
    possible = Possible(file)
    for call in file.calls:
        if not call.method.startswith("deliver") or call.receiver is None:
            continue
        for action in possible.strings(call.receiver, call.context)[1]:
            method, root = action.child_by_field_name("method"), _without_with(action.child_by_field_name("receiver"))
            if method is None or root is None or constant(root) is not None:
                continue
            details: dict[str, Any] = {**_where(call.context), "action": text(method), "api": call.method}
            for leaf in possible.strings(root, call.context)[1]:
                if (name := constant(_without_with(leaf))) is not None:
                    source.facts.refer(
                        "sends_mail", "mail_candidate", name, call.line, call.end_line, confidence=0.9, **details
                    )


def _without_with(node: Node | None) -> Node | None:
    """The receiver of `.with(x)`; any other node itself."""
    method = node.child_by_field_name("method") if node is not None and node.type == "call" else None
    if node is None or method is None or text(method) != "with":
        return node
    return node.child_by_field_name("receiver")


def mails(source: SourceFile) -> None:
    """Note `mails` of a mailer: each action with its subject, or the locale key it is taken from."""
    if source.type != "mailer":
        return
    file = ruby_file(source)
    classes = {definition.name for definition in file.definitions if definition.kind == "class"}
    for method in file.methods:
        if method.visibility == "public" and not method.singleton and method.owner in classes:
            source.facts.add("mails", {"action": method.name, **_subject(file, method)}, *method.lines)


def _subject(file: RubyFile, method: Method) -> dict[str, str]:
    for call in file.named("mail"):
        if (call.context.owner, call.context.member) == (method.owner, method.name):
            node = call.options.get("subject")
            if node is None:
                return {"subject_key": ".subject"} if call.options else {}
            if (subject := string(node)) is not None:
                return {"subject": subject}
            if (key := _key(node)) is not None:
                return {"subject_key": key}
            return {"subject": " ".join(text(node).split())[:_LONGEST]}
    return {}


def _key(node: Any) -> str | None:
    """The key of `t(".subject")` or `I18n.t("a.b")`."""
    if node.type != "call":
        return None
    method, arguments = node.child_by_field_name("method"), node.child_by_field_name("arguments")
    if method is None or text(method) not in ("t", "translate") or arguments is None or not arguments.named_children:
        return None
    return string(arguments.named_children[0])
