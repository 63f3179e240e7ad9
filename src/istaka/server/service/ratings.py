"""What a match says about how well its players play, by Plackett and Luce (docs/ratings.md)."""

from collections.abc import Sequence
from itertools import pairwise, permutations
from statistics import fmean
from typing import Final

from openskill.models import PlackettLuce

from istaka.server.core.skill import Skill

_MODEL: Final = PlackettLuce()


def rate(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """The skills after a match that ended with these places.

    Equal places are every order of those who share them, equally likely: the model's own draws give the third
    of 1, 1, 3 as much as the first two.
    """
    orders = [order for order in permutations(range(len(places))) if _fits(order, places)]
    outcomes = [_rate(skills, order) for order in orders]
    return [
        Skill(
            fmean(outcome[player].mu for outcome in outcomes),
            fmean(outcome[player].sigma for outcome in outcomes),
            skill.games + 1,
        )
        for player, skill in enumerate(skills)
    ]


def _fits(order: tuple[int, ...], places: Sequence[int]) -> bool:
    return all(places[better] <= places[worse] for better, worse in pairwise(order))


def _rate(skills: Sequence[Skill], order: tuple[int, ...]) -> list[Skill]:
    """The skills after a match that ended in this order, the winner first."""
    before = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    after = _MODEL.rate(before, ranks=[float(order.index(player)) for player in range(len(skills))])
    return [Skill(player.mu, player.sigma) for (player,) in after]
