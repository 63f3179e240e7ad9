"""The face of a state: immutability, text and bytes, errors, and the clock (R12.1)."""

import pickle

import numpy as np
import pytest

from istaka.game.perft import start
from istaka.game.position import Phase, Position
from istaka.rules.actions import DRAW, N_ACTIONS
from istaka.rules.errors import IllegalActionError, IstakaError
from istaka.rules.ruleset import PRESETS, RuleSet
from istaka.rules.state import STATE
from istaka.rules.tiles import kind_name
from oracles.rigged import play, rig, rigged

REMIK = RuleSet.remik()
FORBID = REMIK.replace(return_taken="forbid")


def clock(position: Position) -> str:
    """What the clock does for the rest of the turn."""
    words, turns = [], position.turns
    while position.turns == turns and position.outcome is None:
        action = position.timeout_action()
        words.append("draw" if action == DRAW else kind_name(action, position.wild))
        position = position.play(action)
    return " ".join(words)


def test_play_leaves_the_position_as_it_was() -> None:
    position = rigged(REMIK, 2, hands={0: "R5"})
    before = position.to_bytes()
    after = play(position, "R5")
    assert position.to_bytes() == before != after.to_bytes()


def test_the_numbers_of_a_position_are_those_of_its_record() -> None:
    record = np.zeros(1, STATE)[0]
    names = [name for name in STATE.names or () if STATE[name] == np.int64]
    for number, name in enumerate(names):
        record[name] = number - 1
    position = Position.from_bytes(REMIK, record.tobytes())
    assert position._numbers._asdict() == {name: number - 1 for number, name in enumerate(names)}  # noqa: SLF001


def test_several_actions_are_played_as_one_after_the_other() -> None:
    position = start(REMIK, 2)
    actions = []
    for _ in range(12):
        actions.append(position.timeout_action())
        position = position.play(actions[-1])
    assert start(REMIK, 2).play_all(actions) == position
    assert start(REMIK, 2).play_all(()) == start(REMIK, 2)
    with pytest.raises(IllegalActionError) as refused:
        start(REMIK, 2).play_all((*actions, actions[-1]))
    assert refused.value.code == position.refusal(actions[-1])


def test_equal_plays_give_equal_positions_with_equal_hashes() -> None:
    position = rigged(REMIK, 2, hands={0: "R5"})
    one, two = play(position, "R5 draw"), play(position, "R5 draw")
    assert one == two
    assert hash(one) == hash(two)
    assert one != position
    assert one != Position.from_bytes(RuleSet.fast(), one.to_bytes()), "the rules belong to it"
    assert one != "one"


@pytest.mark.parametrize("preset", PRESETS)
def test_repr_bytes_and_pickle_rebuild_a_position(preset: str) -> None:
    position = start(PRESETS[preset], 3)
    position = position.play(position.legal[0])
    assert eval(repr(position), {"Position": Position, "RuleSet": RuleSet}) == position  # noqa: S307
    assert Position.from_bytes(position.rules, position.to_bytes()) == position
    assert pickle.loads(pickle.dumps(position)) == position  # noqa: S301


def test_bytes_of_another_length_are_refused() -> None:
    with pytest.raises(IstakaError, match=r"^3 bytes are no position: expected \d+$"):
        Position.from_bytes(REMIK, b"abc")


@pytest.mark.parametrize("text", ["", "x", "no position at all", "\u0141\u00f3d\u017a"])
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(IstakaError, match="expected the text that repr writes"):
        Position.from_text(REMIK, text)


def test_str_tells_who_is_on_turn_and_every_hand() -> None:
    text = str(rigged(REMIK, 2, hands={0: "R5 S"}))
    assert text.startswith("seat 0, DISCARD, stock 76; 0: R5 S ")
    assert "; 1: " in text


def test_what_a_position_hands_out_cannot_change_it() -> None:
    position = rigged(REMIK, 2)
    for array in (position.mask, position.counts(0)):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_mask_and_legal_tell_the_same() -> None:
    position = rigged(REMIK, 2)
    assert position.mask.shape == (N_ACTIONS,)
    assert tuple(np.flatnonzero(position.mask)) == position.legal
    assert position.counts(0).dtype == np.uint8
    assert position.counts(0).sum() == position.size(0) == 15


