"""Pull requests beyond git: fetched from a code host, or read from a file where there is no network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from codens_core.api.project import Project
from codens_core.api.project_outputs import FetchOut
from codens_core.base.errors import UsageError
from codens_core.base.events import Listener, ignore
from codens_core.base.problems import Problems
from codens_core.history import exports
from codens_core.history.records import PullRequestRecord, Records
from codens_core.memory.store import writer_lock

if TYPE_CHECKING:
    from codens_core.history.hosts.address import Address

_FOLDER = "host"
_RECORDS = "pull-requests.jsonl"


def fetch(
    project: Project,
    files: bool = False,
    reviews: bool = False,
    comments: bool = False,
    listener: Listener = ignore,
) -> FetchOut:
    """Bring the fetched pull requests up to what the host knows; the next build lays them over git's history.

    Each of `files`, `reviews` and `comments` costs at least one request for every merged pull request.
    """
    from codens_core.history.hosts.fetching import Options
    from codens_core.history.hosts.fetching import fetch as run
    from codens_core.history.hosts.tokens import find_token

    address, problems = _address(project), Problems()
    folder = project.place.prepare() / _FOLDER
    with writer_lock(project.place.folder):
        done = run(
            address, folder, find_token(address), repository=project.repository,
            options=Options(files, reviews, comments), listener=listener, problems=problems,
        )  # fmt: skip
    return FetchOut(
        host=f"https://{address.host}/{address.path}",
        file=str(done.path),
        total=len(done.records),
        new=done.new,
        requests=done.requests,
        unchanged=done.unchanged,
        problems=[str(problem) for problem in problems],
    )


def _address(project: Project) -> Address:
    from codens_core.history.hosts.address import parse

    history = project.place.config.history
    url = history.host or project.repository.remote_url
    if not url:
        raise UsageError(
            "the repository has no remote to fetch pull requests from", "set `history.host` in codens.yaml"
        )
    return parse(url, history.host_kind or None, history.host_api)


def records(project: Project) -> Records:
    """Everything that is known of pull requests beyond git: what was fetched, then what the configured file says."""
    found: dict[int, PullRequestRecord] = {}
    fetched = project.place.folder / _FOLDER / _RECORDS
    if fetched.exists():
        found |= exports.read(fetched)
    if name := project.place.config.history.records:
        found |= exports.read(project.place.directory / name)
    return found


def export(project: Project, file: Path) -> int:
    """Write the pull requests in memory as JSON lines, for a network that is closed. Returns their number."""
    known = [record for pr in project.knowledge.pull_requests() if (record := exports.record_of(pr)) is not None]
    exports.write(file, known)
    return len(known)
