"""How sure a mean is when its parts come in clusters.

The rounds of one deal are the same tiles in other hands: they are one observation, not several, so an
interval is drawn from the means of the deals.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final

CONFIDENCE: Final = 0.95


@dataclass(frozen=True)
class Interval:
    """A mean and how far the true one may be from it on either side; inf where one cluster tells nothing."""

    mean: float
    half_width: float

    @property
    def low(self) -> float:
        """The lower end."""
        return self.mean - self.half_width

    @property
    def high(self) -> float:
        """The upper end."""
        return self.mean + self.half_width

    def excludes(self, value: float) -> bool:
        """Whether the value lies outside."""
        return not self.low <= value <= self.high


def clustered(means: Sequence[float]) -> Interval:
    """The 95 % interval of the mean of equally large clusters, from their means (Student's t).

    Raises:
        ValueError: there is no cluster.
    """
    if not means:
        msg = "an interval needs at least one deal"
        raise ValueError(msg)
    if len(means) == 1:
        return Interval(means[0], float("inf"))
    error = stdev(means) / sqrt(len(means))
    return Interval(fmean(means), student_quantile(len(means) - 1) * error)


def student_quantile(freedom: int) -> float:
    """How many standard errors hold 95 % of Student's t with that many degrees of freedom (>= 1).

    Exact for 1 and 2 degrees; from 3 on the expansion around the normal quantile (Abramowitz and Stegun
    26.7.5), which is right to 1 %.
    """
    upper = 1 - (1 - CONFIDENCE) / 2
    if freedom == 1:
        angle = pi * (1 - upper)
        return cos(angle) / sin(angle)
    if freedom == 2:  # noqa: PLR2004 - the one other case with a closed form
        return (2 * upper - 1) * sqrt(2 / (4 * upper * (1 - upper)))
    z = NormalDist().inv_cdf(upper)
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )
