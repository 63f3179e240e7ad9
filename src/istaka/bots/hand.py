"""A seat's own hand as the solver reads it, and what the exact answers about it are."""

import threading
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from istaka.game.view import View
from istaka.rules.scoring import ENDINGS, Ending, going_out
from istaka.rules.tiles import HAND_SIZE, N_KINDS, WILD
from istaka.solver.bits import bit_of, pack, without_tile
from istaka.solver.gain import distance_of, shape_of
from istaka.solver.holes import outs_mask
from istaka.solver.table import discard_table, live_copies
from istaka.solver.tables import new_scratch, tables


class Hand(NamedTuple):
    """Naturals as two bitboards (at least one copy, two copies), wilds, and the rule about 12-13-1 (R6.2)."""

    once: int
    twice: int
    wilds: int
    ace_high: bool


class Choices(NamedTuple):
    """What each discard of 15 tiles leaves."""

    distances: NDArray[np.int64]
    """int64[53]: the distance after discarding the kind, -1 where the hand does not hold it."""
    outs: NDArray[np.int64]
    """int64[53]: bitboard of the naturals that lower that distance, where it is the lowest and not 0."""


class _Workspace(threading.local):
    """The kernels' working memory: a server's worker may ask bots from several threads."""

    def __init__(self) -> None:
        self.words = new_scratch()


_WORKSPACE = _Workspace()


def hand_of(view: View, taken: int | None = None) -> Hand:
    """The seat's hand, with one more tile if `taken` is a kind."""
    counts = view.hand.copy()
    if taken is not None:
        counts[taken] += 1
    once, twice = pack(counts)
    return Hand(int(once), int(twice), int(counts[WILD]), view.rules.ace_high)


def distance(hand: Hand) -> int:
    """How many tiles the hand is away from lying down, with 15 tiles after the best discard."""
    return int(distance_of(hand.once, hand.twice, hand.wilds, tables(hand.ace_high), _WORKSPACE.words))


def choices(hand: Hand, candidates: int = 0) -> Choices:
    """What each discard leaves.

    Args:
        hand: 15 tiles.
        candidates: bitboard of the naturals that may be outs; without any only distances are found.
    """
    found = Choices(np.empty(N_KINDS, np.int64), np.empty(N_KINDS, np.int64))
    memory = _WORKSPACE.words
    discard_table(hand.once, hand.twice, hand.wilds, candidates, 1, tables(hand.ace_high), memory, *found)
    return found


def live_outs(hand: Hand, candidates: int) -> int:
    """Bitboard of the candidates that bring 14 tiles nearer; none where they lie down already."""
    away = distance(hand)
    return _raising(hand, HAND_SIZE - hand.wilds - away, candidates) if away else 0


def missing(hand: Hand, candidates: int) -> int:
    """Bitboard of the candidates that complete a hand of 14 that lies down without one of its wilds."""
    return _raising(hand, HAND_SIZE - hand.wilds, candidates)


def _raising(hand: Hand, gain: int, candidates: int) -> int:
    memory = _WORKSPACE.words
    return int(outs_mask(hand.once, hand.twice, gain, candidates, tables(hand.ace_high), memory))


def without(hand: Hand, kind: int) -> Hand:
    """The hand after a discard."""
    if kind == WILD:
        return hand._replace(wilds=hand.wilds - 1)
    once, twice = without_tile(hand.once, hand.twice, int(bit_of(kind)))
    return hand._replace(once=int(once), twice=int(twice))


def shape_without(hand: Hand, kind: int) -> Ending:
    """How 14 of 15 tiles lie down when a kind is thrown that goes out (R8)."""
    once, twice, wilds, ace_high = without(hand, kind)
    return ENDINGS[int(shape_of(once, twice, wilds, tables(ace_high), _WORKSPACE.words))]


def pays(view: View, hand: Hand, kind: int) -> int:
    """What each opponent gets when the seat goes out with this discard."""
    return going_out(view.rules, shape_without(hand, kind), wild_discard=kind == WILD).points


def mask_of(counts: NDArray[np.uint8]) -> int:
    """Bitboard of the naturals of which there is at least one."""
    return int(pack(counts)[0])


def copies(mask: int, counts: NDArray[np.uint8]) -> int:
    """How many tiles there are of the naturals of a bitboard."""
    return int(live_copies(mask, counts))
