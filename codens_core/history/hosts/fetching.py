"""Fetching pull requests from a code host into a file of records: everything once, later only what has changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path

from codens_core.base.events import Listener, Progress, ignore
from codens_core.base.problems import Problem, Problems
from codens_core.history import messages, people
from codens_core.history.completing import completed
from codens_core.history.hosts import github, gitlab
from codens_core.history.hosts.address import Address
from codens_core.history.hosts.answers import Answers
from codens_core.history.hosts.client import Client, NotThere
from codens_core.history.hosts.host import Detail, Host, Page
from codens_core.history.hosts.limits import Clock
from codens_core.history.hosts.store import FetchStore
from codens_core.history.records import PullRequestRecord, Records
from codens_core.history.repository import Repository

OVERLAP = timedelta(minutes=5)
"""How far an update looks back behind the last one: hosts show changes late."""
_STAGE = "pull requests"


@dataclass(frozen=True, slots=True)
class Options:
    """What is asked for beyond the lists; each costs at least one request for every merged pull request."""

    files: bool = False
    reviews: bool = False
    comments: bool = False


@dataclass(slots=True)
class Fetched:
    """What a run brought. `path` is the file of records; `unchanged` answers cost nothing of the host's limit."""

    path: Path
    records: Records
    new: int = 0
    requests: int = 0
    unchanged: int = 0


def fetch(
    address: Address,
    folder: Path,
    token: str = "",
    *,
    repository: Repository | None = None,
    options: Options | None = None,
    listener: Listener = ignore,
    problems: Problems | None = None,
    clock: Clock | None = None,
) -> Fetched:
    """Bring `folder` up to what the host knows, and give all records.

    Begins where an earlier run ended or was stopped. With the local `repository`, commits are asked for where only
    they tell a rebase merge from a squash, and lists of files that the host cuts are completed from git.

    Raises HostError; what was fetched until then is kept.
    """
    make, headers = (github.GitHub, github.headers) if address.kind == "github" else (gitlab.GitLab, gitlab.headers)
    store = FetchStore(folder, f"{address.api} {address.path}")
    answers = Answers(folder / "answers")
    with Client(address.api, headers(token), answers=answers, listener=listener, clock=clock) as client:
        run = _Run(make(client, address), store, listener, problems if problems is not None else Problems())
        run.lists()
        run.details(repository, options or Options())
        store.tidy()
        answers.tidy()
        return Fetched(store.path, store.records, run.new, client.requests, client.unchanged)


class _Run:
    """One run against one host."""

    def __init__(self, host: Host, store: FetchStore, listener: Listener, problems: Problems) -> None:
        self._host = host
        self._store = store
        self._tell = listener
        self._problems = problems
        self.new = 0

    # lists

    def lists(self) -> None:
        """The whole listing until it has ended once, then what changed since it began."""
        if not self._store.state.cursor:
            self._whole()
        self._changed()

    def _whole(self) -> None:
        try:
            self._listed(self._store.state.resume)
        except NotThere:
            if not self._store.state.resume:
                raise
            self._listed("")

    def _listed(self, resume: str) -> None:
        for page in self._pages(self._host.all(resume)):
            state = self._store.state
            started = state.started or _moment(page.date)
            following = page.next_url
            ended = {} if following else {"cursor": started}
            self._store.save(state.model_copy(update={"resume": following, "started": started, **ended}))

    def _changed(self) -> None:
        state, newest = self._store.state, ""
        since = datetime.fromisoformat(state.cursor) - OVERLAP
        for page in self._pages(self._host.changed(since.strftime("%Y-%m-%dT%H:%M:%SZ"))):
            newest = newest or _moment(page.date)
        self._store.save(state.model_copy(update={"cursor": max(newest, state.cursor)}))

    def _pages(self, pages: Iterator[Page]) -> Iterator[Page]:
        """Keep each page's records, then hand it on."""
        for page in pages:
            self.new += self._store.add(map(self._with_details, page.records))
            self._tell(Progress(_STAGE, len(self._store.records), 0, "lists"))
            yield page

    def _with_details(self, record: PullRequestRecord) -> PullRequestRecord:
        """A listed record, with the details kept of it unless it has changed since."""
        known = self._store.records.get(record.number)
        if known is None or known.updated != record.updated:
            return record
        kept = {name: getattr(known, name) for name in ("commits", "files", "reviews", "comments", "reviewers")}
        counts = {"commit_count": known.commit_count, "file_count": known.file_count}
        return record.model_copy(update={**kept, **counts})

    # details

    def details(self, repository: Repository | None, options: Options) -> None:
        """Ask for what is wanted and not there yet, oldest first; each is kept at once."""
        todo = [
            (record, wanted)
            for _, record in sorted(self._store.records.items())
            if record.state == "merged" and (wanted := _wanted(record, repository, options))
        ]
        for done, (record, wanted) in enumerate(todo):
            self._tell(Progress("details", done, len(todo), f"#{record.number} {record.title}"))
            try:
                found = self._host.detailed(record, wanted)
            except NotThere as error:
                self._problems.add(Problem("not-on-host", f"#{record.number}: {error.title}", hint=error.hint))
                continue
            self._store.add([completed(found, repository)])
        if todo:
            self._tell(Progress("details", len(todo), len(todo)))


def _wanted(record: PullRequestRecord, repository: Repository | None, options: Options) -> list[Detail]:
    wanted: list[Detail] = []
    if repository and record.commits is None and _needs_commits(record, repository):
        wanted.append("commits")
    if options.files and record.files is None:
        wanted.append("files")
    if options.reviews and record.reviews is None:
        wanted.append("reviews")
    if options.comments and record.comments is None:
        wanted.append("comments")
    return wanted


def _needs_commits(record: PullRequestRecord, repository: Repository) -> bool:
    """Whether neither parents nor message of its merge commit say if that is a squash or the last of a rebase."""
    if not record.merge_commit or not repository.objects.has(record.merge_commit):
        return False
    commit = repository.objects.commit(record.merge_commit)
    if len(commit.parent_ids) > 1:
        return False
    return messages.parse(people.text(commit.raw_message, commit.message_encoding)).number != record.number


def _moment(date: str) -> str:
    """A `Date` header as ISO 8601 in UTC; now where there is none."""
    try:
        moment = parsedate_to_datetime(date)
    except ValueError:
        moment = datetime.now(UTC)
    return moment.astimezone(UTC).isoformat()
