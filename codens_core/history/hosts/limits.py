"""Rate limits of code hosts: telling them from refusals, how long to wait, and waiting where everybody can see it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime

from codens_core.base.errors import HostError
from codens_core.base.events import Listener, Notice, Progress, ignore

SECONDARY_SECONDS = 60
"""The least wait after a secondary limit that does not say how long."""
LONGEST_SECONDS = 2 * 60 * 60
"""A limit that lasts longer ends the run; it goes on from there when it is started again."""
IN_A_ROW = 12
"""Limits one after another, without an answer between them, that end the run too."""
_TICK = 1.0
_WORDS = ("rate limit", "abuse detection", "too many requests", "retry later")


@dataclass(slots=True)
class Clock:
    """Time as the client sees it; tests put their own in."""

    now: Callable[[], float] = time.time
    sleep: Callable[[float], None] = time.sleep


@dataclass(slots=True)
class Waiting:
    """Waits for a host, counting down; limits in a row that do not say how long double the wait."""

    host: str
    listener: Listener = ignore
    clock: Clock = field(default_factory=Clock)
    in_a_row: int = 0
    """Limits since the last answer."""

    def for_limit(self, status: int, headers: Mapping[str, str], message: str) -> float | None:
        """Seconds to wait before asking again, or None when the answer is no rate limit. `headers` in lower case.

        Primary limits say when they end; secondary ones often only that they were passed, with requests remaining.
        """
        if status not in (403, 429):
            return None
        after = _number(headers.get("retry-after"))
        if after is not None:
            self.in_a_row += 1
            return max(after, 1.0)
        remaining = headers.get("x-ratelimit-remaining", headers.get("ratelimit-remaining"))
        reset = _number(headers.get("x-ratelimit-reset") or headers.get("ratelimit-reset"))
        if remaining == "0" and reset is not None:
            self.in_a_row += 1
            return max(reset - self._server_time(headers), 0.0) + 1.0
        if status == 429 or any(word in message.lower() for word in _WORDS):
            self.in_a_row += 1
            return float(SECONDARY_SECONDS * 2 ** (self.in_a_row - 1))
        return None

    def _server_time(self, headers: Mapping[str, str]) -> float:
        """The host's own time, because a reset is told in it and clocks differ."""
        try:
            return parsedate_to_datetime(headers["date"]).timestamp()
        except (KeyError, ValueError):
            return self.clock.now()

    def wait(self, seconds: float, why: str) -> None:
        """Wait, telling the listener every second how long it still takes. Raises HostError for endless waits."""
        if seconds > LONGEST_SECONDS or self.in_a_row > IN_A_ROW:
            ends = f"it ends only in {_spoken(seconds)}" if seconds > LONGEST_SECONDS else "waiting does not help"
            raise HostError(f"{self.host}: {why}; {ends}", "run it again later: it goes on where it was")
        self.listener(Notice("info", f"{self.host}: {why}; going on in {_spoken(seconds)}"))
        end, total = self.clock.now() + seconds, max(1, round(seconds))
        while (left := end - self.clock.now()) > 0:
            self.listener(Progress("waiting", total - round(left), total, f"{self.host}: {_spoken(left)} left"))
            self.clock.sleep(min(left, _TICK))
        self.listener(Progress("waiting", total, total, self.host))


def _number(text: str | None) -> float | None:
    """A header's number; `retry-after` may also be a date, which hosts do not use here."""
    try:
        return float(text) if text else None
    except ValueError:
        return None


def _spoken(seconds: float) -> str:
    whole = max(1, round(seconds))
    hours, minutes = divmod(whole // 60, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {whole % 60} s" if minutes else f"{whole} s"
