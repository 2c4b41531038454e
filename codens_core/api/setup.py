"""Setting a project up: its configuration written, checked and shown."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from codens_core.api.naming import wrong_names
from codens_core.api.project import Project
from codens_core.api.project_outputs import (
    ConfigCheckOut,
    ConfigShowOut,
    InitOut,
    InitRoot,
    PluginOut,
    PluginsOut,
    ProblemOut,
)
from codens_core.base.errors import ConfigError, PluginError
from codens_core.base.problems import Problem
from codens_core.config.model import FILE_NAME, Config
from codens_core.config.project import Place, find_directory, open_place, read_config
from codens_core.config.tables import SECRETS, secret
from codens_core.config.template import FoundRoot, commented
from codens_core.plugin.manager import Plugins


def init(start: Path, force: bool = False, bare: bool = False, plugins: Plugins | None = None) -> InitOut:
    """Write a commented `codens.yaml` for what the head's files show. An existing one is kept unless `force`.

    Nothing recognised: PluginError that says which package to install; nothing is written then.
    """
    directory = find_directory(start)
    file = directory / FILE_NAME
    if file.exists() and not force:
        raise ConfigError(f"{file} is already there", "`codens config check` looks at it; --force writes it anew")
    project = Project(Place(directory, Config(version=1)), plugins, bare)
    found = project.applications()
    text = commented(project.place.name, [FoundRoot(d.root, d.framework, d.path) for d in found])
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{file} cannot be written: {error.strerror}", "check space and permissions") from error
    folder = project.place.prepare()
    roots = [
        InitRoot(path=d.root or ".", framework=d.framework, title=d.title, confidence=d.confidence, because=d.path)
        for d in found
    ]
    return InitOut(file=str(file), memory=str(folder), roots=roots, not_installed=dict(project.packages_to_install()))


def check_config(start: Path, plugins: Plugins | None = None) -> ConfigCheckOut:
    """Everything that is wrong with the project's `codens.yaml`, names of frameworks and types included."""
    directory = find_directory(start)
    file = directory / FILE_NAME
    if not file.exists():
        return ConfigCheckOut(file="", valid=True, problems=[])
    config, document = read_config(file)
    problems = list(document.problems)
    if config is not None:
        problems += wrong_names(Place(directory, config, document), plugins or Plugins())
    return ConfigCheckOut(file=str(file), valid=not problems, problems=problems_out(problems))


def problems_out(problems: Iterable[Problem]) -> list[ProblemOut]:
    """Problems as an output shows them."""
    return [ProblemOut(path=p.path, line=p.line, code=p.code, message=p.message, hint=p.hint) for p in problems]


def show_config(start: Path) -> ConfigShowOut:
    """Every value in force, and which secrets the environment gives (never their values)."""
    place = open_place(start)
    return ConfigShowOut(
        file=str(place.directory / FILE_NAME) if place.document else "",
        directory=str(place.directory),
        memory=str(place.folder),
        config=place.config.model_dump(),
        secrets={name: bool(secret(name)) for name in SECRETS},
    )


def plugins_installed(plugins: Plugins | None = None) -> PluginsOut:
    """Every installed plugin with its health, and the frameworks that they know together."""
    plugins = plugins or Plugins()
    rows = [
        PluginOut(
            name=info.name,
            version=info.version,
            package=info.package,
            hooks=info.hooks,
            healthy=not info.error,
            error=info.error,
        )
        for info in plugins.check()
    ]
    frameworks: dict[str, str] = {}
    with suppress(PluginError):
        frameworks = {framework.name: framework.title for framework in plugins.frameworks()}
    return PluginsOut(plugins=rows, frameworks=frameworks)
