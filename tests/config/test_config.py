"""`codens.yaml` is closed: what is wrong is said with line and suggestion, all of it at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from codens_core.base.errors import ConfigError, UsageError
from codens_core.config.model import Config
from codens_core.config.project import IGNORE, Place, find_directory, open_place, read_config
from codens_core.config.tables import secret

FULL = """\
version: 1
project: Shop
roots:
  - {path: ., framework: alpha}
  - path: apps/web/
    framework: beta
exclude: ["legacy/**"]
types:
  service: ["app/{deeds,duties}/**/*.x"]
plugins:
  alpha: {macros: {acts_as_x: [1, 2]}, on: true}
history: {branch: main, first_commit: "1234567", allow_shallow: true}
memory: .codens
limits: {query_megabytes: 10, query_rows: 5}
"""


def problems_of(tmp_path: Path, text: str | bytes) -> list[str]:
    file = tmp_path / "codens.yaml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    config, document = read_config(file)
    assert (config is None) == bool(document.problems)
    return [str(problem) for problem in document.problems]


def test_a_full_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "codens.yaml"
    file.write_text(FULL)
    config, document = read_config(file)
    assert not document.problems and config
    assert [(root.path, root.framework) for root in config.roots] == [("", "alpha"), ("apps/web", "beta")]
    assert config.plugins == {"alpha": {"macros": {"acts_as_x": [1, 2]}, "on": True}}
    assert config.history.first_commit == "1234567"
    assert config.limits.query_seconds == 10


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "codens.yaml:1: version is missing"),
        ("- 1\n", "codens.yaml:1: the file: a section of keys and values is expected, a list stands here"),
        ("version: 2\n", "codens.yaml:1: version: it must be 1"),
        ("version: 1\nexlude: []\n", "codens.yaml:2: unknown key exlude (did you mean exclude?)"),
        (
            "version: 1\nhistory:\n  brnch: x\n",
            "codens.yaml:3: unknown key history.brnch (did you mean branch?)",
        ),
        (
            "version: 1\nroots:\n- path: a\n  framework: b\n- path: a\n  framework: b\n  farmework: c\n",
            "codens.yaml:7: unknown key roots[1].farmework (did you mean framework?)",
        ),
        ("version: 1\nlimits: {zzz: 1}\n", "codens.yaml:2: unknown key limits.zzz (known here: query_rows, "),
        ("version: 1\nbranch: x\n", "codens.yaml:2: branch stands elsewhere (write it as history.branch)"),
        (
            "version: 1\ngithub_token: x\n",
            "codens.yaml:2: github_token: secrets do not belong into this file (set CODENS_GITHUB_TOKEN)",
        ),
        (
            "version: 1\nhistory:\n  first_commit: 1234567\n",
            "codens.yaml:3: history.first_commit: a text is expected, a number stands here (put it in quotes)",
        ),
        (
            "version: 1\nhistory: {allow_shallow: 'yes'}\n",
            "codens.yaml:2: history.allow_shallow: true or false is expected, a text stands here",
        ),
        ("version: 1\nexclude: a/**\n", "codens.yaml:2: exclude: a list is expected, a text stands here"),
        (
            "version: 1\nexclude:\n- a\n- 3\n",
            "codens.yaml:4: exclude[1]: a text is expected, a number stands here (put it in quotes)",
        ),
        ("version: 1\nplugins:\n", "codens.yaml:2: plugins: a section of keys and values is expected, nothing stands"),
        ("version: 1\nroots: [{path: a}]\n", "codens.yaml:2: roots[0].framework is missing"),
        ("version: 1\nlimits: {query_rows: 0}\n", "codens.yaml:2: limits.query_rows: it must be greater than"),
        ("version: 1\nexclude: ['/a']\n", "codens.yaml:2: exclude[0]: a glob relative to the root is expected"),
        ("version: 1\nexclude: ['a/{b,c']\n", "codens.yaml:2: exclude[0]: not a glob"),
        ("version: 1\nroots: [{path: ../x, framework: a}]\n", "codens.yaml:2: roots[0].path: a folder inside"),
        (
            "version: 1\nroots: [{path: a/, framework: b}, {path: ./a, framework: c}]\n",
            "codens.yaml:2: roots: the folder a stands twice",
        ),
        ("version: 1\nmemory: app/..\n", "codens.yaml:2: memory: a folder of its own is expected"),
        ("version: 1\nmemory: a\nmemory: b\n", "codens.yaml:3: 'memory' stands twice, first on line 2"),
        ("version: 1\n? [a]\n: b\n", "codens.yaml:2: a key must be a plain word"),
        (b"version: 1\nproject: caf\xe9\n", "codens.yaml:2: not UTF-8: byte 0xe9 (save the file as UTF-8)"),
        ("version: 1\n\x07\n", "codens.yaml:2: not YAML: character 0x07 is not allowed"),
        ("version: 1\nroots: [a\nproject: x\n", "codens.yaml:3: not YAML: expected ',' or ']'"),
        ("version: 1\nx: &a {y: *a}\n", "codens.yaml:2: not YAML: references (*name) are not supported, column 11"),
        ("version: 1\nproject: !!python/name:os.system x\n", "codens.yaml:2: not YAML: could not determine"),
        ("version: 1\n---\nversion: 1\n", "codens.yaml:2: not YAML: but found another document"),
        ("version: 1\nplugins: " + "[" * 5000 + "\n", "codens.yaml:1: not YAML: nested too deeply"),
    ],
)
def test_one_problem(tmp_path: Path, text: str | bytes, expected: str) -> None:
    (problem,) = problems_of(tmp_path, text)
    assert problem.startswith(expected), problem


@pytest.mark.parametrize(
    "text",
    [
        "version: 1\n",
        "\ufeffversion: 1\n",
        "version: 1\nmemory: /var/lib/codens/shop\n",
        "version: 1\nroots: [{path: '', framework: a}, {path: ./b, framework: a}]\n",
        "version: 1\nplugins: {a: {b: [{c: null}]}}\n",
    ],
)
def test_nothing_is_wrong(tmp_path: Path, text: str) -> None:
    assert problems_of(tmp_path, text) == []


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "codens.yaml").mkdir()
    config, document = read_config(tmp_path / "codens.yaml")
    assert config is None and str(document.problems[0]) == "codens.yaml: cannot be read: Is a directory"


def test_all_problems_come_at_once_in_the_order_of_lines(tmp_path: Path) -> None:
    text = "limits: {query_rows: x}\nprojct: a\nmemory: a\nmemory: b\nversion: 1\nhistory: []\n"
    assert [line.split(":")[1] for line in problems_of(tmp_path, text)] == ["1", "2", "4", "6"]
    with pytest.raises(ConfigError, match="4 problems") as caught:
        open_place(tmp_path)
    assert caught.value.exit_code == 3 and str(caught.value).count("\n  codens.yaml:") == 4


def test_the_environment_gives_secrets_and_nothing_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CODENS_MEMORY", "/elsewhere")
    monkeypatch.setenv("CODENS_PROJECT", "other")
    place = open_place(tmp_path)
    assert (place.config, place.name) == (Config(version=1), tmp_path.name)
    assert secret("github_token", {"GH_TOKEN": "b", "GITHUB_TOKEN": "a"}) == "a"
    assert secret("github_token", {}) == ""


def test_a_project_is_the_repository_around_a_folder(tmp_path: Path) -> None:
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    inner = tmp_path / "repo" / "app" / "deep"
    inner.mkdir(parents=True)
    assert find_directory(inner) == tmp_path / "repo"
    assert find_directory(tmp_path) == tmp_path
    (tmp_path / "codens.yaml").write_text("version: 1\n")
    assert find_directory(inner) == tmp_path / "repo", "a file above the repository is another project's"
    (inner / "codens.yaml").write_text("version: 1\n")
    with pytest.raises(ConfigError, match="not at the top"):
        find_directory(inner)
    with pytest.raises(UsageError, match="not a directory"):
        find_directory(tmp_path / "none")


def test_a_bare_repository_is_its_own_top(tmp_path: Path) -> None:
    for name in ("objects", "refs"):
        (tmp_path / "x.git" / name).mkdir(parents=True)
    (tmp_path / "x.git" / "HEAD").write_text("ref: refs/heads/main\n")
    assert find_directory(tmp_path / "x.git" / "refs") == tmp_path / "x.git"


def test_the_memory_folder_hides_itself_from_git(tmp_path: Path) -> None:
    place = Place(tmp_path, Config(version=1))
    assert place.prepare() == place.prepare() == tmp_path / ".codens"
    assert (tmp_path / ".codens" / ".gitignore").read_text() == IGNORE
    assert [entry.name for entry in tmp_path.iterdir()] == [".codens"]


@pytest.mark.parametrize("names", [["app.x"], [".gitignore"]])
def test_a_folder_with_other_files_is_no_memory(tmp_path: Path, names: list[str]) -> None:
    (tmp_path / "app").mkdir()
    for name in names:
        (tmp_path / "app" / name).write_text("mine\n")
    with pytest.raises(ConfigError, match="holds other files"):
        Place(tmp_path, Config(version=1, memory="app")).prepare()
    assert sorted(entry.name for entry in (tmp_path / "app").iterdir()) == names
