"""Calls between members: what a flow may follow, and what it must not."""

from __future__ import annotations

import json

import pytest
from support import plugins

from codens_core.syntax.reader import Reader


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(plugins(), "rails")


def _calls(reader: Reader, code: str, type_name: str = "controller") -> set[tuple[str, str]]:
    reading = reader.read("app/controllers/orders_controller.rb", code.encode(), type_name)
    values = [json.loads(value) for value in reading.facts.get("calls", {})]
    return {(value["member"], value["name"]) for value in values}


@pytest.mark.parametrize(
    ("body", "called"),
    [
        ("notify_owner", {"notify_owner"}),
        ("self.notify_owner", {"notify_owner"}),
        ("order.charge!(1)", {"charge!"}),
        ("if paid?\n  x = total\nend", {"paid?", "total"}),
        ("Order.expire_old", {"expire_old"}),
        ("orders.each { |o| o.cancel }", {"cancel"}),
    ],
)
def test_calls_of_a_member_are_noted(reader: Reader, body: str, called: set[str]) -> None:
    code = f"class OrdersController\n  def create\n    {body}\n  end\n  def total\n    1\n  end\nend\n"
    assert _calls(reader, code) == {("create", name) for name in called}


@pytest.mark.parametrize(
    "body", ["orders.map(&:to_s)", "local = 1\n    x = local", "@a == 1", "orders.first", "params[:id]"]
)
def test_calls_of_the_language_and_plain_names_are_not(reader: Reader, body: str) -> None:
    assert _calls(reader, f"class OrdersController\n  def create\n    {body}\n  end\nend\n") <= {("create", "orders")}


def test_calls_outside_members_and_of_tests_are_not(reader: Reader) -> None:
    assert not _calls(reader, "class OrdersController\n  before_action :load_order\nend\n")
    assert not _calls(reader, "class A\n  def b\n    charge!\n  end\nend\n", "spec")
