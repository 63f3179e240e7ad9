"""The distance must agree with an integer program written from the rules (R5, R6, R8)."""

import numpy as np
import pytest

from istaka.cli.workloads import near_hands, random_hands
from istaka.solver import distances
from oracles.ilp import Oracle


@pytest.fixture(scope="module")
def oracle() -> Oracle:
    return Oracle()


@pytest.fixture(scope="module")
def plain_oracle() -> Oracle:
    return Oracle(ace_high=False)


def with_wilds(hands: np.ndarray, wilds: int) -> np.ndarray:
    """The hands with exactly so many wilds: naturals become wilds, wilds become naturals."""
    rng = np.random.default_rng(wilds)
    for hand in hands:
        while hand[52] < wilds:
            hand[rng.choice(np.flatnonzero(hand[:52]))] -= 1
            hand[52] += 1
        while hand[52] > wilds:
            hand[rng.choice(np.flatnonzero(hand[:52] < 2))] += 1
            hand[52] -= 1
    return hands


def around_the_ace(count: int, seed: int) -> np.ndarray:
    """Hands of 14 crowded around 12-13-1, where a run may end but not go on."""
    rng = np.random.default_rng(seed)
    faces = np.array([13 * colour + rank for colour in range(4) for rank in (0, 1, 2, 10, 11, 12)])
    hands = np.zeros((count, 53), np.uint8)
    for hand in hands:
        np.add.at(hand, rng.permutation(np.repeat(faces, 2))[:14], 1)
    return hands


def disagreements(hands: np.ndarray, oracle: Oracle, *, ace_high: bool) -> list[tuple[list[int], int, int]]:
    found = distances(hands, ace_high=ace_high).tolist()
    expected = [oracle.distance(hand) for hand in hands.tolist()]
    return [case for case in zip(hands.tolist(), found, expected, strict=True) if case[1] != case[2]]


def families(count: int, seed: int) -> list[np.ndarray]:
    near = [
        with_wilds(near_hands(count, size, seed + size), wilds) for size in (14, 15) for wilds in range(3)
    ]
    return [*near, random_hands(count, 14, seed), random_hands(count, 15, seed), around_the_ace(count, seed)]


@pytest.mark.parametrize("family", range(9))
def test_hands_of_every_kind(family: int, oracle: Oracle) -> None:
    assert disagreements(families(30, 1)[family], oracle, ace_high=True) == []


@pytest.mark.parametrize("family", [0, 2, 8])
def test_without_ace_high(family: int, plain_oracle: Oracle) -> None:
    """R6.2: `ace_high` is false."""
    assert disagreements(families(30, 2)[family], plain_oracle, ace_high=False) == []


@pytest.mark.slow
@pytest.mark.parametrize("family", range(9))
@pytest.mark.parametrize("ace_high", [True, False])
def test_thousands_of_hands(family: int, oracle: Oracle, plain_oracle: Oracle, *, ace_high: bool) -> None:
    judge = oracle if ace_high else plain_oracle
    assert disagreements(families(300, 3)[family], judge, ace_high=ace_high) == []


@pytest.mark.parametrize("wilds", [0, 1])
def test_a_face_may_be_needed_three_times(wilds: int, oracle: Oracle) -> None:
    """Eight fives as two sets and R4-J-R6: the third R5 can only be a wild."""
    hand = np.zeros(53, np.uint8)
    hand[[4, 17, 30, 43]] = 2
    hand[[3, 5, 47, 48, 49]] = 1
    hand[52] = wilds
    hand[12] = 1 - wilds
    assert distances(hand[None]).tolist() == [oracle.distance(hand.tolist())] == [1 - wilds]
