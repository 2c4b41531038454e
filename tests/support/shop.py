"""A small knowledge base of an order shop, written by hand: requests, pages with labels, rules, history."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from codens_core.build.index import index_texts
from codens_core.graph.facts import CONSTANTS, Fact, StoredFacts, canonical
from codens_core.graph.records import Change, Derived, Evidence, FileChange, PullRequest, Relation, Unresolved
from codens_core.graph.schema import FrameworkSchema
from codens_core.memory.reader import MemoryReader
from codens_core.memory.store import Store
from codens_core.memory.writer import ComponentRow, Writer

SCHEMA = FrameworkSchema(
    **yaml.safe_load("""
framework: shop
title: Shop
version: 1
attributes:
  methods: {kind: static, title: Methods}
  calls: {kind: static, role: call, title: Calls}
types:
  handler: {title: Handler, where: ["handlers/**"], attributes: {hooks: {kind: static, role: hook, title: Hooks}}}
  record:
    title: Record
    where: ["records/**"]
    attributes: {checks: {kind: static, role: rule, title: Checks}, fields: {kind: static, title: Fields}}
  guard: {title: Guard, where: ["guards/**"], attributes: {rules: {kind: static, role: rule, title: Rules}}}
  task: {title: Task, where: ["tasks/**"]}
  letter: {title: Letter, where: ["letters/**"]}
  page:
    title: Page
    where: ["pages/**"]
    attributes: {links: {kind: derived, role: link, title: Links}, forms: {kind: derived, role: form, title: Forms}}
  table: {title: Table of requests, where: ["requests"], rank: 0.6}
  check: {title: Test, where: ["checks/**"], rank: 0.4}
relations:
  reaches: {title: reaches, inverse_title: is reached by, target: [handler]}
  guards_with: {title: is guarded by, inverse_title: guards, target: [guard]}
  uses: {title: uses, inverse_title: is used by}
  queues: {title: queues, inverse_title: is queued by, target: [task]}
  writes: {title: writes with, inverse_title: writes for, target: [letter]}
  shows: {title: shows, inverse_title: is shown by, target: [page]}
  extends: {title: extends, inverse_title: is extended by}
  proves: {title: tests, inverse_title: is tested by, source: [check]}
flow:
  entry: reaches
  page: shows
  inherit: extends
  test: proves
  start: [table, handler, task, letter]
  follow: [reaches, guards_with, uses, queues, writes, shows]
