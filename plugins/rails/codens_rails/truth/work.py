"""Mailers, jobs, what enqueues and sends them, factories and described constants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from codens_core.graph.records import Relation
from codens_core.plugin.truths import Score, TruthView, compare


def mailers(view: TruthView, section: list[list[Any]], oracle: Mapping[str, Any]) -> list[Score]:
    """`[mailer, [action, ...]]`."""
    expected = {(mailer, action) for mailer, actions in section for action in actions}
    found = {
        (_first(view, component.path), fact["action"])
        for component in view.of_type("mailer")
        for fact in view.values(component, "mails")
    }
    return [compare("mailers", expected, found, True)]


def _first(view: TruthView, path: str) -> str:
    constants = view.by_path[path].facts.values("constants")
    return constants[0]["name"] if constants else ""


def jobs(view: TruthView, section: list[list[str]], oracle: Mapping[str, Any]) -> list[Score]:
    """`[job, queue]`; a job that names no queue runs on `default`."""
    found = {
        (_first(view, component.path), queue)
        for component in view.of_type("job")
        for queue in view.values(component, "queue") or ["default"]
    }
    return [compare("jobs", map(tuple, section), found, True)]


def mails(view: TruthView, section: list[list[Any]], oracle: Mapping[str, Any]) -> list[Score]:
    """`[file, line, Mailer#action, times]`, recorded: recall by file and mailer, and by line and action."""
    whole = {(path, line, *what.split("#")) for path, line, what, _ in section}
    pairs, exact = _sent(view, whole, "sends_mail")
    return [
        compare("mails", {(path, mailer) for path, _, mailer, *_ in whole}, pairs, False),
        compare("mails (line, action)", whole, exact, False),
    ]


def enqueues(view: TruthView, section: list[list[Any]], oracle: Mapping[str, Any]) -> list[Score]:
    """`[file, line, Job, times]`, recorded: recall by file and job, and by line."""
    whole = {(path, line, what) for path, line, what, _ in section}
    pairs, exact = _sent(view, whole, "enqueues_job")
    return [
        compare("enqueues", {(path, job) for path, _, job in whole}, pairs, False),
        compare("enqueues (line)", whole, exact, False),
    ]


def _sent(view: TruthView, rows: set[tuple[Any, ...]], kind: str) -> tuple[set[tuple[str, str]], set[tuple[Any, ...]]]:
    """What relations of a kind show of `rows`: (file, target constant) pairs, and the rows whose line they hold."""
    targets: dict[tuple[str, str], list[Relation]] = {}
    for source, target, relation in view.edges(kind):
        for constant in target.facts.values("constants"):
            targets.setdefault((source.path, constant["name"]), []).append(relation)
    exact = {row for row in rows if any(_shows(relation, row) for relation in targets.get((row[0], row[2]), ()))}
    return set(targets), exact


def _shows(relation: Relation, row: tuple[Any, ...]) -> bool:
    action = relation.attributes.get("action")
    actions = action if isinstance(action, list) else [action]
    named = len(row) < 4 or row[3] in actions
    return named and any(e.start_line <= row[1] <= e.end_line for e in relation.evidence if e.path.endswith(row[0]))


def factories(view: TruthView, section: list[list[Any]], oracle: Mapping[str, Any]) -> list[Score]:
    """`[[name, alias, ...], class]`."""
    expected = {(name, constant) for names, constant in section for name in names}
    found = {
        (name, fact["class"])
        for component in view.of_type("spec")
        for fact in view.values(component, "factories")
        for name in [fact["name"], *fact.get("aliases", ())]
    }
    return [compare("factories", expected, found, True)]


def describes(view: TruthView, section: list[list[str]], oracle: Mapping[str, Any]) -> list[Score]:
    """`[spec file, constant it describes]`: recall by the file that defines the constant."""
    tested = {(source.path, target.key) for source, target, _ in view.edges("tests_component")}
    expected = {(path, name) for path, name in section}
    found = {
        (path, name) for path, name in expected if any((path, c.key) in tested for c in view.by_constant.get(name, ()))
    }
    return [compare("describes", expected, found, False)]
