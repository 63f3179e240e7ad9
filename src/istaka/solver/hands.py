"""Hands as callers give them: checked, and as counts."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from istaka.rules.errors import TileError
from istaka.rules.tiles import COPIES, HAND_SIZE, N_KINDS
from istaka.solver.types import Counts

Hand: TypeAlias = Sequence[int] | NDArray[np.integer]
"""Counts of the 53 kinds, or the kinds of 14 or 15 tiles in any order."""


def hand_counts(hand: Hand, *sizes: int) -> Counts:
    """The hand as uint8[53] counts.

    Args:
        hand: counts of the 53 kinds, or the kinds themselves.
        sizes: how many tiles it may have; 14 or 15 where none is given.

    Raises:
        TileError: another number of tiles, a third copy of a kind, or a number that is no kind.
    """
    numbers = [int(number) for number in hand]
    counts = numbers if len(numbers) == N_KINDS else _count(numbers)
    for kind, copies in enumerate(counts):
        if not 0 <= copies <= COPIES:
            raise TileError(_too_many(kind, copies))
    if sum(counts) not in (sizes or (HAND_SIZE, HAND_SIZE + 1)):
        raise TileError(_wrong_size(sum(counts), sizes or (HAND_SIZE, HAND_SIZE + 1)))
    return np.array(counts, np.uint8)


def check_counts(counts: NDArray[np.uint8]) -> None:
    """Refuse rows of uint8[n, 53] that are no hands of 14 or 15 tiles.

    Raises:
        TileError: the first row that is none, and why.
    """
    wrong = np.argwhere(counts > COPIES)
    if wrong.size:
        row, kind = wrong[0]
        raise TileError(_too_many(int(kind), int(counts[row, kind])))
    sizes = (HAND_SIZE, HAND_SIZE + 1)
    tiles = counts.sum(axis=1, dtype=np.int64)
    unfit = tiles[~np.isin(tiles, sizes)]
    if unfit.size:
        raise TileError(_wrong_size(int(unfit[0]), sizes))


def _too_many(kind: int, copies: int) -> str:
    return f"{copies} tiles of kind {kind}: there are {COPIES} of each"


def _wrong_size(tiles: int, sizes: tuple[int, ...]) -> str:
    return f"a hand of {tiles} tiles: expected {' or '.join(map(str, sizes))}"


def _count(kinds: list[int]) -> list[int]:
    counts = [0] * N_KINDS
    for kind in kinds:
        if not 0 <= kind < N_KINDS:
            msg = f"{kind} is no kind: expected 0 to {N_KINDS - 1}"
            raise TileError(msg)
        counts[kind] += 1
    return counts
