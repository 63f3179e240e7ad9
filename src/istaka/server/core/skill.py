"""How well somebody plays, as far as is known (docs/ratings.md)."""

from dataclasses import dataclass
from typing import Final

MU: Final = 25.0
"""The guess about somebody of whom nothing is known,"""
SIGMA: Final = MU / 3
"""and the doubt."""
START: Final = 1500
"""The rating that is shown for that guess,"""
SCALE: Final = 40
"""and so many points are one of `mu`."""
GAMES: Final = 10
"""A rating is provisional under so many matches, or while the doubt is"""
DOUBT: Final = 5.0
"""more than this."""


@dataclass(frozen=True, slots=True)
class Skill:
    """A guess `mu` with a doubt `sigma`, after so many rated matches with one number of players."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0

    @property
    def rating(self) -> int:
        """The number that is shown."""
        return round(START + SCALE * (self.mu - MU))

    @property
    def is_provisional(self) -> bool:
        """Whether it is too early to be placed by it."""
        return self.games < GAMES or self.sigma > DOUBT
