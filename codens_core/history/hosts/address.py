"""Which host, and which repository there: from the address that git fetches from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote, urlsplit

from codens_core.base.errors import UsageError

HostKind = Literal["github", "gitlab"]

_SCP = re.compile(r"(?:[^@/:\s]+@)?(?P<host>[^@/:\s]+):(?!//)(?P<path>.+)")


@dataclass(frozen=True, slots=True)
class Address:
    """A repository at a code host. `api` is the address of its REST interface, without a slash at the end."""

    kind: HostKind
    host: str
    path: str
    """`owner/name`; on GitLab groups can nest."""
    api: str

    @property
    def is_public_service(self) -> bool:
        """Whether it is the vendor's own service and not somebody's installation."""
        return self.host in ("github.com", "gitlab.com") or self.host.endswith(".ghe.com")


def parse(url: str, kind: HostKind | None = None, api: str = "") -> Address:
    """The address behind a remote's URL (`https://`, `ssh://`, `git@host:path`), or `owner/name` on github.com.

    `kind` must be given for installations whose name does not tell; `api` overrides the usual place of the interface.
    Raises UsageError where no host or repository can be told.
    """
    host, path = _parts(url)
    path = path.strip("/").removesuffix(".git")
    if not host or path.count("/") < 1:
        raise UsageError(
            f"`{url}` names no repository at a code host", "give it as https://github.com/OWNER/NAME or OWNER/NAME"
        )
    kind = kind or _kind(host)
    if kind is None:
        raise UsageError(f"it cannot be told what kind of host {host} is", "say github or gitlab")
    return Address(kind, host, path, (api or _api(kind, host)).rstrip("/"))


def _parts(url: str) -> tuple[str, str]:
    if re.fullmatch(r"[A-Za-z0-9][\w-]*/[\w.-]+", url):
        return "github.com", url
    if "://" in url:
        split = urlsplit(url)
        host = split.hostname or ""
        web = split.scheme in ("http", "https") and split.port
        return (f"{host}:{split.port}" if web else host), split.path
    match = _SCP.fullmatch(url)
    return (match["host"], match["path"]) if match else ("", "")


def _kind(host: str) -> HostKind | None:
    name = host.partition(":")[0]
    if name == "github.com" or name.endswith(".ghe.com") or name.split(".")[0] in ("github", "ghe"):
        return "github"
    return "gitlab" if name.split(".")[0] == "gitlab" else None


def _api(kind: HostKind, host: str) -> str:
    if kind == "gitlab":
        return f"https://{host}/api/v4"
    if host == "github.com" or host.endswith(".ghe.com"):
        return f"https://api.{host}"
    return f"https://{host}/api/v3"


def quoted(path: str) -> str:
    """A path as one segment of another address."""
    return quote(path, safe="")
