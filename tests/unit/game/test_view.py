"""What a seat may know, and what a view tells of it (R7.4, R10.2)."""

import pickle

import numpy as np
import pytest

from istaka.game.position import Position
from istaka.game.view import View
from istaka.rules.actions import DRAW, TAKE
from istaka.rules.ruleset import RuleSet
from istaka.rules.tiles import kind_names, parse_kind
from oracles.rigged import play, rigged

REMIK = RuleSet.remik()
MELDS = "R1 R2 R3 Y4 Y5 Y6 B10 K10 Y10 K1 K2 K3 K4 K5"


def test_a_view_tells_what_the_position_tells() -> None:
    position = play(rigged(REMIK, 3, hands={0: "R5", 1: "K2"}), "R5 draw K2")
    for seat in range(3):
        view = position.view(seat, (0, 10, 20))
        assert (view.seat, view.players, view.turn, view.phase) == (seat, 3, 2, 0)
        assert (view.indicator, view.wild, view.stock) == (position.indicator, position.wild, position.stock)
        assert (view.turns, view.idle) == (position.turns, position.idle)
        assert view.sizes == (14, 14, 14)
        assert view.hand.tolist() == position.counts(seat).tolist()
        assert [view.pile(other) for other in range(3)] == [position.pile(other) for other in range(3)]
        assert view.last_discard == parse_kind("K2", view.wild)
        assert (view.rules, view.totals) == (REMIK, (0, 10, 20))


def test_only_the_seat_on_turn_has_legal_actions() -> None:
    """O23: the mask belongs to the seat that acts."""
    position = play(rigged(REMIK, 3, hands={0: "R5"}), "R5")
    assert position.view(1).legal == position.legal == (DRAW, TAKE)
    assert position.view(0).legal == position.view(2).legal == ()
    assert not position.view(0).mask.any()


def test_the_top_is_that_of_the_previous_seat_s_pile() -> None:
    """R7.1."""
    position = rigged(REMIK, 3, hands={0: "R5"})
    assert position.view(1).top is None
    assert play(position, "R5").view(1).top == parse_kind("R5", position.wild)
    assert play(position, "R5").view(2).top is None


def test_every_pile_may_be_looked_through() -> None:
    """R7.4."""
    position = play(rigged(REMIK, 2, hands={0: "R5 R6", 1: "K2 K3"}), "R5 draw K2 draw R6 draw K3")
    view = position.view(0)
    assert kind_names(view.pile(0), view.wild) == "R5 R6"
    assert kind_names(view.pile(1), view.wild) == "K2 K3"


def test_a_drawn_tile_is_known_to_its_seat_alone() -> None:
    position = play(rigged(REMIK, 2, hands={0: "R5"}, stock="Y9"), "R5 draw")
    assert position.view(1).taken == parse_kind("Y9", position.wild)
    assert position.view(0).taken is None
    assert not position.view(0).known.any()


def test_a_tile_taken_from_a_pile_is_known_to_all_until_it_is_thrown() -> None:
    position = play(rigged(REMIK, 2, hands={0: "R5", 1: "K2"}), "R5 take")
    for seat in (0, 1):
        view = position.view(seat)
        assert (view.taken, view.taken_from_pile) == (parse_kind("R5", view.wild), True)
        assert view.known[1].sum() == view.known[1, parse_kind("R5", view.wild)] == 1
    kept = play(position, "K2")
    assert kept.view(0).known[1].sum() == 1
    assert kept.view(0).taken is None
    assert play(position, "R5").view(0).known.sum() == 0


def test_of_two_equal_tiles_one_known_nothing_is_known_after_throwing_one() -> None:
    """Nobody can tell which of the two was thrown, so that one is surely held no more."""
    position = play(rigged(REMIK, 2, hands={0: "R5", 1: "R5 K2"}), "R5 take R5")
    assert position.view(0).known.sum() == 0


def test_a_shown_twin_is_known_to_all() -> None:
    """R10.2 `shown`."""
    position = play(rigged(REMIK.replace(bonus="shown"), 2, "B7", hands={0: "B7"}), "show")
    view = position.view(1)
    assert view.known[0, parse_kind("B7", view.wild)] == 1
    assert view.holder == 0


def test_who_was_dealt_the_twin_knows_it_and_the_others_do_not() -> None:
    """R10.2 `dealt`: opponents do not learn who holds it before the round ends."""
    position = rigged(REMIK, 3, "K2", hands={0: MELDS + " R13"})
    assert position.view(0).holder == 0
    assert position.view(1).holder is None
    ended = play(position, "R13!")
    assert [ended.view(seat).holder for seat in range(3)] == [0, 0, 0]
    assert [ended.view(seat).winner for seat in range(3)] == [0, 0, 0]
    assert position.view(1).winner is None


def test_unseen_tiles_are_the_stock_and_what_others_hide() -> None:
    position = play(rigged(REMIK, 4, "B7", hands={0: "R5", 1: "K2 J"}, stock="Y9"), "R5 take K2 draw")
    for seat in range(4):
        view = position.view(seat)
        hidden = sum(position.size(other) - view.known[other].sum() for other in range(4) if other != seat)
        assert view.unseen.sum() == position.stock + hidden
        everything = view.unseen.astype(int) + view.hand
        everything[view.indicator] += 1
        for other in range(4):
            everything += np.bincount(view.pile(other), minlength=53)
            everything += view.known[other] if other != seat else 0
        assert (everything == 2).all(), "R1: two of each"


def test_a_view_is_immutable() -> None:
    view = rigged(REMIK, 2).view(0)
    with pytest.raises(AttributeError, match="immutable"):
        view.totals = (1, 2)
    for array in (view.hand, view.known, view.mask):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_views_are_equal_when_all_they_tell_is() -> None:
    position = rigged(REMIK, 2)
    assert position.view(0) == position.view(0)
    assert hash(position.view(0)) == hash(position.view(0))
    assert position.view(0) != position.view(1)
    assert position.view(0) != position.view(0, (1, 2))
    assert position.view(0) != Position.from_bytes(RuleSet.fast(), position.to_bytes()).view(0)
    assert position.view(0) != "view"
    assert View(position.view(0).to_bytes(), REMIK) == position.view(0)
    view = position.view(0, (5, 6))
    assert pickle.loads(pickle.dumps(view)) == view  # noqa: S301
    assert repr(position.view(1)) == "<View of seat 1 at discard 0, seat 0 on turn>"
