"""Deals are uniform, those of secrets and those of bulk play: chi-square with bounds that chance breaks once
in a million runs; the seeds are fixed, so that a pass stays a pass."""

import random
from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from istaka.game.playouts import empty_games, playouts
from istaka.game.step import deal as begin
from istaka.jit import borrow, compiled, kernel
from istaka.rules.chance import seed_rng, shuffle
from istaka.rules.ruleset import RuleSet
from istaka.rules.shuffle import Deal, deal

DEALS = 4000
TWIN_DEALT = {2: 29 / 105, 3: 43 / 105, 4: 57 / 105}
"""R10.2: the golden 27.6, 41.0 and 54.3 %."""


def fair_deals(players: int, count: int = DEALS) -> list[Deal]:
    chance = random.Random(players)
    return [deal(chance.randbytes(32), [chance.randbytes(16) for _ in range(players)]) for _ in range(count)]


def assert_uniform(counts: "np.ndarray[Any, Any]", expected: float) -> None:
    """Chi-square within five standard deviations of its mean."""
    freedom = counts.size - 1
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


def test_every_face_is_equally_likely_at_every_place_of_the_wall() -> None:
    """R3.2, R3.3: dealt tiles and stock; the indicator is another test."""
    walls = np.array([made.wall[:105] for made in fair_deals(4)])
    for place in (0, 1, 13, 56, 57, 58, 80, 104):
        counts = np.bincount(walls[:, place], minlength=53)
        assert_uniform(counts[:52], DEALS * 2 / 106)
        assert abs(counts[52] - DEALS * 2 / 105.5) < 5 * (DEALS * 2 / 106) ** 0.5


def test_neighbours_in_the_wall_are_independent() -> None:
    """R3.2: two tiles on end are of one face as often as chance has it."""
    walls = np.array([made.wall[:105] for made in fair_deals(4)])
    equal = int((walls[:, :-1] == walls[:, 1:]).sum())
    expected = DEALS * 104 / 105
    assert abs(equal - expected) < 5 * expected**0.5


def test_every_indicator_is_equally_likely() -> None:
    """R4.1, R4.2."""
    counts = np.bincount([made.indicator for made in fair_deals(2, 20_800)], minlength=52)
    assert_uniform(counts, 400)


def test_starred_tiles_are_turned_up_as_often_as_they_lie_there() -> None:
    """R4.2: the first tile turned up is starred in 2 of 106 deals."""
    turned = Counter(len(made.turned) for made in fair_deals(3, 10_600))
    assert 135 < turned[2] + turned[3] < 265
    assert turned[1] + turned[2] + turned[3] == 10_600


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_order_of_players_is_equally_likely(players: int) -> None:
    """R3.1, R3.2: ties and starred tiles favour nobody."""
    counts = Counter(made.order for made in fair_deals(players, 6000))
    orders = list(permutations(range(players)))
    assert_uniform(np.array([counts[order] for order in orders]), 6000 / len(orders))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_twin_is_dealt_as_often_as_the_golden_share(players: int) -> None:
    """R10.2: 27.6 / 41.0 / 54.3 %, the starter's 15th tile included."""
    dealt = sum(made.indicator in made.wall[: 14 * players + 1] for made in fair_deals(players))
    share = TWIN_DEALT[players]
    assert abs(dealt - DEALS * share) < 5 * (DEALS * share * (1 - share)) ** 0.5
    assert round(100 * share, 1) == {2: 27.6, 3: 41.0, 4: 54.3}[players]


@kernel
def count_bulk(games, rng, rounds, indicators, places):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """Deal rounds; count indicators, faces at three places, and dealt twins (the result)."""
    games, rng = borrow(games), borrow(rng)
    game = games[0]
    twins = 0
    for _ in range(rounds):
        shuffle(game.wall, rng)
        indicators[game.wall[105]] += 1
        for row in range(3):
            places[row, game.wall[52 * row]] += 1
        begin(game)
        twins += int(game.holder >= 0)
    return twins


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bulk_deals_are_uniform_too(players: int) -> None:
    """R3.3, R4.2, R10.2 for `rules/chance.py`."""
    rounds = 40_000 if compiled() else 600
    indicators, places = np.zeros(53, np.int64), np.zeros((3, 53), np.int64)
    games = empty_games(1, RuleSet.remik(), players)
    twins = count_bulk(games, seed_rng(players), rounds, indicators, places)
    share = TWIN_DEALT[players]
    assert abs(twins - rounds * share) < 5 * (rounds * share * (1 - share)) ** 0.5
    assert indicators[52] == 0
    assert_uniform(indicators[:52], rounds / 52)
    for row in range(3):
        assert_uniform(places[row, :52], rounds * 2 / 106)


@pytest.mark.skipif(not compiled(), reason="thousands of rounds need compiled kernels")
def test_four_greedy_seats_mostly_end_rounds_by_going_out() -> None:
    """About nine in ten, in some 36 turns; random seats hardly ever do."""
    greedy = playouts("greedy", 5000, 1)
    assert 0.88 < 1 - greedy.stalemates / greedy.rounds < 0.97
    assert 33 < greedy.turns / greedy.rounds < 39
    chance = playouts("random", 5000, 1)
    assert chance.stalemates / chance.rounds > 0.98
