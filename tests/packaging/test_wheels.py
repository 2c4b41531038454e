"""The wheels: data files byte for byte, found by the same code as in a checkout, and nothing that does not belong."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import codens_rails
import pytest

import codens_core
from codens_core.base.data import data_file
from codens_core.base.errors import CodensError

ROOT = Path(__file__).parents[2]
SHIPPED = {
    "codens_core": ("known-frameworks.yaml", ROOT),
    "codens_rails": ("rails.yaml", ROOT / "plugins/rails"),
}
IMPORTED = {"codens_core": codens_core, "codens_rails": codens_rails}


def build(project: Path, kind: str, target: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target)]
    subprocess.run(command, cwd=project, check=True, capture_output=True)
    (made,) = target.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return made


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The wheel of each package, by import name."""
    return {name: build(project, "wheel", tmp_path_factory.mktemp(name)) for name, (_, project) in SHIPPED.items()}


@pytest.mark.parametrize("package", SHIPPED)
def test_a_wheel_holds_the_data_file_byte_for_byte(package: str, wheels: dict[str, Path]) -> None:
    name = SHIPPED[package][0]
    with zipfile.ZipFile(wheels[package]) as wheel:
        assert wheel.read(f"{package}/data/{name}") == (ROOT / "schemas" / name).read_bytes()


@pytest.mark.parametrize("package", SHIPPED)
def test_a_wheel_holds_the_package_its_types_and_licence_and_nothing_else(
    package: str, wheels: dict[str, Path]
) -> None:
    with zipfile.ZipFile(wheels[package]) as wheel:
        names = wheel.namelist()
    folders = {name.split("/", 1)[0] for name in names}
    assert folders == {package, next(f for f in folders if f.endswith(".dist-info"))}
    assert f"{package}/py.typed" in names
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
    assert not [name for name in names if "__pycache__" in name or name.endswith(".pyc")]


def test_the_rails_wheel_holds_every_cue(wheels: dict[str, Path]) -> None:
    with zipfile.ZipFile(wheels["codens_rails"]) as wheel:
        shipped = {name for name in wheel.namelist() if "/cues/" in name}
    assert shipped == {f"codens_rails/cues/{f.name}" for f in (ROOT / "plugins/rails/codens_rails/cues").iterdir()}


def test_a_source_distribution_makes_the_same_data_file(tmp_path: Path) -> None:
    archive = build(ROOT / "plugins/rails", "sdist", tmp_path / "sdist")
    subprocess.run(["tar", "xzf", str(archive), "-C", str(tmp_path)], check=True)
    wheel = build(tmp_path / archive.name.removesuffix(".tar.gz"), "wheel", tmp_path / "wheel")
    with zipfile.ZipFile(wheel) as made:
        assert made.read("codens_rails/data/rails.yaml") == (ROOT / "schemas/rails.yaml").read_bytes()


@pytest.mark.parametrize("package", SHIPPED)
def test_a_checkout_finds_the_file_in_schemas(package: str) -> None:
    folder = Path(str(IMPORTED[package].__file__)).parent
    if folder.is_relative_to(ROOT):
        assert data_file(folder, SHIPPED[package][0]) == ROOT / "schemas" / SHIPPED[package][0]
    else:
        assert data_file(folder, SHIPPED[package][0]).parent == folder / "data"


def test_an_installed_wheel_finds_its_own_file(wheels: dict[str, Path], tmp_path: Path) -> None:
    for wheel in wheels.values():
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(tmp_path)
    program = (
        "from codens_core.plugin.manager import Plugins\n"
        "from codens_core.plugin.known import known_frameworks\n"
        "framework = Plugins().frameworks()[0]\n"
        "print(framework.schema_file, len(known_frameworks()))"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=environment, check=True, capture_output=True, text=True
    )
    assert done.stdout.split()[0] == str(tmp_path / "codens_rails" / "data" / "rails.yaml")
    assert int(done.stdout.split()[1]) > 0


def test_a_missing_data_file_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(CodensError, match=r"was installed without its data file nothing\.yaml") as raised:
        data_file(tmp_path / "broken_package", "nothing.yaml")
    assert raised.value.hint == "install broken_package again"


def test_both_packages_carry_the_version_that_they_are_built_with() -> None:
    versions = {
        line.split('"')[1]
        for _, project in SHIPPED.values()
        for line in (project / "pyproject.toml").read_text().splitlines()
        if line.startswith("version = ")
    }
    assert versions == {codens_core.__version__} == {codens_rails.__version__}
