"""Who set a rule and why, when something came, and what changed: answers from pull requests."""

from __future__ import annotations

from collections.abc import Sequence

from codens_core.answer.case import Case
from codens_core.answer.model import Section, Statement
from codens_core.answer.naming import name_of
from codens_core.answer.past import change_statements, pr_statements, shaping
from codens_core.answer.phrases import code, listed, pr_phrase, reason
from codens_core.answer.rules import Rule, rule_statement, rule_statements, rules
from codens_core.base.text import plural
from codens_core.graph.protocols import ComponentView
from codens_core.graph.records import PullRequest

_SURE = 0.6
"""A rule that holds a word of the question, or one for the same thing, beside what names its component."""


def deciding(case: Case, views: Sequence[ComponentView]) -> list[Section]:
    """The rule that is asked about with who set it and why; else the pull requests that speak to the question."""
    found = rules(case, views)
    best = [rule for rule in found if rule.fit >= max(_SURE, 0.8 * found[0].fit)]
    if best:
        return _of_rules(case, best, [rule for rule in found if rule not in best and rule.fit >= 0.5])
    prs = shaping(case, views, 4)
    if not prs:
        return []
    case.subject = name_of(views[0])
    case.not_found.append("no single rule in the code fits the question")
    first, *rest = pr_statements(case, prs)
    lead = Statement(
        f"It is about {name_of(views[0])} (`{views[0].path}`); the pull request that speaks of it most is {first.text}",
        (*case.sources.component(views[0]), *first.citations),
    )
    return [Section("", [lead]), Section("Other pull requests", rest)]


def _of_rules(case: Case, best: list[Rule], others: list[Rule]) -> list[Section]:
    case.subject = f"the rule in {name_of(best[0].view)}"
    lead = [rule_statement(case, rule, reasons=True) for rule in best[:2]]
    set_by = {rule.value.pull_request for rule in best}
    prs = [pr for pr in shaping(case, [best[0].view], 4) if pr.key not in set_by][:2]
    return [
        Section("", lead),
        Section("Rules beside it", rule_statements(case, [*best[2:], *others], 3)),
        Section("Pull requests that speak of it", pr_statements(case, prs)),
    ]


def coming(case: Case, view: ComponentView) -> list[Section]:
    """When a component came and who brought it."""
    case.subject = name_of(view)
    first = case.kb.pull_request(view.first_pr) if view.first_pr else None
    if first is None or first.kind == "snapshot":
        return []
    why = reason(first)
    text = f"{name_of(view)} (`{view.path}`) came with {pr_phrase(first)}" + (f": “{why}”" if why else ".")
    prs = [pr for pr in shaping(case, [view], 4) if pr.key != first.key][:3]
    fitting = [rule for rule in rules(case, [view]) if rule.fit >= _SURE]
    return [
        Section("", [Statement(text, case.sources.pull_request(first))]),
        Section("Rules", rule_statements(case, fitting, 3)),
        Section("Pull requests that speak of it", pr_statements(case, prs)),
    ]


def changing(case: Case, view: ComponentView) -> list[Section]:
    """What changed in a component, newest first."""
    case.subject = name_of(view)
    last = case.kb.pull_request(view.last_pr) if view.last_pr else None
    if last is None or last.kind == "snapshot":
        return []
    count = plural(len(view.prs), "pull request")
    text = f"{count} changed {name_of(view)} (`{view.path}`), the last one {pr_phrase(last)}."
    lead = Statement(text, (*case.sources.component(view), *case.sources.pull_request(last)))
    return [Section("", [lead]), Section("What changed, newest first", change_statements(case, view, 8))]


def of_pull_request(case: Case, pr: PullRequest) -> list[Section]:
    """What one pull request did and why."""
    case.subject = pr.key
    cited = case.sources.pull_request(pr)
    why = reason(pr)
    lead = Statement(pr_phrase(pr) + (f": “{why}”" if why else "."), cited)
    files = case.kb.files_of(pr.key)
    by_status: dict[str, list[str]] = {}
    for file, _ in files:
        by_status.setdefault(file.status, []).append(code(file.path))
    changed = [Statement(f"{status}: {listed(paths, 6)}", cited) for status, paths in by_status.items()]
    return [Section("", [lead]), Section(f"{plural(len(files), 'file')} changed", changed)]
