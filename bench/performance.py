"""`docs/performance.md` from measured figures.

istaka bench --json | python bench/performance.py > docs/performance.md
"""

import json
import sys
from collections.abc import Mapping

from istaka.cli.figures import FIGURES, shown

HEAD = """\
# Performance

Made by `istaka bench --json | python bench/performance.py > docs/performance.md`.

Each figure is the median of interleaved runs in processor time of one core, so that other work on the machine
spoils it least. `two_threads_ratio` is twice the cost of a turn in one thread to its cost in two at once: so
much more do two threads play on two free cores, as they share no lock.

| figure | measured | asked | what it is |
|---|---:|---:|---|
"""
MEASURED = """
Measured with {runs} runs each on {machine}, Python {python}, NumPy {numpy}, Numba {numba}.
"""


def document(measured: Mapping[str, float | str]) -> str:
    """The whole of `docs/performance.md`.

    Args:
        measured: the object that `istaka bench --json` prints.
    """
    rows = (
        f"| `{figure.name}` | {shown(float(measured[figure.name]))} "
        f"| {figure.asked or '-'} | {figure.meaning} |\n"
        for figure in FIGURES
    )
    return HEAD + "".join(rows) + MEASURED.format(**measured)


if __name__ == "__main__":
    sys.stdout.write(document(json.load(sys.stdin)))
