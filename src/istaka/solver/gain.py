"""How far a hand is: the most natural tiles that find a place, and the distance that follows.

With G = the most naturals that fit into 14 slots of melds, or into seven pairs, and w wilds, a hand of 14
or 15 tiles is `14 - min(14, w + G)` draws away from lying down (with 15 tiles: after the best discard).
"""

from istaka.jit import kernel, popcount
from istaka.rules.scoring import MELDS_ENDING, PAIRS_ENDING
from istaka.rules.tiles import HAND_SIZE
from istaka.solver.choices import FIELD, ODD, PLAIN, POSSIBLE, TALLY
from istaka.solver.search import (
    covered,
    in_four,
    in_three,
    in_two,
    keep,
    next_rank,
    possible_sets,
    promise,
    run_profile,
    shape_at,
    slots_left,
    taken_by,
    two_colours,
)
from istaka.solver.tables import Scratch, Tables


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

    A state is given up when `promise` shows that nothing after it beats the best so far. The search ends at
    `cap`, or at what the first promise allows.
    """
    low = two_colours(once, twice, tables)
    high = two_colours(once >> 32, twice >> 32, tables)
    profile = run_profile(low, high, tables)
    best = max(floor, covered(profile, HAND_SIZE))
    open_ranks = in_two(once)
    if best >= cap or open_ranks == 0:
        return best
    three, four = in_three(once), in_four(once)
    possible = possible_sets(twice, open_ranks, three, four)
    ceiling = min(cap, promise(profile, HAND_SIZE, tables.best_sets[possible]))
    if ceiling <= best:
        return best
    keep(scratch, 0, low, high, profile, 0)
    states = 1
    while open_ranks != 0:
        rank = next_rank(open_ranks, three, four)
        open_ranks ^= 1 << rank
        shape = shape_at(once, twice, rank)
        possible -= tables.ranges[shape, POSSIBLE]
        further = tables.best_sets[possible]
        known = states
        for row in range(tables.ranges[shape, PLAIN], tables.ranges[shape, ODD]):
            taken_low, taken_high = taken_by(row, rank, tables)
            for state in range(known):
                tally: int = scratch.tally[state] + tables.choices[row, TALLY]
                placed, slots = tally & FIELD, slots_left(tally)
                if slots < 0 or placed + promise(scratch.profile[state], slots, further) <= best:
                    continue
                low, high = scratch.low[state] - taken_low, scratch.high[state] - taken_high
                profile = run_profile(low, high, tables)
                best = max(best, placed + covered(profile, slots))
                if best >= ceiling:
                    return best
                if further != 0:
                    keep(scratch, states, low, high, profile, tally)
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
    """How 14 tiles lie down: 0 (not at all), `MELDS_ENDING`, `PAIRS`, or both in sum (R8.5)."""
    target = HAND_SIZE - wilds
    shape = PAIRS_ENDING if pair_gain(once, twice) >= target else 0
    if meld_gain(once, twice, target - 1, target, tables, scratch) >= target:
        shape |= MELDS_ENDING
    return shape
