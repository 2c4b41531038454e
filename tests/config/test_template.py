"""What `codens init` writes and what the reference says come from the models, so they are right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from codens_core.config.model import Config
from codens_core.config.project import read_config
from codens_core.config.reference import reference
from codens_core.config.template import FoundRoot, commented

ROOTS = [FoundRoot("", "alpha", "alpha.lock"), FoundRoot("apps/my shop", "beta", "beta.toml: it's # odd")]


def read(tmp_path: Path, text: str) -> Config:
    (tmp_path / "codens.yaml").write_text(text, encoding="utf-8")
    config, document = read_config(tmp_path / "codens.yaml")
    assert config is not None, document.problems
    return config


@pytest.mark.parametrize("name", ["Shop", "yes", "a: b", "# no", "größe 'x'", "12"])
def test_a_new_file_is_valid_and_says_what_was_found(tmp_path: Path, name: str) -> None:
    config = read(tmp_path, commented(name, ROOTS))
    assert config.project == name
    assert [(root.path, root.framework) for root in config.roots] == [("", "alpha"), ("apps/my shop", "beta")]


def test_every_commented_key_is_its_default(tmp_path: Path) -> None:
    text = commented("Shop", ROOTS)
    opened = re.sub(r"(?m)^# (?=\w+:( |$)|  \w+: )", "", text)
    assert set(re.findall(r"(?m)^(\w+):", opened)) == set(Config.model_fields)
    plain, all_keys = read(tmp_path, text), read(tmp_path, opened)
    assert plain == all_keys and plain.model_fields_set < all_keys.model_fields_set


def test_the_reference_is_fresh() -> None:
    page = Path(__file__).parents[2] / "docs" / "reference" / "config.md"
    assert page.read_text(encoding="utf-8") == reference(), (
        "python -m codens_core.config.reference > docs/reference/config.md"
    )
