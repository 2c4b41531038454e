"""A small shop as a graph, and an engine over it that all tests share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import pytest

from codens_core.graph.protocols import ComponentView, Edge, Value
from codens_core.graph.records import PullRequest
from codens_core.memory.cypher import CypherEngine, Limits
from codens_core.memory.cypher.plan import Shape


def component(key: int, node_id: str, prs: str, **attributes: Any) -> ComponentView:
    type_name = node_id.split(".")[1].removesuffix("s")
    values = {
        name: [Value(item, None, "#1") for item in (value if isinstance(value, list) else [value])]
        for name, value in attributes.items()
    }
    keys = prs.split()
    path = node_id.replace(".", "/") + ".src"
    return ComponentView(key, node_id, type_name, path, [], "c0ffee", "shop", keys[0], keys[-1], keys, values)


COMPONENTS = [
    component(11, "app.pages.checkout", "#1 #3 #5", actions=["show", "pay"], purpose="Takes the customer's money"),
    component(12, "app.pages.basket", "#1 #2", actions=["show", "add", "remove"]),
    component(13, "app.services.payment", "#3 #4 #5", methods=["charge", "refund"], set="gateway"),
    component(14, "app.services.mailing", "#4", methods=["deliver"]),
    component(15, "app.stores.order", "#1 #3", table="orders", columns=[{"name": "id"}, {"name": "sum"}]),
    component(16, "app.stores.product", "#2", table="products", order="3"),
    component(17, "app.stores.customer", "#1 abc123", table="customers", Type="person", retries=3),
    component(18, "app.tasks.receipt", "#5", queue="mail"),
]
_RELATIONS: list[tuple[str, int, int, str, float, dict[str, Any]]] = [
    ("uses", 11, 13, "", 1.0, {}),
    ("uses", 11, 15, "", 1.0, {}),
    ("uses", 12, 16, "", 1.0, {}),
    ("uses", 12, 15, "", 0.5, {}),
    ("uses", 13, 15, "", 1.0, {}),
    ("uses", 18, 14, "", 1.0, {}),
    ("uses", 18, 15, "", 1.0, {}),
    ("enqueues", 13, 18, "receipt", 0.8, {"delay": 5}),
    ("relates_to", 15, 17, "customer", 1.0, {"kind": "one"}),
    ("relates_to", 15, 16, "products", 1.0, {"kind": "many"}),
    ("relates_to", 15, 16, "gifts", 0.9, {"kind": "many"}),
    ("relates_to", 17, 15, "orders", 1.0, {"kind": "many"}),
]
_AUTHORS = ["ada", "ben", "ada", "cem", "ada"]


def request(number: int, author: str) -> PullRequest:
    date = f"2024-0{number}-01T10:00:00+00:00"
    return PullRequest(
        f"#{number}", "merge", f"Title {number}", f"c{number}", f"c{number - 1}", author, date=date, number=number
    )


HOTFIX = PullRequest("abc123", "commit", "It's a \\ hotfix", "abc123", "c5", "ben", date="2024-06-01T10:00:00+00:00")
PULL_REQUESTS = [*(request(number, author) for number, author in enumerate(_AUTHORS, 1)), HOTFIX]


def edge(label: str, source: int, target: int, name: str, confidence: float, attributes: dict[str, Any]) -> Edge:
    a, b = (next(c for c in COMPONENTS if c.key == key) for key in (source, target))
    ends = (a.node_id, b.node_id, a.type, b.type, a.path, b.path)
    return Edge(label, source, target, *ends, name, "static", confidence, attributes, (), "#1", "#3")


class Shop:
    """The graph, given as the memory would give it."""

    attributes: ClassVar[Mapping[str, Shape]] = {
        "actions": "list", "methods": "list", "columns": "list", "table": "scalar", "purpose": "scalar",
        "queue": "scalar", "set": "scalar", "order": "scalar", "Type": "scalar", "retries": "scalar",
    }  # fmt: skip
    component_types: ClassVar[Sequence[str]] = ["page", "service", "store", "task", "help_page"]
    relation_types: ClassVar[Sequence[str]] = ["uses", "enqueues", "relates_to", "tests"]

    def components(self) -> list[ComponentView]:
        return COMPONENTS

    def pull_requests(self) -> list[PullRequest]:
        return PULL_REQUESTS

    def relations(self) -> list[Edge]:
        return [edge(*relation) for relation in _RELATIONS]


@pytest.fixture
def shop() -> Shop:
    return Shop()


@pytest.fixture(scope="session")
def engine() -> Iterator[CypherEngine]:
    """Asks the shop, with limits that tests can wait for."""
    shared = CypherEngine(Shop, lambda: "1", Limits(rows=50, seconds=2.0, memory_mb=400, result_bytes=20_000))
    yield shared
    shared.close()
