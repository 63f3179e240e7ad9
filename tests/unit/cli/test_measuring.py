"""Figures are medians of interleaved runs in processor time."""

import time

import pytest

from istaka.cli import measuring
from istaka.cli.measuring import interleaved, long_enough, timed
from istaka.cli.workbench import over_and_over


def busy(size: int) -> int:
    for _ in range(size * 20_000):
        pass
    return size


def asleep(size: int) -> int:
    time.sleep(0.2)
    return size


def test_sleep_costs_no_processor_time() -> None:
    assert timed(asleep, 1)[0] < 0.1


def test_runs_are_long_enough_to_be_timed() -> None:
    assert timed(busy, long_enough(busy))[0] > measuring.SHORTEST_RUN / 2


def test_runs_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "long_enough", lambda _: 3)
    ran: list[str] = []

    def named(name: str) -> measuring.Workload:
        def work(size: int) -> int:
            ran.append(name)
            return size

        return work

    told: list[int] = []
    interleaved({"a": named("a"), "b": named("b")}, 2, lambda: told.append(len(ran)))
    assert ran == ["a", "b", "a", "b"]
    assert told == [2, 4]


def test_the_median_of_one_thing_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "long_enough", lambda _: 1)
    runs = iter([(5.0, 2), (1.0, 2), (12.0, 4)])
    monkeypatch.setattr(measuring, "timed", lambda *_: next(runs))
    assert interleaved({"a": busy}, 3, lambda: None) == {"a": 2.5}


@pytest.mark.parametrize(("size", "calls"), [(1, [1]), (4, [4]), (8, [4, 4])])
def test_long_runs_go_over_the_hands_again(size: int, calls: list[int]) -> None:
    seen: list[int] = []
    assert over_and_over(seen.append, 4)(size) == size
    assert seen == calls
