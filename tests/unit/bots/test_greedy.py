"""The greedy bot: always the lowest distance (R7.1, R8)."""

import random

import pytest

from istaka.bots import greedy
from istaka.bots.interface import unlimited
from istaka.game.position import Position
from istaka.rules.actions import action_name
from istaka.rules.ruleset import RuleSet
from istaka.rules.tiles import kind_name
from istaka.solver import discards
from oracles.rigged import play, rigged

NEARLY = "R1 R2 R3 Y5 Y6 Y7 K9 K10 K11 B1 B2 B3 R12"


def chosen(position: Position, seed: int = 1) -> str:
    action = greedy.choose(position.view(position.turn), random.Random(seed), unlimited)
    return action_name(action, position.wild)


@pytest.mark.parametrize(("thrown", "answer"), [("B4", "take"), ("J", "take"), ("K2", "draw")])
def test_the_discard_is_taken_when_it_brings_the_hand_nearer(thrown: str, answer: str) -> None:
    """R7.1: B4 makes a run of four, a wild always helps, K2 helps nothing."""
    position = rigged(RuleSet.remik(), 2, hands={0: thrown, 1: f"{NEARLY} Y10"})
    assert chosen(play(position, thrown)) == answer


def test_a_forbidden_return_is_not_tried() -> None:
    """R7.2 `forbid`: the tile taken from the pile stays, though every other throw costs more."""
    rules = RuleSet.remik().replace(name="house", return_taken="forbid")
    hand = "R1 R1 R2 R2 Y5 Y5 Y6 Y6 K9 K9 K10 K10 B1 B1"
    position = play(rigged(rules, 2, hands={0: "R12", 1: hand}), "R12 take")
    assert chosen(position) != "R12"


def test_any_spare_tile_is_thrown_and_no_other() -> None:
    """R7.2: against the public table of discards."""
    position = rigged(RuleSet.remik(), 2, hands={0: f"{NEARLY} Y10 Y12"})
    found = discards(position.hand(0))
    nearest = min(one.distance for one in found)
    spare = {kind_name(one.kind, position.wild) for one in found if one.distance == nearest}
    assert {"R12", "Y10", "Y12"} <= spare
    assert {chosen(position, seed) for seed in range(60)} == spare


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        ("R1 R2 R3 R4 Y5 Y6 Y7 Y8 K9 K10 K11 B1 B2 B3 K5", "K5!"),
        ("R1 R2 R3 R4 Y5 Y6 Y7 Y8 K9 K10 K11 B1 B2 B3 J", "J!"),
    ],
)
def test_it_goes_out_at_once_for_the_most_points(hand: str, answer: str) -> None:
    """R8, R10."""
    assert chosen(rigged(RuleSet.remik(), 2, hands={0: hand})) == answer


def test_the_twin_is_shown_where_that_pays() -> None:
    """R10.2 `shown`."""
    position = rigged(RuleSet.classic(), 2, hands={0: "B7"})
    assert chosen(position) == "show"
