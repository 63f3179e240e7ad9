"""How far a hand is: the most natural tiles that find a place, and the distance that follows.

With G = the most naturals that fit into 14 slots of melds, or into seven pairs, and w wilds, a hand of 14 or 15
tiles is `14 - min(14, w + G)` draws away from lying down (with 15 tiles: after the best discard).
"""

from typing import Final

from istaka.jit import kernel, popcount
from istaka.rules.tiles import HAND_SIZE
from istaka.solver.choices import BLUE_BLACK, END, FIELD, ODD, PLAIN, POSSIBLE, RED_YELLOW, TALLY
from istaka.solver.search import (
    MOST_SETS,
    colours_at,
    covered,
    in_four,
    in_three,
    in_two,
    next_rank,
    possible_sets,
    promise,
    run_profile,
    sets_of,
    slots_left,
    start,
    two_colours,
)
from istaka.solver.tables import Scratch, Tables

MELDS: Final = 1
PAIRS: Final = 2


@kernel(inline=True)
def placed_in_pairs(pairs: int, singles: int) -> int:
    """Naturals that seven pairs hold: whole pairs, then one tile each."""
    whole = min(pairs, 7)
    return 2 * whole + min(7 - whole, singles)


@kernel(inline=True)
def pair_gain(once: int, twice: int) -> int:
    """The most naturals that seven pairs hold (R8.2)."""
    return placed_in_pairs(popcount(twice), popcount(once & ~twice))


@kernel
def meld_gain(once: int, twice: int, floor: int, cap: int, tables: Tables, scratch: Scratch) -> int:
    """The most naturals that melds with 14 slots hold (R8.1), where that is more than `floor`, else `floor`.

    Stops as soon as `cap` is reached.
    """
    low = two_colours(once, twice, tables)
    high = two_colours(once >> 32, twice >> 32, tables)
    profile = run_profile(low, high, tables)
    best = max(floor, covered(profile, HAND_SIZE))
    two = in_two(once)
    if best >= cap or two == 0:
        return best
    three, four = in_three(once), in_four(once)
    possible = possible_sets(twice, two, three, four)
    ceiling = min(cap, promise(profile, HAND_SIZE, tables.best_sets[possible]))
    if ceiling <= best:
        return best
    start(low, high, profile, scratch)
    states = 1
    todo = two
    while todo != 0:
        rank = next_rank(todo, three, four)
        todo ^= 1 << rank
        shape = colours_at(once, rank) | (colours_at(twice, rank) << 4)
        possible -= tables.ranges[shape, POSSIBLE]
        further = tables.best_sets[possible]
        unit = int(tables.ternary[1 << rank])
        known = states
        for row in range(tables.ranges[shape, PLAIN], tables.ranges[shape, ODD]):
            taken_low = tables.choices[row, RED_YELLOW] * unit
            taken_high = tables.choices[row, BLUE_BLACK] * unit
            for state in range(known):
                tally = scratch.tally[state] + tables.choices[row, TALLY]
                placed = tally & FIELD
                slots = slots_left(tally)
                if slots < 3:
                    if slots >= 0 and sets_of(tally) == MOST_SETS and placed > best:
                        best = placed
                        if best >= ceiling:
                            return best
                    continue
                if placed + promise(scratch.profile[state], slots, further) <= best:
                    continue
                low = scratch.low[state] - taken_low
                high = scratch.high[state] - taken_high
                profile = run_profile(low, high, tables)
                if placed + covered(profile, slots) > best:
                    best = placed + covered(profile, slots)
                    if best >= ceiling:
                        return best
                if further != 0:
                    scratch.low[states] = low
                    scratch.high[states] = high
                    scratch.profile[states] = profile
                    scratch.tally[states] = tally
                    states += 1
    return best


@kernel
def gain(once: int, twice: int, cap: int, tables: Tables, scratch: Scratch) -> int:
    """The most naturals that find a place in 14 slots of melds or in seven pairs; stops at `cap`."""
    return meld_gain(once, twice, pair_gain(once, twice), cap, tables, scratch)


@kernel
def distance_of(once: int, twice: int, wilds: int, tables: Tables, scratch: Scratch) -> int:
    """Draws until 14 tiles lie down: of 14 tiles, or of 15 after the best discard."""
    places = HAND_SIZE - wilds
    return max(0, places - gain(once, twice, places, tables, scratch))


@kernel
def reaches(once: int, twice: int, target: int, tables: Tables, scratch: Scratch) -> bool:
    """Whether the gain is at least `target`."""
    if pair_gain(once, twice) >= target:
        return True
    return meld_gain(once, twice, target - 1, target, tables, scratch) >= target


@kernel
def wins(once: int, twice: int, wilds: int, tables: Tables, scratch: Scratch) -> bool:
    """Whether 14 tiles lie down (R8.1, R8.2), or of 15 tiles some discard goes out."""
    return reaches(once, twice, HAND_SIZE - wilds, tables, scratch)


@kernel
def shape_of(once: int, twice: int, wilds: int, tables: Tables, scratch: Scratch) -> int:
    """How 14 tiles lie down: 0 (not at all), `MELDS`, `PAIRS`, or both in sum (R8.5)."""
    target = HAND_SIZE - wilds
    shape = PAIRS if pair_gain(once, twice) >= target else 0
    if meld_gain(once, twice, target - 1, target, tables, scratch) >= target:
        shape |= MELDS
    return shape
