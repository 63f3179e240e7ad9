"""The discard table: what every discard of 15 tiles leads to."""

from istaka.jit import kernel
from istaka.rules.tiles import HAND_SIZE, WILD
from istaka.solver.bits import kind_at, without_tile
from istaka.solver.free import free_discards
from istaka.solver.gain import gain
from istaka.solver.holes import outs_mask
from istaka.solver.tables import Scratch, Tables
from istaka.solver.types import Counts, Words


@kernel
def live_copies(mask: int, unseen: Counts) -> int:
    """How many unseen tiles the natural kinds of a mask have together."""
    copies = 0
    while mask != 0:
        copies += int(unseen[kind_at(mask)])
        mask &= mask - 1
    return copies


@kernel
def kept_discards(once: int, twice: int, best: int, places: int, tables: Tables, scratch: Scratch) -> int:
    """The natural kinds whose discard leaves the distance of 15 tiles as it is.

    `best` is the gain with a cap of 14 and `places` is 14 less the wilds. Where more naturals find a place
    than there are places, any one of them can go.
    """
    if best > places:
        return once
    return free_discards(once, twice, best, tables, scratch)


@kernel
def discard_table(  # noqa: PLR0913, PLR0917 (a hand, what is asked, where the answer goes)
    once: int,
    twice: int,
    wilds: int,
    candidates: int,
    only_best: int,
    tables: Tables,
    scratch: Scratch,
    distances: Words,
    outs: Words,
) -> None:
    """The distance after each discard of 15 tiles, and the natural kinds that then lower it.

    A wild lowers every distance above 0 as well.

    Args:
        once: kinds of the hand.
        twice: kinds of which it holds both copies.
        wilds: its wilds.
        candidates: mask of the kinds to report among the outs, such as those still alive.
        only_best: not 0 to leave out the outs of discards that raise the distance.
        tables: of the rule set.
        scratch: working memory.
        distances: int64[53], filled with the distance after the discard of each kind, -1 for kinds not held.
        outs: int64[53], filled with masks; 0 where the distance is 0.
    """
    distances[:] = -1
    outs[:] = 0
    best = gain(once, twice, HAND_SIZE, tables, scratch)
    places = HAND_SIZE - wilds
    kept = kept_discards(once, twice, best, places, tables, scratch)
    lowest = max(0, places - best)
    kinds = once
    while kinds != 0:
        bit = kinds & -kinds
        kinds ^= bit
        kind = kind_at(bit)
        left = lowest if kept & bit else lowest + 1
        distances[kind] = left
        if left > 0 and (left == lowest or not only_best):
            fewer_once, fewer_twice = without_tile(once, twice, bit)
            outs[kind] = outs_mask(fewer_once, fewer_twice, places - left, candidates, tables, scratch)
    if wilds > 0:
        left = max(0, places + 1 - best)
        distances[WILD] = left
        if left > 0 and (left == lowest or not only_best):
            outs[WILD] = outs_mask(once, twice, best, candidates, tables, scratch)
