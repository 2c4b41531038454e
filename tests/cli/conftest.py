"""A command line in this process, the pantry framework as an installed package, and a small kitchen to work on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pantry
import pytest
from repo import RepoBuilder

from codens_core.cli.app import run

SUPPORT = Path(pantry.__file__).parents[1]


@dataclass(frozen=True)
class Outcome:
    """How a command line ended."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The document on standard output."""
        assert self.status == 0, self.err
        return json.loads(self.out)


Cli = Callable[..., Outcome]


def install(folder: Path, name: str, module: str) -> None:
    """Make `module` look like an installed plugin to whoever has `folder` on the path."""
    info = folder / f"{name}-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: codens-{name}\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text(f"[codens]\n{name} = {module}\n")


@pytest.fixture(autouse=True)
def packages(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed packages, with pantry in it; plugins of this environment stay as they are."""
    folder = tmp_path_factory.mktemp("packages")
    install(folder, "pantry", "pantry")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", f"{folder}:{SUPPORT}")
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def cli(capfd: pytest.CaptureFixture[str]) -> Iterator[Cli]:
    """Runs a command line: `cli("-C", folder, "status", "--json")`."""

    def called(*args: object) -> Outcome:
        capfd.readouterr()
        status = run([str(arg) for arg in args])
        return Outcome(status, *capfd.readouterr())

    yield called


SOUP = "name Onion soup\nserves 4\nneeds onion, butter\n"


@pytest.fixture
def kitchen(tmp_path: Path) -> RepoBuilder:
    """Six pull requests: a menu, two recipes, ingredients, a rename, a removal, and a name that leads nowhere."""
    repo = RepoBuilder(tmp_path / "kitchen")
    repo.commit({"pantry.conf": "kitchen\n", "readme.md": "A kitchen\n"}, "Begin")
    repo.commit({"recipes/soup.recipe": SOUP, "ingredients/onion.ingredient": "name Onion\n"}, "Add soup (#1)")
    repo.commit({"ingredients/butter.ingredient": "name Butter\n"}, "Add butter (#2)", "Bob <bob@example.org>")
    repo.commit({"menus/lunch.menu": "name Lunch\nserves 9\ndish soup\ndish cake\n"}, "Lunch with soup (#3)")
    soup = SOUP.replace("serves 4", "serves 6") + "note Stir well\n"
    repo.commit({"recipes/soup.recipe": None, "recipes/warm/soup.recipe": soup}, "Keep warm recipes apart (#4)")
    repo.commit({"recipes/salad.recipe": "name Salad\nneeds oil\n"}, "Add salad (#5)")
    repo.commit({"recipes/salad.recipe": None}, "Nobody liked it (#6)")
    repo.worktree()
    return repo


@pytest.fixture
def built(kitchen: RepoBuilder, cli: Cli) -> Path:
    """The kitchen with its memory built."""
    outcome = cli("-C", kitchen.path, "build", "--quiet")
    assert outcome.status == 0, outcome.err
    return kitchen.path
