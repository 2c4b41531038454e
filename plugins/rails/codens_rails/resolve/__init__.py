"""From facts to relations by the rules of Ruby, Zeitwerk and Rails: one module a subject.

`RULES` give references their meaning by the name in `resolve`; `STEPS` find what no single reference says (implicit
templates, columns, routes of a controller).
"""

from __future__ import annotations

from collections.abc import Callable

from codens_core.plugin.records import Project, Resolution
from codens_core.plugin.resolving import Collector, Rule
from codens_rails.resolve.associates import associate
from codens_rails.resolve.components import sidecars
from codens_rails.resolve.constants import constant_rule, pattern_rule, validator_rule
from codens_rails.resolve.enqueues import enqueue_rule
from codens_rails.resolve.jobs import queues, schedules
from codens_rails.resolve.links import pages
from codens_rails.resolve.locales import i18n_rule
from codens_rails.resolve.mails import mail_candidate_rule, mail_own_rule, mail_rule
from codens_rails.resolve.mixins import extend, extension_rule, group_mixin_rule
from codens_rails.resolve.policies import ability_rule, guard, policy_constant_rule, policy_rule
from codens_rails.resolve.records import tables
from codens_rails.resolve.renders import followed_rule, render
from codens_rails.resolve.routes import draw
from codens_rails.resolve.specs import (
    by_path,
    by_route,
    described_rule,
    described_view_rule,
    factories,
    factory_rule,
    test_case_rule,
)
from codens_rails.resolve.uses import (
    component_rule,
    decorated_rule,
    serialized_rule,
    serializer_rule,
    subjects,
    validates_rule,
)
from codens_rails.resolve.world import World

RULES: dict[str, Callable[[World], Rule]] = {
    "ability": ability_rule,
    "component": component_rule,
    "constant": constant_rule,
    "constant_pattern": pattern_rule,
    "decorated": decorated_rule,
    "described": described_rule,
    "described_view": described_view_rule,
    "enqueue": enqueue_rule,
    "extension": extension_rule,
    "factory": factory_rule,
    "group_mixin": group_mixin_rule,
    "i18n": i18n_rule,
    "mail_candidate": mail_candidate_rule,
    "mail_own": mail_own_rule,
    "mail": mail_rule,
    "policy": policy_rule,
    "policy_constant": policy_constant_rule,
    "serialized": serialized_rule,
    "serializer": serializer_rule,
    "test_case": test_case_rule,
    "validator": validates_rule,
    "validator_key": validator_rule,
    **dict.fromkeys(("render", "own_calls", "handler", "layout", "view_path"), followed_rule),
    **dict.fromkeys(("view_prefix", "view_name", "mail_template", "test_route"), followed_rule),
}
STEPS: tuple[Callable[[World, Collector], None], ...] = (
    extend, associate, tables, draw, pages, render, sidecars, factories, by_route, by_path, guard, subjects, queues,
    schedules,
)  # fmt: skip


def resolve(project: Project) -> Resolution:
    """Resolve every reference of one application."""
    world, found = World(project), Collector()
    components = [component for component in world.components if not component.support]
    found.run(components, {name: make(world) for name, make in RULES.items()})
    for step in STEPS:
        step(world, found)
    found.drop_covered("invokes_service", ("enqueues_job", "sends_mail", "authorizes_with", "renders_view"))
    return found.resolution()
