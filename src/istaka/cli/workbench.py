"""The workloads behind the figures of `istaka bench`."""

import time
from collections.abc import Callable
from itertools import count
from statistics import median
from threading import Thread
from typing import Final

import numpy as np

from istaka.cli.first_screen import first_screen
from istaka.cli.measuring import Workload, interleaved, long_enough
from istaka.cli.workloads import near_hands, random_hands
from istaka.game.playouts import playouts
from istaka.rules.tiles import HAND_SIZE, N_KINDS
from istaka.solver.batch import Packed, discards_packed, distances_packed, free_packed, packed
from istaka.solver.questions import distances_of_counts
from istaka.solver.tables import new_scratch, tables

HANDS: Final = 4096
"""Different hands in a workload; a longer run goes over them again."""
SEED: Final = 106
ACE_HIGH: Final = True
NANO: Final = 1e9
MICRO: Final = 1e6
MOST_PROCESSES: Final = 5
"""New processes for the first screen: each takes a second or so."""
THREADS: Final = 2
THREAD_RUN: Final = 4
"""Threads run this many times as long as other workloads: starting one takes a moment."""


def measure(runs: int, hands: int, tell: Callable[[], object]) -> dict[str, float]:
    """Every figure of `istaka.cli.figures`, in its unit.

    Args:
        runs: how often each workload is run.
        hands: how many different hands are made.
        tell: called `2 * runs` times as the work goes on.
    """
    spent = interleaved({**hand_distances(hands), **hand_discards(hands), **rounds()}, runs, tell)
    first = first_screen(min(runs, MOST_PROCESSES))
    return {
        "distance_packed_ns": NANO * spent["packed"],
        "distance_counts_ns": NANO * spent["counts"],
        "near_distance_ns": NANO * spent["near"],
        "free_discards_us": MICRO * spent["free"],
        "discard_table_us": MICRO * spent["table"],
        "outs_random_us": MICRO * spent["outs"],
        "outs_near_us": MICRO * spent["near outs"],
        "random_turns_per_s": 1 / spent["random"],
        "greedy_games_per_s": 1 / spent["greedy"],
        "two_threads_ratio": two_threads_ratio(runs, tell),
        "import_s": first.imports,
        "first_screen_s": first.answer,
    }


def over_and_over(work: Callable[[int], object], hands: int) -> Workload:
    """A workload of any size from `work(n)`, which handles the first n of so many hands."""

    def sized(size: int) -> int:
        for _ in range(max(1, size // hands)):
            work(min(size, hands))
        return max(1, size // hands) * min(size, hands)

    return sized


def part(hands: Packed, size: int) -> Packed:
    """The first hands."""
    return Packed(*(column[:size] for column in hands))


def hand_distances(hands: int) -> dict[str, Workload]:
    """Distances of 14 tiles: random ones packed and as counts, and near ones packed."""
    lookup, scratch = tables(ACE_HIGH), new_scratch()
    counts = random_hands(hands, HAND_SIZE, SEED)
    drawn, near = packed(counts), packed(near_hands(hands, HAND_SIZE, SEED))
    answers, small = np.zeros(hands, np.int64), np.zeros(hands, np.int8)
    return {
        "packed": over_and_over(
            lambda n: distances_packed(part(drawn, n), lookup, scratch, answers[:n]), hands
        ),
        "counts": over_and_over(lambda n: distances_of_counts(counts[:n], lookup, scratch, small[:n]), hands),
        "near": over_and_over(lambda n: distances_packed(part(near, n), lookup, scratch, answers[:n]), hands),
    }


def hand_discards(hands: int) -> dict[str, Workload]:
    """Questions about 15 tiles: free discards, the whole table, and the outs of the best discards alone."""
    lookup, scratch = tables(ACE_HIGH), new_scratch()
    drawn = packed(random_hands(hands, HAND_SIZE + 1, SEED))
    near = packed(near_hands(hands, HAND_SIZE + 1, SEED))
    answers, masks = np.zeros(hands, np.int64), np.zeros(hands, np.int64)
    after, outs = np.zeros((hands, N_KINDS), np.int64), np.zeros((hands, N_KINDS), np.int64)

    def table(of: Packed, only_best: int) -> Workload:
        return over_and_over(
            lambda n: discards_packed(part(of, n), only_best, lookup, scratch, after[:n], outs[:n]), hands
        )

    return {
        "free": over_and_over(
            lambda n: free_packed(part(drawn, n), lookup, scratch, answers[:n], masks[:n]), hands
        ),
        "table": table(drawn, 0),
        "outs": table(drawn, 1),
        "near outs": table(near, 1),
    }


def rounds() -> dict[str, Workload]:
    """Whole playouts of four players: random ones by the turn, greedy ones by the round."""
    seeds = count(SEED)
    return {
        "random": lambda size: playouts("random", size, next(seeds)).turns,
        "greedy": lambda size: playouts("greedy", size, next(seeds)).rounds,
    }


def two_threads_ratio(runs: int, tell: Callable[[], object]) -> float:
    """Twice the cost of a turn in one thread to its cost in two at once: 2 where neither hinders the other.

    Kernels do not hold Python's lock (a test shows it), so that much more is played on two free cores.
    """
    size = THREAD_RUN * long_enough(rounds()["random"])
    ratios = []
    for run in range(runs):
        alone = seconds_a_turn(size, range(run, run + 1))
        ratios.append(THREADS * alone / seconds_a_turn(size, range(run, run + THREADS)))
        tell()
    return median(ratios)


def seconds_a_turn(size: int, seeds: range) -> float:
    """Processor time of a turn while a thread for each seed plays so many rounds."""
    turns: list[int] = []

    def play(seed: int) -> None:
        turns.append(playouts("random", size, seed).turns)

    threads = [Thread(target=play, args=(seed,)) for seed in seeds]
    begin = time.process_time()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return (time.process_time() - begin) / sum(turns)
