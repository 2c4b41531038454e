"""Names in `codens.yaml` that only installed plugins can judge: frameworks, component types, plugins' sections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from codens_core.base.problems import Problem
from codens_core.config.checks import nearest
from codens_core.config.positions import Document
from codens_core.config.positions import Place as Key
from codens_core.config.project import Place
from codens_core.plugin.known import known_frameworks
from codens_core.plugin.manager import Plugins


def wrong_names(place: Place, plugins: Plugins) -> list[Problem]:
    """Every name that nothing installed knows, with its line and what was probably meant."""
    if place.document is None:
        return []
    found = [*_frameworks(place, plugins), *_types(place, plugins)]
    return sorted((_problem(place.document, *row) for row in found), key=lambda problem: problem.line)


def _problem(document: Document, key: Key, message: str, hint: str) -> Problem:
    return Problem("unknown-name", message, document.file, document.line(key), hint)


def _frameworks(place: Place, plugins: Plugins) -> Iterator[tuple[Key, str, str]]:
    known = [framework.name for framework in plugins.frameworks()]
    for position, root in enumerate(place.config.roots):
        if root.framework not in known:
            where = f"roots[{position}].framework"
            yield ("roots", position, "framework"), *_unknown(where, root.framework, known)
    for name in place.config.plugins:
        if name not in known:
            yield ("plugins", name), *_unknown("plugins", name, known)


def _unknown(where: str, name: str, known: Iterable[str]) -> tuple[str, str]:
    package = next((row.package for row in known_frameworks() if row.framework == name), "")
    like = nearest(name, known)
    hint = f"pip install {package}" if package else f"did you mean {like}?" if like else "see `codens plugins`"
    return f"{where}: no installed plugin knows {name!r}", hint


def _types(place: Place, plugins: Plugins) -> Iterator[tuple[Key, str, str]]:
    installed = {framework.name for framework in plugins.frameworks()}
    used = {root.framework for root in place.config.roots} & installed or installed
    known = sorted({name for framework in used for name in plugins.schema(framework).types})
    for name in place.config.types:
        if known and name not in known:
            like = nearest(name, known)
            yield (
                ("types", name),
                f"types: no component type {name!r}",
                f"did you mean {like}?" if like else ", ".join(known),
            )
