"""Compare whole playouts with the prototype's, interleaved in one process, in CPU time.

    python bench/playouts.py --prototype DIR [--json]

DIR holds `okey_game2.py` and what it imports. Prints the median of each side and the ratio of the cost of a
turn; both play four seats by the same policies, the prototype without the options of the rules.
"""

import argparse
import json
import statistics
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from istaka.game.playouts import POLICIES, playouts

ROUNDS = {"random": 3000, "greedy": 1000}
REPEATS = 15


def ours(policy: str, seed: int) -> tuple[int, int]:
    """Rounds and turns of one batch."""
    played = playouts(policy, ROUNDS[policy], seed)
    return played.rounds, played.turns


def prototype(folder: Path) -> Callable[[str, int], tuple[int, int]]:
    """The same for the prototype in `folder`."""
    sys.path.insert(0, str(folder))
    import okey2  # noqa: PLC0415 (found only now)
    import okey_game2  # noqa: PLC0415

    lookup = okey2.make_tables()[:4]

    def play(policy: str, seed: int) -> tuple[int, int]:
        arrays: Any = okey_game2.new_tables(1)
        arrays["rng"][:] = seed
        stats = np.zeros((1, 4), np.int64)
        okey_game2.playouts(*arrays.values(), policy == "greedy", ROUNDS[policy], lookup, stats)
        return int(stats[0, 0]), int(stats[0, 1])

    return play


def cost(play: Callable[[str, int], tuple[int, int]], policy: str, seed: int) -> tuple[float, float]:
    """CPU seconds of a round and of a turn."""
    start = time.process_time()
    rounds, turns = play(policy, seed)
    spent = time.process_time() - start
    return spent / rounds, spent / turns


def compare(play: Callable[[str, int], tuple[int, int]], policy: str) -> dict[str, float]:
    """Medians of interleaved batches of both sides."""
    ours(policy, 0)
    play(policy, 0)
    mine, theirs = [], []
    for seed in range(1, REPEATS + 1):
        mine.append(cost(ours, policy, seed))
        theirs.append(cost(play, policy, seed))
    round_s, turn_s = (statistics.median(column) for column in zip(*mine, strict=True))
    their_round_s, their_turn_s = (statistics.median(column) for column in zip(*theirs, strict=True))
    return {
        "games_per_s": 1 / round_s,
        "turns_per_s": 1 / turn_s,
        "prototype_games_per_s": 1 / their_round_s,
        "prototype_turns_per_s": 1 / their_turn_s,
        "ratio": turn_s / their_turn_s,
    }


def two_threads() -> float:
    """How much faster two threads finish than one after the other (wall time, best of five)."""
    jobs = [("random", seed) for seed in (1, 2)]

    def alone() -> None:
        for job in jobs:
            ours(*job)

    def together() -> None:
        threads = [threading.Thread(target=ours, args=job) for job in jobs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    return min(wall(alone) for _ in range(5)) / min(wall(together) for _ in range(5))


def wall(work: Callable[[], None]) -> float:
    """Seconds on the clock."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> None:
    """Parse the arguments, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--prototype", type=Path, required=True)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    play = prototype(arguments.prototype)
    result: dict[str, Any] = {policy: compare(play, policy) for policy in POLICIES}
    result["two_threads_ratio"] = two_threads()
    sys.stdout.write(json.dumps(result) + "\n" if arguments.json else told(result))


def told(result: dict[str, Any]) -> str:
    """The figures for people."""
    lines = [
        f"{policy}: " + ", ".join(f"{name} {value:,.2f}" for name, value in result[policy].items())
        for policy in POLICIES
    ]
    return "\n".join([*lines, f"two threads: {result['two_threads_ratio']:.2f} times as fast as one\n"])


if __name__ == "__main__":
    main()
