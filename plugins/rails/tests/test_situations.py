"""Small applications as data: all relations of some types that each must have, and no others.

`edges` are written `source -> target`, both by the ending of their path, with what must stand on the relation.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from support import App

from codens_core.graph.records import Relation

FOLDER = Path(__file__).parent / "situations"
SITUATIONS = [
    pytest.param(case, id=f"{file.stem}: {case['name']}")
    for file in sorted(FOLDER.glob("*.yaml"))
    for case in yaml.safe_load(file.read_text())
]


@pytest.mark.parametrize("case", SITUATIONS)
def test_a_situation_has_these_relations_and_no_others(case: dict[str, Any]) -> None:
    app = App(case["files"], case.get("settings"))
    if "relations" in case:
        found = {
            f"{source.path} -> {target.path}": relation
            for source, target, relation in app.view.edges(*case["relations"])
            if not case.get("from") or source.path.startswith(case["from"])
        }
        expected = [edge if isinstance(edge, dict) else {edge: {}} for edge in case.get("edges", ())]
        wanted = {_match(name, found): details for edge in expected for name, details in edge.items()}
        assert set(found) == set(wanted)
        for name, details in wanted.items():
            _check(found[name], details)
    for path, attributes in case.get("values", {}).items():
        for attribute, values in attributes.items():
            assert app.values(path, attribute) == values, (path, attribute)
    if "problems" in case:
        assert {f"{path} {code}" for path, code in app.problems()} == set(case["problems"])
    if "unresolved" in case:
        assert {f"{name} {reason}" for _, name, reason in app.unresolved(*case["relations"])} == set(case["unresolved"])


def _match(written: str, found: dict[str, Relation]) -> str:
    """The relation meant by `source -> target`; the text itself when there is none."""
    source, target = written.split(" -> ")
    for name in found:
        one, other = name.split(" -> ")
        if f"/{one}".endswith(f"/{source}") and f"/{other}".endswith(f"/{target}"):
            return name
    return written


def _check(relation: Relation, details: dict[str, Any]) -> None:
    for key, value in details.items():
        if key == "line":
            assert value in {evidence.start_line for evidence in relation.evidence}
        elif key == "member":
            assert value in {evidence.member for evidence in relation.evidence}
        elif key == "sure":
            assert (relation.confidence == 1.0) is value, relation.confidence
        else:
            known = relation.attributes.get(key)
            assert set(_listed(value)) <= set(_listed(known)), (key, known)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
