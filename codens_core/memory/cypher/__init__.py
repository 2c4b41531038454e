"""Read-only Cypher over the memory: a throw-away copy of the graph, asked in a process that holds nothing else."""

from codens_core.memory.cypher.engine import CypherEngine, Result
from codens_core.memory.cypher.limits import Limits
from codens_core.memory.cypher.source import GraphSource, KnowledgeSource

__all__ = ["CypherEngine", "GraphSource", "KnowledgeSource", "Limits", "Result"]
