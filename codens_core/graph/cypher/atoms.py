"""Reads what expressions are made of: literals, variables, calls, lists, CASE, and subqueries over patterns."""

from __future__ import annotations

from abc import abstractmethod

from codens_core.graph.cypher.expressions import COMPARE, Expressions, Written
from codens_core.graph.cypher.functions import FUNCTIONS, INSTEAD
from codens_core.graph.cypher.scope import Binding, Scope
from codens_core.graph.cypher.tokens import Token
from codens_core.graph.cypher.vocabulary import choices

LONGEST_RANGE = 100_000
_QUANTIFIERS = ("any", "all", "none", "single")
_CONSTANTS = ("null", "true", "false")


class Atoms(Expressions):
    """Atoms of expressions; patterns are read by a subclass."""

    _locals = 0

    @abstractmethod
    def matched(self) -> str:
        """A pattern with an optional WHERE, as written behind MATCH."""

    def atom(self) -> Written:
        token = self.token
        match token.kind:
            case "integer":
                return Written(str(self.integer(self.advance())))
            case "float":
                return Written(self.advance().value)
            case "text":
                return Written(self.dialect.string(self.advance().value))
            case "parameter":
                return self._parameter()
            case "quoted":
                return self._variable()
            case "word":
                return self._worded()
        if self.is_symbol("("):
            return self._bracketed()
        if self.is_symbol("["):
            return self._list()
        if self.is_symbol("{"):
            return Written(self.map())
        self.unexpected("an expression")

    def _worded(self) -> Written:
        word = self.token.value.lower()
        if word == "case":
            return self._case()
        if word in ("exists", "count") and self.is_symbol("{", steps=1):
            return self._subquery()
        if self.is_symbol("(", steps=1):
            return self._quantified() if word in _QUANTIFIERS else self._call()
        if word in _CONSTANTS and self.scope.get(self.token.value) is None:
            return Written(self.advance().value.upper())
        return self._variable()

    def _parameter(self) -> Written:
        token = self.advance()
        if token.value not in self.parameters:
            self.fail(f"there is no parameter ${token.value}", token, choices(token.value, self.parameters))
        return Written(f"$p_{token.value}")

    def _variable(self) -> Written:
        token = self.token
        binding = self.scope.get(token.value)
        if binding is None and not self.scope.names():
            self.unexpected("an expression")
        if binding is None:
            self.fail(f"there is no variable `{token.value}`", token, choices(token.value, self.scope.names()))
        self.advance()
        return Written(self.dialect.hop_list(binding.text) if binding.meaning == "hops" else binding.text)

    def _bracketed(self) -> Written:
        if self._pattern_ahead():
            return Written(f"EXISTS {{ MATCH {self._inner_match()} }}")
        self.need_symbol("(")
        written = self.expression()
        self.need_symbol(")")
        return Written(f"({written.text})")

    def _pattern_ahead(self) -> bool:
        """Whether a pattern begins here: a node's brackets, then the dash of a relation."""
        steps, open_brackets = 1, 1
        while open_brackets and self.ahead(steps).kind != "end":
            token = self.ahead(steps)
            if token.kind == "symbol":
                open_brackets += (token.value in "([{") - (token.value in ")]}")
            steps += 1
        steps += self.is_symbol("<", steps=steps)
        dash = self.is_symbol("-", "[", steps=steps) or self.is_symbol("-", "-", steps=steps)
        first, second = self.ahead(1), self.ahead(2)
        node = first.value in (")", ":", "{") or (first.kind in ("word", "quoted") and second.value in (")", ":", "{"))
        return dash and node

    def _subquery(self) -> Written:
        keyword = self.advance().value.upper()
        self.need_symbol("{")
        self.take_word("MATCH")
        inner = self._inner_match()
        self.need_symbol("}")
        return Written(f"{keyword} {{ MATCH {inner} }}")

    def _inner_match(self) -> str:
        outer, self.scope = self.scope, Scope(self.scope)
        self.deeper()
        text = self.matched()
        self.shallower()
        self.scope = outer
        return text

    def _list(self) -> Written:
        named = self.ahead(1).kind in ("word", "quoted")
        if named and self.is_word("IN", steps=2):
            return self._comprehension()
        self.need_symbol("[")
        items = [] if self.is_symbol("]") else self.expressions()
        self.need_symbol("]")
        return Written(f"[{', '.join(items)}]")

    def expressions(self) -> list[str]:
        """Expressions divided by commas."""
        found = [self.expression().text]
        while self.take_symbol(","):
            found.append(self.expression().text)
        return found

    def _comprehension(self) -> Written:
        self.need_symbol("[")
        outer, variable, items = self._drawn()
        condition = self.expression().text if self.take_word("WHERE") else ""
        projection = self.expression().text if self.take_symbol("|") else ""
        self.need_symbol("]")
        self.scope = outer
        return Written(self.dialect.comprehension(variable, items, condition, projection))

    def _drawn(self) -> tuple[Scope, str, str]:
        """`name IN list`: the scope to go back to, the variable and the list as written."""
        name = self.need_name("a variable")
        self.need_word("IN")
        items = self.expression().text
        outer, self.scope = self.scope, Scope(self.scope)
        self._locals += 1
        variable = self.dialect.local(name.value, self._locals)
        self.scope.bind(name.value, Binding(variable))
        return outer, variable, items

    def _quantified(self) -> Written:
        quantifier = self.advance().value.lower()
        self.need_symbol("(")
        outer, variable, items = self._drawn()
        self.need_word("WHERE")
        condition = self.expression().text
        self.need_symbol(")")
        self.scope = outer
        return Written(f"{quantifier}({variable} IN {items} WHERE {condition})")

    def map(self) -> str:
        """`{name: expression, ...}`."""
        self.need_symbol("{")
        entries = []
        while not self.is_symbol("}"):
            key = self.need_name("a key")
            self.need_symbol(":")
            entries.append(f"{self.dialect.name(key.value)}: {self.expression().text}")
            if not self.take_symbol(","):
                break
        self.need_symbol("}")
        return f"{{{', '.join(entries)}}}"

    def _case(self) -> Written:
        self.need_word("CASE")
        parts = ["CASE"] if self.is_word("WHEN") else ["CASE", self.expression().text]
        if not self.is_word("WHEN"):
            self.unexpected("WHEN")
        while self.take_word("WHEN"):
            parts += ["WHEN", self.expression().text]
            self.need_word("THEN")
            parts += ["THEN", self.expression().text]
        if self.take_word("ELSE"):
            parts += ["ELSE", self.expression().text]
        self.need_word("END")
        return Written(f"({' '.join(parts)} END)")

    # calls

    def _call(self) -> Written:
        token = self.advance()
        self.need_symbol("(")
        word = token.value.lower()
        if word == "exists":
            return self._exists()
        function = FUNCTIONS.get(word)
        if function is None:
            names = sorted({known.name for known in FUNCTIONS.values()}, key=str.lower)
            self.fail(
                f"the function {token.value}() is not known", token, INSTEAD.get(word, choices(token.value, names, 60))
            )
        if word == "count" and self.take_symbol("*"):
            self.need_symbol(")")
            return Written("count(*)")
        distinct = function.aggregates and self.take_word("DISTINCT")
        first = self.token
        arguments = [] if self.is_symbol(")") else self.expressions()
        self.need_symbol(")")
        if not function.least <= len(arguments) <= function.most:
            count = str(function.least) if function.least == function.most else f"{function.least} to {function.most}"
            self.fail(f"{function.name}() takes {count} arguments, not {len(arguments)}", token)
        if word == "range":
            self._check_range(first, arguments)
        return Written(self.dialect.call(function.name, arguments, distinct))

    def _exists(self) -> Written:
        if self.is_symbol("(") and self._pattern_ahead():
            text = f"EXISTS {{ MATCH {self._inner_match()} }}"
            self.need_symbol(")")
            return Written(text)
        value = self.expression().within(COMPARE)
        self.need_symbol(")")
        return Written(f"(({value}) IS NOT NULL)")

    def _check_range(self, token: Token, arguments: list[str]) -> None:
        """Refuse a range that is too long, as far as its numbers stand in the query."""
        numbers = [int(text) if text.lstrip("-").isdigit() else None for text in arguments]
        first, last, step = [*numbers, 1][:3]
        if first is not None and last is not None and step and abs(last - first) // abs(step) > LONGEST_RANGE:
            self.fail(f"a range of more than {LONGEST_RANGE:,} numbers", token, "make it shorter")
