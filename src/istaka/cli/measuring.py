"""Timing that a busy machine spoils least: processor time, interleaved runs, medians.

Wall time on a shared machine is off by up to five times; the processor time of one's own process is not. Runs
of all workloads take turns, so that a slow minute falls on all of them, and the median forgets the worst.
"""

import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import Final

Workload = Callable[[int], int]
"""`work(n)` does something about n times and returns how many times it was."""

SHORTEST_RUN: Final = 0.02
"""Seconds of processor time below which a run is lengthened: the clock ticks in the microseconds."""
LONGEST: Final = 1 << 20


def timed(work: Workload, size: int) -> tuple[float, int]:
    """Processor time of all threads of this process, and how many times something was done in it."""
    before = time.process_time()
    done = work(size)
    return time.process_time() - before, done


def long_enough(work: Workload) -> int:
    """The smallest power of two as a size whose run can be timed well; the very first run only warms up."""
    work(1)
    size = 1
    while size < LONGEST and timed(work, size)[0] < SHORTEST_RUN:
        size *= 2
    return size


def interleaved(workloads: Mapping[str, Workload], runs: int, tell: Callable[[], object]) -> dict[str, float]:
    """Median seconds of processor time that each workload takes for one thing.

    Args:
        workloads: what is measured, by name.
        runs: how often each is run.
        tell: called whenever each has been run once more.
    """
    sizes = {name: long_enough(work) for name, work in workloads.items()}
    measured: dict[str, list[float]] = {name: [] for name in workloads}
    for _ in range(runs):
        for name, work in workloads.items():
            spent, done = timed(work, sizes[name])
            measured[name].append(spent / done)
        tell()
    return {name: median(values) for name, values in measured.items()}
