"""Penalty points: every row of R10, each bonus mode, and case O26."""

import pytest

from istaka.rules.ruleset import RuleSet
from istaka.rules.scoring import Ending, Penalty, penalties

REMIK = RuleSet.remik()
CLASSIC = RuleSet.classic()


def points(
    rules: RuleSet, ending: Ending, *, wild: bool = False, winner: int | None = 2, holder: int | None = None
) -> list[int]:
    seats = penalties(rules, 4, ending, wild_discard=wild, winner=winner, holder=holder)
    return [sum(penalty.points for penalty in seat) for seat in seats]


@pytest.mark.parametrize(
    ("ending", "wild", "each"),
    [
        ("melds", False, 20),
        ("pairs", False, 40),
        ("melds", True, 40),
        ("pairs", True, 40),
        ("pairs+melds", False, 40),
        ("pairs+melds", True, 40),
    ],
)
def test_o26_each_opponent_pays_once_for_going_out(ending: Ending, wild: bool, each: int) -> None:  # noqa: FBT001
    """R10, R10.1 `max`, R8.5: a hand that is both scores the better for its owner."""
    assert points(REMIK, ending, wild=wild) == [each, each, 0, each]


def test_a_stalemate_costs_everybody_10() -> None:
    """R10."""
    assert points(REMIK, "stalemate", winner=None) == [10, 10, 10, 10]


@pytest.mark.parametrize(
    ("ending", "wild", "holder", "expected"),
    [
        ("melds", False, 2, [30, 30, 0, 30]),
        ("melds", False, 1, [30, 20, 10, 30]),
        ("melds", False, None, [20, 20, 0, 20]),
        ("pairs", False, 2, [50, 50, 0, 50]),
        ("pairs", False, 1, [50, 40, 10, 50]),
        ("pairs", True, None, [40, 40, 0, 40]),
        ("melds", True, 1, [50, 40, 10, 50]),
    ],
)
def test_the_table_of_the_bonus(ending: Ending, wild: bool, holder: int | None, expected: list[int]) -> None:  # noqa: FBT001
    """R10.2, R10.3: the holder's opponents get 10 more, the winner among them."""
    assert points(REMIK, ending, wild=wild, holder=holder) == expected


def test_a_stalemate_with_the_twin_costs_its_holder_10_and_the_others_20() -> None:
    """R10.2, R10.3."""
    assert points(REMIK, "stalemate", winner=None, holder=1) == [20, 10, 20, 20]


@pytest.mark.parametrize(
    ("ending", "wild", "holder", "expected"),
    [
        ("melds", False, None, [0, 20, 20]),
        ("pairs", False, None, [0, 40, 40]),
        ("melds", True, None, [0, 40, 40]),
        ("pairs", True, None, [0, 40, 40]),
        ("melds", False, 1, [10, 20, 30]),
        ("melds", False, 0, [0, 30, 30]),
        ("stalemate", False, 1, [20, 10, 20]),
    ],
)
@pytest.mark.parametrize("players", [2, 3])
def test_o26_each_list_is_the_same_with_fewer_players(
    players: int,
    ending: Ending,
    wild: bool,  # noqa: FBT001
    holder: int | None,
    expected: list[int],
) -> None:
    """R10, R10.2, R10.3."""
    winner = None if ending == "stalemate" else 0
    seats = penalties(REMIK, players, ending, wild_discard=wild, winner=winner, holder=holder)
    assert [sum(penalty.points for penalty in seat) for seat in seats] == expected[:players]


@pytest.mark.parametrize(
    ("ending", "wild", "each"), [("pairs", True, 80), ("melds", True, 40), ("pairs", False, 40)]
)
def test_combo_double_pays_pairs_and_wild_together_double(ending: Ending, wild: bool, each: int) -> None:  # noqa: FBT001
    """R10.1 `double`: 80."""
    rules = REMIK.replace(combo="double")
    assert points(rules, ending, wild=wild) == [each, each, 0, each]


@pytest.mark.parametrize(
    ("ending", "wild", "each"),
    [
        ("melds", False, 2),
        ("melds", True, 4),
        ("pairs", False, 4),
        ("pairs", True, 8),
        ("pairs+melds", True, 8),
    ],
)
def test_classic_points(ending: Ending, wild: bool, each: int) -> None:  # noqa: FBT001
    """The classic preset: ordinary 2, wild discard 4, seven pairs 4, both 8."""
    assert points(CLASSIC, ending, wild=wild) == [each, each, 0, each]


def test_classic_stalemate_is_free_and_its_bonus_is_1() -> None:
    assert points(CLASSIC, "stalemate", winner=None) == [0, 0, 0, 0]
    assert points(CLASSIC, "stalemate", winner=None, holder=0) == [0, 1, 1, 1]


def test_each_penalty_says_what_it_is_for() -> None:
    seats = penalties(REMIK, 3, "pairs", wild_discard=True, winner=0, holder=2)
    assert seats == (
        (Penalty("bonus", 10),),
        (Penalty("pairs", 40), Penalty("bonus", 10)),
        (Penalty("pairs", 40),),
    )
    assert penalties(REMIK, 2, "melds", wild_discard=True, winner=0, holder=None)[1] == (Penalty("wild", 40),)
    assert penalties(CLASSIC, 2, "stalemate", wild_discard=False, winner=None, holder=None) == ((), ())


def test_the_owner_s_better_shape_counts_when_melds_pay_more() -> None:
    """R8.5: better for the owner, whatever a rule set pays."""
    rules = REMIK.replace(melds=50)
    assert points(rules, "pairs+melds") == [50, 50, 0, 50]
