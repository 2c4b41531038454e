"""From facts to relations by the rules of Ruby, Zeitwerk and Rails: one module a subject.

`RULES` give references their meaning by the name in `resolve`; `STEPS` find what no single reference says (implicit
templates, columns, routes of a controller).
"""

from __future__ import annotations

from collections.abc import Callable

from codens_core.plugin.records import Project, Resolution
from codens_core.plugin.resolving import Collector, Rule
from codens_rails.resolve.associates import associate
from codens_rails.resolve.constants import constant_rule, validator_rule
from codens_rails.resolve.enqueues import enqueue_rule
from codens_rails.resolve.mails import mail_candidate_rule, mail_own_rule, mail_rule
from codens_rails.resolve.mixins import extend, extension_rule
from codens_rails.resolve.records import tables
from codens_rails.resolve.specs import described_rule
from codens_rails.resolve.world import World

RULES: dict[str, Callable[[World], Rule]] = {
    "constant": constant_rule,
    "described": described_rule,
    "enqueue": enqueue_rule,
    "extension": extension_rule,
    "mail": mail_rule,
    "mail_candidate": mail_candidate_rule,
    "mail_own": mail_own_rule,
    "validator_key": validator_rule,
}
STEPS: tuple[Callable[[World, Collector], None], ...] = (extend, associate, tables)


def resolve(project: Project) -> Resolution:
    """Resolve every reference of one application."""
    world, found = World(project), Collector()
    components = [component for component in world.components if not component.support]
    found.run(components, {name: make(world) for name, make in RULES.items()})
    for step in STEPS:
        step(world, found)
    return found.resolution()
