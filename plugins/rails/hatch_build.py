"""Puts the framework schema into the wheel and the source distribution: it stands in the repository's `schemas/`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class SharedSchema(BuildHookInterface[Any]):
    """A source distribution already holds the file where the wheel wants it; a checkout does not."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before a distribution is made."""
        shared = Path(self.root).parents[1] / "schemas" / "rails.yaml"
        if shared.is_file():
            build_data["force_include"][str(shared)] = "codens_rails/data/rails.yaml"
