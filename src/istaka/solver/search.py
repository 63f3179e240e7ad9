"""The steps that the three searches over sets share (`gain`, `free`, `holes`).

A search walks over the ranks at which the hand holds two colours or more and keeps the **states** that are
still worth something. A state is a selection of choices (see `choices`) for some of the ranks behind it, with
what they leave of the colours for the runs. It is a row of scratch memory:

    low, high   ternary numbers of what is left of red | yellow and of blue | black, two to a word
    profile     run profile of what is left
    tally       tiles in sets, slots used, odd choices (see `choices`)
    emptied     kinds of which the sets leave no copy (only `free` and `holes` keep this)
    holes       kinds for which the sets have a hole (only `holes`)

Slots that the sets leave are the runs'. One or two are too few for a run. Four sets with twelve or thirteen
slots can be longer instead, so they may be left over; nothing else leaves one, and only three sets of four
leave two. Those hold twelve tiles, and so do two of them, a set of three and a run through the fourth tile: a
structure of the same tiles. So the searches need no care for it.
"""

from typing import Final

from istaka.jit import kernel, popcount, trailing_zeros
from istaka.rules.tiles import HAND_SIZE
from istaka.solver.bits import LANE_MASK
from istaka.solver.choices import BLUE_BLACK, COLUMN, FIELD, FOURS, RED_YELLOW, SLOTS_AT, THREES, TWOS
from istaka.solver.tables import Scratch, Tables

WORD: Final = (1 << COLUMN) - 1


@kernel(inline=True)
def covered(profile: int, slots: int) -> int:
    """The most tiles that runs with this many slots cover."""
    return (profile >> (4 * slots)) & 15


@kernel(inline=True)
def two_colours(once: int, twice: int, tables: Tables) -> int:
    """Ternary numbers of the colours in the two lowest lanes, packed into a word."""
    ternary = tables.ternary
    below = int(ternary[once & LANE_MASK]) + int(ternary[twice & LANE_MASK])
    above = int(ternary[(once >> 16) & LANE_MASK]) + int(ternary[(twice >> 16) & LANE_MASK])
    return below | (above << COLUMN)


@kernel(inline=True)
def run_profile(low: int, high: int, tables: Tables) -> int:
    """Run profile of four colours: the classes of each, of two and two, of all."""
    run_class, pair_class = tables.run_class, tables.pair_class
    first = pair_class[run_class[low & WORD], run_class[low >> COLUMN]]
    second = pair_class[run_class[high & WORD], run_class[high >> COLUMN]]
    return int(tables.profile[pair_class[first, second]])


@kernel(inline=True)
def ternary_at(low: int, high: int, colour: int) -> int:
    """The ternary number of one colour."""
    word = high if colour & 2 else low
    return word >> COLUMN if colour & 1 else word & WORD


@kernel(inline=True)
def others_class(low: int, high: int, colour: int, tables: Tables) -> int:
    """Class of the three other colours side by side."""
    run_class, pair_class = tables.run_class, tables.pair_class
    beside = run_class[ternary_at(low, high, colour ^ 1)]
    first = run_class[ternary_at(low, high, colour ^ 2)]
    second = run_class[ternary_at(low, high, colour ^ 3)]
    return int(pair_class[beside, pair_class[first, second]])


@kernel(inline=True)
def covered_beside(others: int, number: int, slots: int, tables: Tables) -> int:
    """The most tiles that runs cover of the colours of a class and one with this ternary number."""
    return covered(int(tables.profile[tables.pair_class[others, tables.run_class[number]]]), slots)


@kernel(inline=True)
def in_one(hand: int) -> int:
    """The ranks (a lane) that any of the hand's four lanes holds."""
    return (hand | (hand >> 16) | (hand >> 32) | (hand >> 48)) & LANE_MASK


@kernel(inline=True)
def in_two(hand: int) -> int:
    """The ranks that at least two lanes hold."""
    a, b, c, d = hand, hand >> 16, hand >> 32, hand >> 48
    return ((a & b) | ((a | b) & (c | d)) | (c & d)) & LANE_MASK


