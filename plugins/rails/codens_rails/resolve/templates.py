"""The templates of an application as Rails looks them up: by folder and name, over all view folders, by format."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from codens_core.graph.records import Component
from codens_rails.ruby.names import TemplateName, template_name, virtual_path

_MAIN = "app/views/"
_COMPONENTS = re.compile(r"(?:^|/)app/components/")
_FALLS_BACK = ("js", "turbo_stream")
"""Formats for which `html` is taken when there is no template of their own."""


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """One template file. `folder` and `name` are what lookups know it by."""

    component: Component
    root: str
    folder: str
    file: TemplateName
    added: bool = False
    """Whether code adds its view folder: it may stand for or beside the application's own."""

    @property
    def format(self) -> str:
        """Its format; a file without one serves any."""
        return self.file.format


class Templates:
    """All templates, found by (folder, name, whether a partial)."""

    def __init__(self, components: Iterable[Component], roots: Collection[str] = ()) -> None:
        self._by_name: dict[tuple[str, bool], dict[str, list[Template]]] = {}
        self.by_key: dict[int, Template] = {}
        self._heads: set[str] = set()
        extra = tuple(sorted(roots, key=len, reverse=True))
        for component in components:
            if component.type != "view" or _COMPONENTS.search(component.path):
                continue
            name = template_name(component.path)
            for root in extra:
                if component.path.startswith(root):
                    folder = component.path[len(root) :].rpartition("/")[0]
                    self._add(Template(component, root, folder, name, added=True))
            place = virtual_path(component.path)
            if place is not None:
                self._add(Template(component, *place, name))

    def _add(self, template: Template) -> None:
        key = (template.file.name, template.file.partial)
        self._by_name.setdefault(key, {}).setdefault(template.folder, []).append(template)
        self.by_key[template.component.key] = template
        self._heads.add(template.folder.split("/", 1)[0])

    def folders(self, name: str, partial: bool) -> Collection[str]:
        """Folders that hold a template of a name."""
        return self._by_name.get((name, partial), {}).keys()

    def in_folders(self, folders: Iterable[str]) -> list[Template]:
        """All templates of some folders."""
        wanted = set(folders)
        return [template for template in self.by_key.values() if template.folder in wanted]

    def has_folder(self, folder: str) -> bool:
        """Whether any template stands below a folder's first segment."""
        return folder.split("/", 1)[0] in self._heads

    def find(
        self, folder: str, name: str, partial: bool, formats: Sequence[str] = (), near: str = ""
    ) -> list[Template]:
        """Templates of a folder and name; of several view folders the application's own wins, then the one `near`."""
        if not partial and name.startswith("_"):
            name, partial = name[1:], True
        found = self._by_name.get((name, partial), {}).get(folder, ())
        if not found and "." in name:
            return self._with_suffix(folder, name, partial, near)
        roots = {template.root for template in found if not template.added}
        if len(roots) > 1:
            best = min(roots, key=lambda root: (root != _MAIN, not near.startswith(root.removesuffix(_MAIN)), root))
            found = [template for template in found if template.root == best or template.added]
        return of_formats(found, formats)

    def _with_suffix(self, folder: str, name: str, partial: bool, near: str) -> list[Template]:
        """`show.json` names the format, `show.html.erb` the handler too."""
        plain, _, suffix = name.partition(".")
        return self.find(folder, plain, partial, [suffix.split(".")[0]], near)

    def matching(self, pattern: str, partial: bool) -> list[Template]:
        """Templates whose `folder/name` fits a pattern with `*` for what is not known: one segment, else several."""
        for unknown in ("[^/]+", ".+"):
            regex = re.compile(unknown.join(map(re.escape, pattern.split("*"))) + r"\Z")
            fitting = [
                template
                for (name, is_partial), folders in self._by_name.items()
                if is_partial == partial
                for folder, found in folders.items()
                if regex.match(f"{folder}/{name}" if folder else name)
                for template in found
            ]
            if fitting:
                return fitting
        return []


def of_formats(found: Sequence[Template], formats: Sequence[str]) -> list[Template]:
    """Those of the formats asked for, as Rails falls back; all when none of these is there."""
    if not formats:
        return list(found)
    fitting = [template for template in found if template.format in formats or not template.format]
    if not fitting and any(name in _FALLS_BACK for name in formats):
        fitting = [template for template in found if template.format == "html"]
    return fitting
