"""Data files of a package: where a wheel holds them, and where a checkout does. The one place that knows both."""

from __future__ import annotations

from pathlib import Path

from codens_core.base.errors import CodensError

_FARTHEST = 3
"""A package lies at most this deep in its repository."""


def data_file(package: Path, name: str) -> Path:
    """The data file `name` of the package in folder `package`.

    A wheel holds it in `data/` beside the package's modules; in a checkout (and so in an editable installation) it
    stands in the repository's `schemas/`. A file in neither place is a CodensError.
    """
    places = [package / "data", *(folder / "schemas" for folder in package.parents[:_FARTHEST])]
    for place in places:
        if (place / name).is_file():
            return place / name
    raise CodensError(f"{package.name} was installed without its data file {name}", f"install {package.name} again")
