"""The JSON Schemas in `schemas/`: fresh, valid, and true of what the repository holds."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from codens_core.api.schemas import all_schemas, write_schemas

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "schemas"
NAMES = sorted(all_schemas())


def schema(name: str) -> dict[str, Any]:
    return dict(json.loads((FOLDER / name).read_text(encoding="utf-8")))


def test_the_generated_files_are_fresh(tmp_path: Path) -> None:
    made = {str(file.relative_to(tmp_path)): file.read_bytes() for file in write_schemas(tmp_path)}
    stored = {str(file.relative_to(FOLDER)): file.read_bytes() for file in FOLDER.rglob("*.schema.json")}
    changed = sorted(name for name in {*made, *stored} if made.get(name) != stored.get(name))
    assert not changed, "run `make schemas`"


def test_a_schema_that_is_no_longer_made_is_removed(tmp_path: Path) -> None:
    (tmp_path / "old.schema.json").write_text("{}")
    (tmp_path / "rails.yaml").write_text("kept")
    write_schemas(tmp_path)
    assert not (tmp_path / "old.schema.json").exists() and (tmp_path / "rails.yaml").exists()


@pytest.mark.parametrize("name", NAMES)
def test_every_schema_is_one(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(name))
    assert schema(name)["$schema"] == jsonschema.Draft202012Validator.META_SCHEMA["$id"]


FILES = [
    ("framework.schema.json", FOLDER / "rails.yaml"),
    ("framework.schema.json", ROOT / "tests/support/pantry/pantry.yaml"),
    ("known-frameworks.schema.json", FOLDER / "known-frameworks.yaml"),
    *(("cue.schema.json", file) for file in sorted((ROOT / "plugins/rails/codens_rails/cues").glob("*.yaml"))),
    *(("cue.schema.json", file) for file in sorted((ROOT / "tests/support/pantry/cues").glob("*.yaml"))),
]


@pytest.mark.parametrize(("name", "file"), FILES, ids=[file.name for _, file in FILES])
def test_files_of_the_repository_fit_and_one_more_key_does_not(name: str, file: Path) -> None:
    value = yaml.safe_load(file.read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema(name))
    validator.validate(value)
    wrong = copy.deepcopy(value)
    (wrong[0] if isinstance(wrong, list) else wrong)["colour"] = "red"
    assert [error.validator for error in validator.iter_errors(wrong)] == ["additionalProperties"]


def test_every_field_that_people_write_is_described() -> None:
    """A schema in an editor is the documentation at hand; a title that repeats the key says nothing."""
    properties = schema("config.schema.json")["properties"]
    assert not [key for key, value in properties.items() if not {"description", "$ref"} & set(value)]
