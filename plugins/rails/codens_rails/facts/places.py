"""Where Ruby of an application stands when it renders: in a controller, in a view, or elsewhere."""

from __future__ import annotations

from tree_sitter import Node

from codens_rails.ruby.literals import constant, text
from codens_rails.ruby.walk import Call

CONTROLLER = "controller"
"""A string names an action or a template."""
VIEW = "view"
"""A string names a partial."""
OTHER = "other"
"""A string may be anything."""

_BY_TYPE = {"controller": CONTROLLER, "mailer": CONTROLLER, "view": VIEW, "helper": VIEW, "presenter": VIEW}
_BY_FOLDER = (
    ("app/controllers/", CONTROLLER),
    ("app/mailers/", CONTROLLER),
    ("app/helpers/", VIEW),
    ("app/components/", VIEW),
)
_VIEWS = ("view_context", "helpers", "h", "@template", "@view_context")
_CONTROLLERS = ("controller", "@controller")


def place_of(type_name: str, path: str) -> str:
    """The place of a file, by its type, for concerns by their folder."""
    if type_name in _BY_TYPE:
        return _BY_TYPE[type_name]
    return next((place for folder, place in _BY_FOLDER if folder in path), OTHER)


def renderer(call: Call, place: str) -> tuple[str, str] | None:
    """(place, controller constant) in which a render call's names are looked up; None where it renders no template.

    `AController.render` and `AController.renderer.render` render as that controller does.
    """
    receiver = call.receiver
    explicit = call.arguments is not None and bool(call.options.keys() & {"partial", "template"})
    if receiver is None or receiver.type == "self":
        if place == OTHER and not explicit:
            return None
        return place, ""
    root = _root(receiver)
    if (name := constant(root)) is not None:
        if name.endswith("Controller"):
            return CONTROLLER, name
        return (OTHER, "") if explicit else None
    last = _last(receiver)
    if last in _VIEWS:
        return VIEW, ""
    if last in _CONTROLLERS:
        return CONTROLLER, ""
    return (OTHER, "") if explicit else None


def _root(node: Node) -> Node:
    while node.type == "call" and (receiver := node.child_by_field_name("receiver")) is not None:
        node = receiver
    return node


def _last(node: Node) -> str:
    """The last name of a receiver: `a.view_context` → `view_context`."""
    if node.type == "call":
        method = node.child_by_field_name("method")
        return text(method) if method is not None else ""
    return text(node)
