"""Timing that a busy machine spoils least: processor time, interleaved runs, medians.

Wall time on a shared machine is off by up to five times; the processor time of one's own process is not. Runs
of all workloads take turns, so that a slow minute falls on all of them, and the median forgets the worst.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Final

SHORTEST_RUN: Final = 0.02
"""Seconds of processor time below which a run is lengthened: the clock ticks in the microseconds."""
LONGEST: Final = 1 << 20


@dataclass(frozen=True)
class Workload:
    """Something that can be done many times."""

    work: Callable[[int], object]
    """`work(n)` does at least one round of it and handles about n items."""
    items: Callable[[int], int]
    """How many items `work(n)` handles."""


def seconds(work: Callable[[], object]) -> float:
    """Processor time of all threads of this process that the work takes."""
    before = time.process_time()
    work()
    return time.process_time() - before


def long_enough(workload: Workload) -> int:
    """The smallest power of two for which a run can be timed well."""
    count = 1
    while count < LONGEST and seconds(lambda: workload.work(count)) < SHORTEST_RUN:
        count *= 2
    return count


def interleaved(
    workloads: Mapping[str, Workload], runs: int, tell: Callable[[int], object]
) -> dict[str, float]:
    """Median seconds an item of each workload.

    Args:
        workloads: what is measured, by name.
        runs: how often each is run.
        tell: called with the number of the round of runs that has ended, 0 after the preparation.
    """
    counts = {name: long_enough(workload) for name, workload in workloads.items()}
    tell(0)
    measured: dict[str, list[float]] = {name: [] for name in workloads}
    for number in range(1, runs + 1):
        for name, workload in workloads.items():
            count = counts[name]
            measured[name].append(seconds(lambda: workload.work(count)) / workload.items(count))
        tell(number)
    return {name: median(values) for name, values in measured.items()}
