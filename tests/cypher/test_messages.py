"""What a refusal says: what is wrong, where, and what exists, so that a person or a model can repair the query."""

from __future__ import annotations

import pytest

from codens_core.base.errors import QueryError
from codens_core.memory.cypher import CypherEngine

CASES = [
    ("MATCH (n)\n  SET n.x = 1", "SET is not allowed at line 2, column 3", "queries only read"),
    ("MATCH (n:Paige) RETURN n", "no label `Paige` at line 1, column 10", "did you mean Page? there are: Component"),
    ("MATCH (n:Component) RETURN n.actons", "Component has no property `actons` at line 1, column 30", "mean actions?"),
    ("MATCH (p:PullRequest {titel: 'x'}) RETURN p", "PullRequest has no property `titel`", "title"),
    ("MATCH (a)-[:USE]->(b) RETURN a", "no relationship type `USE` at line 1, column 13", "mean USES?"),
    ("MATCH (a)-[r:USES]->(b) RETURN r.nam", "USES has no property `nam`", "there are: name, confidence"),
    ("MATCH (a) RETURN b", "no variable `b` at line 1, column 18", "there are: a"),
    ("MATCH (a) WITH a.path AS p RETURN a", "no variable `a`", "there are: p"),
    ("MATCH (a)-[*]->(b) RETURN a", "a path without an upper bound at line 1, column 12", "[*1..8]"),
    ("MATCH (a)-[*1..20]->(b) RETURN a", "a path of up to 20 hops", "at most 8"),
    ("MATCH (a) RETURN reduce(x = 0, y IN [1] | x)", "the function reduce() is not known", "comprehension"),
    ("MATCH (a) RETURN siez(a.actions)", "the function siez() is not known", "did you mean size?"),
    ("RETURN substring('a')", "substring() takes 2 to 3 arguments, not 1", ""),
    ("RETURN $missing", "no parameter $missing at line 1, column 8", "there are: none"),
    ("MATCH (n RETURN n", "found `RETURN` where `)` was expected at line 1, column 10", ""),
    ("MATCH (n) RETRUN n", "found `RETRUN` where MATCH, WITH, UNWIND or RETURN was expected", ""),
    ("MATCH (n) RETURN n LIMIT many", "LIMIT needs a whole number at line 1, column 26", ""),
    ("MATCH (n) WITH n.path RETURN 1", "`n.path` has no name", "AS name"),
    ("MATCH (n) RETURN n.path AS x, n.type AS x", "two columns are named `x`", "AS"),
    ("RETURN 1 AS a UNION RETURN 2 AS b", "different columns", "a"),
    ("MATCH (n)-[n:USES]->() RETURN n", "`n` is a node, not a relation", ""),
    ("MATCH (n:Page&Store) RETURN n", "no node has all of these labels", "one type"),
    ("MATCH (a)<-[:USES]->(b) RETURN a", "points both ways", "-[]-"),
    ("MATCH (n) RETURN n.path ! 1", "unexpected character '!' (U+0021) at line 1, column 25", ""),
    ("RETURN 'open", "a string is not closed or not named at line 1, column 8", ""),
    ("RETURN " + "(" * 50 + "1" + ")" * 50, "more than 30 levels of nesting", "WITH"),
    ("RETURN " + "+".join("1" * 5000), "words and signs", "at most"),
    ("RETURN '" + "x" * 30_000 + "'", "30,009 characters", "at most 20,000"),
    ("RETURN 1 + 'a'", "the query cannot be run", ""),
]


@pytest.mark.parametrize(("query", "title", "hint"), CASES, ids=[query[:50] for query, _, _ in CASES])
def test_says_what_is_wrong_where_and_what_exists(engine: CypherEngine, query: str, title: str, hint: str) -> None:
    with pytest.raises(QueryError) as caught:
        engine.query(query)
    assert title in caught.value.title
    assert hint in caught.value.hint
    assert "`__" not in caught.value.title, "shows what it wrote itself"
