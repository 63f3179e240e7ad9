"""`docs/performance.md` from measured figures.

python bench/targets.py > server.json
istaka bench --json | python bench/performance.py server.json > docs/performance.md
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from targets import ROWS

from istaka.cli.figures import FIGURES, shown

HEAD = """\
# Performance

Made by `python bench/targets.py > server.json` and
`istaka bench --json | python bench/performance.py server.json > docs/performance.md`.

## Rules, solver, bots

Each figure is the median of interleaved runs in processor time of one core, so that other work on the machine
spoils it least. `two_threads_ratio` is twice the cost of a turn in one thread to its cost in two at once: so
much more do two threads play on two free cores, as they share no lock.

| figure | measured | asked | what it is |
|---|---:|---:|---|
"""
MEASURED = """
Measured with {runs} runs each on {machine}, Python {python}, NumPy {numpy}, Numba {numba}.
"""
SERVER = """
## Server

`istaka serve` as it is, on one core, with SQLite synchronised at every commit; the load generator, a process
of its own, has the other one. With two workers they, PostgreSQL (also fully synchronised), Redis and the
generator share both cores, and each socket goes to any worker. Every table has four people. A latency begins
when a move was owed (open loop) and ends when the last of the four has heard of it. In every run nothing was
lost, doubled or skipped: the log is compared with what each socket was told.

| run | measured | | asked |
|---|---:|---|---:|
"""
SERVED = """
Where a move's processor time goes at 1,000 moves/s, by `perf`: 56 % is Python's own work, 24 % the kernel's
(synchronising the disk, TCP), 7 % SQLite's, 5 % the C library's, 3 % the event loop's; compiled kernels of
the rules are not 1 %. At full load moves share commits and wake-ups, and each costs half of that. The aims
were set by a prototype whose tables knew no rules.

Of the memory with idle sockets, {runs[10,000 idle sockets][memory_before_mib]} MiB are the process itself
with compiled kernels. Each socket gets a beat a second, in fifty shares: in one they would cost a third
less, and every move would wait for ten thousand of them once a second.

On {cores} cores of {machine}, Python {python}; one turn of an empty loop takes {loop_ns} ns there. Before
the runs and after them, with nothing else running, a loop that only counts came less than 0.7 times as far
as usual in {held_back[0]} % and {held_back[1]} % of all spans of 10 ms. What the server has to make up for
after such spans is most of what one move in a hundred waits at 1,000 moves/s: `perf sched` shows no other
thread on its core in them, and each of its own turns at a tenth of its usual speed.
"""


def document(measured: Mapping[str, float | str], served: Mapping[str, Any] | None = None) -> str:
    """The whole of `docs/performance.md`.

    Args:
        measured: the object that `istaka bench --json` prints.
        served: the object that `bench/targets.py` prints; without it there is no part about the server.
    """
    rows = (
        f"| `{figure.name}` | {shown(float(measured[figure.name]))} "
        f"| {figure.asked or '-'} | {figure.meaning} |\n"
        for figure in FIGURES
    )
    return HEAD + "".join(rows) + MEASURED.format(**measured) + (server(served) if served else "")


def server(served: Mapping[str, Any]) -> str:
    """The part about the server."""
    rows = (
        f"| {row.run} | {shown(float(served['runs'][row.run][row.key]))} | {row.unit} | {row.asked} |\n"
        for row in ROWS
    )
    return SERVER + "".join(rows) + SERVED.format(**served)


if __name__ == "__main__":
    served = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    sys.stdout.write(document(json.load(sys.stdin), served))
