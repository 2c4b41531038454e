"""Static facts of Rails files: one module a subject, each giving one `Extractor`."""

from __future__ import annotations

from collections.abc import Callable

from codens_core.plugin.records import Extractor, SourceFile
from codens_rails.facts.callbacks import callbacks
from codens_rails.facts.calls import calls
from codens_rails.facts.concerns import concerns
from codens_rails.facts.config_files import configuration, lockfile
from codens_rails.facts.constants import constants
from codens_rails.facts.definitions import definitions
from codens_rails.facts.degraded import degraded
from codens_rails.facts.errors import raised_errors
from codens_rails.facts.extensions import extensions
from codens_rails.facts.handed import handed
from codens_rails.facts.html_links import html_links
from codens_rails.facts.i18n import i18n
from codens_rails.facts.jobs import deferred, jobs, mails
from codens_rails.facts.links import links
from codens_rails.facts.locales import ruby_locales, yaml_locales
from codens_rails.facts.macros import macros
from codens_rails.facts.models import models
from codens_rails.facts.policies import policies, policy_rules
from codens_rails.facts.renders import renders
from codens_rails.facts.routes import routes
from codens_rails.facts.runs import runs
from codens_rails.facts.schedules import ruby_schedules, yaml_schedules
from codens_rails.facts.schema_file import schema_ruby, structure_sql
from codens_rails.facts.serializers import serializers, validators
from codens_rails.facts.specs import specs
from codens_rails.facts.templates import templates
from codens_rails.facts.uses import uses
from codens_rails.facts.words import words

RUBY = ("ruby", "erb", "haml", "slim")
"""Languages whose tree is Ruby."""

_PLAIN = ("ruby",)
_SUBJECTS: tuple[tuple[str, tuple[str, ...], Callable[[SourceFile], None]], ...] = (
    ("callbacks", _PLAIN, callbacks),
    ("calls", _PLAIN, calls),
    ("concerns", _PLAIN, concerns),
    ("configuration", _PLAIN, configuration),
    ("constants", RUBY, constants),
    ("deferred", RUBY, deferred),
    ("degraded", _PLAIN, degraded),
    ("errors", _PLAIN, raised_errors),
    ("extensions", _PLAIN, extensions),
    ("html_links", ("erb",), html_links),
    ("i18n", RUBY, i18n),
    ("handed", RUBY, handed),
    ("jobs", _PLAIN, jobs),
    ("links", RUBY, links),
    ("locales", ("yaml",), yaml_locales),
    ("locales_in_ruby", _PLAIN, ruby_locales),
    ("lockfile", ("lockfile",), lockfile),
    ("macros", _PLAIN, macros),
    ("mails", _PLAIN, mails),
    ("models", _PLAIN, models),
    ("policies", RUBY, policies),
    ("policy_rules", _PLAIN, policy_rules),
    ("renders", RUBY, renders),
    ("routes", _PLAIN, routes),
    ("runs", _PLAIN, runs),
    ("schedules", ("yaml",), yaml_schedules),
    ("schedules_in_ruby", _PLAIN, ruby_schedules),
    ("schema", _PLAIN, schema_ruby),
    ("serializers", _PLAIN, serializers),
    ("specs", _PLAIN, specs),
    ("structure", ("sql",), structure_sql),
    ("templates", RUBY, templates),
    ("uses", RUBY, uses),
    ("validators", _PLAIN, validators),
    ("words", RUBY, words),
)

EXTRACTORS = (
    Extractor(name="rails.definitions", framework="rails", languages=RUBY, extract=definitions, phase=-1),
    *(
        Extractor(name=f"rails.{name}", framework="rails", languages=languages, extract=extract)
        for name, languages, extract in _SUBJECTS
    ),
)
