"""Reads the patterns of MATCH: nodes, relations, paths of bounded length."""

from __future__ import annotations

from collections.abc import Collection

from codens_core.graph.cypher.atoms import Atoms
from codens_core.graph.cypher.dialect import Dialect, Shortest
from codens_core.graph.cypher.expressions import AND
from codens_core.graph.cypher.scope import Binding, Meaning
from codens_core.graph.cypher.tokens import Token
from codens_core.graph.cypher.vocabulary import COMPONENT, Vocabulary, choices

_SHORTEST: dict[str, Shortest] = {"shortestpath": "one", "allshortestpaths": "all"}


class Patterns(Atoms):
    """Patterns, and the conditions that make them mean the same in every database."""

    most_hops = 8
    most_hops_of_shortest = 15
    _unnamed = 0

    def __init__(self, source: str, vocabulary: Vocabulary, dialect: Dialect, parameters: Collection[str]) -> None:
        super().__init__(source, vocabulary, dialect, parameters)
        self._conditions: list[str] = []
        self._single: list[tuple[str, tuple[str, ...]]] = []

    def matched(self) -> str:
        outer = self._conditions, self._single
        self._conditions, self._single = [], []
        text = self._pattern()
        self._conditions, self._single = outer
        return text

    def _pattern(self) -> str:
        pattern = self._part()
        while self.take_symbol(","):
            pattern += f", {self._part()}"
        conditions = [*self._conditions, *self._distinct_relations()]
        if self.take_word("WHERE"):
            conditions.append(self.expression().within(AND))
        return pattern + (f" WHERE {' AND '.join(conditions)}" if conditions else "")

    def _distinct_relations(self) -> list[str]:
        """That no relation is matched twice in one MATCH."""
        found = []
        for number, (left, left_types) in enumerate(self._single):
            for right, right_types in self._single[number + 1 :]:
                may_meet = not left_types or not right_types or set(left_types) & set(right_types)
                same = self.dialect.same(left, right) if may_meet and left != right else ""
                found += [f"NOT {same}"] if same else []
        return found

    def _part(self) -> str:
        name = None
        if self.token.kind in ("word", "quoted") and self.is_symbol("=", steps=1):
            name = self.need_name("a path's name")
            self.need_symbol("=")
        shortest = _SHORTEST.get(self.token.value.lower(), "") if self.is_symbol("(", steps=1) else ""
        text = self._shortest(shortest) if shortest else self._chain("")
        return f"{self._bound(name, 'path')} = {text}" if name else text

    def _shortest(self, shortest: Shortest) -> str:
        token = self.advance()
        self.need_symbol("(")
        mark = len(self._single)
        text = self._chain(shortest)
        self.need_symbol(")")
        if len(self._single) > mark:
            self.fail("a shortest path needs one relation of several hops", token, "write (a)-[*..5]-(b)")
        return self.dialect.shortest(text, shortest)

    def _chain(self, shortest: Shortest) -> str:
        text = self._node()
        while self.is_symbol("-") or self.is_symbol("<", "-"):
            text += self._relation(shortest) + self._node()
        return text

    def _bound(self, token: Token, meaning: Meaning, labels: tuple[str, ...] = ()) -> str:
        if token.value.startswith("__"):
            self.fail("names must not begin with `__`", token)
        before = self.scope.get(token.value)
        if before and before.meaning != meaning:
            self.fail(f"`{token.value}` is a {before.meaning}, not a {meaning}", token, "use another name")
        text = before.text if before else self.dialect.name(token.value)
        self.scope.bind(token.value, Binding(text, meaning, labels))
        return text

    def _unnamed_text(self) -> str:
        self._unnamed += 1
        return self.dialect.name(f"__{self._unnamed}")

    # nodes

    def _node(self) -> str:
        self.need_symbol("(")
        named = self.token.kind in ("word", "quoted")
        name = self.advance() if named else None
        labels, types = self.labels() if self.is_symbol(":") else ((), ())
        variable = self._bound(name, "node", labels) if name else ""
        if types:
            variable = variable or self._unnamed_text()
            self._conditions.append(self.type_condition(variable, types))
        properties = self._properties(labels, False) if self.is_symbol("{") else ""
        self.need_symbol(")")
        return f"({variable}{self._label_text(labels)}{properties})"

    def _label_text(self, labels: tuple[str, ...]) -> str:
        return ":" + "|".join(self.dialect.name(label) for label in labels) if labels else ""

    def labels(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        self.need_symbol(":")
        tokens, joined = [self.need_name("a label")], set()
        while any(self.is_symbol(sign) for sign in ":&|"):
            joined.add("or" if self.advance().value == "|" else "and")
            self.take_symbol(":")
            tokens.append(self.need_name("a label"))
        names = [self._label(token) for token in tokens]
        types = tuple(self.vocabulary.type_labels[name] for name in names if name not in self.vocabulary.nodes)
        plain = tuple(dict.fromkeys(COMPONENT if name in self.vocabulary.type_labels else name for name in names))
        self._check_labels(tokens[0], names, joined, types)
        return plain, types

    def _label(self, token: Token) -> str:
        name = self.vocabulary.label(token.value)
        if name is None:
            known = (*self.vocabulary.nodes, *self.vocabulary.type_labels)
            self.fail(f"there is no label `{token.value}`", token, choices(token.value, known))
        return name

    def _check_labels(self, token: Token, names: list[str], joined: set[str], types: tuple[str, ...]) -> None:
        plain = [name for name in names if name in self.vocabulary.nodes]
        if len(joined) > 1:
            self.fail("labels joined both by `|` and by `:`", token, "use one of them, and a condition on n.type")
        if joined == {"or"} and types and plain:
            self.fail("a component type stands beside a label", token, "write (n:Component) WHERE n.type IN [...]")
        if joined == {"and"} and (len(types) > 1 or len(set(plain)) > 1 or (types and plain != [COMPONENT])):
            self.fail("no node has all of these labels", token, "a component has one type; use `|` for either")

    def _properties(self, labels: tuple[str, ...], relation: bool) -> str:
        self.need_symbol("{")
        entries = []
        while not self.is_symbol("}"):
            name = self.property_of(self.need_name("a property's name"), labels, relation)
            self.need_symbol(":")
            entries.append(f"{self.dialect.name(name)}: {self.expression().text}")
            if not self.take_symbol(","):
                break
        self.need_symbol("}")
        return f" {{{', '.join(entries)}}}" if entries else ""

    # relations

    def _relation(self, shortest: Shortest) -> str:
        start = self.token
        left = self.take_symbol("<")
        self.need_symbol("-")
        detail = self._detail(shortest) if self.is_symbol("[") else self._unnamed_relation(start, shortest)
        self.need_symbol("-")
        right = self.take_symbol(">")
        if left and right:
            self.fail("a relation that points both ways", start, "write -[]- for either direction")
        return f"{'<' if left else ''}-[{detail}]-{'>' if right else ''}"

    def _unnamed_relation(self, token: Token, shortest: Shortest) -> str:
        if shortest:
            self.fail("a shortest path needs a length", token, "write (a)-[*..5]-(b)")
        variable = self._unnamed_text()
        self._single.append((variable, ()))
        return variable

    def _detail(self, shortest: Shortest) -> str:
        self.need_symbol("[")
        name = self.advance() if self.token.kind in ("word", "quoted") else None
        types = self.relation_types() if self.take_symbol(":") else ()
        hops = self._hops(shortest) if self.is_symbol("*") else ""
        if name:
            variable = self._bound(name, "hops" if hops else "relation", types)
        else:
            variable = "" if hops else self._unnamed_text()
        properties = self._properties(types, True) if self.is_symbol("{") else ""
        self.need_symbol("]")
        if not hops:
            self._single.append((variable, types))
        return f"{variable}{self._label_text(types)}{hops}{properties}"

    def relation_types(self) -> tuple[str, ...]:
        types = [self._relation_type()]
        while self.take_symbol("|"):
            self.take_symbol(":")
            types.append(self._relation_type())
        return tuple(dict.fromkeys(types))

    def _relation_type(self) -> str:
        token = self.need_name("a relationship type")
        name = self.vocabulary.relation(token.value)
        if name is None:
            known = choices(token.value, self.vocabulary.relations)
            self.fail(f"there is no relationship type `{token.value}`", token, known)
        return name

    def _hops(self, shortest: Shortest) -> str:
        star = self.token
        self.need_symbol("*")
        low = self.integer(self.advance()) if self.token.kind == "integer" else None
        several = self.take_symbol("..")
        high = self.integer(self.advance()) if several and self.token.kind == "integer" else None
        most = self.most_hops_of_shortest if shortest else self.most_hops
        if high is None and not several:
            high = low
        if high is None:
            self.fail("a path without an upper bound", star, f"give one of at most {most}: [*1..{most}]")
        if high > most:
            self.fail(f"a path of up to {high} hops", star, f"at most {most} are allowed")
        low = (1 if several else high) if low is None else low
        if low > high:
            self.fail(f"a path of at least {low} and at most {high} hops", star)
        return self.dialect.hops(low, high, shortest)
