"""Static facts of Rails files: one module a subject, each giving one `Extractor`."""

from __future__ import annotations

from codens_core.plugin.records import Extractor
from codens_rails.facts.definitions import definitions

RUBY = ("ruby", "erb", "haml", "slim")
"""Languages whose tree is Ruby."""

EXTRACTORS = (Extractor(name="rails.definitions", framework="rails", languages=RUBY, extract=definitions, phase=-1),)
