"""The shipped tables are what their builder makes, and what the rules say (R6)."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from istaka.rules.melds import run_ranks
from istaka.solver import build
from istaka.solver.tables import SCRATCH_ROWS, TABLES, Tables, file_name, new_scratch, shipped, tables

Copies = tuple[int, ...]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the tables made anew."""
    folder = tmp_path_factory.mktemp("tables")
    build.main(folder)
    return folder


@pytest.mark.parametrize("ace_high", [True, False])
def test_shipped_tables_are_current(built: Path, *, ace_high: bool) -> None:
    """Make them anew with `python -m istaka.solver.build`."""
    table = shipped(ace_high=ace_high)
    with np.load(built / file_name(ace_high=ace_high)) as made:
        assert set(made) == set(Tables._fields)
        for name, array in made.items():
            stored = getattr(table, name)
            assert stored.dtype == array.dtype == TABLES[name].base
            assert np.array_equal(stored, array), name


def test_the_profiles_are_a_small_closed_set() -> None:
    """849 profiles of a colour, 852 with those of two colours."""
    table = shipped(ace_high=True)
    assert len(np.unique(table.run_class)) == 849
    assert len(np.unique(table.profile)) == len(table.profile) == 852
    assert table.pair_class.shape == (852, 852)
    assert table.pair_class.max() == 851


@pytest.mark.parametrize("ace_high", [True, False])
def test_kernels_get_the_shipped_tables(*, ace_high: bool) -> None:
    table, given = shipped(ace_high=ace_high), tables(ace_high)
    assert tables(ace_high) is given
    for name in Tables._fields:
        array = getattr(table, name)
        assert np.array_equal(np.asarray(getattr(given, name))[tuple(map(slice, array.shape))], array)


@cache
def most_covered(copies: Copies, slots: int, *, ace_high: bool) -> int:
    """The most tiles in runs of exactly so many slots, -9 where none fit, by trying every run."""
    if slots == 0:
        return 0
    best = -9
    for ranks in run_ranks(13, ace_high=ace_high):
        if len(ranks) <= slots:
            rest = tuple(number - (rank in ranks and number > 0) for rank, number in enumerate(copies))
            beside = most_covered(rest, slots - len(ranks), ace_high=ace_high)
            best = max(best, sum(copies) - sum(rest) + beside)
    return best


@pytest.mark.parametrize("ace_high", [True, False])
def test_profiles_are_the_most_that_runs_cover(*, ace_high: bool) -> None:
    table = shipped(ace_high=ace_high)
    rng = np.random.default_rng(5)
    for _ in range(12):
        copies = tuple(rng.choice(3, 13, p=[0.6, 0.3, 0.1]).tolist())
        profile = int(
            table.profile[table.run_class[sum(number * 3**rank for rank, number in enumerate(copies))]]
        )
        covered = [profile >> 4 * slots & 15 for slots in range(9)]
        assert covered == [max(0, most_covered(copies, slots, ace_high=ace_high)) for slots in range(9)], (
            copies
        )


def test_pairs_of_classes_are_two_colours_side_by_side() -> None:
    table = shipped(ace_high=True)
    rng = np.random.default_rng(6)
    for first, second in rng.integers(852, size=(300, 2)).tolist():
        one, two = int(table.profile[first]), int(table.profile[second])
        both = int(table.profile[table.pair_class[first, second]])
        for slots in range(15):
            shares = [used for used in range(slots + 1) if used not in {1, 2} and slots - used not in {1, 2}]
            best = max((one >> 4 * used & 15) + (two >> 4 * (slots - used) & 15) for used in shares or [0])
            assert both >> 4 * slots & 15 == (best if slots > 2 else 0)


def test_ternary_numbers_count_one_copy_of_each_rank() -> None:
    table = shipped(ace_high=True)
    for bits in (0, 1, 2, 0b1000000000000, 0b1111111111111, 0b1010011):
        assert table.ternary[bits] == sum(3**rank for rank in range(13) if bits >> rank & 1)


def test_the_scratch_memory_holds_every_state_of_any_hand() -> None:
    """The most selections of choices that the shapes of 15 tiles have, by dynamic programming over ranks.

    A state is a selection of plain choices with at most four sets, one of them an odd choice at most.
    """
    table = shipped(ace_high=True)
    options = set()
    for shape in range(256):
        if shape & 15 & shape >> 4 != shape >> 4:
            continue
        start, odd_start, end, _ = (int(number) for number in table.ranges[shape])
        sets = [1 if (table.choices[row, 0] >> 8 & 255) < 5 else 2 for row in range(start, end)]
        plain, odd = sets[: odd_start - start], sets[odd_start - start :]
        tiles = (shape & 15).bit_count() + (shape >> 4).bit_count()
        options.add((tiles, plain.count(1), plain.count(2), odd.count(1), odd.count(2)))
    most = 0
    hands = {(0, (1, 0, 0, 0, 0), (0, 0, 0, 0, 0))}
    seen = set(hands)
    while hands:
        grown = set()
        for tiles, plain_states, odd_states in hands:
            most = max(most, sum(plain_states) + sum(odd_states))
            for more, one, two, odd_one, odd_two in options:
                if more > 1 and tiles + more <= 15:
                    by_plain = multiply(plain_states, (1, one, two))
                    by_odd = add(
                        multiply(odd_states, (1, one, two)), multiply(plain_states, (0, odd_one, odd_two))
                    )
                    grown.add((tiles + more, by_plain, by_odd))
        hands = grown - seen
        seen |= hands
    assert most == 1296 <= SCRATCH_ROWS
    assert len(new_scratch().low) == SCRATCH_ROWS


def multiply(states: tuple[int, ...], by_sets: tuple[int, ...]) -> tuple[int, ...]:
    result = [0] * 5
    for sets, number in enumerate(states):
        for more, ways in enumerate(by_sets):
            if sets + more <= 4:
                result[sets + more] += number * ways
    return tuple(result)


def add(one: tuple[int, ...], two: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(sum, zip(one, two, strict=True)))
