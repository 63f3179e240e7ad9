"""The careful bot: live outs, what a going out pays, and what the next player could use (R7, R8, R10)."""

import random

import numpy as np
import pytest

from istaka.bots import careful
from istaka.bots.careful import least_useful_next, most_outs, partners
from istaka.bots.interface import unlimited
from istaka.game.position import Position
from istaka.rules.actions import action_name
from istaka.rules.ruleset import RuleSet
from istaka.rules.tiles import WILD, kind_name, parse_kind, wild_of
from istaka.solver import discards
from oracles.rigged import play, rigged

NEARLY = "R1 R2 R3 Y5 Y6 Y7 K9 K10 K11 B1 B2 B3"
ONE_WAY = "R1 R2 R3 R4 Y5 Y6 Y7 Y8 K9 K10 K11 B2 B3 J"
"""14 tiles that lie down with the wild as B1 or B4; a natural there frees the wild."""


def chosen(position: Position, seed: int = 1) -> str:
    action = careful.choose(position.view(position.turn), random.Random(seed), unlimited)
    return action_name(action, position.wild)


@pytest.mark.parametrize(
    "hand", ["", f"{NEARLY} R12 Y10 K5", "R5 R6 Y1 Y1 K8 K9 B2 B3 B12 J R13 Y13 K2 K6 Y8"]
)
def test_the_throw_leaves_the_lowest_distance_and_then_the_most_live_outs(hand: str) -> None:
    """Against the public table of discards."""
    position = rigged(RuleSet.remik(), 3, hands={0: hand})
    view = position.view(0)
    found = discards(view.hand, unseen=view.unseen)
    best = min((one.distance, -sum(one.outs.values())) for one in found)
    expected = {one.kind for one in found if (one.distance, -sum(one.outs.values())) == best}
    assert set(most_outs(view, view.unseen)) == expected


def test_only_tiles_still_to_come_are_counted() -> None:
    """R7.4: when everything that could help lies open, every nearest throw is as good as the others."""
    view = rigged(RuleSet.remik(), 2, hands={0: f"{NEARLY} R13 Y10 K5"}).view(0)
    found = discards(view.hand)
    nearest = {one.kind for one in found if one.distance == min(one.distance for one in found)}
    assert set(most_outs(view, np.zeros_like(view.unseen))) == nearest
    assert set(most_outs(view, view.unseen)) < nearest


@pytest.mark.parametrize(("thrown", "answer"), [("B4", "take"), ("J", "take"), ("K2", "draw")])
def test_the_discard_is_taken_when_it_brings_the_hand_nearer(thrown: str, answer: str) -> None:
    """R7.1."""
    position = rigged(RuleSet.remik(), 2, hands={0: thrown, 1: f"{NEARLY} R12 Y10"})
    assert chosen(play(position, thrown)) == answer


def test_the_discard_is_taken_for_many_more_outs() -> None:
    """R7.1: with R6 beside R5 and R7 the hand is as near as before, and much more can come."""
    position = rigged(RuleSet.remik(), 2, hands={0: "R6", 1: "R5 R8 Y1 Y3 Y9 B2 B4 B11 K1 K6 K8 K12 R13 Y13"})
    view = play(position, "R6").view(1)
    drawn = discards([*np.repeat(np.arange(53), view.hand).tolist(), view.top], unseen=view.unseen)
    assert min(one.distance for one in drawn) >= 1
    assert chosen(play(position, "R6")) == "take"


def test_a_complete_hand_takes_a_discard_only_to_go_out_on_a_wild() -> None:
    """R10: B4 frees the wild, K2 does not."""
    for thrown, answer in (("B4", "take"), ("K2", "draw")):
        position = rigged(RuleSet.remik(), 2, hands={0: thrown, 1: ONE_WAY})
        assert chosen(play(position, thrown)) == answer


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        ("R1 R2 R3 R4 Y5 Y6 Y7 Y8 K9 K10 K11 B1 B2 B3 J", "J!"),
        ("B1 B1 B2 B2 B3 B3 K8 K8 K9 K9 K10 K10 K11 K11 Y12", "Y12!"),
        ("R1 R2 R3 R4 Y5 Y6 Y7 Y8 K9 K10 K11 B1 B2 B3 K5", "K5!"),
    ],
)
def test_it_goes_out_for_the_most_points(hand: str, answer: str) -> None:
    """R8, R10: on a wild, in pairs, and plainly."""
    assert chosen(rigged(RuleSet.remik(), 2, hands={0: hand})) == answer


def test_it_waits_for_a_wild_finish_at_the_start_and_not_later() -> None:
    """R8.3, R10: nobody has to go out; 40 points are worth a short wait while nobody else is near."""
    stock = "K1 K2 K3 K4 Y10 Y11 Y12 Y13 R7 R8 R9 R10 B9 B10 B11 B12 K1 K2 K3 K4"
    position = rigged(RuleSet.remik(), 2, hands={0: f"{ONE_WAY} Y1"}, stock=stock)
    assert chosen(position) == "Y1"
    for drawn in ["Y1", *(f"draw {tile}" for tile in stock.split()[:-1])]:
        position = play(position, drawn)
    assert position.turn == 0
    assert chosen(play(position, "draw")).endswith("!")


def test_equal_throws_keep_back_what_the_next_player_could_use() -> None:
    """He took R8, so R7 is more use to him than Y10; what he threw himself is none."""
    hands = {0: f"{NEARLY} R8 R7 Y10", 1: "K13"}
    position = play(rigged(RuleSet.remik(), 2, hands=hands, stock="Y13"), "R8 take K13 draw")
    view = position.view(0)
    r7, y10, k13 = (parse_kind(name, position.wild) for name in ("R7", "Y10", "K13"))
    assert least_useful_next(view, view.unseen, [r7, y10]) == [y10]
    assert least_useful_next(view, view.unseen, [r7, y10, k13]) == [k13]
    assert least_useful_next(view, view.unseen, [r7, WILD]) == [r7]


def test_partners_are_tiles_of_one_combination() -> None:
    """R6.1, R6.2: the same rank in other colours, two ranks up or down in one colour, 12 and 13 with 1."""
    wild = wild_of(0)
    for ace_high, after_13 in ((True, {"Y12", "Y13"}), (False, set())):
        table = partners(ace_high=ace_high)
        found = {kind_name(int(kind), wild) for kind in np.flatnonzero(table[parse_kind("Y1", wild)])}
        assert found == {"R1", "B1", "K1", "Y2", "Y3"} | after_13
        assert (table[:WILD, :WILD] == table[:WILD, :WILD].T).all()
        assert table[WILD].all()
