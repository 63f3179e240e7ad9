"""The questions about a hand that are answered with numbers: distance, outs, discards."""

import enum
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from istaka.jit import borrow, kernel
from istaka.rules.errors import TileError
from istaka.rules.scoring import BOTH_ENDING, ENDINGS, MELDS_ENDING, PAIRS_ENDING
from istaka.rules.tiles import COPIES, HAND_SIZE, N_KINDS, WILD
from istaka.solver.bits import ALL_KINDS, kind_at, pack
from istaka.solver.gain import distance_of, gain, meld_gain, pair_gain, shape_of
from istaka.solver.hands import Hand, check_counts, hand_counts
from istaka.solver.holes import outs_mask
from istaka.solver.table import discard_table
from istaka.solver.tables import Scratch, Tables, new_scratch, tables
from istaka.solver.types import Counts, Words


class Shape(enum.StrEnum):
    """How 14 tiles lie down (R8.1, R8.2)."""

    MELDS = "melds"
    PAIRS = "pairs"
    BOTH = "pairs+melds"
    """Either way: the owner is paid the better one (R8.5)."""


_SHAPES: Final = (None, *(Shape(ENDINGS[code]) for code in (MELDS_ENDING, PAIRS_ENDING, BOTH_ENDING)))


@dataclass(frozen=True)
class Discard:
    """What throwing one tile of 15 leads to."""

    kind: int
    distance: int
    """Draws until the other 14 lie down."""
    goes_out: Shape | None
    """How the other 14 lie down, if they do."""
    outs: dict[int, int]
    """Kinds that lower the distance afterwards, with their unseen copies."""


def distance(hand: Hand, *, ace_high: bool = True) -> int:
    """Draws until 14 tiles of the hand lie down in melds or seven pairs (R8.1, R8.2).

    Args:
        hand: 14 or 15 tiles; of 15 one is thrown.
        ace_high: whether 12-13-1 is a run (R6.2).

    Raises:
        TileError: no such hand is possible.
    """
    return int(distance_of_counts(hand_counts(hand), tables(ace_high), new_scratch()))


def distances(hands: NDArray[np.uint8], *, ace_high: bool = True) -> NDArray[np.int8]:
    """The distance of every row of uint8[n, 53] counts.

    Raises:
        TileError: a row is no possible hand.
    """
    rows = np.ascontiguousarray(hands)
    if rows.ndim != 2 or rows.shape[1] != N_KINDS or rows.dtype != np.uint8:  # noqa: PLR2004 (two axes)
        msg = f"expected uint8[n, {N_KINDS}] counts, not {rows.dtype}{list(rows.shape)}"
        raise TileError(msg)
    check_counts(rows)
    answers = np.zeros(len(rows), np.int8)
    distances_of_counts(rows, tables(ace_high), new_scratch(), answers)
    return answers


def shape(hand: Hand, *, ace_high: bool = True) -> Shape | None:
    """How 14 tiles lie down, or None (R8.1, R8.2).

    Raises:
        TileError: no such hand of 14 tiles is possible.
    """
    counts = hand_counts(hand, HAND_SIZE)
    return _SHAPES[shape_of_counts(counts, tables(ace_high), new_scratch())]


def outs(hand: Hand, *, unseen: Counts | None = None, ace_high: bool = True) -> dict[int, int]:
    """The kinds that lower the distance of 14 tiles, each with its unseen copies (0 where all are seen).

    Args:
        hand: 14 tiles.
        unseen: uint8[53], tiles of each kind that may still be drawn; all outside the hand where None.
        ace_high: whether 12-13-1 is a run (R6.2).

    Raises:
        TileError: no such hand of 14 tiles is possible.
    """
    counts = hand_counts(hand, HAND_SIZE)
    mask = int(outs_of_counts(counts, tables(ace_high), new_scratch()))
    return {} if mask < 0 else _outs(mask, counts, _unseen(counts, unseen))


