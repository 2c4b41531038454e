"""The routes that `devise_for` draws: a table by Devise's own modules, with its options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from codens_rails.resolve.inflector import Inflector
from codens_rails.resolve.route_scope import Scope, joined_name

_BY_MODULE = {
    "database_authenticatable": "sessions",
    "recoverable": "passwords",
    "registerable": "registrations",
    "confirmable": "confirmations",
    "lockable": "unlocks",
    "omniauthable": "omniauth_callbacks",
}
_UNKNOWN = ("database_authenticatable", "recoverable", "registerable")
"""What a model whose macro is not seen is taken to have: Devise's own defaults."""

_TABLE: dict[str, tuple[tuple[str, str, str, str], ...]] = {
    "sessions": (
        ("GET", "{sign_in}", "new", "new_{s}_session"),
        ("POST", "{sign_in}", "create", "{s}_session"),
        ("DELETE", "{sign_out}", "destroy", "destroy_{s}_session"),
    ),
    "passwords": (
        ("GET", "{password}/new", "new", "new_{s}_password"),
        ("GET", "{password}/edit", "edit", "edit_{s}_password"),
        ("PATCH", "{password}", "update", "{s}_password"),
        ("PUT", "{password}", "update", "{s}_password"),
        ("POST", "{password}", "create", "{s}_password"),
    ),
    "registrations": (
        ("GET", "{registration}/{cancel}", "cancel", "cancel_{s}_registration"),
        ("GET", "{registration}/{sign_up}", "new", "new_{s}_registration"),
        ("GET", "{registration}/{edit}", "edit", "edit_{s}_registration"),
        ("PATCH", "{registration}", "update", "{s}_registration"),
        ("PUT", "{registration}", "update", "{s}_registration"),
        ("DELETE", "{registration}", "destroy", "{s}_registration"),
        ("POST", "{registration}", "create", "{s}_registration"),
    ),
    "confirmations": (
        ("GET", "{confirmation}/new", "new", "new_{s}_confirmation"),
        ("GET", "{confirmation}", "show", "{s}_confirmation"),
        ("POST", "{confirmation}", "create", "{s}_confirmation"),
    ),
    "unlocks": (
        ("GET", "{unlock}/new", "new", "new_{s}_unlock"),
        ("GET", "{unlock}", "show", "{s}_unlock"),
        ("POST", "{unlock}", "create", "{s}_unlock"),
    ),
}
_PATHS = {
    "sign_in": "sign_in", "sign_out": "sign_out", "sign_up": "sign_up", "password": "password", "registration": "",
    "confirmation": "confirmation", "unlock": "unlock", "cancel": "cancel", "edit": "edit",
}  # fmt: skip

Drawn = tuple[str, str, str, str]
"""Verb, path, `controller#action`, helper name."""


def devise_routes(
    name: str, options: Mapping[str, Any], scope: Scope, inflector: Inflector, modules: Mapping[str, Sequence[str]]
) -> Iterator[Drawn]:
    """Routes of `devise_for :name` in a scope; `modules` are what each model's macro names."""
    model = str(options.get("class_name") or inflector.classify(name)).removeprefix("::")
    singular = joined_name(scope.name, options.get("singular") or inflector.singularize(name.replace("/", "_")))
    base = f"{scope.path}/{options['path'] if isinstance(options.get('path'), str) else name}"
    paths = {**_PATHS, **_texts(options.get("path_names"))}
    own = _texts(options.get("controllers"))
    folder = str(options.get("module") or "devise")
    known = modules.get(model, _UNKNOWN)
    providers = [module.removeprefix("omniauth:") for module in known if module.startswith("omniauth:")]
    for controller in _controllers(options, known):
        target = own.get(controller) or f"{folder}/{controller}"
        module = f"{scope.module}/" if scope.module and controller in own else ""
        for verb, path, action, helper in _TABLE.get(controller, ()):
            yield verb, f"{base}/{path.format(**paths)}", f"{module}{target}#{action}", helper.format(s=singular)
        for provider in providers if controller == "omniauth_callbacks" else ():
            start, named = f"{base}/auth/{provider}", f"{singular}_{provider}_omniauth"
            yield "GET|POST", start, f"{module}{target}#passthru", f"{named}_authorize"
            yield "GET|POST", f"{start}/callback", f"{module}{target}#{provider}", f"{named}_callback"


def _controllers(options: Mapping[str, Any], modules: Sequence[str]) -> list[str]:
    known = list(dict.fromkeys(_BY_MODULE[module] for module in modules if module in _BY_MODULE))
    skipped, only = _listed(options.get("skip")), _listed(options.get("only"))
    if "all" in skipped:
        return []
    return [c for c in known if c not in skipped and (not only or c in only)]


def _listed(given: Any) -> list[str]:
    return [str(item) for item in (given if isinstance(given, list) else [] if given is None else [given])]


def _texts(given: Any) -> dict[str, str]:
    if not isinstance(given, dict):
        return {}
    return {str(key): item for key, item in given.items() if isinstance(item, str)}
