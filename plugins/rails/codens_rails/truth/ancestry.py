"""Ancestors of classes as the graph has them: superclasses and mixins by constant, nearest first."""

from __future__ import annotations

from codens_core.plugin.truths import TruthView

Extension = tuple[str, str, str]
"""(constant, kind, constant): kind is superclass, include, extend or prepend."""


def extensions(view: TruthView) -> list[Extension]:
    """Superclasses and mixins of the relations `extends_component`, constant by constant."""
    return [
        (pair["constant"], pair["kind"], pair["target"])
        for _, _, relation in view.edges("extends_component")
        for pair in listed(relation.attributes.get("extends"))
        if pair["kind"] != "reopens"
    ]


def listed(value: object) -> list[dict[str, str]]:
    """An attribute that holds one object or several."""
    return value if isinstance(value, list) else [value] if isinstance(value, dict) else []


def ancestors(view: TruthView) -> dict[str, list[str]]:
    """All ancestors of each constant of the application that has any, superclasses and mixins alike."""
    parents: dict[str, list[str]] = {}
    for constant, kind, target in extensions(view):
        if kind != "extend":
            parents.setdefault(constant, []).append(target)
    return {name: _reach(name, parents) for name in parents}


def _reach(name: str, parents: dict[str, list[str]]) -> list[str]:
    found: dict[str, None] = {}
    queue = list(parents.get(name, ()))
    while queue:
        parent = queue.pop(0)
        if parent not in found and parent != name:
            found[parent] = None
            queue += parents.get(parent, ())
    return list(found)
