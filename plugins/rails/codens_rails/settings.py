"""What `plugins: {rails: ...}` in `codens.yaml` may say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from codens_core.plugin import ConfigError


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class AddedAssociation(_Closed):
    """An association that a macro adds. `{arg}` in a text is each positional argument in turn, `{owner}` the class."""

    macro: Literal["belongs_to", "has_many", "has_one", "has_and_belongs_to_many"]
    name: str
    class_name: str | None = None
    """The class it leads to; left out: what the name says by Rails' rules."""
    through: str | None = None
    source: str | None = None
    source_type: str | None = None
    polymorphic: bool | None = None
    as_: str | None = None
    """The polymorphic association of the other side that answers to it (`as` in YAML)."""
    foreign_key: str | None = None

    model_config = ConfigDict(alias_generator=lambda name: name.rstrip("_"))

    def options(self) -> dict[str, Any]:
        """As the facts of a declared association have it."""
        return self.model_dump(by_alias=True, exclude_none=True)


class Settings(_Closed):
    """All settings of the plugin."""

    macros: dict[str, list[AddedAssociation]] = {}
    """Class-level macros that add associations, beside those of well-known gems; the same name replaces one."""


def read_settings(given: Mapping[str, Any]) -> Settings:
    """The settings as written; a wrong one is a ConfigError that names the field."""
    try:
        return Settings.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in ("plugins", "rails", *first["loc"]))
        raise ConfigError(f"{place}: {first['msg']}", "see the README of codens-rails") from error
