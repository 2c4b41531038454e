"""The door for plugins: the host's order, clashes refused with both names, broken plugins kept apart."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pantry
import pytest

from codens_core.base.errors import PluginError
from codens_core.plugin import hookimpl
from codens_core.plugin.manager import KINDS, Plugins
from codens_core.plugin.records import CueFolder, Extractor, Framework, Language, Marker, Resolver

HOOKS = list(KINDS)
SCHEMA = Path(pantry.__file__).parent / "pantry.yaml"


def plugin(version: str = "1.0", /, **hooks: Callable[[], Any]) -> SimpleNamespace:
    """A plugin made of functions by hook name."""
    return SimpleNamespace(__version__=version, **{name: hookimpl(_named(f, name)) for name, f in hooks.items()})


def _named(function: Callable[[], Any], name: str) -> Callable[[], Any]:
    def hook() -> Any:
        return function()

    hook.__name__ = name
    return hook


def plugins(*given: tuple[str, object]) -> Plugins:
    return Plugins(extra=given, entry_points=False)


def language(name: str) -> Language:
    return Language(name=name, suffixes=(f".{name}",))


def framework(name: str, schema_file: Path = SCHEMA) -> Framework:
    return Framework(
        name=name, title=name.title(), markers=(Marker(name=name, confidence=1.0),), schema_file=schema_file
    )


def extractor(name: str, phase: int = 0, framework: str = "pantry") -> Extractor:
    return Extractor(name=name, framework=framework, languages=("x",), extract=lambda source: None, phase=phase)


def resolver(name: str, framework: str = "pantry") -> Resolver:
    return Resolver(name=name, framework=framework, resolve=pantry.resolve)


def errors(found: Plugins) -> dict[str, str]:
    return {name: info.error for name, info in found.infos.items() if info.error}


# order


def test_order_is_the_hosts_and_not_that_of_registration() -> None:
    a = plugin(codens_languages=lambda: [language("zeta"), language("beta")])
    b = plugin(codens_languages=lambda: [language("alpha")])
    names = [
        [record.name for record in found.languages()]
        for found in (plugins(("a", a), ("b", b)), plugins(("b", b), ("a", a)))
    ]
    assert names == [["alpha", "beta", "zeta"]] * 2


def test_extractors_run_by_phase_then_name() -> None:
    found = plugins(
        ("pantry", pantry),
        ("more", plugin(codens_extractors=lambda: [extractor("b"), extractor("a"), extractor("z", phase=-1)])),
    )
    assert [e.name for e in found.extractors("pantry")] == ["z", "a", "b", "pantry.fields"]


def test_records_of_other_frameworks_stay_out() -> None:
    found = plugins(("pantry", pantry), ("more", plugin(codens_extractors=lambda: [extractor("x", framework="other")])))
    assert [e.name for e in found.extractors("pantry")] == ["pantry.fields"]


# clashes

CLASHES: list[tuple[str, Callable[[], list[Any]], Callable[[Plugins], object]]] = [
    ("framework", lambda: [framework("same")], Plugins.frameworks),
    ("language", lambda: [language("same")], Plugins.languages),
    ("extractor", lambda: [extractor("same")], lambda found: found.extractors("pantry")),
    ("resolver", lambda: [resolver("same")], lambda found: found.resolver("pantry")),
    (
        "cuefolder",
        lambda: [CueFolder(name="same", framework="pantry", folder=SCHEMA.parent)],
        lambda found: found.cues("pantry"),
    ),
]


@pytest.mark.parametrize(("kind", "give", "ask"), CLASHES, ids=[kind for kind, *_ in CLASHES])
def test_two_records_of_one_name_are_refused_with_both_plugins_named(
    kind: str, give: Callable[[], list[Any]], ask: Callable[[Plugins], object]
) -> None:
    hook = next(hook for hook, record in KINDS.items() if record.__name__.lower() == kind)
    found = plugins(("left", plugin(**{hook: give})), ("right", plugin(**{hook: give})))
    with pytest.raises(PluginError) as raised:
        ask(found)
    assert raised.value.title == f"two plugins give {kind} 'same': left and right"
    assert raised.value.hint


def test_a_clash_is_listed_by_check_without_raising() -> None:
    give = plugin(codens_languages=lambda: [language("same")])
    found = plugins(("left", give), ("right", plugin(codens_languages=lambda: [language("same")])))
    assert all("left and right" in info.error for info in found.check())


def test_two_resolvers_of_one_framework_are_refused_with_both_plugins_named() -> None:
    found = plugins(("pantry", pantry), ("more", plugin(codens_resolvers=lambda: [resolver("another")])))
    with pytest.raises(PluginError, match=r"'pantry' has 2 resolvers, one expected \(more and pantry\)"):
        found.resolver("pantry")


def test_a_plugin_that_gives_a_name_twice_is_broken_alone() -> None:
    found = plugins(("twice", plugin(codens_languages=lambda: [language("a"), language("a")])), ("pantry", pantry))
    assert [record.name for record in found.languages()] == ["pantry"]
    assert errors(found) == {"twice": "codens_languages: ValueError: gives language 'a' twice"}


# isolation


def explode() -> list[Any]:
    raise RuntimeError("no luck\nwith many\nlines")


def leave() -> list[Any]:
    raise SystemExit(3)


BROKEN: list[tuple[str, Callable[[], Any], str]] = [
    ("raises", explode, "RuntimeError: no luck"),
    ("exits", leave, "SystemExit: 3"),
    ("gives nothing", lambda: None, "TypeError: 'NoneType' object is not iterable"),
    ("gives a wrong record", lambda: [language("x"), resolver("x")], "TypeError: gives Resolver, Language expected"),
    ("gives a plain dict", lambda: [{"name": "x"}], "TypeError: gives dict, Language expected"),
    (
        "unknown field",
        lambda: [Language.model_validate({"name": "x", "suffixes": (), "colour": "red"})],
        "Language.colour: Extra inputs are not permitted",
    ),
    ("empty name", lambda: [language("")], "Language.name: String should have at least 1 character"),
]


@pytest.mark.parametrize(("give", "message"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN])
def test_a_broken_hook_costs_only_its_plugin_and_is_told_in_one_line(give: Callable[[], Any], message: str) -> None:
    found = plugins(("bad", plugin(codens_languages=give)), ("pantry", pantry))
    assert [record.name for record in found.languages()] == ["pantry"]
    assert errors(found) == {"bad": f"codens_languages: {message}"}
    assert "bad" not in found.versions()


def test_a_broken_plugin_gives_nothing_at_all() -> None:
    bad = plugin(codens_languages=lambda: [language("x")], codens_extractors=explode)
    found = plugins(("bad", bad), ("pantry", pantry))
    assert [record.name for record in found.languages()] == ["pantry", "x"]
    found.extractors("pantry")
    assert [record.name for record in found.languages()] == ["pantry"]


@pytest.mark.parametrize("hook", ["codens_extractors", "codens_cues", "codens_resolvers"])
def test_a_framework_whose_own_plugin_is_broken_is_not_used_by_half(hook: str) -> None:
    hooks: dict[str, Callable[[], Any]] = {name: getattr(pantry, name) for name in HOOKS if hasattr(pantry, name)}
    found = plugins(("pantry", plugin(**{**hooks, hook: explode})))
    ask = {"codens_extractors": found.extractors, "codens_cues": found.cues, "codens_resolvers": found.resolver}[hook]
    with pytest.raises(
        PluginError, match=rf"no healthy plugin knows framework 'pantry' \(pantry: {hook}: RuntimeError"
    ):
        ask("pantry")


def test_a_hook_that_does_not_exist_is_refused() -> None:
    def codens_langages() -> list[Language]:
        return []

    found = plugins(("typo", SimpleNamespace(codens_langages=hookimpl(codens_langages))), ("pantry", pantry))
    assert "codens_langages" in errors(found)["typo"] and "unknown hook" in errors(found)["typo"]
    assert list(found.versions()) == ["pantry"]


def test_an_unknown_framework_says_what_to_run() -> None:
    with pytest.raises(PluginError, match="no installed plugin knows framework 'nothing'") as raised:
        plugins(("pantry", pantry)).schema("nothing")
    assert "codens plugins" in raised.value.hint


def test_a_missing_cue_folder_is_an_error(tmp_path: Path) -> None:
    gone = CueFolder(name="gone", framework="pantry", folder=tmp_path / "gone")
    with pytest.raises(PluginError, match="cue folder of 'pantry' is missing"):
        plugins(("pantry", pantry), ("more", plugin(codens_cues=lambda: [gone]))).cues("pantry")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("types: [", "not a framework schema"),
        ("{}", r"FrameworkSchema.framework: Field required \(and \d more\)"),
        (SCHEMA.read_text() + "colour: red\n", "FrameworkSchema.colour: Extra inputs"),
    ],
)
def test_a_wrong_schema_names_file_and_field_in_one_line(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(text)
    found = plugins(("wrong", plugin(codens_frameworks=lambda: [framework("wrong", file)])))
    with pytest.raises(PluginError, match=message) as raised:
        found.schema("wrong")
    assert str(file) in raised.value.title and "\n" not in raised.value.title


# health


def test_check_lists_every_plugin_with_version_hooks_and_health() -> None:
    found = plugins(("pantry", pantry), ("bad", plugin("2.0", codens_truths=explode)), ("idle", plugin("3.0")))
    rows = [(info.name, info.version, info.hooks, bool(info.error)) for info in found.check()]
    assert rows == [
        ("bad", "2.0", ["codens_truths"], True),
        ("idle", "3.0", [], False),
        ("pantry", "0.1.0", sorted(set(HOOKS) - {"codens_truths"}), False),
    ]


def test_check_reads_schemas_and_finds_a_missing_resolver(tmp_path: Path) -> None:
    found = plugins(
        ("gone", plugin(codens_frameworks=lambda: [framework("gone", tmp_path / "gone.yaml")])),
        ("mute", plugin(codens_frameworks=lambda: [framework("mute")])),
    )
    health = {info.name: info.error for info in found.check()}
    assert "gone.yaml: not a framework schema: FileNotFoundError" in health["gone"]
    assert health["mute"] == "framework 'mute' has 0 resolvers, one expected"


# installed packages


def install(site: Path, package: str, entry: str, source: str, name: str = "sample") -> None:
    """A distribution as pip leaves it: a module and its metadata."""
    module = package.replace("-", "_")
    (site / f"{module}.py").write_text(source)
    info = site / f"{module}-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text(f"[codens]\n{name} = {entry}\n")


LANGUAGE = """
from codens_core.plugin import hookimpl
from codens_core.plugin.records import Language

