"""Every cue has a twin file of code that it must and must not match; each case of it is one test."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from support import plugins

from codens_core.graph.facts import REFERENCES
from codens_core.syntax.cues import read_cues
from codens_core.syntax.reader import Reader

TWINS = Path(__file__).parent / "cues"
CUES = [cue.id for folder in plugins().cues("rails") for cue in read_cues(folder)]


def cases() -> list[Any]:
    """(cue id, case, names that must be found) of all twin files."""
    found = []
    for file in sorted(TWINS.glob("*.yaml")):
        twin = yaml.safe_load(file.read_text())
        for kind in ("match", "ignore"):
            for number, written in enumerate(twin[kind]):
                case = written if isinstance(written, dict) else {"code": written}
                found.append(pytest.param(file.stem, case, case.get("names", []), id=f"{file.stem}-{kind}-{number}"))
    return found


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(plugins(), "rails")


@pytest.mark.parametrize(("cue", "case", "names"), cases())
def test_a_cue_finds_what_its_twin_says(reader: Reader, cue: str, case: dict[str, Any], names: list[str]) -> None:
    path, type_name = case.get("path", "app/services/x.rb"), case.get("type", "service")
    reading = reader.read(path, case["code"].encode(), type_name)
    found: list[str] = []
    for value, spans in reading.facts.get(REFERENCES, {}).items():
        reference = yaml.safe_load(value)
        if reference.get("cue") == cue:
            found += [reference["name"]] * (len(spans) // 2)
    assert sorted(found) == sorted(names)


def test_every_cue_has_a_twin() -> None:
    assert sorted(CUES) == sorted(file.stem for file in TWINS.glob("*.yaml"))
