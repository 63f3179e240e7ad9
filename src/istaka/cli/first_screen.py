"""How long somebody waits for a first answer: a new process each time, and nothing compiled."""

import json
import os
import subprocess
import sys
import tempfile
from statistics import median
from typing import Final, NamedTuple

QUESTION: Final = "solve --json --indicator R3 R12 R13 R1 B5 B6 B7 Y9 K9 B9 K10 K11 K12 K13 J Y2"
PROGRAM: Final = f"""
import json, sys, time
begin = time.process_time()
import istaka.cli.answer
imported = time.process_time()
from istaka.cli import run
assert run({QUESTION.split()!r}) == 0
print(json.dumps([imported - begin, time.process_time() - imported]), file=sys.stderr)
"""


class FirstScreen(NamedTuple):
    """Seconds of processor time."""

    imports: float
    answer: float
    """Beyond the imports, lookup tables included."""


def first_screen(runs: int) -> FirstScreen:
    """The medians of that many new processes, each with an empty kernel cache."""
    measured = [_one() for _ in range(runs)]
    return FirstScreen(*(median(values) for values in zip(*measured, strict=True)))


def _one() -> FirstScreen:
    with tempfile.TemporaryDirectory() as empty:
        environment = {**os.environ, "ISTAKA_CACHE_DIR": empty, "ISTAKA_KERNELS": "auto"}
        environment.pop("NUMBA_DISABLE_JIT", None)
        done = subprocess.run(  # noqa: S603 - this program, with this Python
            [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
        )
    return FirstScreen(*json.loads(done.stderr.splitlines()[-1]))
