"""The sample application: the same commits on every build, every version readable, all shapes of history."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pygit2
import pytest
import tree_sitter
import tree_sitter_ruby
import yaml
from codens_rails.ruby.erb import mask

SCRIPT = Path(__file__).parents[2] / "examples" / "build_sample.py"
RUBY = tree_sitter.Language(tree_sitter_ruby.language())


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True, env={**os.environ, **environment})


@pytest.fixture(scope="session")
def repository(pristine_bookshop: Path) -> pygit2.Repository:
    return pygit2.Repository(str(pristine_bookshop))


def first_parents(repository: pygit2.Repository) -> list[pygit2.Commit]:
    walker = repository.walk(repository.head.target, pygit2.enums.SortMode.TOPOLOGICAL)
    walker.simplify_first_parent()
    return list(walker)


def versions(repository: pygit2.Repository) -> Iterator[tuple[str, bytes]]:
    """Every distinct (path, content) of the whole history."""
    seen = set()
    for commit in repository.walk(repository.head.target):
        for path, blob in _blobs(commit.tree, ""):
            if (path, blob.id) not in seen:
                seen.add((path, blob.id))
                yield path, blob.data


def _blobs(tree: pygit2.Tree, prefix: str) -> Iterator[tuple[str, pygit2.Blob]]:
    for entry in tree:
        if isinstance(entry, pygit2.Tree):
            yield from _blobs(entry, f"{prefix}{entry.name}/")
        else:
            assert isinstance(entry, pygit2.Blob)
            yield f"{prefix}{entry.name}", entry


def test_every_build_ends_in_the_same_commit(repository: pygit2.Repository, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    assert run(str(elsewhere), TZ="Pacific/Auckland", HOME=str(tmp_path), GIT_AUTHOR_NAME="Nobody").returncode == 0
    assert pygit2.Repository(str(elsewhere)).head.target == repository.head.target


def test_the_work_tree_is_the_head(repository: pygit2.Repository) -> None:
    assert repository.head.shorthand == "main"
    assert repository.status() == {}


def test_a_folder_with_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep me")
    done = run(str(tmp_path))
    assert (done.returncode, done.stderr) == (1, f"build_sample: {tmp_path} is not empty\n")
    assert run().returncode == 2


def test_every_version_of_every_ruby_file_parses(repository: pygit2.Repository) -> None:
    parser = tree_sitter.Parser(RUBY)
    wrong = []
    for path, data in versions(repository):
        if path.endswith((".rb", ".rake", ".erb")):
            tree = parser.parse(mask(data) if path.endswith(".erb") else data)
            if tree.root_node.has_error:
                wrong.append(f"{path}\n{data.decode()}")
    assert not wrong


def test_every_version_of_every_locale_is_yaml_of_its_language(repository: pygit2.Repository) -> None:
    for path, data in versions(repository):
        if path.startswith("config/locales/"):
            language = path.removesuffix(".yml").rsplit(".", 1)[-1].rsplit("/", 1)[-1]
            assert list(yaml.safe_load(data)) == [language], path


def test_all_shapes_of_history_are_there(repository: pygit2.Repository) -> None:
    commits = first_parents(repository)
    subjects = [commit.message.split("\n", 1)[0] for commit in commits]
    shapes = Counter(
        "merge" if subject.startswith("Merge pull request #") else "squash" if "(#" in subject else "direct"
        for subject in subjects
    )
    assert shapes["merge"] + shapes["squash"] >= 30
    assert min(shapes.values()) >= 3
    assert all((len(c.parents) == 2) == s.startswith("Merge") for c, s in zip(commits, subjects, strict=True))
    assert sum(commit.author.name.endswith("[bot]") for commit in commits) >= 3


def test_the_revert_names_the_commit_it_undoes(repository: pygit2.Repository) -> None:
    commits = {commit.message.split("\n", 1)[0]: commit for commit in first_parents(repository)}
    undone = commits["Free delivery from twenty euros (#27)"]
    revert = commits['Revert "Free delivery from twenty euros" (#28)']
    assert f"This reverts commit {undone.id}." in revert.message
    assert revert.tree.id == undone.parents[0].tree.id


def test_a_merged_branch_may_be_older_than_main(repository: pygit2.Repository) -> None:
    merges = [commit for commit in first_parents(repository) if len(commit.parents) == 2]
    bases = [repository.merge_base(m.parents[0].id, m.parents[1].id) != m.parents[0].id for m in merges]
    assert any(bases) and not all(bases)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("app/services/checkout_service.rb", "app/services/orders/place_order.rb"),
        ("app/models/concerns/trackable.rb", "app/models/concerns/status_history.rb"),
        ("app/helpers/price_helper.rb", "app/helpers/money_helper.rb"),
        ("spec/features/checkout_spec.rb", "spec/system/checkout_spec.rb"),
    ],
)
def test_git_sees_the_renames(repository: pygit2.Repository, old: str, new: str) -> None:
    renames = set()
    for commit in first_parents(repository):
        for parent in commit.parents[:1]:
            diff = repository.diff(parent, commit)
            diff.find_similar()
            renames |= {(d.old_file.path, d.new_file.path) for d in diff.deltas if d.status_char() == "R"}
    assert (old, new) in renames


def test_the_wishlist_goes_and_comes_back(repository: pygit2.Repository) -> None:
    there = ["app/models/wish.rb" in commit.tree for commit in reversed(first_parents(repository))]
    steps = [there[0]] + [now for before, now in pairwise(there) if before != now]
    assert steps == [False, True, False, True]
