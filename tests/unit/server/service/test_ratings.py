"""Ratings move as places say (docs/ratings.md)."""

import pytest

from istaka.server.core.skill import Skill
from istaka.server.service.ratings import rate


def test_who_wins_gains_what_the_other_loses() -> None:
    winner, loser = rate([Skill(), Skill()], [1, 2])
    assert winner.rating - 1500 == 1500 - loser.rating > 0
    assert winner.games == loser.games == 1
    assert winner.sigma < Skill().sigma


def test_a_draw_among_equals_changes_no_rating() -> None:
    assert [skill.rating for skill in rate([Skill(), Skill()], [1, 1])] == [1500, 1500]


@pytest.mark.parametrize("places", [(1, 2, 3, 4), (1, 1, 3, 4), (1, 2, 2, 2)])
def test_places_order_the_gains(places: tuple[int, ...]) -> None:
    gains = [skill.mu for skill in rate([Skill()] * 4, places)]
    for mine, gain in zip(places, gains, strict=True):
        for other, theirs in zip(places, gains, strict=True):
            if mine < other:
                assert gain > theirs
            elif mine == other:
                assert gain == pytest.approx(theirs)


def test_beating_somebody_strong_is_worth_more() -> None:
    strong, weak = Skill(35.0, 3.0, 20), Skill(15.0, 3.0, 20)
    against_strong = rate([Skill(25.0, 3.0, 20), strong], [1, 2])[0].mu
    against_weak = rate([Skill(25.0, 3.0, 20), weak], [1, 2])[0].mu
    assert against_strong > against_weak > 25.0


def test_a_rating_is_placed_in_time() -> None:
    skill = Skill()
    for _ in range(20):
        skill, _ = rate([skill, Skill(25.0, 3.0, 50)], [1, 2])
    assert not skill.is_provisional
    assert skill.rating > 1600
