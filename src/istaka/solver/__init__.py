"""Exact questions about a hand: how far it is, what helps it, how it lies down.

Hands are uint8[53] counts or lists of kinds (see `istaka.rules.tiles`); `docs/solver.md` tells the algorithm.
"""

from istaka.solver.questions import Discard, Shape, discards, distance, distances, outs, shape
from istaka.solver.warming import warm
from istaka.solver.witness import Arrangement, Explanation, Placed, arrange, explain

__all__ = [
    "Arrangement",
    "Discard",
    "Explanation",
    "Placed",
    "Shape",
    "arrange",
    "discards",
    "distance",
    "distances",
    "explain",
    "outs",
    "shape",
    "warm",
]
