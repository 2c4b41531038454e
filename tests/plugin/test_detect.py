"""Frameworks are found by their markers, in the folder that they stand for."""

from __future__ import annotations

import pytest

from codens_core.plugin.detect import Sought, detect
from codens_core.plugin.known import known_frameworks, packages_for
from codens_core.plugin.records import Marker

ALPHA = Sought(
    "alpha",
    "Alpha",
    (
        Marker(name="conf/boot.x", contains=r"Alpha::App", confidence=1.0),
        Marker(name="alpha.lock", contains=r"(?m)^  alpha ", confidence=0.7),
        Marker(name="**/parts/**/part.x", confidence=0.5),
    ),
    ("**/dummy/**", "conf/**"),
)
BOOT, LOCK = "class A < Alpha::App", "GEMS\n  alpha 1\n"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"conf/boot.x": BOOT}, [("", 1.0)]),
        ({"conf/boot.x": "Beta::App"}, []),
        ({"my_conf/boot.x": BOOT}, []),
        ({"a/conf/boot.x": BOOT, "b/c/conf/boot.x": BOOT}, [("a", 1.0), ("b/c", 1.0)]),
        ({"alpha.lock": LOCK}, [("", 0.7)]),
        ({"alpha.lock": LOCK, "web/conf/boot.x": BOOT}, [("web", 1.0)]),
        ({"conf/boot.x": BOOT, "parts/p/conf/boot.x": BOOT}, [("", 1.0)]),
        ({"a/conf/boot.x": BOOT, "ab/conf/boot.x": BOOT}, [("a", 1.0), ("ab", 1.0)]),
        ({"parts/p/lib/part.x": "", "spec/dummy/conf/boot.x": BOOT}, [("", 0.5)]),
        ({"spec/dummy/conf/boot.x": BOOT}, []),
        ({}, []),
    ],
)
def test_one_framework(files: dict[str, str], expected: list[tuple[str, float]]) -> None:
    found = detect([ALPHA], list(files), files.__getitem__)
    assert [(d.root, d.confidence) for d in found] == expected


def test_two_frameworks_in_one_folder_are_both_said_surest_first() -> None:
    beta = Sought("beta", "Beta", (Marker(name="beta.toml", confidence=0.9),))
    files = {"conf/boot.x": BOOT, "beta.toml": ""}
    assert [(d.framework, d.path) for d in detect([beta, ALPHA], list(files), files.__getitem__)] == [
        ("alpha", "conf/boot.x"),
        ("beta", "beta.toml"),
    ]


def test_every_known_framework_names_its_package_by_its_sign() -> None:
    for row in known_frameworks():
        assert row.package.startswith("codens-")
    assert packages_for(["readme.md"], lambda path: "") == []
