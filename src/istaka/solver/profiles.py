"""Run profiles: how many tiles of one colour the runs of a hand can cover (builder of the shipped table).

The tiles of a colour are a vector of 13 counts 0..2, written as a number in base 3. Its **run profile**
says for every number of slots n = 0..14 how many of these tiles runs with n slots in all can cover, a hole
being a slot without a tile. It is packed as 15 nibbles of an int64. Only some 850 profiles exist; they get
numbers ("classes"), and putting two colours side by side (max-plus convolution of their profiles) leads to
one of hardly more profiles. So the whole algebra is one table of pairs.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from istaka.rules.melds import LONGEST_NEEDED, SHORTEST, run_ranks
from istaka.rules.tiles import HAND_SIZE, N_RANKS
from istaka.solver.types import Classes, Words

Profiles = NDArray[np.uint8]
"""uint8[n, 15]: unpacked profiles, tiles covered by number of slots."""

N_VECTORS: Final = 3**N_RANKS
_POWERS: Final = 3 ** np.arange(N_RANKS)
_SLOTS: Final = HAND_SIZE + 1


class ProfileTables(NamedTuple):
    """What is shipped: the class of every count vector, the classes' profiles and their combinations."""

    run_class: Classes
    """uint16[3**13]: class of a colour's count vector."""
    pair_class: Classes
    """uint16[classes, classes]: class of two colours side by side."""
    profile: Words
    """int64[classes]: nibble n = most tiles that runs with n slots cover."""


def build_profiles(*, ace_high: bool) -> ProfileTables:
    """Compute the tables from the list of runs, about a second of NumPy.

    Classes are numbered by the fewest tiles that lead to them, so that the rows which real hands read lie
    close together in memory.
    """
    packed = _pack(_cover_all(list(run_ranks(LONGEST_NEEDED, ace_high=ace_high))))
    by_tiles = np.argsort(_digits().sum(axis=1), kind="stable")
    found, first = np.unique(packed[by_tiles], return_index=True)
    profile = found[np.argsort(first)]
    pair_class, profile = _close(profile)
    run_class = _class_of(packed, profile)
    return ProfileTables(run_class, pair_class, profile)


def _digits() -> NDArray[np.uint8]:
    """uint8[3**13, 13]: the counts that each vector's number stands for."""
    return (np.arange(N_VECTORS)[:, None] // _POWERS % 3).astype(np.uint8)


def _levels(counts: NDArray[np.uint8]) -> Iterator[tuple[int, NDArray[np.intp]]]:
    """(lowest rank present, vectors) in an order where every vector follows those with fewer tiles."""
    lowest = (counts > 0).argmax(axis=1)
    tiles = counts.sum(axis=1)
    for number in range(1, 2 * N_RANKS + 1):
        level = np.flatnonzero(tiles == number)
        for rank in range(N_RANKS):
            yield rank, level[lowest[level] == rank]


def _cover_all(run_list: list[tuple[int, ...]]) -> Profiles:
    """Profiles of all vectors: a copy of the lowest tile is left out, or lies in a run through it."""
    counts = _digits()
    covered = np.zeros((N_VECTORS, _SLOTS), np.uint8)
    for rank, vectors in _levels(counts):
        best = covered[vectors - _POWERS[rank]]
        for run in run_list:
            if rank not in run:
                continue
            size, ranks = len(run), list(run)
            present = counts[vectors[:, None], ranks] > 0
            gained = present.sum(axis=1, dtype=np.uint8)[:, None]
            rest = covered[vectors - present @ _POWERS[ranks]]
            best[:, size:] = np.maximum(best[:, size:], gained * _fillable(size) + rest[:, : _SLOTS - size])
        covered[vectors] = np.maximum.accumulate(best, axis=1)
    return covered


def _fillable(size: int) -> NDArray[np.uint8]:
    """uint8[15 - size]: 1 where the slots beside a run of this size are none or can hold a run."""
    beside = np.arange(_SLOTS - size)
    fillable: NDArray[np.uint8] = ((beside == 0) | (beside >= SHORTEST)).astype(np.uint8)
    return fillable


def _close(profile: Words) -> tuple[Classes, Words]:
    """The pair table, and the profiles with those added that only pairs of colours have."""
    while True:
        pairs = _pack(_side_by_side(_unpack(profile)))
        new = np.setdiff1d(pairs, profile)
        if new.size == 0:
            return _class_of(pairs, profile), profile
        profile = np.concatenate([profile, new])


def _side_by_side(profiles: Profiles) -> Profiles:
    """uint8[n, n, 15]: the profile of every two colours together."""
    n = len(profiles)
    both = np.zeros((n, n, _SLOTS), np.uint8)
    for slots in range(SHORTEST, _SLOTS):
        for here in (0, *range(SHORTEST, slots - SHORTEST + 1), slots):
            total = profiles[:, None, here] + profiles[None, :, slots - here]
            np.maximum(both[:, :, slots], total, out=both[:, :, slots])
    return both


def _pack(profiles: Profiles) -> Words:
    packed = np.zeros(profiles.shape[:-1], np.int64)
    for slots in range(SHORTEST, _SLOTS):
        packed |= profiles[..., slots].astype(np.int64) << (4 * slots)
    return packed


def _unpack(profile: Words) -> Profiles:
    unpacked: Profiles = (profile[:, None] >> (4 * np.arange(_SLOTS)) & 15).astype(np.uint8)
    return unpacked


def _class_of(packed: Words, profile: Words) -> Classes:
    order = np.argsort(profile)
    return order[np.searchsorted(profile, packed, sorter=order)].astype(np.uint16)
