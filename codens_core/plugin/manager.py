"""Loads plugins, each in isolation, and hands out their records in an order of the host's making."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pluggy
import yaml
from pydantic import ValidationError

from codens_core.base.errors import PluginError
from codens_core.graph.schema import FrameworkSchema
from codens_core.plugin import hookspecs
from codens_core.plugin.records import CueFolder, Extractor, Framework, Language, Record, Resolver, Truth

GROUP = "codens"
HOOKS = (
    "codens_frameworks",
    "codens_languages",
    "codens_cues",
    "codens_extractors",
    "codens_resolvers",
    "codens_truths",
)
R = TypeVar("R", bound=Record)


@dataclass(slots=True)
class PluginInfo:
    """One installed plugin as `codens plugins` shows it; `error` is empty when it is healthy."""

    name: str
    version: str
    hooks: list[str] = field(default_factory=list)
    error: str = ""


class Plugins:
    """All plugins of this environment. A plugin that breaks is listed with its error and gives nothing."""

    def __init__(self, extra: Iterable[tuple[str, object]] = (), entry_points: bool = True) -> None:
        self._manager = pluggy.PluginManager("codens")
        self._manager.add_hookspecs(hookspecs)
        self.infos: dict[str, PluginInfo] = {}
        self._schemas: dict[str, FrameworkSchema] = {}
        for name, version, load in [*(_installed() if entry_points else ()), *_given(extra)]:
            self._register(name, version, load)
        self._records: dict[str, list[tuple[str, Record]]] = {}

    def _register(self, name: str, version: str, load: Callable[[], object]) -> None:
        info = self.infos.setdefault(name, PluginInfo(name, version))
        try:
            plugin = load()
            self._manager.register(plugin, name=name)
            self._manager.check_pending()
        except Exception as error:
            info.error = f"{type(error).__name__}: {error}"
            self._drop(name)
            return
        callers = self._manager.get_hookcallers(plugin) or []
        info.hooks = sorted(caller.name for caller in callers)

    def _drop(self, name: str) -> None:
        if self._manager.has_plugin(name):
            self._manager.unregister(name=name)

    def _collect(self, hook: str, kind: type[R]) -> list[R]:
        """Records of one hook over all healthy plugins, sorted by name; clashes are refused."""
        if hook not in self._records:
            found: dict[str, tuple[str, Record]] = {}
            for impl in sorted(getattr(self._manager.hook, hook).get_hookimpls(), key=lambda i: i.plugin_name):
                for record in self._call(impl, kind):
                    if record.name in found:
                        owners = f"{found[record.name][0]} and {impl.plugin_name}"
                        raise PluginError(
                            f"two plugins give {kind.__name__.lower()} {record.name!r}: {owners}",
                            "uninstall one of them",
                        )
                    found[record.name] = (impl.plugin_name, record)
            self._records[hook] = [found[name] for name in sorted(found)]
        return [record for _, record in self._records[hook] if isinstance(record, kind)]

    def _call(self, impl: Any, kind: type[R]) -> list[R]:
        try:
            records = list(impl.function())
        except Exception as error:
            self.infos[impl.plugin_name].error = f"{impl.function.__name__}: {type(error).__name__}: {error}"
            return []
        wrong = [record for record in records if not isinstance(record, kind)]
        if wrong:
            self.infos[
                impl.plugin_name
            ].error = f"{impl.function.__name__}: gives {type(wrong[0]).__name__}, {kind.__name__} expected"
            return []
        return records

    def frameworks(self) -> list[Framework]:
        """Frameworks of all plugins, by name."""
        return self._collect("codens_frameworks", Framework)

    def languages(self) -> list[Language]:
        """Languages of all plugins, by name."""
        return self._collect("codens_languages", Language)

    def cues(self, framework: str) -> list[Path]:
        """Cue folders of a framework, by name of their record."""
        return [c.folder for c in self._collect("codens_cues", CueFolder) if c.framework == framework]

    def extractors(self, framework: str) -> list[Extractor]:
        """Extractors of a framework in the order in which they run."""
        mine = [e for e in self._collect("codens_extractors", Extractor) if e.framework == framework]
        return sorted(mine, key=lambda extractor: (extractor.phase, extractor.name))

    def resolver(self, framework: str) -> Resolver:
        """The resolver of a framework."""
        mine = [r for r in self._collect("codens_resolvers", Resolver) if r.framework == framework]
        if len(mine) != 1:
            raise PluginError(f"framework {framework!r} has {len(mine)} resolvers, one expected", "codens plugins")
        return mine[0]

    def truths(self, framework: str) -> list[Truth]:
        """Scorers of a framework, by name."""
        return [t for t in self._collect("codens_truths", Truth) if t.framework == framework]

    def schema(self, framework: str) -> FrameworkSchema:
        """The schema of a framework, read once."""
        if framework not in self._schemas:
            record = next((f for f in self.frameworks() if f.name == framework), None)
            if record is None:
                raise PluginError(f"no installed plugin knows framework {framework!r}", "codens plugins")
            self._schemas[framework] = read_schema(record.schema_file)
        return self._schemas[framework]

    def check(self) -> list[PluginInfo]:
        """Call every hook once and return all plugins with their health."""
        self.frameworks(), self.languages()
        self._collect("codens_cues", CueFolder)
        self._collect("codens_extractors", Extractor)
        self._collect("codens_resolvers", Resolver)
        self._collect("codens_truths", Truth)
        return [self.infos[name] for name in sorted(self.infos)]

    def versions(self) -> dict[str, str]:
        """Version by name of every healthy plugin."""
        return {name: info.version for name, info in sorted(self.infos.items()) if not info.error}


def read_schema(file: Path) -> FrameworkSchema:
    """A framework schema from YAML; a wrong one is a PluginError that names file and field."""
    try:
        return FrameworkSchema.model_validate(yaml.safe_load(file.read_text(encoding="utf-8")))
    except (OSError, yaml.YAMLError, ValidationError) as error:
        raise PluginError(f"{file}: not a framework schema: {error}", "see schemas/framework.schema.json") from error


def _installed() -> list[tuple[str, str, Callable[[], object]]]:
    points = sorted(importlib.metadata.entry_points(group=GROUP), key=lambda point: point.name)
    return [(point.name, point.dist.version if point.dist else "?", point.load) for point in points]


def _given(extra: Iterable[tuple[str, object]]) -> list[tuple[str, str, Callable[[], object]]]:
    return [(name, str(getattr(plugin, "__version__", "0")), partial(_same, plugin)) for name, plugin in extra]


def _same(plugin: object) -> object:
    return plugin