@pytest.mark.parametrize(
    ("actions", "word", "message"),
    [
        ("", "draw", "draw: this turn's tile is taken; discard one now (R7.1, R3.3)"),
        ("", "K2", "K2: K2 is not in the hand (R7.2)"),
        ("", "R5!", "R5!: without R5 the hand is neither all runs and sets nor seven pairs (R8)"),
        ("", "show", "show: the indicator's twin cannot be shown now (R10.2)"),
        ("R5", "Y1", "Y1: first take a tile from the stock or the previous player's pile (R7.1)"),
        ("R5 take", "R5", "R5: R5 was taken from the pile this turn and may not go back (R7.2)"),
    ],
)
def test_a_refusal_quotes_the_action_and_says_why(actions: str, word: str, message: str) -> None:
    position = play(rigged(FORBID, 2, hands={0: "R5", 1: "K2 K2"}), actions)
    with pytest.raises(IllegalActionError) as caught:
        play(position, word)
    assert str(caught.value) == message


def test_the_clock_draws_and_throws_the_tile_drawn() -> None:
    """R12.1."""
    assert clock(play(rigged(REMIK, 2, hands={0: "R5"}, stock="Y9"), "R5")) == "draw Y9"


def test_the_clock_throws_the_tile_taken_back() -> None:
    """R12.1."""
    assert clock(play(rigged(REMIK, 2, hands={0: "R5"}), "R5 take")) == "R5"


def test_the_clock_throws_the_starter_s_last_tile() -> None:
    """R12.1: the starter in his first turn: the last non-wild tile in the order dealt."""
    hand = "R1 R2 R3 R9 R10 R11 Y1 Y2 Y3 Y9 Y10 K1 K4"
    assert clock(rigged(REMIK, 2, "B7", hands={0: f"{hand} K9 K12"})) == "K12"
    assert clock(rigged(REMIK, 2, "B7", hands={0: f"{hand} K9 J"})) == "K9"
    assert clock(rigged(REMIK, 2, "B7", hands={0: f"{hand} J J"})) == "K4"


def test_the_clock_does_not_throw_a_wild() -> None:
    """R12.1: when the tile just taken is a wild, the last non-wild tile in the order dealt and drawn."""
    position = play(rigged(REMIK, 2, "B7", hands={0: "R5"}, stock="J"), "R5 draw")
    assert clock(position) == kind_name(position.hand(1)[-2], position.wild)


def test_the_clock_remembers_what_was_drawn_before() -> None:
    """R12.1: a tile drawn in an earlier turn comes after the tiles dealt."""
    position = rigged(REMIK, 2, "B7", hands={0: "R5", 1: "K2"}, stock="Y9 Y10 J")
    position = play(position, "R5 draw K2 draw Y10")
    assert clock(position) == "draw Y9"


def test_the_clock_keeps_a_tile_that_may_not_be_returned() -> None:
    """R12.1, R7.2 `forbid`: the last other tile, even an equal one."""
    position = play(rigged(FORBID, 2, hands={0: "R5", 1: "R5"}), "R5 take")
    last = kind_name(position.hand(1)[-2], position.wild)
    assert clock(position) == last != "R5"
    hand = "R1 R2 R3 R9 R10 R11 Y1 Y2 Y3 Y9 Y10 K1 K4 R5"
    position = play(rigged(FORBID, 2, hands={0: "R5", 1: hand}), "R5 take")
    assert clock(position) == "R5"


def test_the_clock_never_declares() -> None:
    """R12.1."""
    hand = "R1 R2 R3 Y4 Y5 Y6 B10 K10 Y10 K1 K2 K3 K4 K5"
    position = play(rigged(REMIK, 2, hands={0: "R9", 1: hand}, stock="R12"), "R9 draw")
    assert clock(position) == "R12"


def test_the_clock_does_nothing_after_the_end() -> None:
    hand = "R1 R2 R3 Y4 Y5 Y6 B10 K10 Y10 K1 K2 K3 K4 K5"
    position = play(rigged(REMIK, 2, hands={0: f"{hand} R9"}), "R9!")
    assert position.phase is Phase.OVER
    with pytest.raises(IllegalActionError, match="the round has ended"):
        position.timeout_action()


def test_the_wall_s_order_is_the_order_of_draws() -> None:
    deal = rig(2, hands={0: "R5"}, stock="Y9 Y10 Y11")
    position = play(Position.deal(REMIK, deal), "R5 draw Y9 draw Y10 draw")
    assert position.taken is not None
    assert kind_name(position.taken, position.wild) == "Y11"
    assert not position.taken_from_pile