@kernel(inline=True)
def in_three(hand: int) -> int:
    """The ranks that at least three lanes hold."""
    a, b, c, d = hand, hand >> 16, hand >> 32, hand >> 48
    return ((a & b & (c | d)) | ((a | b) & c & d)) & LANE_MASK


@kernel(inline=True)
def in_four(hand: int) -> int:
    """The ranks that all four lanes hold."""
    both = hand & (hand >> 16)
    return both & (both >> 32) & LANE_MASK


@kernel(inline=True)
def weigh(two: int, three: int, four: int) -> int:
    """The count of possible sets (see `choices`) from masks of ranks with two, three, four tiles or more."""
    fours, threes = popcount(four), popcount(three)
    return FOURS * fours + THREES * (threes - fours) + TWOS * (popcount(two) - threes)


@kernel(inline=True)
def possible_sets(twice: int, two: int, three: int, four: int) -> int:
    """How many sets the hand may hold, generously, by the tiles in them.

    A rank's second set has the colours held twice, and one more tile where the first could spare one of four.
    """
    count = weigh(two, three, four)
    if twice != 0:
        twos, threes = in_two(twice), in_three(twice)
        count += weigh(
            twos | (four & in_one(twice)), threes | (four & twos), in_four(twice) | (four & threes)
        )
    return count


@kernel(inline=True)
def next_rank(open_ranks: int, three: int, four: int) -> int:
    """The rank (0..12) to try next: four colours first, then three, since the bound falls with them."""
    best = open_ranks & four
    if best == 0:
        best = open_ranks & three
        if best == 0:
            best = open_ranks
    return trailing_zeros(best)


@kernel(inline=True)
def colours_at(hand: int, rank: int) -> int:
    """The colours (four bits) that a hand's lanes hold at a rank."""
    spread = hand >> rank
    return (spread & 1) | ((spread >> 15) & 2) | ((spread >> 30) & 4) | ((spread >> 45) & 8)


@kernel(inline=True)
def shape_at(once: int, twice: int, rank: int) -> int:
    """The shape of a rank (see `choices`)."""
    return colours_at(once, rank) | (colours_at(twice, rank) << 4)


@kernel(inline=True)
def taken_by(row: int, rank: int, tables: Tables) -> tuple[int, int]:
    """What a choice at a rank takes of (low, high)."""
    unit = int(tables.ternary[1 << rank])
    return tables.choices[row, RED_YELLOW] * unit, tables.choices[row, BLUE_BLACK] * unit


@kernel(inline=True)
def slots_left(tally: int) -> int:
    """Slots that the sets of a tally leave of fourteen, negative where they take too many."""
    return HAND_SIZE - ((tally >> SLOTS_AT) & FIELD)


@kernel(inline=True)
def promise(profile: int, slots: int, best_sets: int) -> int:
    """No fewer tiles than the rest can still place in `slots` slots.

    j further sets take at least 3 j slots and hold at most byte j - 1 of `best_sets`. Runs have the other
    slots at most, and what they cover does not grow when sets take tiles away. Where j sets are not
    possible, the byte counts fewer sets, and the term is no more than that of fewer sets, since runs cover
    no less with more slots.
    """
    most = covered(profile, slots)
    if slots >= 3:  # noqa: PLR2004 (slots of one, two, three, four sets)
        most = max(most, (best_sets & FIELD) + covered(profile, slots - 3))
        if slots >= 6:  # noqa: PLR2004
            most = max(most, ((best_sets >> 8) & FIELD) + covered(profile, slots - 6))
            if slots >= 9:  # noqa: PLR2004
                most = max(most, ((best_sets >> 16) & FIELD) + covered(profile, slots - 9))
                if slots >= 12:  # noqa: PLR2004
                    most = max(most, (best_sets >> 24) & FIELD)
    return most


@kernel(inline=True)
def keep(scratch: Scratch, state: int, low: int, high: int, profile: int, tally: int) -> None:
    """Write a state."""
    scratch.low[state] = low
    scratch.high[state] = high
    scratch.profile[state] = profile
    scratch.tally[state] = tally


@kernel(inline=True)
def keep_marks(scratch: Scratch, state: int, emptied: int, holes: int) -> None:
    """Write the masks of a state."""
    scratch.emptied[state] = emptied
    scratch.holes[state] = holes
