"""Whatever the text, what reaches a database is made of the words that read, and is understood as it was meant."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codens_core.base.errors import QueryError
from codens_core.graph.cypher import Dialect, Vocabulary, translate
from codens_core.graph.cypher.functions import FUNCTIONS

VOCABULARY = Vocabulary(("actions", "set"), ("page", "store"), ("uses", "tests"))
WORDS = """
match optional where return with distinct order by desc skip limit unwind as union all exists count and or xor not in
is null true false starts ends contains case when then else end any none single size
"""
PIECES = """
MATCH RETURN WITH WHERE UNWIND UNION ALL AS OPTIONAL ORDER BY LIMIT SKIP DISTINCT CREATE SET DELETE MERGE LOAD FROM COPY
TO CALL CASE WHEN THEN END EXISTS COUNT NOT AND IN IS NULL n m r x `n` ( ) [ ] { } < > - -> <- -- : , . .. ; * | = <> +
/ ^ % $ $x 1 2.5 .5 ' 'text' "text" 'it\\'s' '\\u0027' // /* */ :Page :Component :USES n.path n.set count(*) size(x) (n)
(n:Page) -[r:USES]-> -[:USES*1..3]-> (m)
"""
queries = st.lists(st.sampled_from([*PIECES.split(), "\n", "RETURN n", "MATCH (n)", "`a b`"]), max_size=25).map(
    " ".join
)


def written(query: str, **parameters: Any) -> str:
    return translate(query, VOCABULARY, Dialect(), parameters, 100).text


@settings(max_examples=400, deadline=None)
@given(queries | st.text(max_size=60))
def test_only_words_that_read_are_written(query: str) -> None:
    try:
        text = written(query, x=1)
    except QueryError:
        return
    bare = re.sub(r"'(?:[^'\\]|\\.)*'|`[^`]*`", " ", text, flags=re.DOTALL)
    words = {word.lower() for word in re.findall(r"[^\W\d]\w*", bare)}
    assert words <= {*WORDS.split(), *FUNCTIONS, "p_x"}
    assert not re.search(r"[;\\'\"`]|//|/\*", bare)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("match (n) return n", "MATCH (`n`) RETURN `n` LIMIT 100"),
        (
            "MATCH (n:page {path:''}) RETURN n.TYPE",
            "MATCH (`n`:`Component` {`path`: ''}) WHERE `n`.`type` IN ['page'] RETURN `n`.`type` AS `n.TYPE` LIMIT 100",
        ),
        ("MATCH (a)-[:USES*..3]->(b) RETURN a LIMIT 5", "MATCH (`a`)-[:`USES`*1..3]->(`b`) RETURN `a` LIMIT 5"),
        ("RETURN 1 + 2 IN [3] = TRUE AS x", "RETURN (1 + 2) IN [3] = TRUE AS `x` LIMIT 100"),
        ("RETURN (1 - 2) - 3 - (4 - 5) AS x", "RETURN (1 - 2) - 3 - (4 - 5) AS `x` LIMIT 100"),
        ("RETURN NOT NOT 1 = 2 AS x", "RETURN NOT (NOT 1 = 2) AS `x` LIMIT 100"),
        ("RETURN 1 < 2 <= 3 AS x", "RETURN 1 < 2 AND 2 <= 3 AS `x` LIMIT 100"),
        ("RETURN 'a' AS x UNION RETURN 'b' AS x", "RETURN 'a' AS `x` UNION RETURN 'b' AS `x`"),
        ("RETURN $x + 1 AS y LIMIT $k", "RETURN $p_x + 1 AS `y` LIMIT 7"),
        ("RETURN 1 AS a LIMIT 1000000", "RETURN 1 AS `a` LIMIT 100"),
        ("RETURN '\\u0041\\n\\\\' AS a", "RETURN 'A\n\\\\' AS `a` LIMIT 100"),
        ("RETURN 1 AS `DELETE n //`", "RETURN 1 AS `DELETE n //` LIMIT 100"),
    ],
)
def test_is_written_anew(query: str, expected: str) -> None:
    assert written(query, x=1, k=7) == expected


def test_unused_parameters_stay_behind() -> None:
    assert translate("RETURN $a AS a", VOCABULARY, Dialect(), {"a": 1, "b": 2}, 10).parameters == {"p_a": 1}
