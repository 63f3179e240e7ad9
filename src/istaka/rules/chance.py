"""Chance for bulk play: a multiply-with-carry generator that is equal interpreted and compiled.

Fair deals never come from here (`rules/shuffle.py` makes them from a secret): this is for playouts, whose
millions of rounds must be fast and repeatable. A generator is an int64[1] array holding a number below 2^63;
every product stays below 2^63, so that no step depends on how integers overflow.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from istaka.jit import kernel
from istaka.rules.tiles import COPIES, N_TILES, STARRED

Generator = npt.NDArray[np.int64]
"""int64[1]: the state of a generator."""
Faces = npt.NDArray[np.int8]

MULTIPLIER: Final = 1791398085
"""With A * 2^32 - 1 and A * 2^31 - 1 prime, every state has a period of A * 2^31 - 1 (Marsaglia 2003)."""
_LOW: Final = 0xFFFFFFFF
_WARM_UP: Final = 8


@kernel(inline=True)
def advance(rng: Generator) -> int:
    """The next 32 bits, 0..2^32-1."""
    state = int(rng[0])
    state = MULTIPLIER * (state & _LOW) + (state >> 32)
    rng[0] = state
    return (state ^ (state >> 32)) & _LOW


@kernel(inline=True)
def next_below(rng: Generator, bound: int) -> int:
    """A number 0..bound-1 for a bound of at most 2^31; its bias is below bound / 2^32."""
    return (advance(rng) * bound) >> 32


def seed_rng(seed: int) -> Generator:
    """A generator from any whole number, 0..2^62-1; near seeds give unlike streams."""
    low, high = seed & _LOW, (seed >> 32) & 0x3FFFFFFF
    state = (low ^ 0x9E3779B9) | ((1 + (high * 0x5851F42D + low * 0x2545F491) % (MULTIPLIER - 2)) << 32)
    rng = np.array([state], np.int64)
    for _ in range(_WARM_UP):
        advance(rng)
    return rng


@kernel(inline=True)
def shuffle(wall: Faces, rng: Generator) -> None:
    """Fill a wall (int8[106]) with the faces of a random deal: the last is the indicator, never starred.

    Equal in distribution to turning tiles up until one has no star and putting those with one back (R4.2).
    """
    for tile in range(N_TILES):
        wall[tile] = tile // COPIES
    indicator = next_below(rng, N_TILES - COPIES)
    wall[N_TILES - 1] = wall[indicator]
    wall[indicator] = STARRED
    for place in range(N_TILES - 2):
        other = place + next_below(rng, N_TILES - 1 - place)
        face = wall[place]
        wall[place] = wall[other]
        wall[other] = face
