"""When jobs run by themselves: schedules in YAML and in Ruby, by the class or the code that they name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from codens_core.plugin.records import SourceFile
from codens_rails.ruby.literals import constant, pairs, string, text, value
from codens_rails.ruby.walk import Call, ruby_file

_FILES = re.compile(r"(schedule|recurring|sidekiq|cron|good_job|resque|queue)[\w.-]*\.ya?ml\Z")
_TIMES = ("schedule", "cron", "every", "at", "in", "interval")
_ENV_KEYS = re.compile(r"class(_name)?|custom_job_class|job_class|worker\Z")
_ERB = re.compile(r"<%.*?%>", re.DOTALL)
_RUNS = re.compile(r"((?:::)?[A-Z]\w*(?:::[A-Z]\w*)*)\.(?:perform|set|enqueue|new|run|call|delay)")


def yaml_schedules(source: SourceFile) -> None:
    """Note `schedules` of `recurring.yml`, `sidekiq.yml`, `schedule.yml` and their like."""
    if not _FILES.search(source.path):
        return
    lines = source.text.splitlines()
    try:
        known = yaml.safe_load(_ERB.sub("0", source.text))
    except yaml.YAMLError as error:
        source.facts.problem(1, "degraded", f"not read as YAML: {str(error).splitlines()[0]}")
        return
    for name, entry in _entries(known):
        line = next((n for n, written in enumerate(lines, 1) if written.strip().rstrip(":").strip("'\": ") == name), 1)
        source.facts.add("schedules", {"name": name, **entry}, line)


def _entries(known: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """(name, {class, when}) of every mapping, at any depth, that names a class or a command and a time."""
    if not isinstance(known, dict):
        return
    for key, entry in known.items():
        if not isinstance(entry, dict):
            continue
        plain = {str(k).lstrip(":"): v for k, v in entry.items()}
        name = next((v for k, v in plain.items() if _ENV_KEYS.match(k) and isinstance(v, str)), "")
        if not name and isinstance(plain.get("command"), str) and (run := _RUNS.search(plain["command"])):
            name = run[1]
        when = next((plain[k] for k in _TIMES if k in plain), None)
        if when is not None and (name or str(key)[:1].isupper()):
            yield str(key).lstrip(":"), {"class": name or str(key), "when": _when(when)}
        else:
            yield from _entries(entry)


def _when(when: Any) -> str:
    return " ".join(map(str, when)) if isinstance(when, list) else str(when)


def ruby_schedules(source: SourceFile) -> None:
    """Note `schedules` that initializers, `schedule.rb` and `clock.rb` declare."""
    if source.type not in ("support", "library") or not re.search(rb"cron|every|register|schedule", source.data):
        return
    for call in ruby_file(source).calls:
        if call.method == "register" and len(call.args) > 1:
            _note(source, call, string(call.args[1]) or constant(call.args[1]), string(call.args[0]), "")
        elif call.method in ("create", "create!", "load_from_hash", "load_from_hash!", "load_from_array", "cron="):
            _note(source, call, _class(call.options), _time(call.options), string(call.options.get("name")) or "")
        elif call.method in ("runner", "perform_later", "perform_async", "perform_now"):
            _in_block(source, call)
        for key, node in call.options.items() if call.arguments is not None else ():
            _hash(source, call, key, node)
    for node, context in ruby_file(source).assignments:
        right = node.child_by_field_name("right")
        if right is not None and right.type == "hash":
            for key, entry in pairs(right).items():
                _hash(source, Call("", node, None, context), key, entry)


def _hash(source: SourceFile, call: Call, key: str, node: Any) -> None:
    """`name: { cron: "0 * * * *", class: "SyncJob" }`, and hashes of these."""
    if node.type != "hash":
        return
    known = pairs(node)
    if (name := _class(known)) and (when := _time(known)):
        line = node.start_point.row + 1
        source.facts.add("schedules", {"class": name, "when": when, "name": key}, line, node.end_point.row + 1)
        return
    for inner, entry in known.items():
        _hash(source, call, inner, entry)


def _in_block(source: SourceFile, call: Call) -> None:
    """`every 1.day { runner "SyncJob.perform_later" }`."""
    every = next((block for block in reversed(call.context.blocks) if block.method == "every"), None)
    if every is None or not every.args:
        return
    code = call.first() or ""
    run = _RUNS.search(code)
    name = run[1] if run else call.receiver_constant
    at = string(every.options.get("at"))
    _note(source, call, name, " ".join(text(every.args[0]).split()) + (f" at {at}" if at else ""), "")


def _class(known: dict[str, Any]) -> str | None:
    node = next((known[key] for key in ("class", "job", "job_class", "klass") if key in known), None)
    return (string(node) or constant(node)) if node is not None else None


def _time(known: dict[str, Any]) -> str | None:
    node = next((known[key] for key in _TIMES if key in known), None)
    if node is None:
        return None
    literal = value(node)
    return _when(literal) if isinstance(literal, (str, int, list)) else " ".join(text(node).split())


def _note(source: SourceFile, call: Call, name: str | None, when: str | None, title: str) -> None:
    if name and when:
        fact = {"class": name, "when": when, **({"name": title} if title else {})}
        source.facts.add("schedules", fact, call.line, call.end_line)
