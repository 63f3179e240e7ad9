"""What kernels of other layers ask: does a hand reach a gain, does it win, how (R8)."""

import numpy as np
import pytest

from istaka.cli.workloads import near_hands, random_hands
from istaka.rules.scoring import MELDS_ENDING, PAIRS_ENDING
from istaka.solver import distances, shape, warm
from istaka.solver.bits import pack
from istaka.solver.gain import gain, reaches, shape_of, wins
from istaka.solver.tables import new_scratch, tables
from oracles.amounts import amount

HANDS = np.concatenate([random_hands(amount(100, 20), 14, 1), near_hands(amount(200, 40), 14, 2)])
PAIRED = np.zeros((8, 53), np.uint8)
for number, row in enumerate(PAIRED):
    row[3 * np.arange(7)] = 2
    row[3 * np.arange(number)[:7]] = 1


@pytest.mark.parametrize("ace_high", [True, False])
def test_gains_are_reached_and_not_passed(*, ace_high: bool) -> None:
    lookup, scratch = tables(ace_high), new_scratch()
    for hand in (*HANDS, *PAIRED):
        once, twice = pack(hand)
        best = gain(once, twice, 14, lookup, scratch)
        assert [
            bool(reaches(once, twice, target, lookup, scratch)) for target in range(best - 1, best + 3)
        ] == [
            True,
            True,
            False,
            False,
        ]


@pytest.mark.parametrize("size", [14, 15])
def test_wins_are_distances_of_nothing(size: int) -> None:
    lookup, scratch = tables(True), new_scratch()  # noqa: FBT003 (R6.2)
    hands = near_hands(amount(200, 40), size, 3)
    won = [bool(wins(*pack(hand), int(hand[52]), lookup, scratch)) for hand in hands]
    assert won == (distances(hands) == 0).tolist()
    assert 0 < sum(won) < len(won)


def test_shapes_are_melds_pairs_or_both() -> None:
    lookup, scratch = tables(True), new_scratch()  # noqa: FBT003 (R6.2)
    names = {
        0: None,
        MELDS_ENDING: "melds",
        PAIRS_ENDING: "pairs",
        MELDS_ENDING | PAIRS_ENDING: "pairs+melds",
    }
    for hand in HANDS:
        found = shape_of(*pack(hand), int(hand[52]), lookup, scratch)
        assert names[found] == shape(hand)


def test_everything_can_be_warmed() -> None:
    warm()
