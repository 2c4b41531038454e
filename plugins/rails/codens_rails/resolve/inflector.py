"""ActiveSupport's inflector: its default English rules, and whatever a project adds.

The rules are those of `active_support/inflections.rb` (frozen there: they do not change). The last rule added is the
first one tried, as in Rails.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from typing import Any

_PLURALS = (
    (r"$", "s"),
    (r"s$", "s"),
    (r"^(ax|test)is$", r"\1es"),
    (r"(octop|vir)us$", r"\1i"),
    (r"(octop|vir)i$", r"\1i"),
    (r"(alias|status)$", r"\1es"),
    (r"(bu)s$", r"\1ses"),
    (r"(buffal|tomat)o$", r"\1oes"),
    (r"([ti])um$", r"\1a"),
    (r"([ti])a$", r"\1a"),
    (r"sis$", "ses"),
    (r"(?:([^f])fe|([lr])f)$", r"\1\2ves"),
    (r"(hive)$", r"\1s"),
    (r"([^aeiouy]|qu)y$", r"\1ies"),
    (r"(x|ch|ss|sh)$", r"\1es"),
    (r"(matr|vert|ind)(?:ix|ex)$", r"\1ices"),
    (r"^(m|l)ouse$", r"\1ice"),
    (r"^(m|l)ice$", r"\1ice"),
    (r"^(ox)$", r"\1en"),
    (r"^(oxen)$", r"\1"),
    (r"(quiz)$", r"\1zes"),
)
_SINGULARS = (
    (r"s$", ""),
    (r"(ss)$", r"\1"),
    (r"(n)ews$", r"\1ews"),
    (r"([ti])a$", r"\1um"),
    (r"((a)naly|(b)a|(d)iagno|(p)arenthe|(p)rogno|(s)ynop|(t)he)(sis|ses)$", r"\1sis"),
    (r"(^analy)(sis|ses)$", r"\1sis"),
    (r"([^f])ves$", r"\1fe"),
    (r"(hive)s$", r"\1"),
    (r"(tive)s$", r"\1"),
    (r"([lr])ves$", r"\1f"),
    (r"([^aeiouy]|qu)ies$", r"\1y"),
    (r"(s)eries$", r"\1eries"),
    (r"(m)ovies$", r"\1ovie"),
    (r"(x|ch|ss|sh)es$", r"\1"),
    (r"^(m|l)ice$", r"\1ouse"),
    (r"(bus)(es)?$", r"\1"),
    (r"(o)es$", r"\1"),
    (r"(shoe)s$", r"\1"),
    (r"(cris|test)(is|es)$", r"\1is"),
    (r"^(a)x[ie]s$", r"\1xis"),
    (r"(octop|vir)(us|i)$", r"\1us"),
    (r"(alias|status)(es)?$", r"\1"),
    (r"^(ox)en", r"\1"),
    (r"(vert|ind)ices$", r"\1ex"),
    (r"(matr)ices$", r"\1ix"),
    (r"(quiz)zes$", r"\1"),
    (r"(database)s$", r"\1"),
)
_IRREGULARS = (
    ("person", "people"),
    ("man", "men"),
    ("child", "children"),
    ("sex", "sexes"),
    ("move", "moves"),
    ("zombie", "zombies"),
)
_UNCOUNTABLES = (
    "equipment", "information", "rice", "money", "species", "series", "fish", "sheep", "jeans", "police",
)  # fmt: skip

Rule = tuple[re.Pattern[str], str]


class Inflector:
    """Names turned into other names. Rules are added before the first question is asked."""

    def __init__(self) -> None:
        self._plurals: list[Rule] = []
        self._singulars: list[Rule] = []
        self._humans: list[Rule] = []
        self._uncountables: dict[str, re.Pattern[str]] = {}
        self._acronyms: dict[str, str] = {}
        self._acronym_regex = re.compile(r"(?=a)b")
        self._known: dict[tuple[str, str], str] = {}
        for rule, replacement in _PLURALS:
            self.plural(rule, replacement)
        for rule, replacement in _SINGULARS:
            self.singular(rule, replacement)
        for one, many in _IRREGULARS:
            self.irregular(one, many)
        self.uncountable(*_UNCOUNTABLES)

    # rules

    def plural(self, rule: str, replacement: str, flags: int = re.IGNORECASE) -> None:
        """Add a rule for plurals: a Python pattern and its replacement."""
        self._forget(rule, replacement)
        self._plurals.insert(0, (re.compile(rule, flags), replacement))

    def singular(self, rule: str, replacement: str, flags: int = re.IGNORECASE) -> None:
        """Add a rule for singulars."""
        self._forget(rule, replacement)
        self._singulars.insert(0, (re.compile(rule, flags), replacement))

    def human(self, rule: str, replacement: str, flags: int = re.IGNORECASE) -> None:
        """Add a rule for `humanize`."""
        self._humans.insert(0, (re.compile(rule, flags), replacement))

    def irregular(self, one: str, many: str) -> None:
        """Add a word and its plural; the case of the first letter is kept."""
        self._forget(one, many)
        if one[0].upper() == many[0].upper():
            for form in (one, many):
                pattern = f"({re.escape(form[0])}){re.escape(form[1:])}$"
                self.plural(pattern, r"\1" + many[1:])
                self.singular(pattern, r"\1" + one[1:])
            return
        for change in (str.upper, str.lower):
            for form in (one, many):
                pattern = f"{re.escape(change(form[0]))}(?i:{re.escape(form[1:])})$"
                self.plural(pattern, change(many[0]) + many[1:], 0)
                self.singular(pattern, change(one[0]) + one[1:], 0)

    def uncountable(self, *words: str) -> None:
        """Add words that are their own plural."""
        for word in words:
            self._uncountables[word.lower()] = re.compile(rf"\b{re.escape(word.lower())}\Z", re.IGNORECASE)

    def acronym(self, word: str) -> None:
        """Add a word that keeps its capitals; digits are part of words, as in Rails."""
        self._acronyms[word.lower()] = word
        self._acronym_regex = re.compile(
            rf"(?:(?<=([A-Za-z\d]))|\b)({'|'.join(map(re.escape, self._acronyms.values()))})(?=\b|[^a-z])"
        )

    def learn(self, rule: str, arguments: Sequence[Any]) -> None:
        """Add a rule as an initializer writes it: its name, and strings, lists or patterns as arguments.

        A pattern is `{"pattern": Ruby's source, "ignore_case": bool}`; one that Python cannot read is passed over.
        """
        words = [word for item in arguments for word in (item if isinstance(item, list) else [item])]
        plain = [word for word in words if isinstance(word, str) and word]
        if rule == "uncountable":
            self.uncountable(*plain)
        elif rule == "acronym" and plain:
            self.acronym(plain[0])
        elif rule == "irregular" and len(plain) == 2:
            self.irregular(*plain)
        elif rule in ("plural", "singular", "human") and len(words) == 2 and isinstance(words[1], str):
            self._learn_pattern(rule, words[0], words[1])

    def _learn_pattern(self, rule: str, written: Any, replacement: str) -> None:
        flags = re.IGNORECASE
        if isinstance(written, dict):
            flags = re.IGNORECASE if written["ignore_case"] else re.NOFLAG
            pattern = written["pattern"].replace(r"\z", r"\Z").replace("(?<", "(?P<").replace("(?P<=", "(?<=")
            pattern = pattern.replace("(?P<!", "(?<!")
        else:
            pattern, flags = re.escape(written), re.NOFLAG
        adders = {"plural": self.plural, "singular": self.singular, "human": self.human}
        with contextlib.suppress(re.error):
            adders[rule](pattern, replacement, flags)

    def _forget(self, *words: str) -> None:
        for word in words:
            self._uncountables.pop(word.lower(), None)

    # words

    def pluralize(self, word: str) -> str:
        """`post` → `posts`."""
        return self._inflect("plural", word, self._plurals)

    def singularize(self, word: str) -> str:
        """`posts` → `post`."""
        return self._inflect("singular", word, self._singulars)

    def _inflect(self, kind: str, word: str, rules: Sequence[Rule]) -> str:
        key = (kind, word)
        if key not in self._known:
            countable = word and not any(regex.search(word) for regex in self._uncountables.values())
            self._known[key] = _first(word, rules) if countable else word
        return self._known[key]

    def camelize(self, term: str) -> str:
        """`admin/user_role` → `Admin::UserRole`."""
        key = ("camel", term)
        if key not in self._known:
            self._known[key] = "::".join(self._camelize(part) for part in term.split("/"))
        return self._known[key]

    def _camelize(self, part: str) -> str:
        head, *rest = re.split("_", part)
        match = re.match(r"[a-z\d]*", head)
        lead = match[0] if match else ""
        words = [self._acronyms.get(lead, _capital(lead)) + head[len(lead) :]]
        for word in rest:
            match = re.match(r"[a-z\d]*", word, re.IGNORECASE)
            lead = match[0] if match else ""
            words.append(self._acronyms.get(lead, _capital(lead)) + word[len(lead) :])
        return "".join(words)

    def underscore(self, word: str) -> str:
        """`Admin::UserRole` → `admin/user_role`."""
        key = ("snake", word)
        if key not in self._known:
            path = word.replace("::", "/")
            path = self._acronym_regex.sub(lambda m: ("_" if m[1] else "") + m[2].lower(), path)
            path = re.sub(r"([A-Z])(?=[A-Z][a-z])|([a-z\d])(?=[A-Z])", lambda m: (m[1] or m[2]) + "_", path)
            self._known[key] = path.replace("-", "_").lower()
        return self._known[key]

    def classify(self, name: str) -> str:
        """`user_roles` → `UserRole`."""
        return self.camelize(self.singularize(name.rsplit(".", 1)[-1]))

    def tableize(self, name: str) -> str:
        """`UserRole` → `user_roles`."""
        return self.pluralize(self.underscore(name))

    def humanize(self, name: str) -> str:
        """`author_id` → `Author`."""
        text = _first(name, self._humans).lstrip("_").removesuffix("_id").replace("_", " ")
        text = re.sub(r"[a-z\d]+", lambda m: self._acronyms.get(m[0].lower(), m[0].lower()), text, flags=re.IGNORECASE)
        return text[:1].upper() + text[1:]


def demodulize(name: str) -> str:
    """`Admin::User` → `User`."""
    return name.rsplit("::", 1)[-1]


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:].lower()


def _first(word: str, rules: Sequence[Rule]) -> str:
    for rule, replacement in rules:
        changed, count = rule.subn(replacement, word, count=1)
        if count:
            return changed
    return word
