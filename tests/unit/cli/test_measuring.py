"""Figures are medians of interleaved runs in processor time."""

import time

import pytest

from istaka.cli import measuring
from istaka.cli.measuring import Workload, interleaved, long_enough, seconds


def busy(rounds: int) -> None:
    for _ in range(rounds * 20_000):
        pass


def test_sleep_costs_no_processor_time() -> None:
    assert seconds(lambda: time.sleep(0.2)) < 0.1


def test_runs_are_long_enough_to_be_timed() -> None:
    count = long_enough(Workload(busy, lambda count: count))
    assert seconds(lambda: busy(count)) > measuring.SHORTEST_RUN / 2


def test_runs_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "long_enough", lambda _: 3)
    ran: list[str] = []
    workloads = {name: Workload(lambda _, name=name: ran.append(name), lambda count: count) for name in "ab"}
    told: list[int] = []
    interleaved(workloads, 2, told.append)
    assert ran == ["a", "b", "a", "b"]
    assert told == [0, 1, 2]


def test_the_median_an_item_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "long_enough", lambda _: 1)
    times = iter([5.0, 1.0, 3.0])
    monkeypatch.setattr(measuring, "seconds", lambda _: next(times))
    assert interleaved({"a": Workload(busy, lambda _: 2)}, 3, lambda _: None) == {"a": 1.5}
