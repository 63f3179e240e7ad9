"""The same source gives the same answers compiled and interpreted."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from istaka.cli.workloads import near_hands, random_hands
from istaka.jit import compiled
from istaka.solver import discards, distances, explain, outs

HANDS = 25


def fingerprint() -> str:
    """A hash of all answers about some hands."""
    parts = hashlib.sha256()
    for hands in (random_hands(HANDS, 15, 3), near_hands(HANDS, 15, 4)):
        parts.update(distances(hands).tobytes())
        parts.update(distances(hands, ace_high=False).tobytes())
        for hand in hands:
            fourteen = hand.copy()
            fourteen[np.flatnonzero(hand)[0]] -= 1
            parts.update(repr((discards(hand), outs(fourteen), explain(fourteen))).encode())
    return parts.hexdigest()


def in_the_other_mode() -> str:
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1" if compiled() else "0",
        "ISTAKA_KERNELS": "compiled",
    }
    folder = Path(__file__).parent
    code = "; ".join(
        [
            "import sys",
            f"sys.path.insert(0, {str(folder)!r})",
            "import test_modes_agree as t",
            "print(t.fingerprint())",
        ]
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True, timeout=300
    )
    return done.stdout.strip()


def test_compiled_and_interpreted_answers_are_equal() -> None:
    assert fingerprint() == in_the_other_mode()
