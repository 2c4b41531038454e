"""Zeitwerk's file names: which folders are roots, and the constant that each file below one must define."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from codens_core.graph.records import Component
from codens_rails.resolve.inflector import Inflector

_APP = re.compile(r"(?P<root>(?:.*?/)??app/(?P<kind>[^/]+)(?:/concerns(?=/))?)/")
_NO_ROOTS = ("assets", "javascript", "views")


@dataclass(frozen=True, slots=True)
class Root:
    """A folder whose files are autoloaded; `namespace` stands before the constants below it."""

    path: str
    namespace: str = ""


class Zeitwerk:
    """Autoload roots of an application: every `app/*` folder of it, its engines and packs, and configured ones."""

    def __init__(self, components: Iterable[Component], inflector: Inflector) -> None:
        self._inflector = inflector
        self._roots: dict[str, Root] = {}
        self._globs: list[tuple[re.Pattern[str], str]] = []
        self._ignored: list[re.Pattern[str]] = []
        self._collapsed: list[re.Pattern[str]] = []
        self._overrides: dict[str, str] = {}
        for component in components:
            self._read(component)

    def _read(self, component: Component) -> None:
        base = _base(component.path)
        for fact in component.facts.values("autoload_paths"):
            self._add_root(base + fact["path"], "")
            self._ignored += [_glob(f"{base}{fact['path']}/{name}") for name in fact.get("ignore", ())]
        for fact in component.facts.values("loader"):
            if fact["does"] == "inflect":
                self._overrides[fact["basename"]] = fact["constant"]
            elif fact["does"] == "push_dir":
                self._add_root(base + fact["path"], fact.get("namespace", ""))
            else:
                rules = self._ignored if fact["does"] == "ignore" else self._collapsed
                rules.append(_glob(base + fact["path"]))

    def _add_root(self, path: str, namespace: str) -> None:
        if "*" in path:
            self._globs.append((_glob(path), namespace))
        else:
            self._roots[path] = Root(path, namespace)

    def root_of(self, path: str) -> Root | None:
        """The innermost root above a file, or None when it is not autoloaded."""
        folder = path
        conventional = _APP.match(path)
        default = conventional["root"] if conventional and conventional["kind"] not in _NO_ROOTS else ""
        while "/" in folder:
            folder = folder.rsplit("/", 1)[0]
            if (root := self._roots.get(folder)) is not None:
                return root
            if folder == default:
                return Root(folder)
            for pattern, namespace in self._globs:
                if pattern.fullmatch(folder):
                    return Root(folder, namespace)
        return None

    def expected(self, path: str) -> str:
        """The constant that a Ruby file must define, or an empty string when it is not autoloaded."""
        root = self.root_of(path) if path.endswith(".rb") else None
        if root is None or any(self._covers(pattern, path) for pattern in self._ignored):
            return ""
        names = [root.namespace] if root.namespace else []
        folder = root.path
        *folders, stem = path[len(root.path) + 1 : -3].split("/")
        for name in folders:
            folder = f"{folder}/{name}"
            if not any(pattern.fullmatch(folder) for pattern in self._collapsed):
                names.append(self.camelize(name))
        return "::".join([*names, self.camelize(stem)])

    def camelize(self, basename: str) -> str:
        """One segment of a path as a constant: the loader's own override of the whole name, else the inflector's."""
        return self._overrides.get(basename) or self._inflector.camelize(basename)

    @staticmethod
    def _covers(pattern: re.Pattern[str], path: str) -> bool:
        return any(pattern.fullmatch(part) for part in _upward(path))


def _upward(path: str) -> Iterator[str]:
    yield path
    yield path.removesuffix(".rb")
    while "/" in path:
        path = path.rsplit("/", 1)[0]
        yield path


def _base(path: str) -> str:
    """The application's or engine's folder (with a trailing slash, or empty) that a boot file configures."""
    for marker in ("config/", "lib/"):
        head, found, _ = path.rpartition(marker) if marker == "lib/" else path.partition(marker)
        if found and (not head or head.endswith("/")):
            return head
    return ""


def _glob(path: str) -> re.Pattern[str]:
    parts = re.split(r"(\*\*/|\*\*|\*)", path)
    known = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*"}
    return re.compile("".join(known.get(part) or re.escape(part) for part in parts))
