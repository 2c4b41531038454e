"""The routes DSL as data: every declaring call with the blocks around it, for interpretation when all files are known.

One fact (`route_calls`) is one call: `{"call": "resources", "args": ["posts"], "options": {...}, "frames": [...]}`;
`frames` are the enclosing calls, outermost first, in the same form; `symbols` tells that a
verb's paths are symbols, which name actions. A call comes after those in its block, as Rails
draws them. Lines are the fact's spans, so that code which only moved is no change. Loops over literal lists and methods
of the file are unrolled here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tree_sitter import Node

from codens_core.plugin.records import SourceFile
from codens_rails.ruby.literals import UNKNOWN, constant, pairs, string, text, value

Env = Mapping[str, Any]
Leaves = Iterator[tuple[dict[str, Any], Node]]
_VERBS = ("get", "post", "put", "patch", "delete", "options", "head", "match")
_LEAVES = frozenset((*_VERBS, "root", "resources", "resource", "mount", "devise_for", "concerns", "draw"))
_LOOPS = ("each", "each_pair", "each_key", "times", "each_with_index")
_MOST = 100
_DEEPEST = 12
"""Methods of the file that call each other are followed so far; `_MOST` is how often a counted loop runs at most."""


def routes(source: SourceFile) -> None:
    """Note `route_calls` of files that draw routes."""
    if source.type != "route" and b"routes.draw" not in source.data:
        return
    tree = source.tree()
    if tree is not None:
        for leaf, node in _Reader(tree.root_node).read():
            source.facts.add("route_calls", leaf, node.start_point.row + 1, _last_line(node))


def _last_line(node: Node) -> int:
    last = node.child_by_field_name("arguments") or node.child_by_field_name("method") or node
    return last.end_point.row + 1


class _Reader:
    def __init__(self, root: Node) -> None:
        self._root = root
        self._methods = {_name(n): n for n in _all(root, "method")}
        self._depth = 0

    def read(self) -> Leaves:
        yield from self._walk(self._root, [], {})

    def _walk(self, node: Node, frames: list[dict[str, Any]], env: Env) -> Leaves:
        if node.type in ("method", "singleton_method"):
            return
        if node.type == "call":
            yield from self._call(node, frames, env)
            return
        if node.type == "identifier" and text(node) in self._methods:
            yield from self._inline(self._methods[text(node)], None, frames, env)
            return
        for child in node.named_children:
            yield from self._walk(child, frames, env)

    def _call(self, node: Node, frames: list[dict[str, Any]], env: Env) -> Leaves:
        method = node.child_by_field_name("method")
        name, block = text(method) if method is not None else "", node.child_by_field_name("block")
        receiver, arguments = node.child_by_field_name("receiver"), node.child_by_field_name("arguments")
        if name in _LOOPS and block is not None:
            yield from self._loop(receiver, block, frames, env)
            return
        if name in self._methods and receiver is None:
            yield from self._inline(self._methods[name], arguments, frames, env)
            return
        frame = {"call": name, **_arguments(arguments, env)}
        if (
            name in _VERBS
            and arguments is not None
            and any(n.type == "simple_symbol" for n in arguments.named_children)
        ):
            frame["symbols"] = True
        if name == "draw" and receiver is not None:
            frame = {"call": "draw_set", "args": [_owner_of(receiver)]}
        if block is not None:
            yield from self._walk(block.child_by_field_name("body") or block, [*frames, frame], env)
        elif receiver is not None and receiver.type == "call":
            yield from self._walk(receiver, frames, env)
        if name in _LEAVES and (receiver is None or receiver.type == "identifier"):
            yield {**frame, "frames": frames} if frames else frame, node

    def _loop(self, receiver: Node | None, block: Node, frames: list[dict[str, Any]], env: Env) -> Leaves:
        items = _items(receiver, env)
        names = _parameters(block)
        body = block.child_by_field_name("body") or block
        for item in items:
            bound = item if len(names) > 1 and isinstance(item, list) else [item]
            yield from self._walk(body, frames, {**env, **dict(zip(names, bound, strict=False))})

    def _inline(self, method: Node, arguments: Node | None, frames: list[dict[str, Any]], env: Env) -> Leaves:
        body = method.child_by_field_name("body")
        if body is None or self._depth >= _DEEPEST:
            return
        given = _arguments(arguments, env).get("args", [])
        self._depth += 1
        yield from self._walk(body, frames, dict(zip(_parameters(method), given, strict=False)))
        self._depth -= 1


def _items(receiver: Node | None, env: Env) -> list[Any]:
    """What a loop goes over; one unknown item where only running tells."""
    if receiver is not None and receiver.type == "identifier" and text(receiver) in env:
        known = env[text(receiver)]
    else:
        known = value(receiver)
    if isinstance(known, dict):
        return [list(pair) for pair in known.items()]
    if isinstance(known, int):
        return list(range(min(known, _MOST)))
    return known if isinstance(known, list) else [UNKNOWN]


def _all(node: Node, kind: str) -> Iterator[Node]:
    for child in node.named_children:
        if child.type == kind:
            yield child
        yield from _all(child, kind)


def _name(method: Node) -> str:
    name = method.child_by_field_name("name")
    return text(name) if name is not None else ""


def _parameters(node: Node) -> list[str]:
    parameters = node.child_by_field_name("parameters")
    return [text(child) for child in parameters.named_children] if parameters is not None else []


def _owner_of(receiver: Node) -> str:
    """`Shop::Engine` of `Shop::Engine.routes.draw`; empty for the application's own routes."""
    inner = receiver.child_by_field_name("receiver")
    name = constant(inner) if inner is not None else None
    return name.removeprefix("::") if name else ""


