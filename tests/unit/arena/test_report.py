"""The report of a match of bots counts what was played (R10)."""

import pytest

from istaka.arena.duplicate import DealPlayed, RoundPlayed, seatings
from istaka.arena.report import report
from istaka.game.position import Outcome
from istaka.rules.ruleset import RuleSet
from istaka.rules.scoring import Ending, penalties


def outcome(ending: Ending, winner: int | None, *, wild: bool = False, players: int = 2) -> Outcome:
    why = penalties(RuleSet.remik(), players, ending, wild_discard=wild, winner=winner, holder=None)
    return Outcome(ending=ending, wild=wild, winner=winner, discard=52 if wild else 0, holder=None, why=why)


def two_deals() -> list[DealPlayed]:
    """Bot 0 wins three of four rounds: by melds, pairs and on a wild; the last one is a stalemate."""
    first = DealPlayed(
        (RoundPlayed((0, 1), outcome("melds", 0), 10), RoundPlayed((1, 0), outcome("pairs", 1), 20))
    )
    second = DealPlayed(
        (
            RoundPlayed((0, 1), outcome("pairs+melds", 0, wild=True), 30),
            RoundPlayed((1, 0), outcome("stalemate", None), 60),
        )
    )
    return [first, second]


def test_points_are_those_of_the_bot_wherever_it_sits() -> None:
    found = report(["a", "b"], two_deals())
    assert [bot.points.mean for bot in found.bots] == [(0 + 0 + 0 + 10) / 4, (20 + 40 + 40 + 10) / 4]


def test_rounds_ends_and_turns_are_counted() -> None:
    found = report(["a", "b"], two_deals())
    assert (found.rounds, found.stalemates, found.mean_turns) == (4, 1, 30.0)
    assert [(bot.wins, bot.pairs, bot.wild) for bot in found.bots] == [(3, 2, 1), (0, 0, 0)]


def test_the_interval_is_drawn_from_the_deals_not_the_rounds() -> None:
    found = report(["a", "b"], two_deals())
    # bot 1 pays 30 and 25 points a round in the two deals
    assert found.bots[1].points.half_width == pytest.approx(12.706 * 2.5, rel=0.001)


def test_the_advantage_is_the_others_points_less_its_own() -> None:
    found = report(["a", "b"], two_deals())
    assert [bot.advantage.mean for bot in found.bots] == [25.0, -25.0]


def test_bots_of_one_name_are_told_apart() -> None:
    found = report(["a", "a"], two_deals())
    assert [bot.wins for bot in found.bots] == [3, 0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_bot_sits_in_every_seat_once(players: int) -> None:
    assert [sorted(seats) for seats in zip(*seatings(players), strict=True)] == [
        list(range(players))
    ] * players


def test_without_a_deal_there_is_nothing_to_report() -> None:
    with pytest.raises(ValueError, match="at least one deal"):
        report(["a", "b"], [])
