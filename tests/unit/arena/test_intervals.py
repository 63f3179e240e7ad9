"""Intervals clustered by deal hold what they promise."""

import random

import pytest

from istaka.arena.intervals import Interval, clustered, student_quantile

# Student's t, 97.5 %, from printed tables
TABLE = {1: 12.706, 2: 4.303, 3: 3.182, 5: 2.571, 10: 2.228, 30: 2.042, 120: 1.980, 100_000: 1.960}


@pytest.mark.parametrize(("freedom", "expected"), TABLE.items())
def test_quantiles_agree_with_printed_tables(freedom: int, expected: float) -> None:
    assert student_quantile(freedom) == pytest.approx(expected, rel=0.01)


def test_a_mean_and_its_spread() -> None:
    interval = clustered([1.0, 2.0, 3.0, 4.0, 5.0])
    assert interval.mean == 3.0
    assert interval.half_width == pytest.approx(2.776 * 2.5**0.5 / 5**0.5, rel=0.01)
    assert (interval.low, interval.high) == (3.0 - interval.half_width, 3.0 + interval.half_width)


def test_one_deal_tells_nothing_about_the_spread() -> None:
    assert not clustered([7.0]).excludes(1000.0)


def test_no_deal_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one deal"):
        clustered([])


def test_zero_is_excluded_on_either_side() -> None:
    assert Interval(2.0, 1.9).excludes(0.0)
    assert Interval(-2.0, 1.9).excludes(0.0)
    assert not Interval(2.0, 2.1).excludes(0.0)


@pytest.mark.parametrize("deals", [3, 10, 100])
def test_ninety_five_of_a_hundred_intervals_hold_the_true_mean(deals: int) -> None:
    rng = random.Random(deals)
    trials = 2000
    held = sum(
        not clustered([rng.gauss(3.0, 5.0) for _ in range(deals)]).excludes(3.0) for _ in range(trials)
    )
    # four standard deviations of the count
    assert abs(held / trials - 0.95) < 4 * (0.95 * 0.05 / trials) ** 0.5
