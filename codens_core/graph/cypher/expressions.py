"""Reads expressions and writes them down for a database, with brackets wherever databases bind differently."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection
from typing import NamedTuple

from codens_core.graph.cypher.cursor import Cursor
from codens_core.graph.cypher.dialect import Dialect
from codens_core.graph.cypher.scope import Binding, Scope
from codens_core.graph.cypher.tokens import Token
from codens_core.graph.cypher.vocabulary import Vocabulary, choices, meant

OR, XOR, AND, NOT, COMPARE, TEST, ADD, MULTIPLY, POWER, SIGN, ATOM = range(1, 12)
_COMPARISONS = {"=": "=", "<>": "<>", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_LARGEST_INTEGER = 2**63 - 1
_LONGEST_WRITTEN = 50_000


class Written(NamedTuple):
    """A part of an expression as written, with how tightly its outermost operator binds."""

    text: str
    level: int = ATOM

    def within(self, level: int) -> str:
        """The text, in brackets if it binds less tightly than `level`."""
        return self.text if self.level >= level else f"({self.text})"


class Expressions(Cursor):
    """The operators and what is looked up in values; atoms are read by a subclass."""

    def __init__(self, source: str, vocabulary: Vocabulary, dialect: Dialect, parameters: Collection[str]) -> None:
        super().__init__(source)
        self.vocabulary = vocabulary
        self.dialect = dialect
        self.parameters = parameters
        self.scope = Scope()

    @abstractmethod
    def atom(self) -> Written:
        """A literal, call, variable or whatever stands in brackets."""

    @abstractmethod
    def labels(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What follows a colon behind a node: labels, and component types among them."""

    def expression(self) -> Written:
        """One whole expression."""
        self.deeper()
        written = self._joined("OR", OR, lambda: self._joined("XOR", XOR, self._and))
        self.shallower()
        if len(written.text) > _LONGEST_WRITTEN:
            self.fail("the expression grows too large", self.token, "write it in several steps with WITH")
        return written

    def _and(self) -> Written:
        return self._joined("AND", AND, self._not)

    def _joined(self, word: str, level: int, operand: Callable[[], Written]) -> Written:
        first = operand()
        if not self.is_word(word):
            return first
        parts = [first.within(level + 1)]
        while self.take_word(word):
            parts.append(operand().within(level + 1))
        return Written(f" {word} ".join(parts), level)

    def _not(self) -> Written:
        negated = any_taken = False
        while self.take_word("NOT"):
            negated, any_taken = not negated, True
        written = self._comparison()
        if not any_taken:
            return written
        text = written.within(COMPARE)
        return Written(f"NOT {text}" if negated else f"NOT (NOT {text})", NOT)

    def _comparison(self) -> Written:
        operands, operators = [self._test()], []
        while self.token.kind == "symbol" and self.token.value in _COMPARISONS:
            operators.append(_COMPARISONS[self.advance().value])
            operands.append(self._test())
        if not operators:
            return operands[0]
        texts = [operand.within(TEST) for operand in operands]
        pairs = [f"{texts[i]} {operator} {texts[i + 1]}" for i, operator in enumerate(operators)]
        return Written(" AND ".join(pairs), COMPARE if len(pairs) == 1 else AND)

    def _test(self) -> Written:
        written = self._sum()
        while True:
            if self.take_word("IS", "NOT", "NULL"):
                written = Written(f"{written.within(ATOM)} IS NOT NULL", TEST)
            elif self.take_word("IS", "NULL"):
                written = Written(f"{written.within(ATOM)} IS NULL", TEST)
            elif operator := self._test_operator():
                written = Written(f"{written.within(ATOM)} {operator} {self._sum().within(ATOM)}", TEST)
            else:
                return written

    def _test_operator(self) -> str:
        for words in (("STARTS", "WITH"), ("ENDS", "WITH"), ("CONTAINS",), ("IN",)):
            if self.take_word(*words):
                return " ".join(words)
        return "=~" if self.take_symbol("=~") else ""

    def _sum(self) -> Written:
        return self._operated("+-", ADD, lambda: self._operated("*/%", MULTIPLY, self._power))

    def _power(self) -> Written:
        return self._operated("^", POWER, self._sign)

    def _operated(self, operators: str, level: int, operand: Callable[[], Written]) -> Written:
        written = operand()
        while self.token.kind == "symbol" and self.token.value in operators:
            operator = self.advance().value
            written = Written(f"{written.within(level)} {operator} {operand().within(level + 1)}", level)
        return written

    def _sign(self) -> Written:
        negative = False
        signed = False
        while self.is_symbol("-") or self.is_symbol("+"):
            negative, signed = negative != (self.advance().value == "-"), True
        written = self._looked_up()
        if not signed:
            return written
        return Written(f"-{written.within(ATOM)}", SIGN) if negative else Written(written.within(ATOM))

    # what is looked up in a value: properties, elements, labels

    def _looked_up(self) -> Written:
        binding = self._variable_ahead()
        written = self.atom()
        while True:
            if self.take_symbol("."):
                written = Written(f"{written.within(ATOM)}.{self.dialect.name(self._property(binding))}")
            elif self.is_symbol("["):
                written = self._element(written.within(ATOM))
            elif binding and self.is_symbol(":"):
                written = self._labelled(written.text, binding)
            else:
                return written
            binding = None

    def _variable_ahead(self) -> Binding | None:
        named = self.token.kind in ("word", "quoted") and not self.is_symbol("(", steps=1)
        return self.scope.get(self.token.value) if named else None

    def _property(self, binding: Binding | None) -> str:
        token = self.need_name("a property's name")
        if binding is None or binding.meaning not in ("node", "relation"):
            return token.value
        return self.property_of(token, binding.labels, binding.meaning == "relation")

    def property_of(self, token: Token, labels: tuple[str, ...], relation: bool) -> str:
        """The property meant by a token, of one of the labels; refused when there is none."""
        known = self.vocabulary.properties(labels, relation)
        name = meant(token.value, known)
        if name is None:
            owner = " or ".join(labels) or ("any relation" if relation else "any node")
            self.fail(f"{owner} has no property `{token.value}`", token, choices(token.value, known))
        return name

    def _element(self, items: str) -> Written:
        self.need_symbol("[")
        constant = self._constant_position()
        start = "" if self.is_symbol("..") else self.expression().text
        if not self.take_symbol(".."):
            self.need_symbol("]")
            return Written(self.dialect.index(items, start, constant))
        end = "" if self.is_symbol("]") else self.expression().text
        self.need_symbol("]")
        return Written(self.dialect.slice(items, start, end))

    def _constant_position(self) -> int | None:
        negative = int(self.is_symbol("-"))
        number, close = self.ahead(negative), self.ahead(negative + 1)
        if number.kind != "integer" or close.value != "]":
            return None
        return -int(number.value) if negative else int(number.value)

    def _labelled(self, variable: str, binding: Binding) -> Written:
        colon = self.token
        if binding.meaning == "relation":
            self.need_symbol(":")
            return Written(f"({self.dialect.has_labels(variable, self.relation_types(), True)})")
        if binding.meaning != "node":
            self.fail("a label is asked of something that is no node", colon, "labels belong to nodes and relations")
        labels, types = self.labels()
        conditions = [self.dialect.has_labels(variable, labels, False)]
        if types:
            conditions.append(self.type_condition(variable, types))
        return Written(f"({' AND '.join(conditions)})")

    @abstractmethod
    def relation_types(self) -> tuple[str, ...]:
        """Relationship types divided by `|`."""

    def type_condition(self, variable: str, types: tuple[str, ...]) -> str:
        """That a component is of one of the types."""
        listed = ", ".join(self.dialect.string(name) for name in types)
        return f"{variable}.{self.dialect.name('type')} IN [{listed}]"

    def integer(self, token: Token) -> int:
        """The value of a whole number; refused when databases cannot hold it."""
        value = int(token.value) if len(token.value) < 20 else _LARGEST_INTEGER + 1
        if value > _LARGEST_INTEGER:
            self.fail("the number is too large", token, f"the largest is {_LARGEST_INTEGER}")
        return value
