"""Checks a query against the clauses that only read, and writes it anew from its parts.

Nothing of the given text reaches a database as it was: clauses come from the list here, names are put in backticks,
text literals are escaped, comments are gone. What is not understood is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from codens_core.base.errors import QueryError
from codens_core.graph.cypher.dialect import Dialect
from codens_core.graph.cypher.expressions import Written
from codens_core.graph.cypher.patterns import Patterns
from codens_core.graph.cypher.scope import Binding, Scope
from codens_core.graph.cypher.tokens import Token
from codens_core.graph.cypher.vocabulary import Vocabulary

LONGEST_QUERY = 20_000


@dataclass(frozen=True, slots=True)
class Translated:
    """A query that only reads, ready for a database."""

    text: str
    parameters: dict[str, Any]
    columns: tuple[str, ...]


def translate(
    source: str, vocabulary: Vocabulary, dialect: Dialect, parameters: Mapping[str, Any], most_rows: int
) -> Translated:
    """Check a query and write it for a database. Raises QueryError that tells what is wrong, where, and what exists.

    `most_rows` becomes the limit where the query has a larger one or none.
    """
    if len(source) > LONGEST_QUERY:
        raise QueryError(f"the query has {len(source):,} characters", f"at most {LONGEST_QUERY:,} are allowed")
    clauses = _Clauses(source, vocabulary, dialect, parameters)
    clauses.given, clauses.most_rows = parameters, most_rows
    text = clauses.query()
    renamed = {f"p_{name}": value for name, value in parameters.items() if name in clauses.used}
    return Translated(text, renamed, clauses.columns)


@dataclass(frozen=True, slots=True)
class _Item:
    name: str
    text: str
    binding: Binding


class _Clauses(Patterns):
    given: Mapping[str, Any]
    most_rows: int
    columns: tuple[str, ...] = ()

    def query(self) -> str:
        self.used: set[str] = set()
        if self.at_end:
            raise QueryError("the query is empty", "write MATCH ... RETURN ...")
        bounded = not self._has_distinct_union()
        parts = [self._single_query(bounded)]
        while self.take_word("UNION"):
            parts.append("UNION ALL" if self.take_word("ALL") else "UNION")
            parts.append(self._union_part(bounded))
        self.take_symbol(";")
        if not self.at_end:
            self._refuse_more()
        return " ".join(parts)

    def _has_distinct_union(self) -> bool:
        """Limits of the parts of a UNION would change what is distinct."""
        every = range(self.count)
        return any(self.is_word("UNION", at=at) and not self.is_word("ALL", at=at + 1) for at in every)

    def _refuse_more(self) -> None:
        if self.ahead(-1).value == ";":
            self.fail("a second statement begins", self.token, "send one query at a time")
        self.unexpected("the end of the query or another clause")

    def _union_part(self, bounded: bool) -> str:
        before, token = self.columns, self.token
        self.scope = Scope()
        text = self._single_query(bounded)
        if self.columns != before:
            self.fail("the parts of a UNION have different columns", token, f"give each {', '.join(before)} with AS")
        return text

    def _single_query(self, bounded: bool) -> str:
        parts = []
        while not self.is_word("RETURN"):
            parts.append(self._reading_clause())
        self.need_word("RETURN")
        parts.append(self._projection("RETURN", bounded))
        return " ".join(parts)

    def _reading_clause(self) -> str:
        if self.take_word("OPTIONAL", "MATCH"):
            return f"OPTIONAL MATCH {self.matched()}"
        if self.take_word("MATCH"):
            return f"MATCH {self.matched()}"
        if self.take_word("UNWIND"):
            return self._unwind()
        if self.take_word("WITH"):
            return self._projection("WITH", False)
        self.unexpected("MATCH, WITH, UNWIND or RETURN")

    def _unwind(self) -> str:
        items = self.expression().text
        self.need_word("AS")
        name = self.need_name("a variable")
        text = self.dialect.name(name.value)
        self.scope.bind(name.value, Binding(text))
        return f"UNWIND {items} AS {text}"

    # WITH and RETURN

    def _projection(self, clause: str, bounded: bool) -> str:
        token = self.token
        distinct = "DISTINCT " if self.take_word("DISTINCT") else ""
        items = self._items(clause)
        self._check_names(items, token)
        text = f"{clause} {distinct}{', '.join(item.text for item in items)}"
        after, within = Scope(), Scope(self.scope)
        for item in items:
            after.bind(item.name, item.binding)
            if self.scope.get(item.name) is None:
                within.bind(item.name, item.binding)
        self.scope = within
        text += self._order() + self._skip() + self._limit(bounded)
        self.scope = after
        if clause == "WITH":
            return text + (f" WHERE {self.expression().text}" if self.take_word("WHERE") else "")
        self.columns = tuple(item.name for item in items)
        return text

    def _items(self, clause: str) -> list[_Item]:
        star = self.token
        if not self.take_symbol("*"):
            items = [self._item(clause)]
        else:
            items = [self._kept(name) for name in self.scope.names()]
            if not items:
                self.fail("`*` stands where no variable is known", star, "name what to return")
        while self.take_symbol(","):
            items.append(self._item(clause))
        return items

    def _kept(self, name: str) -> _Item:
        binding = self.scope.get(name)
        assert binding is not None, name
        return self._named(name, binding, self._value_of(binding), name)

    def _value_of(self, binding: Binding) -> str:
        return self.dialect.hop_list(binding.text) if binding.meaning == "hops" else binding.text

    def _item(self, clause: str) -> _Item:
        mark, token = self.mark, self.token
        lone = self._lone_variable()
        written = self.expression()
        source = re.sub(r"\s+", " ", self.text_since(mark))
        if self.take_word("AS"):
            name = self.need_name("a name").value
            if name.startswith("__"):
                self.fail("names must not begin with `__`", token)
            return self._named(name, lone, written.text, source)
        if lone is None and clause == "WITH":
            self.fail(f"`{source}` has no name", token, "give it one: expression AS name")
        return self._named(token.value if lone else source, lone, written.text, source)

    def _lone_variable(self) -> Binding | None:
        token, after = self.token, self.ahead(1)
        ends = after.kind == "end" or after.value in (",", ";") or after.kind == "word"
        operator = after.value.lower() in ("is", "in", "and", "or", "xor", "contains", "starts", "ends")
        named = token.kind in ("word", "quoted") and ends and not operator
        return self.scope.get(token.value) if named else None

    def _named(self, name: str, lone: Binding | None, text: str, source: str) -> _Item:
        quoted = self.dialect.name(name)
        kept = lone if lone and lone.meaning != "hops" else Binding(quoted)
        binding = Binding(quoted, kept.meaning, kept.labels)
        return _Item(name, text if text == quoted else f"{text} AS {quoted}", binding)

    def _check_names(self, items: list[_Item], token: Token) -> None:
        names = [item.name for item in items]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            self.fail(f"two columns are named `{twice}` in the list", token, "name one of them with AS")

    def _order(self) -> str:
        if not self.take_word("ORDER", "BY"):
            return ""
        keys = [self._sort_key()]
        while self.take_symbol(","):
            keys.append(self._sort_key())
        return f" ORDER BY {', '.join(keys)}"

    def _sort_key(self) -> str:
        written: Written = self.expression()
        if self.take_word("DESC") or self.take_word("DESCENDING"):
            return f"{written.text} DESC"
        if not self.take_word("ASC"):
            self.take_word("ASCENDING")
        return written.text

    def _skip(self) -> str:
        if not (self.take_word("SKIP") or self.take_word("OFFSET")):
            return ""
        return f" SKIP {self._whole_number('SKIP')}"

    def _limit(self, bounded: bool) -> str:
        asked = self._whole_number("LIMIT") if self.take_word("LIMIT") else None
        if not bounded:
            return f" LIMIT {asked}" if asked is not None else ""
        return f" LIMIT {self.most_rows if asked is None else min(asked, self.most_rows)}"

    def _whole_number(self, clause: str) -> int:
        token = self.token
        if token.kind == "integer":
            return self.integer(self.advance())
        value = self.given.get(token.value) if token.kind == "parameter" else None
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            self.fail(f"{clause} needs a whole number", token, "write a number, or a parameter that is one")
        self.advance()
        return min(value, 2**31)

    def _parameter(self) -> Written:
        self.used.add(self.token.value)
        return super()._parameter()
