"""Ruby on Rails for CODENS: the hooks; the work is imported inside them."""

from __future__ import annotations

from pathlib import Path

from codens_core.plugin import data_file, hookimpl
from codens_core.plugin.records import CueFolder, Extractor, Framework, Language, Marker, Resolver, Truth

__version__ = "0.1.0"
_HERE = Path(__file__).parent


def schema_file() -> Path:
    """The framework schema, `schemas/rails.yaml`."""
    return data_file(_HERE, "rails.yaml")


@hookimpl
def codens_frameworks() -> list[Framework]:
    """Rails, told by its boot file, its routes or its locked gem."""
    markers = (
        Marker(name="config/application.rb", contains=r"Rails::Application", confidence=1.0),
        Marker(name="config/routes.rb", contains=r"\.routes\.draw", confidence=0.9),
        Marker(name="Gemfile.lock", contains=r"(?m)^    rails(ties)? \(", confidence=0.7),
        Marker(name="**/lib/**/engine.rb", contains=r"Rails::Engine", confidence=0.6),
    )
    return [Framework(name="rails", title="Ruby on Rails", markers=markers, schema_file=schema_file())]


@hookimpl
def codens_languages() -> list[Language]:
    """Ruby, templates masked into Ruby (ERB, Haml, Slim), locale YAML, and lock files."""
    import tree_sitter_ruby

    from codens_rails.ruby import erb, haml, repairs, slim

    ruby = tree_sitter_ruby.language
    return [
        Language(
            name="ruby",
            suffixes=(".rb", ".rake", ".jbuilder", ".builder", ".ruby", ".rabl", ".arb", ".prawn"),
            load=ruby,
            mask=repairs.mask,
        ),
        Language(name="erb", suffixes=(".erb", ".rhtml", ".herb"), load=ruby, mask=erb.mask),
        Language(name="haml", suffixes=(".haml",), load=ruby, mask=haml.mask),
        Language(name="slim", suffixes=(".slim",), load=ruby, mask=slim.mask),
        Language(name="yaml", suffixes=(".yml", ".yaml")),
        Language(name="sql", suffixes=(".sql",)),
        Language(name="lockfile", suffixes=("Gemfile.lock",)),
    ]


@hookimpl
def codens_cues() -> list[CueFolder]:
    """The cue files of this package."""
    return [CueFolder(name="rails", framework="rails", folder=_HERE / "cues")]


@hookimpl
def codens_extractors() -> list[Extractor]:
    """All readers of facts, one record for each subject."""
    from codens_rails.facts import EXTRACTORS

    return list(EXTRACTORS)


@hookimpl
def codens_resolvers() -> list[Resolver]:
    """Name resolution by the rules of Ruby, Zeitwerk and Rails."""
    from codens_rails.resolve import resolve

    return [Resolver(name="rails", framework="rails", resolve=resolve)]


@hookimpl
def codens_truths() -> list[Truth]:
    """Scorers against what a booted application says of itself."""
    from codens_rails.truth import TRUTHS

    return list(TRUTHS)
