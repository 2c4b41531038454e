"""Packages that know a framework, from data: what to install where no installed plugin fits."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict

from codens_core.base.data import data_file
from codens_core.plugin.detect import ReadText, Sought, detect
from codens_core.plugin.records import Marker

_CORE = Path(__file__).parents[1]


class KnownFramework(BaseModel):
    """One sign of a framework (a file, and a regex it contains) and the package that knows it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    framework: str
    title: str
    package: str
    file: str
    contains: str


@cache
def known_frameworks() -> tuple[KnownFramework, ...]:
    """The table, `schemas/known-frameworks.yaml`."""
    file = data_file(_CORE, "known-frameworks.yaml")
    return tuple(KnownFramework.model_validate(row) for row in yaml.safe_load(file.read_text(encoding="utf-8")))


def packages_for(paths: list[str], read: ReadText, installed: Collection[str] = ()) -> list[tuple[str, str]]:
    """(title, package) of every known framework that the files show, without those that are installed."""
    looked = [
        Sought(row.package, row.title, (Marker(name=row.file, contains=row.contains, confidence=1.0),))
        for row in known_frameworks()
        if row.framework not in installed
    ]
    return sorted({(found.title, found.framework) for found in detect(looked, paths, read)})
