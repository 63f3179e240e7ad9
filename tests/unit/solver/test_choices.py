"""What the choices of a rank leave out must be superfluous: against every way to lay one or two sets."""

from itertools import combinations, combinations_with_replacement, product

import pytest

from istaka.solver import choices
from istaka.solver.tables import shipped

TABLE = shipped(ace_high=True)
SETS = [colours for size in (3, 4) for colours in combinations(range(4), size)]
HELD = list(product(range(3), repeat=4))
Choice = tuple[tuple[int, ...], int, frozenset[int], frozenset[int]]


def rows_of(held: tuple[int, ...]) -> tuple[list[Choice], list[Choice]]:
    """Plain and odd rows as (taken, slots, emptied, holes)."""
    start, odd, end, _ = (int(number) for number in TABLE.ranges[choices.shape_of_rank(held)])
    return [decoded(row) for row in range(start, odd)], [decoded(row) for row in range(odd, end)]


def decoded(row: int) -> Choice:
    tally, low, high, emptied, holes = (int(number) for number in TABLE.choices[row])
    taken = tuple(word >> shift & 0xFFFFFFFF for word in (low, high) for shift in (0, 32))
    assert tally & 255 == sum(taken)
    return taken, tally >> 8 & 255, colours_in(emptied), colours_in(holes)


def colours_in(lanes: int) -> frozenset[int]:
    return frozenset(colour for colour in range(4) if lanes >> 16 * colour & 1)


def every_way(held: tuple[int, ...]) -> list[tuple[tuple[int, ...], int, int, frozenset[int]]]:
    """(taken, sets, slots, holes) of every one or two sets: each tile of a set is the hand's or a hole."""
    ways = []
    for number in (1, 2):
        for chosen in combinations_with_replacement(SETS, number):
            asked = [sum(colour in colours for colours in chosen) for colour in range(4)]
            taken = tuple(min(pair) for pair in zip(asked, held, strict=True))
            holes = frozenset(c for c in range(4) if asked[c] > held[c] and held[c] < 2)
            ways.append((taken, number, sum(asked), holes))
    return ways


def takes(mine: tuple[int, ...], theirs: tuple[int, ...]) -> bool:
    return all(a >= b for a, b in zip(mine, theirs, strict=True))


@pytest.mark.parametrize("held", HELD)
def test_rows_are_ways_to_lay_sets(held: tuple[int, ...]) -> None:
    ways = every_way(held)
    plain, odd = rows_of(held)
    assert len(set(plain + odd)) == len(plain + odd)
    for taken, slots, emptied, holes in plain + odd:
        assert emptied == {colour for colour in range(4) if 0 < taken[colour] == held[colour]}
        fits = [way for way in ways if way[0] == taken and way[2] == slots]
        assert holes == frozenset().union(*(way[3] for way in fits))
        assert fits


@pytest.mark.parametrize("held", HELD)
def test_every_way_is_as_good_as_a_plain_row_beside_runs(held: tuple[int, ...]) -> None:
    """What a row does not take of a way's tiles gets a run of three slots each, within the way's slots."""
    rows = [(taken, slots) for taken, slots, _, _ in rows_of(held)[0]] + [((0, 0, 0, 0), 0)]
    for taken, _, slots, _ in every_way(held):
        assert any(row_slots + 3 * beyond(taken, row) <= slots for row, row_slots in rows), (taken, slots)


def beyond(taken: tuple[int, ...], row: tuple[int, ...]) -> int:
    """How many of the tiles taken a row does not take."""
    return sum(max(0, mine - theirs) for mine, theirs in zip(taken, row, strict=True))


@pytest.mark.parametrize("held", HELD)
def test_every_hole_of_a_way_is_found(held: tuple[int, ...]) -> None:
    """Unless a set of the way adds one tile or none: such a set is exchanged with a run (see `holes`)."""
    ways = every_way(held)
    rows = [row for rows in rows_of(held) for row in rows]
    parts = [(taken, slots) for taken, sets, slots, _ in ways if sets == 1] + [((0, 0, 0, 0), 0)]
    for taken, _, slots, holes in ways:
        if any(s + 3 <= slots and takes(taken, part) and beyond(taken, part) < 2 for part, s in parts):
            continue
        for hole in holes:
            fitting = [row for row in rows if hole in row[3] and takes(row[0], taken) and row[1] <= slots]
            assert fitting, (taken, slots, hole)


def test_the_bound_counts_the_best_sets() -> None:
    count = 1 * choices.FOURS + 2 * choices.THREES + 1 * choices.TWOS
    packed = int(TABLE.best_sets[count])
    assert [packed >> 8 * number & 255 for number in range(4)] == [4, 7, 10, 12]
    assert TABLE.best_sets[0] == 0


@pytest.mark.parametrize("held", HELD)
def test_no_choice_beats_the_bound_of_its_rank(held: tuple[int, ...]) -> None:
    packed = int(TABLE.best_sets[TABLE.ranges[choices.shape_of_rank(held)][choices.POSSIBLE]])
    plain, _ = rows_of(held)
    for taken, slots, _, _ in plain:
        assert sum(taken) <= packed >> (0 if slots < 5 else 8) & 255
