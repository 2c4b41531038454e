"""A project at hand: its configuration, repository, plugins, applications and memory, each opened when first needed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from codens_core.api.naming import wrong_names
from codens_core.base.errors import PluginError
from codens_core.base.text import decode
from codens_core.build.past import memory_at
from codens_core.build.pipeline import Scope
from codens_core.build.places import Places, Root
from codens_core.config.project import Place, open_place, wrong
from codens_core.graph.records import PullRequest
from codens_core.graph.schema import FrameworkSchema
from codens_core.history.repository import Repository
from codens_core.memory.past import Past
from codens_core.memory.reader import MemoryReader
from codens_core.memory.store import Store, memory_file
from codens_core.plugin.detect import Detection, detect, sought
from codens_core.plugin.known import packages_for
from codens_core.plugin.manager import Plugins


class Project:
    """One repository with its memory. `plugins` default to those installed."""

    def __init__(self, place: Place, plugins: Plugins | None = None, bare: bool = False) -> None:
        self.place = place
        self.plugins = plugins or Plugins()
        self._bare = bare

    @classmethod
    def open(cls, start: Path, plugins: Plugins | None = None, bare: bool = False) -> Project:
        """The project that `start` belongs to. A wrong `codens.yaml` is a ConfigError."""
        return cls(open_place(start), plugins, bare)

    @cached_property
    def repository(self) -> Repository:
        """The git repository; its head is that of the configured branch, else of what is checked out."""
        repository = Repository.open(self.place.directory, bare=self._bare)
        if branch := self.place.config.history.branch:
            repository.head = repository.resolve(branch)
        return repository

    @cached_property
    def scope(self) -> Scope:
        """The applications and patterns of the configuration; applications are detected where it names none."""
        config = self.place.config
        if problems := wrong_names(self.place, self.plugins):
            raise wrong(problems)
        named = [Root(f"{root.path}/" if root.path else "", root.framework) for root in config.roots]
        types = {name: tuple(globs) for name, globs in config.types.items()}
        return Scope(tuple(named or self._detected()), types, tuple(config.exclude), config.plugins)

    @cached_property
    def places(self) -> Places:
        """Where each path of the repository belongs."""
        return Places(self.scope.roots, self.schemas, self.scope.types, self.scope.exclude)

    @cached_property
    def schemas(self) -> dict[str, FrameworkSchema]:
        """Schemas of the frameworks in use, by name."""
        return {root.framework: self.plugins.schema(root.framework) for root in self.scope.roots}

    def detect(self) -> list[Detection]:
        """Applications that the head's files show, the surest of each folder."""
        paths = [path for path, _, _ in self.repository.tree_files(self.repository.head)]
        known = [
            sought(framework, [glob for rule in self.plugins.schema(framework.name).left_out for glob in rule.where])
            for framework in self.plugins.frameworks()
        ]
        surest: dict[str, Detection] = {}
        for found in detect(known, paths, self._text):
            surest.setdefault(found.root, found)
        return list(surest.values())

    def _text(self, path: str) -> str:
        return decode(self.repository.file_at(self.repository.head, path) or b"")

    def applications(self) -> list[Detection]:
        """As `detect`; nothing found is a PluginError that says which package to install."""
        found = self.detect()
        if not found:
            raise self._no_framework()
        return found

    def _detected(self) -> Iterable[Root]:
        return [Root(f"{d.root}/" if d.root else "", d.framework) for d in self.applications()]

    def packages_to_install(self) -> list[tuple[str, str]]:
        """(title, package) of frameworks that the head's files show and no healthy plugin knows."""
        paths = [path for path, _, _ in self.repository.tree_files(self.repository.head)]
        return packages_for(paths, self._text, [framework.name for framework in self.plugins.frameworks()])

    def _no_framework(self) -> PluginError:
        packages = self.packages_to_install()
        broken = [info.name for info in self.plugins.infos.values() if info.error]
        if packages and broken:
            title = f"this looks like {packages[0][0]}, but a plugin is broken: {', '.join(broken)}"
            return PluginError(title, "see `codens plugins`")
        if packages:
            named = ", ".join(f"{title} ({package})" for title, package in packages)
            install = " ".join(dict.fromkeys(package for _, package in packages))
            return PluginError(f"this looks like {named}, but no installed plugin knows it", f"pip install {install}")
        installed = ", ".join(f.title for f in self.plugins.frameworks()) or "none"
        return PluginError(
            f"no framework was recognised (installed: {installed})", "name `roots` in codens.yaml, or install a plugin"
        )

    def shows(self, attribute: str) -> bool:
        """Whether people are meant to see an attribute, by any schema."""
        if attribute in ("path", "type"):
            return True
        return any(schema.shows(attribute) for schema in self.known_schemas.values())

    @property
    def scalars(self) -> frozenset[str]:
        """Static attributes that hold one value, of all frameworks in use."""
        return frozenset().union(*(schema.scalars() for schema in self.schemas.values()))

    # memory

    @property
    def memory_file(self) -> Path:
        """The memory's file."""
        return memory_file(self.place.folder)

    def store(self) -> Store:
        """The memory, open for reading. Nothing built yet is a MemoryStoreError."""
        return Store.open(self.memory_file)

    @cached_property
    def opened(self) -> Store:
        """The memory, open for reading as long as the project is used."""
        return self.store()

    def close(self) -> None:
        """Close the memory if it was opened; the project can be used on, and opens it again."""
        if store := self.__dict__.pop("opened", None):
            store.close()
        self.__dict__.pop("knowledge", None)

    @cached_property
    def knowledge(self) -> MemoryReader:
        """The reader of the memory."""
        return MemoryReader(self.opened, self.known_schemas)

    def knowledge_at(self, moment: PullRequest) -> MemoryReader:
        """A reader of everything as it was known after a pull request of the memory."""
        ordinal = Past(self.opened).ordinal(moment.commit)
        rows = self.opened.connection.execute("SELECT DISTINCT root, framework FROM components")
        roots = [Root(*row) for row in rows]
        past = memory_at(
            self.opened, -1 if ordinal is None else ordinal, self.plugins, roots, self.place.config.plugins
        )
        return MemoryReader(past, self.known_schemas)

    @cached_property
    def known_schemas(self) -> dict[str, FrameworkSchema]:
        """Schemas by framework, of those that the memory holds: it may be read where no repository is."""
        rows = self.opened.connection.execute("SELECT DISTINCT framework FROM components ORDER BY 1").fetchall()
        return {framework: self.plugins.schema(framework) for (framework,) in rows}
