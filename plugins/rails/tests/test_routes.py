"""Routes files as data, with the routes that Rails itself draws for them (printed by ActionDispatch 6.1's mapper).

A route is written `VERB path controller#action name`, `-` for one that leads to no controller. Rails gives a name to
the first route that takes it; here all routes that answer to a helper carry its name.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import yaml
from support import App

LOCK = "GEM\n  specs:\n    rails (6.1.7)\n"
CASES = [
    pytest.param(case, id=f"{file.stem}: {case['name']}")
    for file in sorted((Path(__file__).parent / "routes").glob("*.yaml"))
    for case in yaml.safe_load(file.read_text())
]


@pytest.mark.parametrize("case", CASES)
def test_routes_are_drawn_as_rails_draws_them(case: dict[str, Any]) -> None:
    source = f"Rails.application.routes.draw do\n{case['draws']}end\n"
    app = App({"config/routes.rb": source, "Gemfile.lock": case.get("lock", LOCK), **case.get("files", {})})
    found = [_written(route) for route in app.values("config/routes.rb", "routes")]
    expected = [tuple(line.split(" ")) for line in case["routes"]]
    assert _once(route[:3] for route in found) == _once(route[:3] for route in expected)
    names = {name for _, _, _, *given in expected for name in given}
    for route in found:
        assert route in expected or (route[:3] in expected and route[3] in names), route


def _once(routes: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    return list(dict.fromkeys(routes))


def _written(route: dict[str, str]) -> tuple[str, ...]:
    leads = f"{route['controller']}#{route['action']}" if "controller" in route else "-"
    name = (route["name"],) if "name" in route else ()
    return (route["verb"], route["path"], leads, *name)
