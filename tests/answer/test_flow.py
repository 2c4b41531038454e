"""Flows: what a request runs, in order, and nothing that other members of the same component do."""

from __future__ import annotations

import pytest

from codens_core.answer.flow import flow
from codens_core.answer.flow_text import flow_statements, mermaid
from codens_core.answer.sources import Sources
from codens_core.answer.steps import Flow
from codens_core.base.errors import NotFoundError
from codens_core.memory.reader import MemoryReader


def _targets(found: Flow) -> list[str]:
    return [step.target.path for step in found.steps if step.kind == "relation"]


def test_a_request_is_followed_through_what_its_member_does(kb: MemoryReader) -> None:
    (found,) = flow(kb, "DELETE /orders/:id")
    assert [step.kind for step in found.steps][:4] == ["page", "entry", "hook", "hook"]
    assert set(_targets(found)) == {
        "guards/order", "records/order", "tasks/refund", "tasks/sweep", "letters/order", "pages/orders/cancelled",
    }  # fmt: skip
    assert _targets(found)[0] == "guards/order"
    assert _targets(found)[-1] == "pages/orders/cancelled"


def test_what_other_members_do_is_left_out(kb: MemoryReader) -> None:
    (found,) = flow(kb, "POST /orders")
    assert set(_targets(found)) == {"records/order", "records/customer"}


def test_it_begins_on_the_page_that_shows_the_link_even_inside_another_page(kb: MemoryReader) -> None:
    (found,) = flow(kb, "DELETE /orders/:id")
    assert (found.page, found.label) == ("/orders", "Stop it")
    assert found.steps[0].target.path == "pages/orders/row"


def test_hooks_are_inherited_limited_and_skipped(kb: MemoryReader) -> None:
    hooks = {
        request: [step.member for step in flow(kb, request)[0].steps if step.kind == "hook"]
        for request in ("DELETE /orders/:id", "POST /orders")
    }
    assert hooks == {"DELETE /orders/:id": ["require_login", "find_order"], "POST /orders": ["require_login"]}


def test_a_target_is_named_by_the_relation_that_says_most(kb: MemoryReader) -> None:
    (found,) = flow(kb, "DELETE /orders/:id")
    assert [step.relation for step in found.steps if step.target.path == "tasks/refund"] == ["queues"]


def test_steps_inside_what_is_used_are_deeper_and_only_of_called_members(kb: MemoryReader) -> None:
    (found,) = flow(kb, "DELETE /orders/:id")
    depths = {step.target.path: step.depth for step in found.steps if step.kind == "relation"}
    assert depths["tasks/sweep"] == 1
    assert "records/customer" not in depths


@pytest.mark.parametrize(
    "written",
    ["orders#cancel", "DELETE /orders/:number", "delete /orders/:id/", "/orders/:id", "OrdersHandler#cancel",
     "handlers/orders#cancel"],
)  # fmt: skip
def test_a_request_is_meant_in_many_ways(kb: MemoryReader, written: str) -> None:
    assert [one.start for one in flow(kb, written)] == ["DELETE /orders/:id"]


def test_a_component_has_a_flow_for_each_member_that_requests_reach(kb: MemoryReader) -> None:
    assert [one.start for one in flow(kb, "OrdersHandler")] == ["DELETE /orders/:id", "GET /orders", "POST /orders"]


def test_a_component_that_nothing_reaches_has_the_flows_that_use_it(kb: MemoryReader) -> None:
    assert [one.start for one in flow(kb, "Customer")] == ["POST /orders"]


def test_what_starts_by_itself_has_its_own_flow(kb: MemoryReader) -> None:
    assert [one.start for one in flow(kb, "RefundTask")] == ["tasks.refund"]


@pytest.mark.parametrize("written", ["nothing", "GET /nowhere", "orders#nothing", "Order#nothing", "", "  "])
def test_what_is_not_there_is_an_error(kb: MemoryReader, written: str) -> None:
    with pytest.raises(NotFoundError):
        flow(kb, written)


def test_every_step_in_words_is_cited(kb: MemoryReader) -> None:
    (found,) = flow(kb, "DELETE /orders/:id")
    sources = Sources()
    statements = flow_statements(kb, found, sources)
    assert statements[0].text == "On `/orders` (`pages/orders/row`), click **Stop it**"
    assert statements[1].text == "`DELETE /orders/:id` runs `OrdersHandler#cancel` (`handlers/orders:17`)"
    numbers = {citation.number for citation in sources.all()}
    assert all(statement.citations and numbers.issuperset(statement.citations) for statement in statements)


def test_a_diagram_has_a_box_for_each_component_once(kb: MemoryReader) -> None:
    (found,) = flow(kb, "DELETE /orders/:id")
    lines = mermaid(found).split("\n")
    assert lines[0] == "flowchart TD"
    assert sum("records/order" in line and "[" in line for line in lines) == 1
    assert any("is guarded by" in line for line in lines)