""")
)

COMMIT = "c" * 40
PULLS = (
    PullRequest("#1", "merge", "Start the shop", COMMIT, "", "Ada", date="2020-01-01T10:00:00+00:00"),
    PullRequest(
        "#2", "merge", "Let people cancel orders", "d" * 40, COMMIT, "Grace", date="2020-02-01T10:00:00+00:00",
        body="## What\n\nCustomers wrote mails to get out of an order. Now they press a button.\n\n- [x] tests",
    ),
    PullRequest(
        "#3", "squash", "Limit the note to 200 letters", "e" * 40, "d" * 40, "Edsger", date="2021-03-01T10:00:00+00:00",
        body="The label printer cuts longer ones. Fixes #9",
    ),
)  # fmt: skip

# path: (type, constant, methods by line, attributes, human words)
COMPONENTS: dict[str, tuple[str, str, dict[str, tuple[int, int]], dict[str, list[Any]], str]] = {
    "requests": ("table", "", {}, {}, ""),
    "handlers/base": ("handler", "BaseHandler", {"require_login": (5, 8)}, {
        "hooks": [{"macro": "before", "name": "require_login"}, {"macro": "before", "name": "count_visits"}],
    }, ""),
    "handlers/orders": ("handler", "OrdersHandler",
        {"index": (3, 6), "create": (8, 15), "cancel": (17, 24), "find_order": (26, 29), "notify": (31, 34)}, {
        "hooks": [{"macro": "before", "name": "find_order", "only": ["cancel"]},
                  {"macro": "skip_before", "name": "count_visits"}],
        "calls": [{"member": "cancel", "name": "notify"}, {"member": "cancel", "name": "call_off"}],
    }, "Takes orders of customers"),
    "handlers/reports": ("handler", "ReportsHandler", {"show": (2, 9)}, {}, ""),
    "records/order": ("record", "Order", {"call_off": (20, 26), "total": (28, 33), "restock": (35, 40)}, {
        "checks": [{"macro": "checks", "attributes": ["note"], "checks": {"length": {"maximum": 200}}},
                   {"macro": "checks", "attributes": ["email"], "checks": {"presence": True}}],
        "fields": [{"name": "note", "type": "text"}, {"name": "email", "type": "string"}],
        "calls": [{"member": "call_off", "name": "restock"}],
    }, "What a customer bought"),
    "records/customer": ("record", "Customer", {"name": (2, 4)}, {}, ""),
    "guards/order": ("guard", "OrderGuard", {"cancel": (2, 4)}, {
        "rules": [{"name": "cancel", "condition": "owner?"}],
    }, ""),
    "tasks/refund": ("task", "RefundTask", {"perform": (2, 9)}, {}, "Gives the money back"),
    "tasks/sweep": ("task", "SweepTask", {"perform": (2, 9)}, {}, "Removes baskets that nobody touched for a month"),
    "letters/order": ("letter", "OrderLetter", {"cancelled": (2, 6)}, {}, ""),
    "pages/orders/index": ("page", "", {}, {}, "Your orders"),
    "pages/orders/row": ("page", "", {}, {}, "Sum"),
    "pages/orders/cancelled": ("page", "", {}, {}, "Your order was cancelled"),
    "checks/orders": ("check", "", {}, {}, "a customer cancels an order, gets the money back and a letter"),
}  # fmt: skip

# (type, source, target, name, attributes, evidence lines with member)
RELATIONS: tuple[tuple[str, str, str, str, dict[str, Any], list[tuple[int, str]]], ...] = (
    ("reaches", "requests", "handlers/orders", "GET /orders", {"action": "orders#index"}, [(1, "")]),
    ("reaches", "requests", "handlers/orders", "POST /orders", {"action": "orders#create"}, [(2, "")]),
    ("reaches", "requests", "handlers/orders", "DELETE /orders/:id", {"action": "orders#cancel"}, [(3, "")]),
    ("reaches", "requests", "handlers/reports", "GET /reports/:id", {"action": "reports#show"}, [(4, "")]),
    ("extends", "handlers/orders", "handlers/base", "", {}, [(1, "")]),
    ("guards_with", "handlers/orders", "guards/order", "", {"action": "cancel"}, [(18, "cancel")]),
    ("uses", "handlers/orders", "records/order", "", {}, [(9, "create"), (27, "find_order")]),
    ("uses", "handlers/orders", "records/customer", "", {}, [(9, "create")]),
    ("uses", "handlers/orders", "tasks/refund", "", {}, [(20, "cancel")]),
    ("queues", "handlers/orders", "tasks/refund", "", {}, [(20, "cancel")]),
    ("writes", "handlers/orders", "letters/order", "", {"action": "cancelled"}, [(32, "notify")]),
    ("uses", "records/order", "records/customer", "", {}, [(29, "total")]),
    ("queues", "records/order", "tasks/sweep", "", {}, [(36, "restock")]),
    ("shows", "handlers/orders", "pages/orders/index", "", {"actions": ["index"]}, [(4, "index")]),
    ("shows", "handlers/orders", "pages/orders/cancelled", "", {"actions": ["cancel"]}, [(23, "cancel")]),
    ("shows", "pages/orders/index", "pages/orders/row", "", {}, [(7, "")]),
    ("proves", "checks/orders", "handlers/orders", "", {}, [(1, "")]),
)

CANCEL = {"label": "Stop it", "verb": "DELETE", "path": "/orders/:id", "action": "orders#cancel"}
ORDER = {"label": "Order now", "verb": "POST", "path": "/orders", "action": "orders#create"}
LINKS = (("pages/orders/row", "links", CANCEL), ("pages/orders/index", "forms", ORDER))

TOUCHED = {  # component: ordinals of the pull requests that touched it
    "handlers/orders": (0, 1), "records/order": (0, 2), "guards/order": (1,), "tasks/refund": (1,),
    "letters/order": (1,), "pages/orders/cancelled": (1,), "checks/orders": (1,),
}  # fmt: skip


def shop(path: Path, history: bool = True) -> MemoryReader:
    """A reader of the shop's memory, written into a new file at `path`. Without `history` only a snapshot is known."""
    store = Store.create(path)
    writer = Writer(store.connection)
    keys = {name: number for number, name in enumerate(COMPONENTS, 1)}
    schemas = {"shop": SCHEMA}
    with store.transaction():
        for ordinal, pr in enumerate(PULLS if history else PULLS[:1]):
            writer.add_pull_request(ordinal, pr if history else PullRequest("s", "snapshot", "State", COMMIT, ""))
        for name in COMPONENTS:
            _component(writer, keys[name], name, TOUCHED.get(name, (0,)) if history else (0,))
        writer.replace_relations([_relation(keys, *row) for row in RELATIONS])
        fact = Fact(None, (7, 7), 0)
        writer.replace_derived([Derived(keys[p], attribute, value, keys[p], fact) for p, attribute, value in LINKS])
        writer.replace_unresolved([Unresolved("uses", keys["handlers/reports"], "Statistics", "missing", 3)])
        index_texts(store.connection, writer, schemas)
    return MemoryReader(store, schemas)


def _component(writer: Writer, key: int, name: str, ordinals: tuple[int, ...]) -> None:
    type_name, constant, methods, attributes, words = COMPONENTS[name]
    facts: StoredFacts = {}
    if constant:
        facts[CONSTANTS] = {canonical(constant): [0, 1, 1]}
    if methods:
        facts["methods"] = {canonical({"name": m, "owner": constant}): [0, *lines] for m, lines in methods.items()}
    for attribute, values in attributes.items():
        facts[attribute] = {canonical(v): [_since(v, ordinals), i + 2, i + 2] for i, v in enumerate(values)}
    writer.save_component(
        ComponentRow(key, name.replace("/", "."), type_name, name, "shop", "", False, COMMIT, ""), facts, words
    )
    for ordinal in ordinals:
        writer.add_file(ordinal, FileChange(name, name, "modified" if ordinal else "added"), key, "")
        changes = [
            Change(attribute, "added", json.loads(text), None, tuple(row[1:]))
            for attribute, values in facts.items()
            for text, row in values.items()
            if row[0] == ordinal
        ]
        writer.add_changes(key, ordinal, changes)


def _since(value: Any, ordinals: tuple[int, ...]) -> int:
    """The note's limit came with the pull request that speaks of it, everything else with the first one."""
    return ordinals[-1] if isinstance(value, Mapping) and value.get("attributes") == ["note"] else ordinals[0]


def _relation(
    keys: dict[str, int], kind: str, source: str, target: str, name: str, attributes: dict[str, Any],
    lines: list[tuple[int, str]],
) -> Relation:  # fmt: skip
    evidence = [Evidence(source, line, line, COMMIT, member) for line, member in lines]
    return Relation(kind, keys[source], keys[target], name, attributes=attributes, evidence=evidence, first=0, last=0)
