"""A code host on this machine that behaves as GitHub and GitLab document, and misbehaves when told to."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

PATCH_LINES = 20_000
"""Lines of patches in one answer after which GitHub leaves out counts and patches."""
MOST_FILES = 3_000


@dataclass
class Trouble:
    """An answer given instead of the right one; status 0 cuts the connection."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b"{}"


@dataclass
class Asked:
    """One request as it came in."""

    path: str
    query: dict[str, str]
    headers: dict[str, str]
    status: int = 0


class FakeClock:
    """Time that passes only in waits."""

    def __init__(self, now: float = 1_700_000_000.0) -> None:
        self.time = now
        self.waits: list[float] = []

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.time += seconds


@dataclass
class FakeHost:
    """What the host has: lists by path, single answers by path, and troubles to come, oldest first."""

    clock: FakeClock
    lists: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    singles: dict[str, Any] = field(default_factory=dict)
    troubles: list[Trouble | Callable[[Asked], Trouble | None]] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    url: str = ""
    _tickets: dict[str, tuple[str, dict[str, str], int]] = field(default_factory=dict)

    # answering

    def answer(self, asked: Asked) -> tuple[int, dict[str, str], bytes]:
        self.asked.append(asked)
        while self.troubles:
            first = self.troubles[0]
            trouble = first(asked) if callable(first) else first
            if trouble is None:
                break
            if trouble is first:
                self.troubles.pop(0)
            return trouble.status, trouble.headers, trouble.body
        return self._right(asked)

    def _right(self, asked: Asked) -> tuple[int, dict[str, str], bytes]:
        path, query, start = asked.path, asked.query, 0
        if path.startswith("/ticket/"):
            path, query, start = self._tickets.get(path, ("", {}, 0))
        if path in self.singles:
            return self._tagged(asked, self.singles[path], {})
        if path not in self.lists:
            return 404, {}, b'{"message": "Not Found"}'
        items = self._chosen(path, query)
        size = min(int(query.get("per_page", "30")), 100)
        page = items[start : start + size]
        headers = {}
        if start + size < len(items):
            ticket = f"/ticket/{len(self._tickets)}"
            self._tickets[ticket] = (path, query, start + size)
            headers["Link"] = f'<{self.url}{ticket}>; rel="next", <{self.url}/never>; rel="last"'
        return self._tagged(asked, _shortened(page), headers)

    def _chosen(self, path: str, query: dict[str, str]) -> list[dict[str, Any]]:
        items = list(self.lists[path])
        if path.endswith("/files"):
            return items[:MOST_FILES]
        if query.get("state", "all") != "all":
            items = [item for item in items if item["state"] == query["state"]]
        if since := query.get("updated_after"):
            items = [item for item in items if item["updated_at"] >= since]
        if "sort" in query:
            order = query.get("order_by", query["sort"] + "_at")
            key = order if order in ("created_at", "updated_at") else "created_at"
            items.sort(key=lambda item: str(item.get(key)), reverse=query.get("direction", query["sort"]) == "desc")
        return items

    def _tagged(self, asked: Asked, data: Any, headers: dict[str, str]) -> tuple[int, dict[str, str], bytes]:
        body = json.dumps(data).encode()
        etag = f'W/"{hashlib.sha256(body).hexdigest()}"'
        if asked.headers.get("if-none-match") == etag:
            return 304, {**headers, "ETag": etag}, b""
        return 200, {**headers, "ETag": etag, "Content-Type": "application/json"}, body

    def paths(self) -> list[str]:
        """Paths asked for, in order."""
        return [asked.path for asked in self.asked]


def _shortened(page: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What GitHub does to a long list of patches: later rows come with zero counts, no patch, and no mark."""
    lines, shown = 0, []
    for item in page:
        lines += item["patch"].count("\n") if "patch" in item else 0
        if lines > PATCH_LINES:
            bare = {name: value for name, value in item.items() if name != "patch"}
            shown.append({**bare, "additions": 0, "deletions": 0, "changes": 0})
        else:
            shown.append(item)
    return shown


@contextmanager
def serving(host: FakeHost) -> Iterator[FakeHost]:
    """The host at an address of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            split = urlsplit(self.path)
            query = {name: values[-1] for name, values in parse_qs(split.query).items()}
            asked = Asked(split.path, query, {name.lower(): value for name, value in self.headers.items()})
            status, headers, body = host.answer(asked)
            asked.status = status
            if status == 0:
                self.close_connection = True
                return
            self.send_response_only(status)
            self.send_header("Date", headers.pop("Date", formatdate(host.clock.now(), usegmt=True)))
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    host.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield host
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
