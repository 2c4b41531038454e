"""Globs are over whole segments, anchored at both ends."""

from __future__ import annotations

import pytest

from codens_core.base.paths import PathMatcher

CASES = [
    ("app/models/**/*.rb", "app/models/user.rb", True),
    ("app/models/**/*.rb", "app/models/admin/user.rb", True),
    ("app/models/**/*.rb", "engines/app/models/user.rb", False),
    ("**/app/models/**/*.rb", "engines/shop/app/models/user.rb", True),
    ("**/app/models/**/*.rb", "app/models/user.rb", True),
    ("log/**", "app/off_catalog/log/x.rb", False),
    ("log/**", "log/x", True),
    ("**/log/**", "app/catalog/orders.rb", False),
    ("*.{yml,yaml}", "a.yaml", True),
    ("*.{yml,yaml}", "a.yamll", False),
    ("a?c", "abc", True),
    ("a?c", "a/c", False),
    ("a b/ü*.rb", "a b/über.rb", True),
    ("a+b", "aab", False),
]


@pytest.mark.parametrize(("glob", "path", "expected"), CASES)
def test_glob(glob: str, path: str, expected: bool) -> None:
    assert PathMatcher((glob,))(path) is expected


def test_no_globs_match_nothing() -> None:
    assert not PathMatcher(())("a")
