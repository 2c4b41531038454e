"""The careful reader: pages, limits, failures, tokens that stay with their host, answers that cost nothing twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from email.utils import formatdate
from pathlib import Path

import pytest

from codens_core.base.errors import HostError
from codens_core.base.events import Event, Notice, Progress
from codens_core.history.hosts.answers import KEPT_SECONDS, Answers
from codens_core.history.hosts.client import TRIES, Client, NotThere
from codens_core.history.hosts.limits import IN_A_ROW, Clock

from .fake_host import FakeClock, FakeHost, Trouble, serving

LIST = [{"number": number} for number in range(250)]


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def host(clock: FakeClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeHost]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with serving(FakeHost(clock, lists={"/things": LIST}, singles={"/one": {"a": 1}})) as running:
        yield running


@pytest.fixture
def events() -> list[Event]:
    return []


@pytest.fixture
def client(host: FakeHost, clock: FakeClock, events: list[Event], tmp_path: Path) -> Iterator[Client]:
    time = Clock(clock.now, clock.sleep)
    headers = {"authorization": "Bearer made-up"}
    with Client(host.url, headers, answers=Answers(tmp_path / "a"), listener=events.append, clock=time) as made:
        yield made


def test_pages_are_followed_by_their_links_as_they_are(client: Client, host: FakeHost) -> None:
    assert client.items("things", per_page=100) == LIST
    assert host.paths() == ["/things", "/ticket/0", "/ticket/1"]
    assert [asked.query for asked in host.asked[1:]] == [{}, {}]


def test_unchanged_answers_come_from_disk(client: Client, host: FakeHost) -> None:
    first = client.items("things", per_page=100)
    assert (client.items("things", per_page=100), client.unchanged) == (first, 3)
    host.lists["/things"] = [*LIST, {"number": 250}]
    assert len(client.items("things", per_page=100)) == 251


def test_a_damaged_or_foreign_answer_on_disk_counts_as_none(client: Client, host: FakeHost, tmp_path: Path) -> None:
    client.get("one")
    (kept,) = (tmp_path / "a").iterdir()
    for content in ("", "{", "[]", json.dumps({"url": "other", "etag": "x", "next": "", "data": 1})):
        kept.write_text(content)
        assert client.get("one").data == {"a": 1}
    assert client.unchanged == 0


def test_old_answers_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    answers = Answers(tmp_path)
    answers.put("u1", "e", "", 1)
    answers.put("u2", "e", "", 2)
    old = next(file for file in tmp_path.iterdir() if "u1" in file.read_text())
    os.utime(old, (1, KEPT_SECONDS))
    answers.tidy()
    assert (answers.get("u1"), answers.get("u2") is not None) == (None, True)


LIMITS: list[tuple[str, int, dict[str, str], str, float]] = [
    ("primary 403", 403, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1700000090"}, "API rate limit", 91),
    ("primary 429", 429, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1700000090"}, "", 91),
    ("primary that is over", 403, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1600000000"}, "", 1),
    ("secondary with a time", 403, {"retry-after": "30", "x-ratelimit-remaining": "4000"}, "secondary", 30),
    ("secondary without", 403, {"x-ratelimit-remaining": "4000"}, "You have exceeded a secondary rate limit", 60),
    ("secondary, only by its page", 403, {}, "Wait. https://docs.example.org/rate limits", 60),
    ("old wording", 403, {}, "You have triggered an abuse detection mechanism", 60),
    ("429 that says nothing", 429, {}, "", 60),
    ("GitLab", 429, {"ratelimit-remaining": "0", "ratelimit-reset": "1700000010"}, "Retry later", 11),
    ("GitLab, in words", 429, {"retry-after": "7"}, "Retry later", 7),
]


@pytest.mark.parametrize(("status", "headers", "message", "wait"), [case[1:] for case in LIMITS],
                         ids=[case[0] for case in LIMITS])  # fmt: skip
def test_limits_are_waited_out_visibly(
    client: Client, host: FakeHost, clock: FakeClock, events: list[Event], status: int, headers: dict[str, str],
    message: str, wait: float,
) -> None:  # fmt: skip
    host.troubles.append(Trouble(status, headers, json.dumps({"message": message}).encode()))
    assert client.get("one").data == {"a": 1}
    assert sum(clock.waits) == pytest.approx(wait)
    assert isinstance(events[0], Notice) and "rate limit" in events[0].message
    countdown = [event for event in events if isinstance(event, Progress)]
    assert [event.done for event in countdown] == sorted(event.done for event in countdown)
    assert countdown[-1].done == countdown[-1].total
    assert len(countdown) == pytest.approx(wait, abs=2)


def test_the_hosts_clock_counts_not_this_machines(client: Client, host: FakeHost, clock: FakeClock) -> None:
    headers = {
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": "1600000060",
        "Date": formatdate(1_600_000_000, usegmt=True),
    }
    host.troubles.append(Trouble(403, headers))
    client.get("one")
    assert sum(clock.waits) == pytest.approx(61)


def test_secondary_limits_in_a_row_double(client: Client, host: FakeHost, clock: FakeClock) -> None:
    host.troubles += [Trouble(429), Trouble(429), Trouble(429)]
    client.get("one")
    assert sum(clock.waits) == pytest.approx(60 + 120 + 240)
    clock.waits.clear()
    host.troubles += [Trouble(429)]
    client.get("one")
    assert sum(clock.waits) == pytest.approx(60)


def test_endless_limits_end_the_run(client: Client, host: FakeHost) -> None:
    host.troubles.append(Trouble(403, {"retry-after": "90000"}))
    with pytest.raises(HostError, match="ends only in 25 h") as caught:
        client.get("one")
    assert "goes on where it was" in caught.value.hint
    host.troubles += [Trouble(429, {"retry-after": "1"})] * (IN_A_ROW + 1)
    with pytest.raises(HostError, match="waiting does not help"):
        client.get("one")


REFUSALS: list[tuple[int, dict[str, str], str, str, str]] = [
    (401, {}, "Bad credentials", "does not accept the token", "gh auth login"),
    (
        403,
        {"x-ratelimit-remaining": "4000"},
        "Resource not accessible by token",
        "Resource not accessible",
        "token needs",
    ),
    (
        403,
        {"x-github-sso": "required; url=https://example.org/sso"},
        "SAML",
        "single sign-on",
        "https://example.org/sso",
    ),
    (404, {}, "Not Found", "knows no /one", "private"),
    (422, {}, "Validation failed", "422: Validation failed", ""),
    (410, {}, "Gone", "knows no", ""),
]


@pytest.mark.parametrize(("status", "headers", "message", "title", "hint"), REFUSALS)
def test_refusals_are_no_limits_and_are_not_repeated(
    client: Client, host: FakeHost, clock: FakeClock, status: int, headers: dict[str, str], message: str, title: str,
    hint: str,
) -> None:  # fmt: skip
    host.troubles.append(Trouble(status, headers, json.dumps({"message": message}).encode()))
    with pytest.raises(HostError) as caught:
        client.get("one")
    assert title in caught.value.title
    assert hint in caught.value.hint
    assert (len(host.asked), clock.waits, isinstance(caught.value, NotThere)) == (1, [], status in (404, 410))


FAILURES = [
    Trouble(502), Trouble(500), Trouble(503, {"Retry-After": "3"}), Trouble(504), Trouble(0),
    Trouble(200, {}, b"<html>"), Trouble(200, {}, b'[{"number": 1}, {"num'), Trouble(304), Trouble(502, {}, b"<html>"),
]  # fmt: skip


@pytest.mark.parametrize("trouble", FAILURES)
def test_failures_are_tried_again(client: Client, host: FakeHost, clock: FakeClock, trouble: Trouble) -> None:
    host.troubles += [trouble, trouble]
    assert client.get("one").data == {"a": 1}
    assert len(clock.waits) == 2
    assert clock.waits[1] >= clock.waits[0] >= 1


def test_failures_that_stay_end_the_run(client: Client, host: FakeHost, events: list[Event]) -> None:
    host.troubles += [Trouble(502)] * TRIES
    with pytest.raises(HostError, match=f"answers with 502, {TRIES} times"):
        client.get("one")
    assert len(host.asked) == TRIES
    assert len(events) == TRIES - 1


def test_a_host_that_is_not_there(clock: FakeClock, host: FakeHost) -> None:
    client = Client("http://127.0.0.1:1", {}, clock=Clock(clock.now, clock.sleep))
    with client, pytest.raises(HostError, match="cannot be reached"):
        client.get("one")
    assert host.asked == []


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_renamed_repository_is_followed(client: Client, host: FakeHost, status: int) -> None:
    host.troubles.append(Trouble(status, {"Location": f"{host.url}/one"}))
    assert client.get("old").data == {"a": 1}


def test_the_token_never_goes_to_another_host(client: Client, host: FakeHost) -> None:
    with serving(FakeHost(FakeClock(), singles={"/one": 1})) as other:
        host.troubles.append(Trouble(302, {"Location": f"{other.url}/one"}))
        with pytest.raises(HostError, match="another host"):
            client.get("old")
        host.troubles.append(Trouble(200, {"Link": f'<{other.url}/one>; rel="next"'}, b"[]"))
        with pytest.raises(HostError, match="another host"):
            client.items("things")
        assert other.asked == []
    host.troubles.append(Trouble(200, {"Link": '<http://[bad>; rel="next"'}, b"[]"))
    with pytest.raises(HostError, match="that is none"):
        client.items("things")


def test_redirects_in_a_circle_end(client: Client, host: FakeHost) -> None:
    host.troubles.append(lambda asked: Trouble(302, {"Location": f"{host.url}{asked.path}"}))
    with pytest.raises(HostError, match="302"):
        client.get("one")


def test_something_else_than_a_list(client: Client) -> None:
    with pytest.raises(HostError, match="a list was expected"):
        client.items("one")


def test_answers_are_whole_or_not_there(tmp_path: Path) -> None:
    answers = Answers(tmp_path / "made" / "when" / "needed")
    assert answers.get("u") is None
    answers.put("u", "tag", "next", [1])
    kept = answers.get("u")
    assert kept is not None
    assert (kept.etag, kept.next_url, kept.data) == ("tag", "next", [1])
