"""In which files and members something stands."""

from __future__ import annotations

from collections.abc import Sequence

from codens_core.answer.case import Case
from codens_core.answer.flow import flow_of_entry
from codens_core.answer.model import Section, Statement
from codens_core.answer.naming import name_of, place
from codens_core.answer.past import pr_statements, shaping
from codens_core.answer.phrases import article, code, listed
from codens_core.answer.rules import rule_statements, rules
from codens_core.graph.protocols import ComponentView, Value
from codens_core.retrieve.choosing import Choice
from codens_core.retrieve.entries import schema_of
from codens_core.retrieve.words import kin, stem, stems

_METHODS = "methods"
_FILES = 8


def files(case: Case, choice: Choice | None) -> list[Section]:
    """The files that a question is about, the leading one first, each with what it has to do with it."""
    views = _views(case, choice)
    if not views:
        return []
    case.subject = name_of(views[0])
    fitting = [rule for rule in rules(case, views[:4]) if rule.fit >= 1.0]
    return [
        Section("", [_file(case, views[0], True)]),
        Section("Other files", [_file(case, view, False) for view in views[1:_FILES]]),
        Section("Rules", rule_statements(case, fitting, 3)),
        Section("Pull requests that shaped it", pr_statements(case, shaping(case, views[:2], 2))),
    ]


def _views(case: Case, choice: Choice | None) -> list[ComponentView]:
    """The best matches, joined by what takes part in the flow of the request that fits."""
    keys = [match.key for match in case.matches[:_FILES]]
    if choice is not None:
        flow = flow_of_entry(case.kb, choice.entry, choice.ways)
        taking_part = [step.target.key for step in flow.steps if step.kind != "hook" and step.depth == 0]
        keys = [*keys[:4], *taking_part, *keys[4:]]
    return [view for key in list(dict.fromkeys(keys))[: _FILES + 2] if (view := case.view(key)) is not None]


def _file(case: Case, view: ComponentView, lead: bool) -> Statement:
    members = matching_members(case, view)[: 4 if lead else 2]
    schema = schema_of(case.kb, view.type)
    title = schema.types[view.type].title.lower() if schema else view.type
    name = name_of(view)
    who = "" if name == code(view.path) else f", {name}"
    where = place(view.path, members[0].evidence if members else None)
    text = f"It stands in {where}: {article(title)}{who}" if lead else f"{where}{who} ({title})"
    cited = case.sources.component(view)
    if members:
        text += f": {listed([code(member_name(member)) for member in members])}"
        cited = tuple(n for member in members for n in case.sources.lines(view.node_id, member.evidence)) or cited
    return Statement(text + ("." if lead else ""), tuple(dict.fromkeys(cited)))


def matching_members(case: Case, view: ComponentView) -> list[Value]:
    """Members of a component whose names hold words of the question that its own name does not, best first."""
    own = set(stems(" ".join([*view.constants, view.path])))
    asked = {stem(word): {stem(other) for other in kin(word)} for word in case.asked.words if stem(word) not in own}
    named = {*case.asked.mentioned("identifier"), *(a.rpartition("#")[2] for a in case.asked.mentioned("action"))}
    scored: list[tuple[float, int, Value]] = []
    for value in view.attributes.get(_METHODS, ()):
        words = set(stems(member_name(value)))
        score = sum(1.0 if word in words else 0.5 if others & words else 0.0 for word, others in asked.items())
        score += 5.0 * (member_name(value) in named)
        if score >= 1.0:
            scored.append((-score + 0.05 * len(words), len(scored), value))
    return [value for _, _, value in sorted(scored, key=lambda item: item[:2])]


def member_name(value: Value) -> str:
    """The name of a method fact."""
    return str(value.value.get("name", "")) if isinstance(value.value, dict) else str(value.value)


def member_statements(case: Case, views: Sequence[ComponentView], most: int) -> list[Statement]:
    """Members that speak to the question, with their lines."""
    found = []
    for view in views:
        found += [
            Statement(
                f"{name_of(view).rstrip('`')}#{member_name(member)}` ({place(view.path, member.evidence)})",
                case.sources.lines(view.node_id, member.evidence, member.pull_request),
            )
            for member in matching_members(case, view)[:3]
        ]
    return found[:most]
