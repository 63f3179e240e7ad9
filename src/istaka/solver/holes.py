"""Outs: the tiles that raise the gain, in one search.

A tile raises the gain exactly if some best structure has a hole for it: a slot that asks for one copy more
than the hand holds. So the search of `gain` runs once more with the threshold fixed at the gain, and
collects the holes of every best structure, instead of trying 52 tiles one by one.

A hole lies in a run, in a set of a single tile, or in a set of two tiles or more.

- In a run: one more tile raises the profile of what the sets leave.
- In a set of a single tile: that tile would do as well in a run of three slots. So a best structure without
  such a set leads to it, and it is enough to exchange the two there.
- In another set: plain choices for sets are enough to find a best structure, not to find every hole, and odd
  choices (see `choices`) give the others. One odd choice is enough for a structure: at any other rank the
  plain choice that makes an odd one superfluous places as many tiles and leaves this hole as it is. Nor
  does the bound have to know of them, for no odd choice places more than a plain one.

In seven pairs the second copy of each single tile is a hole, and nothing else: 12 naturals or more are at
least seven kinds, or six pairs, which two wilds complete.

All of this supposes that some natural finds no place, that is a distance above 0.
"""

from istaka.jit import kernel
from istaka.rules.tiles import HAND_SIZE, N_COLOURS
from istaka.solver.bits import LANE, LANE_MASK, ONE_RANK
from istaka.solver.choices import EMPTIED, END, FIELD, HOLES, ODD_AT, PLAIN, POSSIBLE, TALLY
from istaka.solver.gain import pair_gain
from istaka.solver.search import (
    covered,
    covered_beside,
    in_four,
    in_one,
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
def holes_in_runs(low: int, high: int, slots: int, most: int, wanted: int, tables: Tables) -> int:
    """Wanted kinds with one more copy of which runs with `slots` slots cover more than `most` tiles."""
    holes = 0
    for colour in range(N_COLOURS):
        lane = (wanted >> (LANE * colour)) & LANE_MASK
        if lane == 0:
            continue
        others = others_class(low, high, colour, tables)
        number = ternary_at(low, high, colour)
        while lane != 0:
            bit = lane & -lane
            lane ^= bit
            if covered_beside(others, number + int(tables.ternary[bit]), slots, tables) > most:
                holes |= bit << (LANE * colour)
    return holes


@kernel
def holes_beside_one(  # noqa: PLR0913, PLR0917 (a state, and what is asked of it)
    low: int, high: int, profile: int, slots: int, left: int, wanted: int, tables: Tables
) -> int:
    """Holes of sets of a single tile: the wanted kinds of its rank, where runs can spare it and three slots.

    `left` is the mask of kinds of which the sets leave a copy. A kind of the rank that is held but not
    left, or left in a run, is a hole as well: the set asks for its second copy. Slots beyond three that are
    too few for a run belong to a fourth set (see `search`).
    """
    most = covered(profile, slots)
    if covered(profile, slots - 3) + 1 < most:
        return 0
    ranks = in_one(wanted)
    holes = 0
    for colour in range(N_COLOURS):
        lane = (left >> (LANE * colour)) & ranks
        if lane == 0:
            continue
        others = others_class(low, high, colour, tables)
        number = ternary_at(low, high, colour)
        while lane != 0:
            bit = lane & -lane
            lane ^= bit
            if covered_beside(others, number - int(tables.ternary[bit]), slots - 3, tables) + 1 >= most:
                holes |= bit * (ONE_RANK & ~(1 << (LANE * colour)))
    return holes & wanted


@kernel(inline=True)
def holes_around(  # noqa: PLR0913, PLR0917 (a state, and what is asked of it)
    low: int, high: int, profile: int, slots: int, left: int, wanted: int, tables: Tables
) -> int:
    """Wanted kinds for which the best runs of what is left, or a set in place of one, have a hole."""
    if slots < 3:  # noqa: PLR2004 (no run)
        return 0
    holes = holes_in_runs(low, high, slots, covered(profile, slots), wanted, tables)
    return holes | holes_beside_one(low, high, profile, slots, left, wanted & ~holes, tables)


@kernel
def outs_mask(  # noqa: C901 (one search, as in `gain`)
    once: int, twice: int, gain: int, candidates: int, tables: Tables, scratch: Scratch
) -> int:
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
    outs = once & candidates if pair_gain(once, twice) == gain else 0
    if covered(profile, HAND_SIZE) == gain:
        outs |= holes_around(low, high, profile, HAND_SIZE, once, candidates & ~outs, tables)
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
        for row in range(tables.ranges[shape, PLAIN], tables.ranges[shape, END]):
            row_holes = (tables.choices[row, HOLES] << rank) & candidates
            if tables.choices[row, TALLY] >> ODD_AT and (row_holes & ~outs) == 0:
                continue
            taken_low, taken_high = taken_by(row, rank, tables)
            for state in range(known):
                tally = scratch.tally[state] + tables.choices[row, TALLY]
                placed, slots, odd = tally & FIELD, slots_left(tally), tally >> ODD_AT
                if slots < 0 or odd > 1 or placed + promise(scratch.profile[state], slots, further) < gain:
                    continue
                holes = scratch.holes[state] | row_holes
                if odd and (holes & ~outs) == 0:
                    continue
                low, high = scratch.low[state] - taken_low, scratch.high[state] - taken_high
                profile = run_profile(low, high, tables)
                emptied = scratch.emptied[state] | (tables.choices[row, EMPTIED] << rank)
                if placed + covered(profile, slots) == gain:
                    outs |= holes
                    if odd:
                        continue
                    left, wanted = once & ~emptied, candidates & ~outs
                    outs |= holes_around(low, high, profile, slots, left, wanted, tables)
                if further != 0:
                    keep(scratch, states, low, high, profile, tally)
                    keep_marks(scratch, states, emptied, holes)
                    states += 1
    return outs
