"""Free discards: the tiles that can go without the gain going down, in one search.

A tile is free exactly if some best structure (one that holds as many naturals as any) leaves a copy of it out. So
the search of `gain` runs once more with the threshold fixed at the gain, and collects what each best structure
leaves out, instead of deciding every tile by a search of its own.
"""

from istaka.jit import kernel, popcount
from istaka.rules.tiles import HAND_SIZE
from istaka.solver.bits import LANE, LANE_MASK
from istaka.solver.choices import BLUE_BLACK, EMPTIED, FIELD, ODD, PLAIN, POSSIBLE, RED_YELLOW, TALLY
from istaka.solver.gain import pair_gain, placed_in_pairs
from istaka.solver.search import (
    MOST_SETS,
    colours_at,
    covered,
    in_four,
    in_three,
    in_two,
    next_rank,
    others_class,
    possible_sets,
    promise,
    run_profile,
    sets_of,
    slots_left,
    start,
    ternary_at,
    two_colours,
)
from istaka.solver.tables import Scratch, Tables


@kernel
def free_in_runs(low: int, high: int, slots: int, candidates: int, tables: Tables) -> int:
    """Candidates without one copy of which runs with `slots` slots still cover as much of what is left."""
    most = covered(run_profile(low, high, tables), slots)
    free = 0
    for colour in range(4):
        lane = (candidates >> (LANE * colour)) & LANE_MASK
        if lane == 0:
            continue
        others = others_class(low, high, colour, tables)
        number = ternary_at(low, high, colour)
        while lane != 0:
            bit = lane & -lane
            lane ^= bit
            less = tables.run_class[number - int(tables.ternary[bit])]
            if covered(int(tables.profile[tables.pair_class[others, less]]), slots) >= most:
                free |= bit << (LANE * colour)
    return free


@kernel(inline=True)
def free_in_pairs(once: int, twice: int, gain: int) -> int:
    """Tiles without one copy of which seven pairs still hold `gain` naturals, if they do with it."""
    if pair_gain(once, twice) < gain:
        return 0
    pairs, singles = popcount(twice), popcount(once & ~twice)
    free = 0
    if placed_in_pairs(pairs, singles - 1) == gain:
        free |= once & ~twice
    if pairs > 0 and placed_in_pairs(pairs - 1, singles + 1) == gain:
        free |= twice
    return free


@kernel
def free_discards(once: int, twice: int, gain: int, tables: Tables, scratch: Scratch) -> int:
    """The mask of natural kinds of which one copy can go while the gain stays.

    Args:
        once: kinds of the hand.
        twice: kinds of which it holds both copies.
        gain: its exact gain, found with a cap of 14.
        tables: of the rule set.
        scratch: working memory.
    """
    low = two_colours(once, twice, tables)
    high = two_colours(once >> 32, twice >> 32, tables)
    profile = run_profile(low, high, tables)
    free = free_in_pairs(once, twice, gain)
    if covered(profile, HAND_SIZE) == gain:
        free |= free_in_runs(low, high, HAND_SIZE, once & ~free, tables)
    two, three, four = in_two(once), in_three(once), in_four(once)
    possible = possible_sets(twice, two, three, four)
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
            emptied = tables.choices[row, EMPTIED] << rank
            taken_low = tables.choices[row, RED_YELLOW] * unit
            taken_high = tables.choices[row, BLUE_BLACK] * unit
            for state in range(known):
                tally = scratch.tally[state] + tables.choices[row, TALLY]
                placed = tally & FIELD
                slots = slots_left(tally)
                if slots < 3:
                    if slots >= 0 and sets_of(tally) == MOST_SETS and placed == gain:
                        free |= once & ~(scratch.emptied[state] | emptied)
                    continue
                if placed + promise(scratch.profile[state], slots, further) < gain:
                    continue
                low = scratch.low[state] - taken_low
                high = scratch.high[state] - taken_high
                gone = scratch.emptied[state] | emptied
                profile = run_profile(low, high, tables)
                if placed + covered(profile, slots) == gain:
                    free |= free_in_runs(low, high, slots, once & ~(gone | free), tables)
                if further != 0:
                    scratch.low[states] = low
                    scratch.high[states] = high
                    scratch.profile[states] = profile
                    scratch.tally[states] = tally
                    scratch.emptied[states] = gone
                    states += 1
    return free
