"""Compare the solver's kernels with the prototype's, interleaved in one process, in CPU time.

    python bench/prototype.py --prototype DIR [--repeats N] [--json]

DIR holds `okey2.py` and what lies beside it. For each question prints the median
cost of each side and the median of the ratios of neighbouring runs, and stops where distances differ. Both
sides start from uint8[n, 53] counts, but for `distance packed`. The prototype leaves out kinds of which the
hand of 15 held two, so the masks of outs are not compared here; the tests hold them to trying every tile.
"""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from istaka.cli.workloads import near_hands, random_hands
from istaka.solver.batch import discards_packed, distances_packed, free_packed, packed
from istaka.solver.questions import distances_of_counts
from istaka.solver.tables import new_scratch, tables

ANY_DISTANCE = 20_000
ANY_TABLE = 300
SEED = 106


class Question(NamedTuple):
    """The same work on both sides: each returns its answers."""

    name: str
    hands: int
    ours: Callable[[], NDArray[Any]]
    theirs: Callable[[], NDArray[Any]]


class Ours:
    """The solver of this project."""

    def __init__(self) -> None:
        self.lookup, self.scratch = tables(ace_high=True), new_scratch()

    def distances_packed(self, hands: Any) -> NDArray[Any]:  # noqa: ANN401 (Packed)
        """Distances of packed hands."""
        answers = np.zeros(len(hands.once), np.int64)
        distances_packed(hands, self.lookup, self.scratch, answers)
        return answers

    def distances(self, counts: NDArray[np.uint8]) -> NDArray[Any]:
        """Distances of counts."""
        answers = np.zeros(len(counts), np.int8)
        distances_of_counts(counts, self.lookup, self.scratch, answers)
        return answers

    def free(self, counts: NDArray[np.uint8]) -> NDArray[Any]:
        """Nothing to compare: the sides differ on hands whose naturals are more than the places."""
        answers, masks = np.zeros((2, len(counts)), np.int64)
        free_packed(packed(counts), self.lookup, self.scratch, answers, masks)
        return masks[:0]

    def table(self, counts: NDArray[np.uint8], *, only_best: bool) -> NDArray[Any]:
        """Distances after each discard of 15 tiles, found together with their outs."""
        after, outs = np.zeros((2, len(counts), 53), np.int64)
        discards_packed(packed(counts), int(only_best), self.lookup, self.scratch, after, outs)
        return after


class Theirs:
    """The prototype in a folder."""

    def __init__(self, folder: Path) -> None:
        sys.path.insert(0, str(folder))
        import okey2  # noqa: PLC0415 (found only now)
        import okey_free  # noqa: PLC0415
        import okey_table3  # noqa: PLC0415
        import okey_tables  # noqa: PLC0415

        self.distance, self.search, self.discard = okey2, okey_free, okey_table3
        self.lookup = okey_tables.make()

    def distances_packed(self, hands: NDArray[Any]) -> NDArray[Any]:
        """Distances of packed hands."""
        answers = np.zeros(len(hands), np.int64)
        self.distance.distances_packed(hands, self.lookup, answers)
        return answers

    def distances(self, counts: NDArray[np.uint8]) -> NDArray[Any]:
        """Distances of counts."""
        answers = np.zeros(len(counts), np.int8)
        self.distance.distances(counts, self.lookup, answers)
        return answers

    def free(self, counts: NDArray[np.uint8]) -> NDArray[Any]:
        """Nothing to compare: the sides differ on hands whose naturals are more than the places."""
        masks = np.zeros(len(counts), np.int64)
        self.search.free_batch(counts, self.lookup, masks, True)  # noqa: FBT003 (its own signature)
        return masks[:0]

    def table(self, counts: NDArray[np.uint8], *, only_best: bool) -> NDArray[Any]:
        """Distances after each discard of 15 tiles, found together with their outs."""
        after, outs, copies = np.zeros((3, len(counts), 53), np.int64)
        self.discard.tables_batch2(counts, self.lookup, after, outs, copies, not only_best)
        return after


def questions(ours: Ours, theirs: Theirs) -> list[Question]:
    """What is compared, on hands dealt at random and on hands near to going out."""
    asked = []
    for name, make in (("random", random_hands), ("near", near_hands)):
        fourteen, fifteen = make(ANY_DISTANCE, 14, SEED), make(ANY_TABLE * 10, 15, SEED)
        few = fifteen[:ANY_TABLE]
        mine, other = packed(fourteen), theirs.distance.pack_all(fourteen)
        asked += [
            Question(
                f"distance packed, {name}",
                ANY_DISTANCE,
                lambda mine=mine: ours.distances_packed(mine),
                lambda other=other: theirs.distances_packed(other),
            ),
            Question(
                f"distance from counts, {name}",
                ANY_DISTANCE,
                lambda hands=fourteen: ours.distances(hands),
                lambda hands=fourteen: theirs.distances(hands),
            ),
            Question(
                f"free discards with the distance, {name}",
                len(fifteen),
                lambda hands=fifteen: ours.free(hands),
                lambda hands=fifteen: theirs.free(hands),
            ),
            Question(
                f"full discard table, {name}",
                ANY_TABLE,
                lambda hands=few: ours.table(hands, only_best=False),
                lambda hands=few: theirs.table(hands, only_best=False),
            ),
            Question(
                f"outs of the best discards, {name}",
                ANY_TABLE,
                lambda hands=few: ours.table(hands, only_best=True),
                lambda hands=few: theirs.table(hands, only_best=True),
            ),
        ]
    return asked


def cost(work: Callable[[], object], hands: int) -> float:
    """CPU seconds a hand."""
    start = time.process_time()
    work()
    return (time.process_time() - start) / hands


def compare(question: Question, repeats: int) -> dict[str, float]:
    """Medians in nanoseconds, and the median ratio of neighbouring runs."""
    mine, other = question.ours(), question.theirs()
    if not np.array_equal(mine, other):
        sys.exit(f"{question.name}: the answers differ")
    pairs = [
        (cost(question.ours, question.hands), cost(question.theirs, question.hands)) for _ in range(repeats)
    ]
    return {
        "ours_ns": statistics.median(pair[0] for pair in pairs) * 1e9,
        "prototype_ns": statistics.median(pair[1] for pair in pairs) * 1e9,
        "ratio": statistics.median(pair[0] / pair[1] for pair in pairs),
    }


def main() -> None:
    """Print the comparison."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--prototype", type=Path, required=True, help="folder of the prototype")
    parser.add_argument("--repeats", type=int, default=15, help="runs of each side (default 15)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    asked = questions(Ours(), Theirs(options.prototype))
    figures = {question.name: compare(question, options.repeats) for question in asked}
    if options.json:
        sys.stdout.write(json.dumps(figures) + "\n")
        return
    for name, row in figures.items():
        ours, theirs = row["ours_ns"], row["prototype_ns"]
        sys.stdout.write(f"{name:42} {ours:9.0f} ns {theirs:9.0f} ns   ratio {row['ratio']:.2f}\n")


if __name__ == "__main__":
    main()
