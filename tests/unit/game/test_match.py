"""Matches: order of rounds (R3.1), limits (R11.1), ranking (R11.2), cases O11."""

from dataclasses import dataclass

import pytest

from istaka.game.match import Match
from istaka.rules.errors import IstakaError
from istaka.rules.ruleset import RuleSet

REMIK, FAST, CLASSIC = RuleSet.remik(), RuleSet.fast(), RuleSet.classic()


@dataclass
class Scores:
    penalties: tuple[int, ...]


def after(rules: RuleSet, *rounds: tuple[int, ...], order: tuple[int, ...] | None = None) -> Match:
    players = len(rounds[0])
    match = Match.new(rules, players, "m")
    for penalties in rounds:
        match = match.score(order or tuple(range(players)), Scores(penalties))
    return match


def test_a_match_begins_at_nought() -> None:
    match = Match.new(REMIK, 3, "m-1")
    assert (match.totals, match.round, match.over, match.ranking) == ((0, 0, 0), 1, False, (1, 1, 1))


def test_a_classic_match_begins_at_20() -> None:
    """The classic preset."""
    assert Match.new(CLASSIC, 2, "m").totals == (20, 20)


def test_o11_forty_points_end_a_fast_match_and_the_fewest_win() -> None:
    """R11.1, R11.2: 30/30/20/0, the first goes out: 30/50/40/20, and the last wins."""
    match = after(FAST, (30, 30, 20, 0))
    assert not match.over
    match = match.score((0, 1, 2, 3), Scores((0, 20, 20, 20)))
    assert match.totals == (30, 50, 40, 20)
    assert match.over
    assert match.ranking == (2, 4, 3, 1)


def test_o11_a_stalemate_at_the_limit_shares_the_first_place() -> None:
    """R11.2."""
    match = after(FAST, (30, 30, 30, 30), (10, 10, 10, 10))
    assert match.over
    assert match.ranking == (1, 1, 1, 1)


def test_o11_the_same_totals_do_not_end_a_match_to_80() -> None:
    """R11.1."""
    assert not after(REMIK, (30, 30, 20, 0), (0, 20, 20, 20)).over


@pytest.mark.parametrize(("points", "over"), [((70, 0), False), ((80, 0), True), ((90, 0), True)])
def test_exactly_the_limit_counts(points: tuple[int, int], over: bool) -> None:  # noqa: FBT001
    """R11.1."""
    assert after(REMIK, points).over is over


def test_equal_totals_share_a_place_and_the_next_is_left_out() -> None:
    """R11.2: 1, 1, 3."""
    assert after(REMIK, (20, 20, 40)).ranking == (1, 1, 3)
    assert after(REMIK, (0, 20, 20, 40)).ranking == (1, 2, 2, 4)


@pytest.mark.parametrize(("points", "over"), [((19, 0), False), ((20, 0), True), ((22, 0), True)])
def test_classic_counts_down_to_nought_or_below(points: tuple[int, int], over: bool) -> None:  # noqa: FBT001
    """The classic preset: the highest total wins."""
    match = after(CLASSIC, points)
    assert match.totals == (20 - points[0], 20)
    assert match.over is over
    assert match.ranking == (2, 1)


def test_points_of_seats_are_booked_to_the_players_who_sat_there() -> None:
    match = after(REMIK, (0, 10, 20), order=(2, 0, 1))
    assert match.totals == (10, 20, 0)
    assert match.seat_totals((2, 0, 1)) == (0, 10, 20)
    assert match.by_player((2, 0, 1), (7, 8, 9)) == (8, 9, 7)


def test_the_order_is_drawn_for_in_each_round() -> None:
    """R3.1 `drawn_each_round`."""
    match = Match.new(REMIK, 3, "m")
    for number in range(3):
        deal = match.deal(number.to_bytes(32, "big"), [bytes(16)] * 3)
        assert deal.draws
        match = match.score(deal.order, Scores((0, 10, 10)))


def test_the_order_drawn_once_is_passed_on_one_seat_each_round() -> None:
    """R3.1 `drawn_once`."""
    match = Match.new(REMIK.replace(order="drawn_once"), 3, "m")
    first = match.deal(bytes(32), [bytes(16)] * 3)
    assert first.draws
    expected = first.order
    for number in range(1, 5):
        match = match.score(expected, Scores((0, 0, 10)))
        expected = expected[1:] + expected[:1]
        deal = match.deal(number.to_bytes(32, "big"), [bytes(16)] * 3)
        assert (deal.draws, deal.order) == ((), expected)
    assert match.round == 5


def test_a_match_that_is_over_takes_no_more_rounds() -> None:
    """R11.1."""
    match = after(FAST, (40, 0))
    with pytest.raises(IstakaError, match="the match is over"):
        match.deal(bytes(32), [bytes(16)] * 2)
    with pytest.raises(IstakaError, match="the match is over"):
        match.score((0, 1), Scores((0, 20)))


@pytest.mark.parametrize(("players", "match_id"), [(1, "m"), (5, "m"), (2, ""), (2, "a b"), (2, "x" * 65)])
def test_players_and_ids_that_cannot_be_are_refused(players: int, match_id: str) -> None:
    """R2."""
    with pytest.raises(IstakaError, match="expected"):
        Match.new(REMIK, players, match_id)


def test_every_player_needs_a_nonce() -> None:
    with pytest.raises(IstakaError, match="2 nonces: expected one for each of 3 players"):
        Match.new(REMIK, 3, "m").deal(bytes(32), [bytes(16)] * 2)
