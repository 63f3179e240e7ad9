"""careful is ahead of greedy and greedy of random, with intervals that exclude zero."""

import pytest

from istaka.arena.duplicate import play
from istaka.arena.report import Report, report

SEED = 2026


def match(names: str, deals: int) -> Report:
    bots = names.split(",")
    return report(bots, list(play(bots, deals, SEED)))


@pytest.mark.parametrize(
    ("names", "deals", "at_least"),
    [
        ("greedy,random,random,random", 12, 10.0),
        ("greedy,random", 12, 15.0),
        ("careful,greedy,greedy,greedy", 80, 2.0),
        ("careful,greedy,greedy", 80, 2.0),
        ("careful,greedy", 100, 3.0),
    ],
)
def test_the_first_bot_is_ahead_of_the_others(names: str, deals: int, at_least: float) -> None:
    first = match(names, deals).bots[0]
    assert first.advantage.low > 0
    assert first.advantage.mean > at_least


def test_nine_of_ten_rounds_of_greedy_end_by_going_out() -> None:
    found = match("greedy,greedy,greedy,greedy", 60)
    assert 0.85 < 1 - found.stalemates / found.rounds < 0.97


def test_equal_bots_are_equal() -> None:
    found = match("greedy,greedy,greedy", 60)
    assert not any(bot.advantage.excludes(0.0) for bot in found.bots)
