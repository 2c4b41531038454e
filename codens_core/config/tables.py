"""Keys that are not what they seem: moved ones, and secrets, which live in the environment only."""

from __future__ import annotations

import os
from collections.abc import Mapping

MOVED: Mapping[tuple[str, ...], tuple[str, ...]] = {
    ("first_commit",): ("history", "first_commit"),
    ("branch",): ("history", "branch"),
    ("allow_shallow",): ("history", "allow_shallow"),
    ("ignore",): ("exclude",),
    ("framework",): ("roots", "framework"),
}
"""Where people expect a key → where it stands. A key that moves between versions gets its old place here."""

SECRETS: Mapping[str, tuple[str, ...]] = {
    "github_token": ("CODENS_GITHUB_TOKEN", "GITHUB_TOKEN", "GH_TOKEN"),
    "model_api_key": ("CODENS_MODEL_API_KEY",),
}
"""Secrets by name, with the environment variables that give them: the first one set counts."""


def secret(name: str, environment: Mapping[str, str] = os.environ) -> str:
    """The value of a secret, empty when no variable gives it."""
    return next((environment[variable] for variable in SECRETS[name] if environment.get(variable)), "")


def is_secret(key: str) -> bool:
    """Whether a key asks for a secret, by its name."""
    return key in SECRETS or key.endswith(("token", "password", "secret", "api_key"))


def variable_for(key: str) -> str:
    """The environment variable that takes a secret's place."""
    return next((names[0] for name, names in SECRETS.items() if name == key or name.endswith("_" + key)), "")
