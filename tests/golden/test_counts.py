"""Numbers that follow from the rules, each by two methods that share nothing (R1, R6)."""

from collections import Counter
from functools import cache
from itertools import product

import numpy as np
import pytest

from istaka.rules.melds import LONGEST_NEEDED, melds, run_ranks, runs, sets
from istaka.solver.tables import shipped
from oracles.laying_down import every_combination, is_set

Tiles = tuple[int, ...]


def test_there_are_65_sets() -> None:
    assert sum(1 for _ in sets()) == 65
    assert sum(is_set(group) for group in every_combination(ace_high=True)) == 65


def test_there_are_66_runs_in_a_colour_without_the_wrap() -> None:
    assert sum(1 for _ in run_ranks(13, ace_high=False)) == 66
    assert sum(max(group) < 13 and not is_set(group) for group in every_combination(ace_high=False)) == 66


@pytest.mark.parametrize(("ace_high", "distinct"), [(False, 329), (True, 369)])
def test_distinct_melds_of_different_tiles(distinct: int, *, ace_high: bool) -> None:
    """Lists of up to 13 different tiles: the 1 to 13 is the same meld as 2 to 13 and 1."""
    listed = [*sets(), *runs(13, ace_high=ace_high)]
    assert len({frozenset(meld.faces) for meld in listed}) == distinct
    found = {
        frozenset(group) for group in every_combination(ace_high=ace_high) if len(set(group)) == len(group)
    }
    assert len(found) == distinct


@pytest.mark.parametrize(("ace_high", "rows"), [(False, 185), (True, 197)])
def test_rows_of_the_meld_table(rows: int, *, ace_high: bool) -> None:
    assert len(melds(ace_high=ace_high)) == rows
    assert sum(len(group) <= LONGEST_NEEDED for group in every_combination(ace_high=ace_high)) == rows


def put_together(groups: list[Tiles], kinds: int, most: int) -> Counter[int]:
    """How many multisets of up to `most` tiles, two of a kind at most, are groups, by number of tiles."""
    empty = (0,) * kinds
    found, fresh = {empty}, {empty}
    while fresh:
        grown = set()
        for counts, group in product(fresh, groups):
            more = list(counts)
            for kind in group:
                more[kind] += 1
            if max(more) <= 2 and sum(more) <= most:
                grown.add(tuple(more))
        fresh = grown - found
        found |= fresh
    return Counter(sum(counts) for counts in found)


@pytest.mark.parametrize(("ace_high", "of_12", "of_14"), [(False, 993, 1771), (True, 1398, 2654)])
def test_finished_multisets_of_one_colour(of_12: int, of_14: int, *, ace_high: bool) -> None:
    built = put_together(list(run_ranks(13, ace_high=ace_high)), 13, 14)
    assert (built[12], built[14]) == (of_12, of_14)
    table = shipped(ace_high=ace_high)
    tiles = (np.arange(3**13)[:, None] // 3 ** np.arange(13) % 3).sum(axis=1)
    profiles = table.profile[table.run_class]
    for number, expected in ((12, of_12), (14, of_14)):
        assert ((tiles == number) & (profiles >> 4 * number & 15 == number)).sum() == expected


def mini_groups() -> list[Tiles]:
    """Sets and runs of the deck of ranks 1 to 3, kinds 0..11 = colour * 3 + rank - 1."""
    small = [meld.faces for meld in melds(ace_high=True) if all(face % 13 < 3 for face in meld.faces)]
    return [tuple(face // 13 * 3 + face % 13 for face in faces) for faces in small]


@cache
def taken_apart(counts: Tiles) -> bool:
    """Whether the mini deck's tiles are groups, by giving the first tile a group."""
    first = next((kind for kind, copies in enumerate(counts) if copies), None)
    if first is None:
        return True
    for group in mini_groups_through(first):
        rest = tuple(copies - (kind in group) for kind, copies in enumerate(counts))
        if min(rest) >= 0 and taken_apart(rest):
            return True
    return False


@cache
def mini_groups_through(kind: int) -> tuple[Tiles, ...]:
    return tuple(group for group in mini_groups() if kind in group)


def test_finished_hands_of_the_mini_deck() -> None:
    """Ranks 1 to 3 only: 640, 1,795 and 2,752 finished hands of 9, 12 and 15 tiles."""
    built = put_together(mini_groups(), 12, 15)
    assert [built[number] for number in (9, 12, 15)] == [640, 1795, 2752]
    apart = Counter(
        sum(counts)
        for counts in product(range(3), repeat=12)
        if sum(counts) in {9, 12, 15} and taken_apart(counts)
    )
    assert [apart[number] for number in (9, 12, 15)] == [640, 1795, 2752]
