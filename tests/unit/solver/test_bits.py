"""Bitboards hold exactly the naturals of a hand."""

import numpy as np

from istaka.cli.workloads import random_hands
from istaka.solver.bits import ALL_KINDS, ONE_RANK, bit_of, kind_at, pack, with_tile, without_tile


def naturals(once: int, twice: int) -> list[int]:
    return [
        int(once >> place & 1) + int(twice >> place & 1)
        for place in (16 * (k // 13) + k % 13 for k in range(52))
    ]


def test_every_kind_has_its_bit() -> None:
    bits = [bit_of(kind) for kind in range(52)]
    assert [kind_at(bit) for bit in bits] == list(range(52))
    assert sum(bits) == ALL_KINDS
    assert sum(bits[::13]) == ONE_RANK


def test_packed_hands_hold_their_naturals() -> None:
    for counts in random_hands(50, 15, 2):
        once, twice = pack(counts)
        assert naturals(once, twice) == counts[:52].tolist()
        assert once & ~ALL_KINDS == 0


def test_tiles_come_and_go() -> None:
    counts = np.zeros(53, np.uint8)
    counts[[0, 20, 51]] = [1, 2, 1]
    once, twice = pack(counts)
    for kind in (0, 51, 7):
        more_once, more_twice = with_tile(once, twice, bit_of(kind))
        assert naturals(more_once, more_twice)[kind] == counts[kind] + 1
        assert without_tile(more_once, more_twice, bit_of(kind)) == (once, twice)
    less_once, less_twice = without_tile(once, twice, bit_of(20))
    assert naturals(less_once, less_twice)[20] == 1
    assert with_tile(less_once, less_twice, bit_of(20)) == (once, twice)