def _arguments(arguments: Node | None, env: Env) -> dict[str, Any]:
    """`args`, `options` and `target` (`"path" => to`) of a call, left out where empty."""
    if arguments is None:
        return {}
    found: dict[str, Any] = {}
    given = [node for node in arguments.named_children if node.type not in _NO_ARGUMENT]
    holder = arguments
    if given and given[-1].type == "hash":
        holder = given.pop()
    elif given and (merged := _merged(given[-1])) is not None:
        given.pop()
        holder = merged
    args = [_known(node, env) for node in given]
    options = {key: _option(item, env) for key, item in pairs(holder).items()}
    if (target := _target(holder, env)) is not None:
        options.pop(target[0], None)
        found["target"] = list(target)
    if args:
        found["args"] = args
    if options:
        found["options"] = options
    return found


def _merged(node: Node) -> Node | None:
    """What `options.merge(only: :index)` adds to options that only running tells."""
    method = node.child_by_field_name("method") if node.type == "call" else None
    merges = method is not None and text(method) in ("merge", "reverse_merge", "with_defaults")
    return node.child_by_field_name("arguments") if merges else None


_NO_ARGUMENT = ("pair", "block_argument", "hash_splat_argument", "comment")


def _known(node: Node, env: Env) -> Any:
    """A literal with loop variables filled in; a constant by name; None for what only running tells."""
    found = _filled(node, env)
    return constant(node) if found is UNKNOWN else _plain(found)


def _option(node: Node, env: Env) -> Any:
    """As `_known`; an option's value that is code (a redirect, a lambda, an application) is None."""
    found = _filled(node, env)
    return None if found is UNKNOWN else _plain(found)


def _plain(found: Any) -> Any:
    if isinstance(found, list):
        return [_plain(item) for item in found if item is not UNKNOWN]
    if isinstance(found, dict):
        return {key: _plain(item) for key, item in found.items() if item is not UNKNOWN}
    return found


def _filled(node: Node, env: Env) -> Any:
    if node.type == "identifier" and text(node) in env:
        return env[text(node)]
    if env and node.type in ("string", "delimited_symbol"):
        return "".join(_part(child, env) for child in node.named_children)
    if env and node.type == "call":
        inner, method = node.child_by_field_name("receiver"), node.child_by_field_name("method")
        if inner is not None and method is not None and text(method) in ("to_s", "to_sym"):
            return _filled(inner, env)
    return value(node)


def _part(child: Node, env: Env) -> str:
    if child.type == "interpolation" and child.named_children:
        inner = _filled(child.named_children[0], env)
        return str(inner) if isinstance(inner, str | int) else "*"
    return text(child)


def _leads(item: Node, env: Env) -> Any:
    """What a path leads to: a symbol is an action (`"#new"`), a word without `#` a controller (`"pages#"`)."""
    known = _option(item, env)
    if not isinstance(known, str) or "#" in known:
        return known
    return f"#{known}" if item.type == "simple_symbol" else f"{known}#"


def _target(holder: Node, env: Env) -> tuple[str, Any] | None:
    """`"path" => "controller#action"` or `Engine => "/path"`: the first key that is no option, and its value."""
    for child in holder.named_children:
        if child.type != "pair":
            continue
        key, item = child.child_by_field_name("key"), child.child_by_field_name("value")
        if key is None or item is None:
            continue
        if key.type == "string" or (key.type == "identifier" and text(key) in env):
            return str(_filled(key, env) if env else string(key)), _leads(item, env)
        if (name := constant(key) or constant(key.child_by_field_name("receiver"))) is not None:
            return name, _option(item, env)
    return None