def discards(hand: Hand, *, unseen: Counts | None = None, ace_high: bool = True) -> tuple[Discard, ...]:
    """What each discard of 15 tiles leads to, by kind.

    Args:
        hand: 15 tiles.
        unseen: uint8[53], tiles of each kind that may still be drawn; all outside the hand where None.
        ace_high: whether 12-13-1 is a run (R6.2).

    Raises:
        TileError: no such hand of 15 tiles is possible.
    """
    counts = hand_counts(hand, HAND_SIZE + 1)
    lookup, scratch = tables(ace_high), new_scratch()
    after = np.zeros(N_KINDS, np.int64)
    masks = np.zeros(N_KINDS, np.int64)
    discards_of_counts(counts, lookup, scratch, after, masks)
    live = _unseen(counts, unseen)
    answers = []
    for kind in np.flatnonzero(counts).tolist():
        rest = counts.copy()
        rest[kind] -= 1
        done = _SHAPES[shape_of_counts(rest, lookup, scratch)] if after[kind] == 0 else None
        found = {} if after[kind] == 0 else _outs(int(masks[kind]), rest, live)
        answers.append(Discard(kind, int(after[kind]), done, found))
    return tuple(answers)


def _unseen(counts: Counts, unseen: Counts | None) -> Counts:
    if unseen is None:
        return COPIES - counts
    if np.shape(unseen) != (N_KINDS,):
        msg = f"unseen tiles are {N_KINDS} counts, not {unseen!r}"
        raise TileError(msg)
    return unseen


def _outs(mask: int, counts: Counts, live: Counts) -> dict[int, int]:
    """The outs of a mask with their live copies, and a wild, which lowers every distance above 0 (R5.2)."""
    found: dict[int, int] = {}
    while mask:
        kind = kind_at(mask)
        found[kind] = int(live[kind])
        mask &= mask - 1
    if counts[WILD] < COPIES:
        found[WILD] = int(live[WILD])
    return found


@kernel
def distance_of_counts(counts: Counts, tables: Tables, scratch: Scratch) -> int:
    """The distance of one hand of uint8[53] counts."""
    once, twice = pack(counts)
    return distance_of(once, twice, int(counts[WILD]), tables, scratch)


@kernel
def distances_of_counts(hands: Counts, tables: Tables, scratch: Scratch, answers: NDArray[np.int8]) -> None:
    """Fill int8[n] with the distances of uint8[n, 53]."""
    hands, answers = borrow(hands), borrow(answers)
    for row in range(hands.shape[0]):
        once, twice = pack(hands[row])
        answers[row] = distance_of(once, twice, int(hands[row, WILD]), tables, scratch)


@kernel
def shape_of_counts(counts: Counts, tables: Tables, scratch: Scratch) -> int:
    """How 14 tiles lie down: 0, `MELDS_ENDING`, `PAIRS_ENDING` or their sum."""
    once, twice = pack(counts)
    return shape_of(once, twice, int(counts[WILD]), tables, scratch)


@kernel
def gains_of_counts(counts: Counts, tables: Tables, scratch: Scratch) -> int:
    """The most naturals that melds hold, times 256, and those that seven pairs hold."""
    once, twice = pack(counts)
    return (meld_gain(once, twice, 0, HAND_SIZE, tables, scratch) << 8) | pair_gain(once, twice)


@kernel
def outs_of_counts(counts: Counts, tables: Tables, scratch: Scratch) -> int:
    """The mask of natural kinds that lower the distance of 14 tiles; -1 where it is 0."""
    once, twice = pack(counts)
    places = HAND_SIZE - int(counts[WILD])
    best = gain(once, twice, places, tables, scratch)
    if best >= places:
        return -1
    return outs_mask(once, twice, best, ALL_KINDS, tables, scratch)


@kernel
def discards_of_counts(counts: Counts, tables: Tables, scratch: Scratch, after: Words, outs: Words) -> None:
    """Fill int64[53] each: distance after each discard of 15 tiles, and the masks of its outs."""
    once, twice = pack(counts)
    discard_table(once, twice, int(counts[WILD]), ALL_KINDS, 0, tables, scratch, after, outs)
