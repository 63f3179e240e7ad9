"""Free discards: the tiles that can go without the gain going down, in one search.

A tile is free exactly if some best structure (one that holds as many naturals as any) leaves a copy of it
out. So the search of `gain` runs once more with the threshold fixed at the gain, and collects what each
best structure leaves out, instead of deciding every tile by a search of its own. Plain choices suffice:
where one replaces another in a best structure, all tiles of the old structure still have a place.
"""

from istaka.jit import kernel, popcount
from istaka.rules.tiles import HAND_SIZE, N_COLOURS
from istaka.solver.bits import LANE, LANE_MASK
from istaka.solver.choices import EMPTIED, FIELD, ODD, PLAIN, POSSIBLE, TALLY
from istaka.solver.gain import placed_in_pairs
from istaka.solver.search import (
    covered,
    covered_beside,
    in_four,
    in_three,
    in_two,
    keep,
    keep_marks,
    next_rank,
    others_class,
    possible_sets,
    promise,
    run_profile,
    shape_at,
    slots_left,
    taken_by,
    ternary_at,
    two_colours,
)
from istaka.solver.tables import Scratch, Tables


@kernel
def free_in_runs(low: int, high: int, slots: int, most: int, left: int, tables: Tables) -> int:
    """Kinds of `left` without one copy of which runs with `slots` slots still cover `most` tiles."""
    free = 0
    for colour in range(N_COLOURS):
        lane = (left >> (LANE * colour)) & LANE_MASK
        if lane == 0:
            continue
        others = others_class(low, high, colour, tables)
        number = ternary_at(low, high, colour)
        while lane != 0:
            bit = lane & -lane
            lane ^= bit
            if covered_beside(others, number - int(tables.ternary[bit]), slots, tables) >= most:
                free |= bit << (LANE * colour)
    return free


@kernel(inline=True)
def free_in_pairs(once: int, twice: int, gain: int) -> int:
    """Tiles without one copy of which seven pairs still hold `gain` naturals, if they do with it.

    These are the single tiles where there are more than the pairs need. A whole pair is worth one tile more
    than its halves.
    """
    pairs, singles = popcount(twice), popcount(once & ~twice)
    return once & ~twice if placed_in_pairs(pairs, singles - 1) == gain else 0


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
        free |= free_in_runs(low, high, HAND_SIZE, gain, once & ~free, tables)
    open_ranks, three, four = in_two(once), in_three(once), in_four(once)
    possible = possible_sets(twice, open_ranks, three, four)
    keep(scratch, 0, low, high, profile, 0)
    keep_marks(scratch, 0, 0, 0)
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
                tally = scratch.tally[state] + tables.choices[row, TALLY]
                placed, slots = tally & FIELD, slots_left(tally)
                if slots < 0 or placed + promise(scratch.profile[state], slots, further) < gain:
                    continue
                low, high = scratch.low[state] - taken_low, scratch.high[state] - taken_high
                profile = run_profile(low, high, tables)
                emptied = scratch.emptied[state] | (tables.choices[row, EMPTIED] << rank)
                if placed + covered(profile, slots) == gain:
                    free |= free_in_runs(low, high, slots, gain - placed, once & ~(emptied | free), tables)
                if further != 0:
                    keep(scratch, states, low, high, profile, tally)
                    keep_marks(scratch, states, emptied, 0)
                    states += 1
    return free
