"""Every combination, listed: the one statement of what a set and a run are (R6).

Nothing else in the program knows it: the solver's tables are made from these lists. Runs of three to five
tiles suffice, because a longer run splits into such runs.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Final, Literal, NamedTuple

from istaka.rules.tiles import N_COLOURS, N_RANKS

SHORTEST: Final = 3
"""A combination has at least three tiles (R6.1, R6.2)."""
LONGEST_NEEDED: Final = 5
"""Six tiles in a row are two runs of three, and so on."""


class Meld(NamedTuple):
    """One combination: its shape and its natural faces 0..51, a run's in ascending order."""

    shape: Literal["set", "run"]
    faces: tuple[int, ...]


def sets() -> Iterator[Meld]:
    """R6.1: three or four tiles of one rank, all colours different."""
    for rank in range(N_RANKS):
        for size in range(SHORTEST, N_COLOURS + 1):
            for colours in combinations(range(N_COLOURS), size):
                yield Meld("set", tuple(colour * N_RANKS + rank for colour in colours))


def run_ranks(longest: int, *, ace_high: bool) -> Iterator[tuple[int, ...]]:
    """R6.2: the ranks (0..12) of every run of one colour with 3 to `longest` tiles, in ascending order.

    With `ace_high` the 1 may follow the 13 as the last tile; nothing follows it there.
    """
    places = [*range(N_RANKS), 0] if ace_high else [*range(N_RANKS)]
    for size in range(SHORTEST, longest + 1):
        for start in range(len(places) - size + 1):
            yield tuple(places[start : start + size])


def runs(longest: int, *, ace_high: bool) -> Iterator[Meld]:
    """R6.2: every run of 3 to `longest` tiles."""
    for colour in range(N_COLOURS):
        for ranks in run_ranks(longest, ace_high=ace_high):
            yield Meld("run", tuple(colour * N_RANKS + rank for rank in ranks))


@cache
def melds(*, ace_high: bool) -> tuple[Meld, ...]:
    """Sets and runs of 3 to 5 tiles, from which every combination can be put together: 197 rows, or 185."""
    return (*sets(), *runs(LONGEST_NEEDED, ace_high=ace_high))
