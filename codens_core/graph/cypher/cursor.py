"""Walks over the tokens of a query and says what was expected where something else stands."""

from __future__ import annotations

import re
from typing import NoReturn

from codens_core.base.errors import QueryError
from codens_core.graph.cypher.tokens import Token, place, tokens

READS_ONLY = "queries only read: MATCH, OPTIONAL MATCH, WHERE, WITH, UNWIND, RETURN, ORDER BY, SKIP, LIMIT, UNION"
_OTHER_STATEMENTS = re.compile(
    "create|merge|set|delete|detach|remove|drop|alter|copy|load|export|import|attach|use|install|uninstall|update|call"
    "|profile|explain|begin|commit|rollback|checkpoint|foreach|comment|force|insert|start|yield|grant|revoke|deny|show"
    "|terminate|stop|rename|project|finish|let|filter|analyze",
    re.IGNORECASE,
)
"""Words that begin what other statements do: named in the refusal. Whatever is not understood is refused anyway."""
_DEEPEST = 30
_MOST_TOKENS = 2_000


class Cursor:
    """A place among tokens. `word` tests ignore case and never match names in backticks or strings."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._tokens = tokens(source)
        if len(self._tokens) > _MOST_TOKENS:
            raise QueryError(f"the query has {len(self._tokens):,} words and signs", f"at most {_MOST_TOKENS:,}")
        self._at = 0
        self._depth = 0

    @property
    def token(self) -> Token:
        """The token that is next."""
        return self._tokens[self._at]

    def ahead(self, steps: int = 1) -> Token:
        """A token further on; the end stands for all that is past it."""
        return self._tokens[min(self._at + steps, len(self._tokens) - 1)]

    def advance(self) -> Token:
        """Take the next token."""
        token = self.token
        self._at = min(self._at + 1, len(self._tokens) - 1)
        return token

    @property
    def mark(self) -> int:
        """Where a later `text_since` begins."""
        return self.token.start

    def text_since(self, mark: int) -> str:
        """The source between a mark and the last token taken."""
        return self.source[mark : self._tokens[max(self._at - 1, 0)].end].replace("`", "")

    @property
    def at_end(self) -> bool:
        """Whether no token is left."""
        return self.token.kind == "end"

    @property
    def count(self) -> int:
        """Number of all tokens."""
        return len(self._tokens)

    def is_word(self, *words: str, steps: int = 0, at: int | None = None) -> bool:
        """Whether the tokens `steps` ahead, or at an absolute place, are these keywords."""
        steps = steps if at is None else at - self._at
        found = [self.ahead(steps + number) for number in range(len(words))]
        return all(t.kind == "word" and t.value.lower() == w.lower() for t, w in zip(found, words, strict=True))

    def is_symbol(self, *symbols: str, steps: int = 0) -> bool:
        """Whether the next tokens are these symbols."""
        found = [self.ahead(steps + number) for number in range(len(symbols))]
        return all(t.kind == "symbol" and t.value == s for t, s in zip(found, symbols, strict=True))

    def take_word(self, *words: str) -> bool:
        """Take the keywords if they are next."""
        if not self.is_word(*words):
            return False
        self._at += len(words)
        return True

    def take_symbol(self, *symbols: str) -> bool:
        """Take the symbols if they are next."""
        if not self.is_symbol(*symbols):
            return False
        self._at += len(symbols)
        return True

    def need_word(self, *words: str) -> None:
        """Take the keywords or refuse the query."""
        if not self.take_word(*words):
            self.unexpected(" ".join(words))

    def need_symbol(self, symbol: str) -> None:
        """Take the symbol or refuse the query."""
        if not self.take_symbol(symbol):
            self.unexpected(f"`{symbol}`")

    def need_name(self, what: str) -> Token:
        """Take a name, quoted or not."""
        if self.token.kind not in ("word", "quoted") or not self.token.value:
            self.unexpected(what)
        return self.advance()

    def deeper(self) -> None:
        """Enter a nested part; `shallower` leaves it."""
        self._depth += 1
        if self._depth > _DEEPEST:
            self.fail(f"more than {_DEEPEST} levels of nesting", self.token, "write it in several steps with WITH")

    def shallower(self) -> None:
        """Leave a nested part."""
        self._depth -= 1

    def unexpected(self, expected: str) -> NoReturn:
        """Refuse the next token."""
        token = self.token
        if token.kind == "word" and _OTHER_STATEMENTS.fullmatch(token.value):
            self.fail(f"{token.value.upper()} is not allowed", token, READS_ONLY)
        found = "the end" if self.at_end else f"`{self.source[token.start : token.end][:40]}`"
        self.fail(f"found {found} where {expected} was expected", token, READS_ONLY)

    def fail(self, what: str, token: Token, hint: str = "") -> NoReturn:
        """Refuse the query because of a token."""
        raise QueryError(f"{what} at {place(self.source, token.start)}", hint)
