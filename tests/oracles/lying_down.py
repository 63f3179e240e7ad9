"""Whether 14 tiles lie down, from the words of RULES.md R5, R6 and R8 alone: slow, obvious, no tables."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

WILD = 52
COLOURS = range(4)
RANKS = range(1, 14)


def face(colour: int, rank: int) -> int:
    return colour * 13 + rank - 1


def all_melds(*, ace_high: bool) -> Iterator[tuple[int, ...]]:
    """R6.1: 3 or 4 tiles of a rank in different colours. R6.2: runs; longer ones than five split."""
    for rank in RANKS:
        for size in (3, 4):
            for colours in combinations(COLOURS, size):
                yield tuple(face(colour, rank) for colour in colours)
    ranks = [*RANKS, 1] if ace_high else [*RANKS]
    for colour in COLOURS:
        for size in (3, 4, 5):
            for first in range(len(ranks) - size + 1):
                yield tuple(face(colour, rank) for rank in ranks[first : first + size])


@cache
def melds_with(tile: int, *, ace_high: bool) -> tuple[tuple[int, ...], ...]:
    return tuple(meld for meld in all_melds(ace_high=ace_high) if tile in meld)


def in_melds(tiles: list[int], *, ace_high: bool) -> bool:
    """R8.1, R6.3: the first natural tile must lie in some meld, whose other tiles are naturals or wilds."""
    naturals = sorted(tile for tile in tiles if tile != WILD)
    wilds = len(tiles) - len(naturals)
    if not naturals:
        return wilds == 0
    here = set(naturals)
    return any(
        in_melds([*rest, *[WILD] * left], ace_high=ace_high)
        for meld in melds_with(naturals[0], ace_high=ace_high)
        if len(here.intersection(meld)) + wilds >= len(meld)
        for rest, left in ways_to_lay(meld, naturals, wilds)
    )


def ways_to_lay(meld: tuple[int, ...], naturals: list[int], wilds: int) -> Iterator[tuple[list[int], int]]:
    """What stays of naturals and wilds after laying a meld; any tile but its first may be a wild."""
    others = list(meld)
    others.remove(naturals[0])
    for used in range(min(wilds, len(others)) + 1):
        for replaced in combinations(range(len(others)), used):
            rest = naturals[1:]
            wanted = [tile for place, tile in enumerate(others) if place not in replaced]
            if all(tile in rest for tile in wanted):
                for tile in wanted:
                    rest.remove(tile)
                yield rest, wilds - used


def in_pairs(tiles: list[int]) -> bool:
    """R8.2, R6.4: seven pairs; a wild pairs with anything, two wilds pair with each other."""
    naturals = [tile for tile in tiles if tile != WILD]
    odd = sum(naturals.count(tile) % 2 for tile in set(naturals))
    wilds = len(tiles) - len(naturals)
    return odd <= wilds and (wilds - odd) % 2 == 0
