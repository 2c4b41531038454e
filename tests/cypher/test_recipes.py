"""The recipes of the documentation work, and the reference names what the code allows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from codens_core.graph.cypher.functions import FUNCTIONS
from codens_core.graph.protocols import ComponentView, Edge
from codens_core.graph.records import PullRequest
from codens_core.graph.schema import FrameworkSchema
from codens_core.memory.cypher import CypherEngine, KnowledgeSource

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/reference/cypher.md").read_text(encoding="utf-8")
RECIPES = dict(re.findall(r"^### (.+?)\n\n```cypher\n(.+?)```", PAGE, flags=re.MULTILINE | re.DOTALL))
DATA: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "recipes.yaml").read_text(encoding="utf-8"))


class Application:
    """The part of a knowledge base that a copy is made of."""

    def components(self, types: Any = (), attributes: bool = False) -> list[ComponentView]:
        return [
            ComponentView(key, node_id, type_name, path, [], "c", "rails", "", "", prs.split())
            for key, node_id, type_name, path, prs in DATA["components"]
        ]

    def relations(self, types: Any = ()) -> list[Edge]:
        return [
            Edge(label, source, target, "", "", "", "", "", "", name, "static", confidence, {}, (), "#1", "#1")
            for label, source, target, name, confidence in DATA["relations"]
        ]

    def pull_requests(self, keys: Any = None) -> list[PullRequest]:
        return [
            PullRequest(key, "merge", f"Title {key}", "c", "p", author, date=date, number=int(key[1:]))
            for key, author, date in DATA["pull_requests"]
        ]


@pytest.fixture(scope="module")
def application() -> Iterator[CypherEngine]:
    schema = FrameworkSchema.model_validate(yaml.safe_load((ROOT / "schemas/rails.yaml").read_text(encoding="utf-8")))
    source = KnowledgeSource(Application(), {"rails": schema})  # type: ignore[arg-type]  # the copy needs no more
    engine = CypherEngine(lambda: source, lambda: "1")
    yield engine
    engine.close()


def settled(row: list[Any]) -> list[Any]:
    """A row whose collected pull requests stand in order: `collect` promises none."""
    return [
        sorted(value) if isinstance(value, list) and all(item[0] == "#" for item in value) else value for value in row
    ]


def test_every_recipe_has_an_expectation() -> None:
    assert list(RECIPES) == list(DATA["expected"])
    assert len(RECIPES) == 10


@pytest.mark.parametrize("title", RECIPES)
def test_gives_what_it_says(application: CypherEngine, title: str) -> None:
    found = application.query(RECIPES[title])
    assert sorted(map(settled, found.rows), key=repr) == sorted(DATA["expected"][title], key=repr)
    assert not found.truncated


def test_the_reference_names_every_function() -> None:
    named = set(re.findall(r"\w+", PAGE))
    assert {function.name for function in FUNCTIONS.values()} <= named
