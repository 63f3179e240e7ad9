"""The list of combinations is the one statement of R6.1 and R6.2."""

from itertools import combinations

import pytest

from istaka.rules.melds import melds, run_ranks, runs, sets
from oracles.laying_down import is_run, is_set


def test_sets_are_three_or_four_tiles_of_a_rank_in_different_colours() -> None:
    """R6.1, against every choice of tiles of a rank."""
    listed = {meld.faces for meld in sets()}
    possible = {
        chosen
        for rank in range(13)
        for size in range(1, 9)
        for chosen in combinations(sorted([rank, rank + 13, rank + 26, rank + 39] * 2), size)
    }
    assert listed == {faces for faces in possible if is_set(faces)}
    assert all(meld.shape == "set" for meld in sets())


@pytest.mark.parametrize("ace_high", [True, False])
def test_runs_are_consecutive_ranks_of_a_colour(*, ace_high: bool) -> None:
    """R6.2, against every subset of ranks of a colour, with the 1 first or last."""
    listed = [meld.faces for meld in runs(13, ace_high=ace_high)]
    subsets = [ranks for size in range(1, 14) for ranks in combinations(range(13), size)]
    ordered = [*subsets, *((*ranks[1:], 0) for ranks in subsets if ranks[0] == 0 and len(ranks) > 1)]
    possible = {tuple(13 * colour + rank for rank in ranks) for ranks in ordered for colour in range(4)}
    assert len(listed) == len(set(listed))
    assert set(listed) == {faces for faces in possible if is_run(faces, ace_high=ace_high)}
    assert all(meld.shape == "run" for meld in runs(5, ace_high=ace_high))


def test_12_13_1_is_a_run_and_13_1_2_is_none() -> None:
    """R6.2."""
    high = set(run_ranks(5, ace_high=True))
    assert {(11, 12, 0), (10, 11, 12, 0), (9, 10, 11, 12, 0)} == high - set(run_ranks(5, ace_high=False))
    assert not any(ranks[0] == 12 or ranks[:2] == (12, 0) for ranks in high)
    assert (12, 0, 1) not in high


def test_the_table_holds_sets_and_runs_of_three_to_five_tiles() -> None:
    assert [len(meld.faces) for meld in melds(ace_high=True)].count(5) == 4 * 10
    assert {len(meld.faces) for meld in melds(ace_high=False)} == {3, 4, 5}
