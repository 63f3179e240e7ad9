"""Perft against counting by hand through positions."""

import pytest

from istaka.game.perft import divide, perft, start
from istaka.game.position import Position
from istaka.rules.errors import IstakaError
from istaka.rules.ruleset import PRESETS, RuleSet
from oracles.rigged import play, rigged

REMIK = RuleSet.remik()


def slow(position: Position, depth: int) -> int:
    """The same count, one position after the other."""
    if depth == 0:
        return 1
    return sum(slow(position.play(action), depth - 1) for action in position.legal)


@pytest.mark.parametrize("preset", PRESETS)
def test_perft_counts_the_sequences_of_actions(preset: str) -> None:
    position = start(PRESETS[preset], 4)
    for depth in range(4):
        assert perft(position, depth) == slow(position, depth)
    later = position.play(position.legal[0]).play(53)
    assert perft(later, 3) == slow(later, 3)


def test_sequences_that_end_the_round_earlier_are_not_counted() -> None:
    hand = "R1 R2 R3 Y4 Y5 Y6 B10 K10 Y10 K1 K2 K3 K4 K5 R9"
    position = rigged(REMIK, 2, hands={0: hand})
    exits = sum(action >= 55 for action in position.legal)
    assert exits > 0
    assert perft(position, 1) == len(position.legal)
    assert perft(position, 2) == 2 * (len(position.legal) - exits)
    over = play(position, "R9!")
    assert (perft(over, 0), perft(over, 1), perft(over, 2)) == (1, 0, 0)


def test_divide_adds_up() -> None:
    position = start(REMIK, 3)
    parts = divide(position, 3)
    assert tuple(parts) == position.legal
    assert sum(parts.values()) == perft(position, 3)


def test_depths_that_cannot_be_are_refused() -> None:
    with pytest.raises(IstakaError, match="a depth of -1: expected 0 or more"):
        perft(start(REMIK, 2), -1)
    with pytest.raises(IstakaError, match="a depth of 0: expected 1 or more"):
        divide(start(REMIK, 2), 0)


def test_numbers_give_other_deals() -> None:
    assert start(REMIK, 2, 1) != start(REMIK, 2, 0)
    assert start(REMIK, 2, 2**256 - 1) != start(REMIK, 2, 0)


@pytest.mark.parametrize("number", [-1, 2**256])
def test_numbers_that_no_secret_holds_are_refused(number: int) -> None:
    with pytest.raises(IstakaError, match=f"deal number {number}: expected 0 to 2\\^256 - 1"):
        start(REMIK, 2, number)
