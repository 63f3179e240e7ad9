"""A hand as two bitboards, and the small moves on them.

`once` and `twice` are int64 masks with a lane of 16 bits a colour: bit `16 * colour + rank - 1` stands for a
natural kind. It is set in `once` when the hand holds at least one copy and in `twice` when it holds both.
Wilds are a number beside them. A starred tile is a natural of the wild's face (R5.3), so nothing here knows
it.
"""

from typing import Final

from istaka.jit import kernel, trailing_zeros
from istaka.rules.tiles import N_COLOURS, N_RANKS
from istaka.solver.types import Counts

LANE: Final = 16
"""Bits a colour."""
LANE_MASK: Final = (1 << N_RANKS) - 1
ALL_KINDS: Final = sum(LANE_MASK << (LANE * colour) for colour in range(N_COLOURS))
"""The mask of all 52 natural kinds."""
ONE_RANK: Final = sum(1 << (LANE * colour) for colour in range(N_COLOURS))
"""The four tiles of rank 1; shifted by `rank - 1`, those of any rank."""


@kernel(inline=True)
def bit_of(kind: int) -> int:
    """The bit of a natural kind 0..51."""
    colour = kind // N_RANKS
    return 1 << (LANE * colour + kind - N_RANKS * colour)


@kernel(inline=True)
def kind_at(mask: int) -> int:
    """The natural kind of the lowest bit of a mask that is not empty."""
    place = trailing_zeros(mask)
    return (place >> 4) * N_RANKS + (place & 15)


@kernel(inline=True)
def pack(counts: Counts) -> tuple[int, int]:
    """(once, twice) of the natural tiles in uint8[53] counts."""
    once = 0
    twice = 0
    for colour in range(N_COLOURS):
        for rank in range(N_RANKS):
            copies = int(counts[colour * N_RANKS + rank])
            once |= ((copies + 1) >> 1) << (LANE * colour + rank)
            twice |= (copies >> 1) << (LANE * colour + rank)
    return once, twice


@kernel(inline=True)
def with_tile(once: int, twice: int, bit: int) -> tuple[int, int]:
    """The hand with one more tile, of which it holds at most one."""
    return once | bit, twice | (once & bit)


@kernel(inline=True)
def without_tile(once: int, twice: int, bit: int) -> tuple[int, int]:
    """The hand without one copy of a tile that it holds."""
    return once & ~(bit & ~twice), twice & ~bit
