"""A careful reader of REST interfaces: pages by links, limits waited out, failures tried again, answers kept."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

import httpx

from codens_core.base.errors import HostError
from codens_core.base.events import Listener, Notice, ignore
from codens_core.history.hosts.answers import Answers
from codens_core.history.hosts.limits import Clock, Waiting

REDIRECTS = 5
"""How many redirects one request follows."""
TRIES = 6
"""How often one request is sent while the host fails or cannot be reached."""
_TIMEOUT = httpx.Timeout(30.0, connect=15.0)


@dataclass(frozen=True, slots=True)
class Reply:
    """A decoded answer and the address of the page after it, as the host gave it (empty on the last)."""

    data: Any
    next_url: str
    date: str
    """The host's `Date` header."""


class NotThere(HostError):  # noqa: N818
    """The host knows nothing at this address, or hides it from this token."""


class Client:
    """Asks one host. Redirects and links are followed only where they stay with it, for the token goes along."""

    def __init__(
        self,
        api: str,
        headers: Mapping[str, str],
        *,
        answers: Answers | None = None,
        listener: Listener = ignore,
        clock: Clock | None = None,
    ) -> None:
        self._api = httpx.URL(api + "/")
        self._http = httpx.Client(headers=dict(headers), timeout=_TIMEOUT, follow_redirects=False)
        self._answers = answers
        self._listener = listener
        self._clock = clock or Clock()
        self._waiting = Waiting(self._api.host, listener, self._clock)
        self.requests = 0
        """Requests sent."""
        self.unchanged = 0
        """Answers that the host said are still the ones kept."""

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def get(self, path: str, **parameters: str | int) -> Reply:
        """One answer; `path` is relative to the interface, or an address that the host gave. Raises HostError."""
        url = self._own(str(self._api), path)
        if parameters:
            url = str(httpx.URL(url).copy_merge_params(parameters))
        kept = self._answers.get(url) if self._answers else None
        response = self._send(url, {"if-none-match": kept.etag} if kept else {})
        if response.status_code == httpx.codes.NOT_MODIFIED and kept and self._answers:
            self.unchanged += 1
            return Reply(kept.data, kept.next_url, response.headers.get("date", ""))
        data = response.json()
        following = str(response.links.get("next", {}).get("url", ""))
        if self._answers and (etag := response.headers.get("etag")):
            self._answers.put(url, etag, following, data)
        return Reply(data, following, response.headers.get("date", ""))

    def pages(self, path: str, **parameters: str | int) -> Iterator[Reply]:
        """All pages of a list, by the links that the host gives."""
        reply = self.get(path, **parameters)
        yield reply
        while reply.next_url:
            reply = self.get(reply.next_url)
            yield reply

    def items(self, path: str, **parameters: str | int) -> list[Any]:
        """All entries of a list."""
        return [item for reply in self.pages(path, **parameters) for item in _listed(reply.data, path)]

    # sending

    def _own(self, base: str, path: str) -> str:
        """The address of `path` seen from `base`. Addresses of other hosts are refused: they would get the token."""
        try:
            url = urljoin(base, path)
            target = httpx.URL(url)
        except (ValueError, httpx.InvalidURL) as error:
            raise HostError(f"{self._api.host} gives an address that is none: {path[:200]}") from error
        if (target.scheme, target.host, target.port) != (self._api.scheme, self._api.host, self._api.port):
            raise HostError(f"{self._api.host} leads to another host: {target.host}", "check the address of its API")
        return url

    def _send(self, url: str, headers: Mapping[str, str]) -> httpx.Response:
        """Send until there is an answer to use. Raises HostError when there is none."""
        failures = redirects = 0
        while True:
            response = self._once(url, headers)
            if isinstance(response, httpx.Response):
                if response.has_redirect_location and redirects < REDIRECTS:
                    redirects += 1
                    url = self._own(url, response.headers["location"])
                    continue
                if response.status_code < 500 and self._limited(response):
                    continue
                if _usable(response, kept=bool(headers)):
                    self._waiting.in_a_row = 0
                    return response
            failures += 1
            self._again(failures, response)

    def _once(self, url: str, headers: Mapping[str, str]) -> httpx.Response | httpx.RequestError:
        self.requests += 1
        try:
            return self._http.get(url, headers=headers)
        except httpx.RequestError as error:
            return error

    def _limited(self, response: httpx.Response) -> bool:
        """Wait out a rate limit; False when the answer is none."""
        seconds = self._waiting.for_limit(response.status_code, response.headers, _message(response))
        if seconds is None:
            _refuse(response)
            return False
        self._waiting.wait(seconds, "its rate limit is reached")
        return True

    def _again(self, failures: int, response: httpx.Response | httpx.RequestError) -> None:
        """Wait before another try, twice as long each time or as the host says; after the last one give up."""
        what = _what(response)
        if failures >= TRIES:
            raise HostError(
                f"{self._api.host}: {what}, {TRIES} times in a row", "try again later: it goes on where it was"
            )
        after = response.headers.get("retry-after", "") if isinstance(response, httpx.Response) else ""
        seconds = float(after) if after.isdigit() else 2 ** (failures - 1) * (1 + random.random() / 4)
        self._listener(Notice("info", f"{self._api.host}: {what}; trying again in {seconds:.0f} s"))
        self._clock.sleep(seconds)


def _usable(response: httpx.Response, kept: bool) -> bool:
    """Whether it is what was asked for: proxies answer with pages of HTML and status 200, or cut the body short."""
    if response.status_code >= 300:
        return kept and response.status_code == httpx.codes.NOT_MODIFIED
    try:
        response.json()
    except ValueError:
        return False
    return True


def _listed(data: Any, path: str) -> list[Any]:
    if not isinstance(data, list):
        raise HostError(f"a list was expected from {path}")
    return data


def _message(response: httpx.Response) -> str:
    """What the host says about a refusal."""
    try:
        data = response.json()
    except ValueError:
        return response.text[:200]
    if not isinstance(data, dict):
        return ""
    said = data.get("message") or data.get("error") or ""
    return f"{said} {data.get('documentation_url', '')}".strip() if isinstance(said, str) else str(said)


def _what(response: httpx.Response | httpx.RequestError) -> str:
    if isinstance(response, httpx.RequestError):
        return f"cannot be reached ({type(response).__name__}: {response})".replace(": )", ")")
    if response.status_code >= 300:
        return f"answers with {response.status_code}"
    return "answers with something that is no JSON"


def _refuse(response: httpx.Response) -> None:
    """Raise HostError for answers that asking again does not change."""
    status, host = response.status_code, response.url.host
    if status < 400:
        return
    said = _message(response)
    if status == httpx.codes.UNAUTHORIZED:
        raise HostError(f"{host} does not accept the token", "make a new one, or log in again (`gh auth login`)")
    if sso := response.headers.get("x-github-sso", ""):
        raise HostError(f"{host} wants the token authorized for single sign-on", sso.partition("url=")[2])
    if status == httpx.codes.FORBIDDEN:
        raise HostError(f"{host} refuses: {said}", "the token needs to read pull requests and contents")
    if status in (httpx.codes.NOT_FOUND, httpx.codes.GONE):
        raise NotThere(
            f"{host} knows no {response.url.path}",
            "check the repository's name; a private one is only found with a token that may read it",
        )
    raise HostError(f"{host} answers with {status}: {said}")
