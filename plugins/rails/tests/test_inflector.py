"""The inflector against values that ActiveSupport gives."""

from __future__ import annotations

import pytest
from codens_rails.resolve.inflector import Inflector, demodulize

WORDS = [
    # singular, plural
    ("post", "posts"), ("category", "categories"), ("status", "statuses"), ("bus", "buses"), ("alias", "aliases"),
    ("person", "people"), ("child", "children"), ("man", "men"), ("woman", "women"), ("move", "moves"),
    ("octopus", "octopi"), ("matrix", "matrices"), ("index", "indices"), ("vertex", "vertices"), ("quiz", "quizzes"),
    ("mouse", "mice"), ("ox", "oxen"), ("axis", "axes"), ("crisis", "crises"), ("datum", "data"),
    ("criterium", "criteria"), ("medium", "media"), ("analysis", "analyses"), ("wife", "wives"), ("half", "halves"),
    ("news", "news"), ("series", "series"), ("money", "money"), ("sheep", "sheep"), ("shoe", "shoes"),
    ("address", "addresses"), ("box", "boxes"), ("hive", "hives"), ("tomato", "tomatoes"), ("database", "databases"),
    ("Person", "People"), ("line_item", "line_items"), ("user_child", "user_children"), ("day", "days"),
    ("archive", "archives"), ("movie", "movies"), ("photo", "photos"), ("query", "queries"), ("virus", "viri"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "many"), WORDS)
def test_plurals_and_singulars(one: str, many: str) -> None:
    inflector = Inflector()
    assert inflector.pluralize(one) == many
    assert inflector.pluralize(many) == many
    assert inflector.singularize(many) == one


ACRONYMS = ("AI", "HTML", "OAuth", "API", "SSO")


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("user", "User"),
        ("admin/user_role", "Admin::UserRole"),
        ("ai_match_result", "AIMatchResult"),
        ("html_parser", "HTMLParser"),
        ("html5_parser", "Html5Parser"),
        ("htmls", "Htmls"),
        ("oauth2_token", "Oauth2Token"),
        ("oauth_token", "OAuthToken"),
        ("sso_v1", "SSOV1"),
        ("api/v1/html_pages", "API::V1::HTMLPages"),
    ],
)
def test_camelize_keeps_acronyms_that_are_whole_words(path: str, name: str) -> None:
    inflector = Inflector()
    for acronym in ACRONYMS:
        inflector.acronym(acronym)
    assert inflector.camelize(path) == name


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("User", "user"),
        ("Admin::UserRole", "admin/user_role"),
        ("HTMLPagesController", "html_pages_controller"),
        ("API::V1", "api/v1"),
        ("OAuthToken", "oauth_token"),
        ("MyAPIKey", "my_api_key"),
        ("XMLReader", "xml_reader"),
        ("IPv6", "i_pv6"),
        ("dashed-name", "dashed_name"),
    ],
)
def test_underscore(name: str, path: str) -> None:
    inflector = Inflector()
    for acronym in ACRONYMS:
        inflector.acronym(acronym)
    assert inflector.underscore(name) == path


def test_a_project_adds_rules_and_the_last_one_wins() -> None:
    inflector = Inflector()
    inflector.learn("irregular", ["criterion", "criteria"])
    inflector.learn("irregular", ["cow", "kine"])
    inflector.learn("uncountable", [["staff"], "media"])
    inflector.learn("plural", [{"pattern": "^(ca)fe$", "ignore_case": True}, r"\1fes"])
    inflector.learn("human", ["_cnt", "_count"])
    inflector.learn("acronym", ["LDAP"])
    assert inflector.singularize("criteria") == "criterion"
    assert (inflector.pluralize("cow"), inflector.pluralize("Cow"), inflector.singularize("kine")) == (
        "kine",
        "Kine",
        "cow",
    )
    assert inflector.pluralize("staff") == "staff" and inflector.singularize("media") == "media"
    assert inflector.pluralize("cafe") == "cafes"
    assert inflector.humanize("users_cnt") == "Users count"
    assert inflector.camelize("ldap_user") == "LDAPUser"


def test_an_irregular_word_is_countable_again_and_bad_patterns_are_passed_over() -> None:
    inflector = Inflector()
    inflector.learn("irregular", ["fish", "fishes"])
    inflector.learn("plural", [{"pattern": "(unclosed", "ignore_case": False}, "x"])
    inflector.learn("acronym", [])
    assert inflector.pluralize("fish") == "fishes"
    assert inflector.pluralize("post") == "posts"


def test_other_forms() -> None:
    inflector = Inflector()
    assert inflector.tableize("Admin::UserRole") == "admin/user_roles"
    assert inflector.classify("public.user_roles") == "UserRole"
    assert inflector.humanize("author_id") == "Author"
    assert demodulize("Admin::User") == "User" and demodulize("User") == "User"
    assert inflector.pluralize("") == ""
