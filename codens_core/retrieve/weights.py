"""How much each signal counts, in one place. Measured on lobsters/lobsters alone (benchmarks/retrieval/README.md)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Factors of the signals; the first three are of scores divided by the best of their voice."""

    code: float = 1.0
    people: float = 0.3
    history: float = 0.6
    kin: float = 0.15
    """Words that people use for the same thing."""
    feature: float = 0.1
    """The other members of a component's feature."""
    neighbour: float = 0.1
    """The best of a component's neighbours in the graph."""
    name: float = 0.2
    """Being named after what is asked for."""
    central: float = 0.05
    """Being used by many others."""
    activity: float = 0.1
    """Being worked on often and lately."""
    type: float = 0.2
    """Being of a type that the question names."""
    mention: float = 2.0
    """Being named in the question."""


MEASURED = Weights()
