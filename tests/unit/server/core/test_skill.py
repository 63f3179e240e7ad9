"""What is shown of a skill, and when it is too early to be placed by it (docs/ratings.md)."""

from istaka.server.core.skill import DOUBT, GAMES, Skill


def test_a_rating_is_counted_from_1500() -> None:
    assert Skill().rating == 1500
    assert Skill(26.26, 3.0, 20).rating == 1550
    assert Skill(20.0, 3.0, 20).rating == 1300


def test_a_rating_is_provisional_at_first() -> None:
    assert Skill().is_provisional
    assert Skill(25.0, 3.0, GAMES - 1).is_provisional
    assert Skill(25.0, DOUBT + 0.1, GAMES).is_provisional
    assert not Skill(25.0, DOUBT, GAMES).is_provisional
