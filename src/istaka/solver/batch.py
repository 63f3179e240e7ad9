"""Many hands in one call, for figures and for research: the loops around the kernels of one hand.

Hands are packed (see `istaka.solver.bits`): int64[n] each of `once`, `twice` and `wilds`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from istaka.jit import borrow, kernel
from istaka.rules.tiles import HAND_SIZE, WILD
from istaka.solver.bits import ALL_KINDS, pack
from istaka.solver.gain import distance_of, gain
from istaka.solver.table import discard_table, kept_discards
from istaka.solver.tables import Scratch, Tables
from istaka.solver.types import Counts, Words


class Packed(NamedTuple):
    """Hands as bitboards, int64[n] each."""

    once: Words
    twice: Words
    wilds: Words


def packed(hands: NDArray[np.uint8]) -> Packed:
    """The hands of uint8[n, 53] counts."""
    result = Packed(*(np.zeros(len(hands), np.int64) for _ in Packed._fields))
    pack_all(hands, *result)
    return result


@kernel
def pack_all(hands: Counts, once: Words, twice: Words, wilds: Words) -> None:
    """Fill int64[n] each from uint8[n, 53] counts."""
    hands = borrow(hands)
    for row in range(hands.shape[0]):
        once[row], twice[row] = pack(hands[row])
        wilds[row] = int(hands[row, WILD])


@kernel
def distances_packed(hands: Packed, tables: Tables, scratch: Scratch, answers: Words) -> None:
    """Fill int64[n] with the distances of packed hands."""
    once, twice, wilds, answers = (
        borrow(hands.once),
        borrow(hands.twice),
        borrow(hands.wilds),
        borrow(answers),
    )
    for row in range(len(answers)):
        answers[row] = distance_of(int(once[row]), int(twice[row]), int(wilds[row]), tables, scratch)


@kernel
def free_packed(hands: Packed, tables: Tables, scratch: Scratch, answers: Words, masks: Words) -> None:
    """Fill int64[n] each with the distances of 15 tiles and the naturals whose discard keeps them."""
    once, twice, wilds = borrow(hands.once), borrow(hands.twice), borrow(hands.wilds)
    answers, masks = borrow(answers), borrow(masks)
    for row in range(len(answers)):
        places = HAND_SIZE - int(wilds[row])
        best = gain(int(once[row]), int(twice[row]), HAND_SIZE, tables, scratch)
        answers[row] = max(0, places - best)
        masks[row] = kept_discards(int(once[row]), int(twice[row]), best, places, tables, scratch)


@kernel
def discards_packed(
    hands: Packed, only_best: int, tables: Tables, scratch: Scratch, after: Words, outs: Words
) -> None:
    """Fill int64[n, 53] each with the distances after each discard of 15 tiles, and the masks of its outs."""
    once, twice, wilds = borrow(hands.once), borrow(hands.twice), borrow(hands.wilds)
    after, outs = borrow(after), borrow(outs)
    for row in range(after.shape[0]):
        kinds, second, jokers = int(once[row]), int(twice[row]), int(wilds[row])
        discard_table(kinds, second, jokers, ALL_KINDS, only_best, tables, scratch, after[row], outs[row])
