"""The distance as an integer program written from the rules, solved by HiGHS.

Variables are how often each combination is laid, how many naturals of the hand lie at each face, and how many
tiles beyond the two that the box holds of it. Those can only be wilds, of which there are two. The program
lays 14 places with as many naturals of the hand as it can; the hand's wilds take other places, and the rest
must be drawn. It knows nothing of profiles or choices.
"""

from collections.abc import Sequence

import highspy
import numpy as np

from oracles.laying_down import every_combination

J = 52


class Oracle:
    """One program; each hand changes only the bounds of what it holds."""

    def __init__(self, *, ace_high: bool = True) -> None:
        groups = [group for group in every_combination(ace_high=ace_high) if len(group) < 6]
        self.highs = highspy.Highs()
        self.highs.silent()
        self.highs.setOptionValue("threads", 1)
        self.highs.changeObjectiveSense(highspy.ObjSense.kMaximize)
        laid = [self._variable(4) for _ in groups]
        for column in laid:
            self.highs.changeColIntegrality(column, highspy.HighsVarType.kInteger)
        self.held = [self._variable(2, gain=1) for _ in range(J)]
        beyond = [self._variable(2) for _ in range(J)]
        self._row(14, 14, {laid[number]: len(group) for number, group in enumerate(groups)})
        self._row(0, 2, dict.fromkeys(beyond, 1))
        for face in range(J):
            asked = {laid[number]: 1 for number, group in enumerate(groups) if face in group}
            self._row(0, highspy.kHighsInf, {**asked, self.held[face]: -1})
            self._row(-highspy.kHighsInf, 2, {**asked, beyond[face]: -1})

    def distance(self, counts: Sequence[int]) -> int:
        """Draws until 14 tiles of the hand (53 counts) lie down (R8.1, R8.2)."""
        most = max(self._in_melds(counts), _in_pairs(counts))
        return max(0, 14 - most - counts[J])

    def _in_melds(self, counts: Sequence[int]) -> int:
        bounds = np.array(counts[:J], float)
        self.highs.changeColsBounds(J, np.array(self.held, np.int32), np.zeros(J), bounds)
        self.highs.run()
        assert self.highs.getModelStatus() == highspy.HighsModelStatus.kOptimal
        return round(self.highs.getInfo().objective_function_value)

    def _variable(self, most: int, gain: int = 0) -> int:
        self.highs.addCol(gain, 0, most, 0, np.array([], np.int32), np.array([]))
        return int(self.highs.getNumCol()) - 1

    def _row(self, least: float, most: float, terms: dict[int, int]) -> None:
        columns, values = np.array(list(terms), np.int32), np.array(list(terms.values()), float)
        self.highs.addRow(least, most, len(terms), columns, values)


def _in_pairs(counts: Sequence[int]) -> int:
    """The most naturals in seven pairs: a pair is worth two, then a single tile one (R6.4)."""
    return sum(sorted(counts[:J], reverse=True)[:7])
