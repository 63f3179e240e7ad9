"""The hands that figures are measured on are hands, and of the sort they are said to be."""

import numpy as np
import pytest

from istaka.cli.workloads import MOST_SWAPS, near_hands, random_hands
from istaka.rules.tiles import WILD
from istaka.solver import distances


@pytest.mark.parametrize("size", [14, 15])
def test_random_hands_hold_two_copies_at_most(size: int) -> None:
    hands = random_hands(500, size, 1)
    assert hands.sum(axis=1).tolist() == [size] * 500
    assert hands.max() == 2


def test_every_kind_is_dealt_alike() -> None:
    # 14 of 106 tiles: each kind 2 * 14 / 106 times a hand; five standard errors
    hands = random_hands(20_000, 14, 2)
    expected = 28 / 106
    assert np.abs(hands.mean(axis=0) - expected).max() < 5 * (expected / 20_000) ** 0.5


@pytest.mark.parametrize("size", [14, 15])
def test_near_hands_are_near(size: int) -> None:
    hands = near_hands(60, size, 3)
    assert hands.sum(axis=1).tolist() == [size] * 60
    assert hands.max() == 2
    away = distances(hands)
    assert away.max() <= MOST_SWAPS
    assert len(set(away.tolist())) > 2
    assert hands[:, WILD].any()


def test_a_seed_gives_the_same_hands_again() -> None:
    assert (near_hands(5, 14, 4) == near_hands(5, 14, 4)).all()
    assert (random_hands(5, 14, 4) != random_hands(5, 14, 5)).any()
