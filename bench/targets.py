"""Every figure that is asked of the server: `python bench/targets.py > server.json`, about eight minutes.

What is printed goes into docs/performance.md (bench/performance.py). Nothing else should run meanwhile.
"""

import json
import os
import platform
import statistics
import subprocess
import sys
import time
import timeit
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.progress import Progress

SPAN: Final = 0.01
"""Seconds; by such spans it is judged how evenly the machine runs,"""
SLOW: Final = 0.7
"""and what gets less than this part of its usual speed was held back."""
HERE: Final = Path(__file__).parent
TABLES: Final = ("--tables", "250", "--seconds", "20", "--json")
RUNS: Final[dict[str, tuple[str, ...]]] = {
    "one process": ("load.py", *TABLES),
    "one process, 1,000 moves/s": ("load.py", *TABLES, "--rate", "1000"),
    "two workers": ("load.py", *TABLES, "--cluster"),
    "two workers, 500 moves/s": ("load.py", *TABLES, "--cluster", "--rate", "500"),
    "2,000 tables, 200 moves/s": (
        "load.py",
        "--tables",
        "2000",
        "--seconds",
        "20",
        "--rate",
        "200",
        "--json",
    ),
    "10,000 idle sockets": ("extremes.py", "idle"),
    "resume storm, 2,000/s": ("extremes.py", "storm"),
    "time-outs of 2,000 tables": ("extremes.py", "lateness"),
    "time-outs, a worker killed": ("extremes.py", "lateness", "--cluster", "--tables", "500"),
    "2,000 spectators of one table": ("extremes.py", "spectators"),
}
"""What is measured, and by which script."""


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of a run.

    Attributes:
        run: of `RUNS`.
        key: in what the script prints.
        unit: of the figure.
        asked: what SERVER's targets say, or `-`.
    """

    run: str
    key: str
    unit: str
    asked: str = "-"


ROWS: Final = (
    Row("one process", "moves_per_s", "moves/s", "at least 4,000"),
    Row("one process", "cpu_us_per_move", "us of CPU a move", "at most 180"),
    Row("one process, 1,000 moves/s", "p50_ms", "ms, median", "at most 3"),
    Row("one process, 1,000 moves/s", "p99_ms", "ms, 99 %", "at most 15"),
    Row("two workers", "moves_per_s", "moves/s", "at least 2,500"),
    Row("two workers", "cpu_us_per_move", "us of CPU a move, both workers"),
    Row("two workers, 500 moves/s", "p50_ms", "ms, median"),
    Row("two workers, 500 moves/s", "p99_ms", "ms, 99 %", "at most 30"),
    Row("2,000 tables, 200 moves/s", "p99_ms", "ms, 99 %"),
    Row("10,000 idle sockets", "memory_mib", "MiB", "at most 350"),
    Row("10,000 idle sockets", "cpu_share", "of a core", "at most 0.1"),
    Row("resume storm, 2,000/s", "reconnects_per_s", "reconnects/s", "2,000"),
    Row("resume storm, 2,000/s", "p99_ms", "ms, 99 %", "at most 250"),
    Row("time-outs of 2,000 tables", "p99_ms", "ms late, 99 %", "at most 100"),
    Row("time-outs, a worker killed", "worst_ms", "ms late, the worst", "at most 2,000"),
    Row("2,000 spectators of one table", "p99_ms", "ms from the first to the last, 99 %"),
    Row("2,000 spectators of one table", "cpu_share", "of a core, at 5 moves/s"),
)


def held_back(seconds: float = 10.0) -> float:
    """How often the machine itself falters, while nothing else runs and a loop counts as fast as it can.

    The share, in %, of the spans in which it was held back. A server that is busy for more than half of the
    time needs several times as long to make up for each.
    """
    counts: Counter[int] = Counter()
    start = time.perf_counter()
    while (now := time.perf_counter() - start) < seconds:
        for _ in range(1000):
            pass
        counts[int(now / SPAN)] += 1
    spans = [counts[place] for place in range(int(seconds / SPAN))]
    usual = statistics.median(spans)
    return round(100 * sum(count < SLOW * usual for count in spans) / len(spans), 1)


def machine() -> dict[str, Any]:
    """What it was measured on; `loop_ns` is one turn of an empty loop of Python, for comparing machines."""
    return {
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "loop_ns": round(min(timeit.repeat("for _ in range(1000): pass", number=1000, repeat=9)) * 1000, 1),
    }


def main() -> None:
    """Run every script, and print one JSON object."""
    measured: dict[str, Any] = {}
    before = held_back()
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for name, (script, *options) in progress.track(RUNS.items(), len(RUNS)):
            command = [sys.executable, str(HERE / script), *options]
            done = subprocess.run(command, stdout=subprocess.PIPE, check=True)  # noqa: S603 - our own
            measured[name] = json.loads(done.stdout)
    faltering = {"held_back": [before, held_back()]}
    sys.stdout.write(json.dumps({**machine(), **faltering, "runs": measured}, indent=1) + "\n")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