@hookimpl
def codens_languages():
    return [Language(name={name!r}, suffixes=(".x",))]
"""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_installed_plugins_are_found_by_their_entry_point(site: Path) -> None:
    install(site, "codens-sample-one", "codens_sample_one", LANGUAGE.format(name="sample-one"))
    found = Plugins()
    assert "sample-one" in [record.name for record in found.languages()]
    info = found.infos["sample"]
    assert (info.version, info.package, info.hooks) == ("1.2", "codens-sample-one", ["codens_languages"])


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("import a_module_that_nobody_has", "ModuleNotFoundError: No module named 'a_module_that_nobody_has'"),
        ("def broken(:", "SyntaxError: invalid syntax"),
        ("import sys; sys.exit('not today')", "SystemExit: not today"),
    ],
)
def test_a_plugin_that_cannot_be_imported_is_one_line_in_the_list(site: Path, source: str, message: str) -> None:
    install(site, f"codens-sample-{abs(hash(source))}", f"codens_sample_{abs(hash(source))}", source)
    found = Plugins(extra=[("pantry", pantry)])
    assert found.infos["sample"].error.startswith(message)
    assert found.resolver("pantry").name == "pantry"


def test_two_packages_that_register_one_name_are_told_apart(site: Path) -> None:
    install(site, "codens-sample-left", "codens_sample_left", LANGUAGE.format(name="left"))
    install(site, "codens-sample-right", "codens_sample_right", LANGUAGE.format(name="right"))
    found = Plugins()
    names = [record.name for record in found.languages()]
    assert "left" in names and "right" not in names
    assert found.infos["sample"].error == ""
    assert "codens-sample-left and codens-sample-right" in found.infos["sample (codens-sample-right)"].error
