"""The hooks of CODENS. None takes arguments; each returns a list of records. Order is the host's: name, then phase.

A plugin is a module (or object) registered under the entry point group `codens`. Its entry module should be light:
import the work inside the hook.
"""

from __future__ import annotations

import pluggy

from codens_core.plugin.records import CueFolder, Extractor, Framework, Language, Resolver, Truth

hookspec = pluggy.HookspecMarker("codens")


@hookspec
def codens_frameworks() -> list[Framework]:  # type: ignore[empty-body]
    """Frameworks this plugin knows. Called once at load, before any other hook.

    Example::

        @hookimpl
        def codens_frameworks():
            return [Framework(name="pantry", title="Pantry", schema_file=data_file(HERE, "pantry.yaml"),
                              markers=(Marker(name="pantry.conf", contains=r"^kitchen", confidence=0.9),))]
    """


@hookspec
def codens_languages() -> list[Language]:  # type: ignore[empty-body]
    """Languages that files are parsed in. Called once at load, after the frameworks are known.

    Example::

        @hookimpl
        def codens_languages():
            import tree_sitter_pantry
            return [Language(name="pantry", suffixes=(".menu", ".recipe"), load=tree_sitter_pantry.language)]
    """


@hookspec
def codens_cues() -> list[CueFolder]:  # type: ignore[empty-body]
    """Folders of cue files. Called once at load; the files are read when a framework is first used.

    Example::

        @hookimpl
        def codens_cues():
            return [CueFolder(name="pantry", framework="pantry", folder=HERE / "cues")]
    """


@hookspec
def codens_extractors() -> list[Extractor]:  # type: ignore[empty-body]
    """Readers of static facts, for what a cue cannot say. Called once in every worker process.

    Example::

        @hookimpl
        def codens_extractors():
            from codens_pantry.extract import fields
            return [Extractor(name="pantry.fields", framework="pantry", languages=("pantry",), extract=fields)]
    """


@hookspec
def codens_resolvers() -> list[Resolver]:  # type: ignore[empty-body]
    """Name resolution of a framework: exactly one for each. Called when relations are first needed; by then every
    component of the application is in memory.

    Example::

        @hookimpl
        def codens_resolvers():
            from codens_pantry.resolve import resolve
            return [Resolver(name="pantry", framework="pantry", resolve=resolve)]
    """


@hookspec
def codens_truths() -> list[Truth]:  # type: ignore[empty-body]
    """Scorers against what a running framework says of itself. Called when an oracle is scored; by then all relations
    of the application are known.

    Example::

        @hookimpl
        def codens_truths():
            from codens_pantry.truth import dishes
            return [Truth(name="pantry.dishes", framework="pantry", section="dishes", score=dishes)]
    """
