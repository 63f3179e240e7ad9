"""Compiling all that the solver answers with, before anybody asks."""

import numpy as np

from istaka.rules.tiles import HAND_SIZE, N_KINDS
from istaka.solver.questions import discards, distance, distances, outs, shape
from istaka.solver.witness import explain


def warm() -> None:
    """Ask every question once, so that its kernels are compiled and kept (see `istaka.jit`)."""
    hand = np.zeros(N_KINDS, np.uint8)
    hand[: HAND_SIZE + 1] = 1
    distance(hand)
    distances(hand[None])
    discards(hand)
    hand[0] = 0
    outs(hand)
    shape(hand)
    explain(hand)
