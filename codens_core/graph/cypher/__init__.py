"""Cypher that only reads: checked against an allow-list and written anew, the same for every store."""

from codens_core.graph.cypher.dialect import Dialect, Shortest
from codens_core.graph.cypher.translate import Translated, translate
from codens_core.graph.cypher.vocabulary import Vocabulary

__all__ = ["Dialect", "Shortest", "Translated", "Vocabulary", "translate"]
