"""Hands out the records of all plugins in an order of the host's making: by name, and extractors by phase."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import pluggy
import yaml
from pydantic import ValidationError

from codens_core.base.errors import PluginError
from codens_core.base.one_line import one_line
from codens_core.graph.schema import FrameworkSchema
from codens_core.plugin import hookspecs
from codens_core.plugin.loading import Candidate, PluginInfo, given, installed, register
from codens_core.plugin.records import CueFolder, Extractor, Framework, Language, Record, Resolver, Truth

__all__ = ["PluginInfo", "Plugins", "read_schema"]

KINDS: dict[str, type[Record]] = {
    "codens_frameworks": Framework,
    "codens_languages": Language,
    "codens_cues": CueFolder,
    "codens_extractors": Extractor,
    "codens_resolvers": Resolver,
    "codens_truths": Truth,
}
"""What each hook gives."""

R = TypeVar("R", bound=Record)


class Plugins:
    """All plugins of this environment, and those in `extra` as (name, module or object).

    A plugin that breaks is listed with its error, gives nothing, and the others go on. A framework whose own plugin
    is broken cannot be used: that is a PluginError, because half of its rules would be half a truth.
    """

    def __init__(self, extra: Iterable[tuple[str, object]] = (), entry_points: bool = True) -> None:
        self._manager = pluggy.PluginManager("codens")
        self._manager.add_hookspecs(hookspecs)
        self.infos: dict[str, PluginInfo] = {}
        self._schemas: dict[str, FrameworkSchema] = {}
        self._records: dict[str, list[tuple[str, Record]]] = {}
        for candidate in [*(installed() if entry_points else ()), *given(extra)]:
            self._add(candidate)

    def _add(self, candidate: Candidate) -> None:
        first = self.infos.get(candidate.name)
        if first is None:
            self.infos[candidate.name] = register(self._manager, candidate)
            return
        owners = f"{first.package or 'the caller'} and {candidate.package or 'the caller'}"
        error = f"two packages give plugin {candidate.name!r}: {owners}; the second is not used"
        key = f"{candidate.name} ({candidate.package or len(self.infos)})"
        self.infos[key] = PluginInfo(candidate.name, candidate.version, candidate.package, error=error)

    # records

    def _collect(self, kind: type[R]) -> list[tuple[str, R]]:
        """(plugin, record) of one hook over all healthy plugins, sorted by the record's name."""
        hook = next(name for name, given_kind in KINDS.items() if given_kind is kind)
        if hook not in self._records:
            found: dict[str, tuple[str, Record]] = {}
            for impl in sorted(getattr(self._manager.hook, hook).get_hookimpls(), key=lambda i: i.plugin_name):
                for name, record in self._call(impl, kind).items():
                    if name in found:
                        raise self._clash(kind, name, found[name][0], impl.plugin_name)
                    found[name] = (impl.plugin_name, record)
            self._records[hook] = [found[name] for name in sorted(found)]
        return [
            (owner, record)
            for owner, record in self._records[hook]
            if isinstance(record, kind) and not self.infos[owner].error
        ]

    def _call(self, impl: Any, kind: type[R]) -> dict[str, R]:
        """A plugin's records by name; nothing, and its error noted, when the hook raises or gives what does not fit."""
        info, hook = self.infos[impl.plugin_name], impl.function.__name__
        found: dict[str, R] = {}
        try:
            for record in impl.function():
                if not isinstance(record, kind):
                    raise TypeError(f"gives {type(record).__name__}, {kind.__name__} expected")
                if record.name in found:
                    raise ValueError(f"gives {kind.__name__.lower()} {record.name!r} twice")
                found[record.name] = record
        except (Exception, SystemExit) as error:
            info.error = info.error or f"{hook}: {one_line(error)}"
            return {}
        return found

    def _clash(self, kind: type[Record], name: str, first: str, second: str) -> PluginError:
        error = PluginError(
            f"two plugins give {kind.__name__.lower()} {name!r}: {first} and {second}", "uninstall one of them"
        )
        for owner in (first, second):
            self.infos[owner].error = self.infos[owner].error or error.title
        return error

    def _of(self, framework: str, kind: type[R]) -> list[R]:
        """All records of a kind; afterwards the framework's own plugin must still be healthy."""
        records = [record for _, record in self._collect(kind)]
        self._framework(framework)
        return records

    def _framework(self, name: str) -> Framework:
        found = next((record for _, record in self._collect(Framework) if record.name == name), None)
        if found is None:
            broken = "; ".join(f"{info.name}: {info.error}" for info in self.infos.values() if info.error)
            without = f"no healthy plugin knows framework {name!r} ({broken})"
            title = without if broken else f"no installed plugin knows framework {name!r}"
            raise PluginError(title, "see `codens plugins`")
        return found

    # what plugins give

    def frameworks(self) -> list[Framework]:
        """Frameworks of all plugins, by name."""
        return [record for _, record in self._collect(Framework)]

    def languages(self) -> list[Language]:
        """Languages of all plugins, by name."""
        return [record for _, record in self._collect(Language)]

    def cues(self, framework: str) -> list[Path]:
        """Cue folders of a framework, by name of their record. A folder that is not there is a PluginError."""
        folders = [cue.folder for cue in self._of(framework, CueFolder) if cue.framework == framework]
        for folder in folders:
            if not folder.is_dir():
                raise PluginError(f"{folder}: cue folder of {framework!r} is missing", "install its plugin again")
        return folders

    def extractors(self, framework: str) -> list[Extractor]:
        """Extractors of a framework in the order in which they run."""
        mine = [e for e in self._of(framework, Extractor) if e.framework == framework]
        return sorted(mine, key=lambda extractor: (extractor.phase, extractor.name))

    def resolver(self, framework: str) -> Resolver:
        """The resolver of a framework; none or several are a PluginError."""
        self._of(framework, Resolver)
        mine = [(owner, r) for owner, r in self._collect(Resolver) if r.framework == framework]
        if len(mine) != 1:
            owners = f" ({' and '.join(owner for owner, _ in mine)})" if mine else ""
            title = f"framework {framework!r} has {len(mine)} resolvers, one expected{owners}"
            raise PluginError(title, "see `codens plugins`")
        return mine[0][1]

    def truths(self, framework: str) -> list[Truth]:
        """Scorers of a framework, by name."""
        return [t for t in self._of(framework, Truth) if t.framework == framework]

    def schema(self, framework: str) -> FrameworkSchema:
        """The schema of a framework, read once."""
        if framework not in self._schemas:
            self._schemas[framework] = read_schema(self._framework(framework).schema_file)
        return self._schemas[framework]

    # health

    def check(self) -> list[PluginInfo]:
        """Call every hook once, read every schema, and return all plugins with their health. Raises nothing."""
        for kind in KINDS.values():
            with suppress(PluginError):
                self._collect(kind)
        with suppress(PluginError):
            for owner, framework in self._collect(Framework):
                self._check_framework(owner, framework.name)
        return [self.infos[key] for key in sorted(self.infos)]

    def _check_framework(self, owner: str, framework: str) -> None:
        try:
            self.schema(framework), self.cues(framework), self.resolver(framework)
        except PluginError as error:
            self.infos[owner].error = self.infos[owner].error or error.title

    def versions(self) -> dict[str, str]:
        """Version by name of every healthy plugin."""
        return {key: info.version for key, info in sorted(self.infos.items()) if not info.error}


def read_schema(file: Path) -> FrameworkSchema:
    """A framework schema from YAML; a wrong one is a PluginError that names file and field."""
    try:
        return FrameworkSchema.model_validate(yaml.safe_load(file.read_text(encoding="utf-8")))
    except (OSError, yaml.YAMLError, ValidationError) as error:
        title = f"{file}: not a framework schema: {one_line(error)}"
        raise PluginError(title, "see schemas/framework.schema.json") from error
