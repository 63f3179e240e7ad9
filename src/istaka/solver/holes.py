"""Outs: the tiles that raise the gain, in one search.

A tile raises the gain exactly if some best structure has a hole for it: a slot that asks for one copy more than the
hand holds. So the search of `gain` runs once more with the threshold fixed at the gain, and collects the holes of
every best structure, instead of trying 52 tiles one by one.

A hole lies in a run, in a set of a single tile, or in a set of two tiles or more.

- In a run: one more tile raises the profile of what the sets leave.
- In a set of a single tile: that tile would do as well in a run of three slots. So a best structure without such a
  set leads to it, and it is enough to exchange the two there.
- In another set: plain choices for sets are enough to find a best structure, not to find every hole, and odd choices
  (see `choices`) give the others. One odd choice is enough for a structure: at any other rank the plain choice that
  makes an odd one superfluous places as many tiles and leaves this hole as it is. Nor does the bound have to know of
  them, for no odd choice places more than a plain one.
"""

from istaka.jit import kernel, popcount
from istaka.rules.tiles import HAND_SIZE
from istaka.solver.bits import LANE, LANE_MASK, ONE_RANK
from istaka.solver.choices import BLUE_BLACK, EMPTIED, END, FIELD, HOLES, ODD_AT, PLAIN, POSSIBLE, RED_YELLOW, TALLY
from istaka.solver.gain import pair_gain, placed_in_pairs
from istaka.solver.search import (
    MOST_SETS,
    colours_at,
    covered,
    in_four,
    in_one,
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
def holes_in_runs(low: int, high: int, slots: int, candidates: int, tables: Tables) -> int:
    """Candidates with one more copy of which runs with `slots` slots cover more of what is left."""
    most = covered(run_profile(low, high, tables), slots)
    holes = 0
    for colour in range(4):
        lane = (candidates >> (LANE * colour)) & LANE_MASK
        others = others_class(low, high, colour, tables)
        number = ternary_at(low, high, colour)
        while lane != 0:
            bit = lane & -lane
            lane ^= bit
            more = tables.run_class[number + int(tables.ternary[bit])]
            if covered(int(tables.profile[tables.pair_class[others, more]]), slots) > most:
                holes |= bit << (LANE * colour)
    return holes


@kernel
def holes_beside_one(low: int, high: int, slots: int, left: int, wanted: int, tables: Tables) -> int:
    """Holes of sets of a single tile: the wanted kinds of its rank, where runs can spare it and three slots.

    `left` is the mask of kinds of which the sets leave a copy. A kind of the rank that is held but not left, or left
    in a run, is a hole as well: the set asks for its second copy.
    """
    most = covered(run_profile(low, high, tables), slots)
    ranks = in_one(wanted)
    holes = 0
    for colour in range(4):
        lane = (left >> (LANE * colour)) & ranks
        if lane == 0:
            continue
        others = others_class(low, high, colour, tables)
        number = ternary_at(low, high, colour)
        while lane != 0:
            bit = lane & -lane
            lane ^= bit
            less = tables.run_class[number - int(tables.ternary[bit])]
            if covered(int(tables.profile[tables.pair_class[others, less]]), slots - 3) + 1 >= most:
                holes |= bit * (ONE_RANK & ~(1 << (LANE * colour)))
    return holes & wanted


@kernel(inline=True)
def holes_in_pairs(once: int, twice: int, gain: int) -> int:
    """Tiles with one more copy of which seven pairs hold more than `gain` naturals."""
    if pair_gain(once, twice) < gain:
        return 0
    pairs, singles = popcount(twice), popcount(once & ~twice)
    holes = 0
    if placed_in_pairs(pairs, singles + 1) > gain:
        holes |= ~once
    if placed_in_pairs(pairs + 1, singles - 1) > gain:
        holes |= once
    return holes


@kernel
def outs_mask(once: int, twice: int, gain: int, candidates: int, tables: Tables, scratch: Scratch) -> int:
    """The mask of those candidates (natural kinds) that raise the gain of a hand.

    Args:
        once: kinds of a hand that is not finished (some natural finds no place).
        twice: kinds of which it holds both copies, never outs.
        gain: its exact gain.
        candidates: mask of the kinds that matter to the caller, such as those still alive.
        tables: of the rule set.
        scratch: working memory.
    """
    candidates &= ~twice
    low = two_colours(once, twice, tables)
    high = two_colours(once >> 32, twice >> 32, tables)
    profile = run_profile(low, high, tables)
    outs = holes_in_pairs(once, twice, gain) & candidates
    if covered(profile, HAND_SIZE) == gain:
        outs |= holes_in_runs(low, high, HAND_SIZE, candidates & ~outs, tables)
        outs |= holes_beside_one(low, high, HAND_SIZE, once, candidates & ~outs, tables)
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
        for row in range(tables.ranges[shape, PLAIN], tables.ranges[shape, END]):
            holes = (tables.choices[row, HOLES] << rank) & candidates
            emptied = tables.choices[row, EMPTIED] << rank
            odd_row = tables.choices[row, TALLY] >> ODD_AT
            if odd_row and (holes & ~outs) == 0:
                continue
            taken_low = tables.choices[row, RED_YELLOW] * unit
            taken_high = tables.choices[row, BLUE_BLACK] * unit
            for state in range(known):
                tally = scratch.tally[state] + tables.choices[row, TALLY]
                placed = tally & FIELD
                slots = slots_left(tally)
                odd = tally >> ODD_AT
                found = scratch.holes[state] | holes
                if odd > 1 or (odd == 1 and (found & ~outs) == 0):
                    continue
                if slots < 3:
                    if slots >= 0 and sets_of(tally) == MOST_SETS and placed == gain:
                        outs |= found
                    continue
                if placed + promise(scratch.profile[state], slots, further) < gain:
                    continue
                low = scratch.low[state] - taken_low
                high = scratch.high[state] - taken_high
                profile = run_profile(low, high, tables)
                if placed + covered(profile, slots) == gain:
                    outs |= found
                    if odd:
                        continue
                    left = once & ~(scratch.emptied[state] | emptied)
                    outs |= holes_in_runs(low, high, slots, candidates & ~outs, tables)
                    outs |= holes_beside_one(low, high, slots, left, candidates & ~outs, tables)
                if further != 0:
                    scratch.low[states] = low
                    scratch.high[states] = high
                    scratch.profile[states] = profile
                    scratch.tally[states] = tally
                    scratch.emptied[states] = scratch.emptied[state] | emptied
                    scratch.holes[states] = found
                    states += 1
    return outs
