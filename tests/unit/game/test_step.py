"""One turn after another (R3.3 to R9): what may be done, what it does, and what is refused and why."""

import pytest

from istaka.game.position import Phase, Position
from istaka.rules.actions import DRAW, GO_OUT, SHOW, TAKE, Refusal, parse_action
from istaka.rules.errors import IllegalActionError
from istaka.rules.ruleset import PRESETS, RuleSet
from istaka.rules.tiles import WILD, kind_names, parse_kind, swap_wild
from oracles.rigged import play, rig, rigged

REMIK = RuleSet.remik()
FORBID = REMIK.replace(return_taken="forbid")
MELDS = "R1 R2 R3 Y4 Y5 Y6 B10 K10 Y10 K1 K2 K3 K4 K5"
PAIRS = "R1 R1 Y3 Y3 B5 B5 K9 K9 R9 R9 Y11 Y11 B13 B13"
BOTH = "R1 R1 R2 R2 R3 R3 Y4 Y4 Y5 Y5 Y6 Y6 J J"


def code_of(position: Position, word: str) -> Refusal:
    """Why the action is refused; the position must not change by trying."""
    before = position.to_bytes()
    action = parse_action(word, position.wild)
    with pytest.raises(IllegalActionError) as caught:
        position.play(action)
    assert position.to_bytes() == before
    assert position.refusal(action) == caught.value.code
    assert action not in position.legal
    return Refusal(caught.value.code)


def names(position: Position, kinds: tuple[int, ...]) -> str:
    return kind_names(kinds, position.wild)


@pytest.mark.parametrize(("players", "stock"), [(2, 76), (3, 62), (4, 48)])
@pytest.mark.parametrize("preset", PRESETS)
def test_o19_the_starter_holds_15_tiles_the_others_14(preset: str, players: int, stock: int) -> None:
    """R3.3, R4.3."""
    position = Position.deal(PRESETS[preset], rig(players))
    assert [position.size(seat) for seat in range(players)] == [15] + [14] * (players - 1)
    assert position.stock == stock
    assert (position.turn, position.starter, position.phase) == (0, 0, Phase.DISCARD)


def test_tiles_are_dealt_round_the_table_and_the_last_to_the_starter() -> None:
    """R3.3: the order of the hand is the order dealt."""
    deal = rig(3)
    position = Position.deal(REMIK, deal)
    for seat in range(3):
        faces = deal.wall[seat:42:3] + (deal.wall[42:43] if seat == 0 else ())
        assert position.hand(seat) == tuple(swap_wild(face, deal.wild) for face in faces)


def test_a_starred_tile_is_a_natural_of_the_wild_s_face() -> None:
    """R5.1, R5.3: with B7 turned, B8 is the wild and S counts as B8."""
    position = rigged(REMIK, 2, "B7", {0: "S J", 1: "B8 S"})
    assert position.hand(0)[:2] == (parse_kind("S", position.wild), WILD)
    assert position.hand(1)[:2] == (WILD, position.wild)
    assert swap_wild(position.wild, position.wild) == WILD


def test_the_starter_skips_his_first_draw() -> None:
    """R3.3, R7.1: he may only discard."""
    position = rigged(REMIK, 4)
    assert code_of(position, "draw") is Refusal.ALREADY_TOOK
    assert code_of(position, "take") is Refusal.ALREADY_TOOK
    assert set(position.legal) == set(position.hand(0))


def test_a_turn_is_take_one_tile_then_discard_one() -> None:
    """R7.1, R7.2."""
    position = rigged(REMIK, 3, hands={0: "R5", 1: "K2"}, stock="Y9")
    position = play(position, "R5")
    assert (position.turn, position.phase) == (1, Phase.TAKE)
    assert set(position.legal) == {DRAW, TAKE}
    assert code_of(position, "K2") is Refusal.TAKE_A_TILE_FIRST
    assert code_of(position, "K2!") is Refusal.TAKE_A_TILE_FIRST
    drawn = play(position, "draw")
    assert names(drawn, drawn.hand(1)[-1:]) == "Y9"
    assert (drawn.turn, drawn.phase, drawn.stock) == (1, Phase.DISCARD, 61)
    assert code_of(drawn, "draw") is Refusal.ALREADY_TOOK
    thrown = play(drawn, "K2")
    assert (thrown.turn, thrown.phase) == (2, Phase.TAKE)
    assert names(thrown, thrown.pile(1)) == "K2"


def test_only_the_top_of_the_previous_player_s_pile_may_be_taken() -> None:
    """R7.1: never an older tile, never another pile."""
    position = play(rigged(REMIK, 2, hands={0: "R5 R6", 1: "K2 K3"}), "R5 draw K2 draw R6 take")
    assert names(position, position.pile(0)) == "R5"
    assert names(position, position.hand(1)[-1:]) == "R6"
    three = play(rigged(REMIK, 3, hands={0: "R5", 1: "K2"}), "R5 draw K2 take")
    assert names(three, three.hand(2)[-1:]) == "K2"
    assert names(three, three.pile(0)) == "R5"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_pass_from_seat_to_seat_and_round_again(players: int) -> None:
    """R7.1: with two players the previous player is the opponent."""
    position = rigged(REMIK, players)
    for turn in range(2 * players + 1):
        assert position.turn == turn % players
        if position.phase is Phase.TAKE:
            position = position.play(TAKE)
            assert position.pile((turn - 1) % players) == ()
        position = position.play(position.hand(position.turn)[0])


def test_an_empty_pile_gives_nothing() -> None:
    """R7.1: after the only tile was taken, the pile is empty again."""
    position = play(rigged(REMIK, 2, hands={0: "R5", 1: "K2 K3"}, stock="Y1 Y2"), "R5 take K2 take")
    assert position.pile(0) == position.pile(1) == ()
    position = play(position, "K2")
    position = play(position, "draw K3")
    assert names(position, position.pile(0)) == "K2"
    position = play(position, "take")
    assert names(position, position.pile(1)) == ""
    assert TAKE not in position.legal


def test_take_is_refused_while_the_previous_pile_is_empty() -> None:
    """R7.1: it can be empty only before the previous seat has discarded, and that seat discards first."""
    position = play(rigged(REMIK, 2, hands={0: "R5"}), "R5")
    emptied = bytearray(position.to_bytes())
    game = Position.from_bytes(REMIK, bytes(emptied))._game.copy()  # noqa: SLF001 (no play leads here)
    game.pile_sizes[0] = 0
    position = Position.from_bytes(REMIK, game.tobytes())
    assert code_of(position, "take") is Refusal.EMPTY_PILE


def test_the_tile_taken_and_a_wild_may_be_thrown_back() -> None:
    """R7.2 `allow`."""
    position = play(rigged(REMIK, 2, "B7", hands={0: "J", 1: "K2"}), "J")
    assert play(position, "take J").pile(1) == (WILD,)


def test_return_taken_forbid_keeps_the_tile_taken_for_this_turn() -> None:
    """R7.2 `forbid`."""
    position = play(rigged(FORBID, 2, hands={0: "R5", 1: "K2 K3"}, stock="R9 R10"), "R5 take")
    assert code_of(position, "R5") is Refusal.RETURN_FORBIDDEN
    later = play(position, "K2 draw R9 draw R5")
    assert names(later, later.pile(1)) == "K2 R5"


def test_return_taken_forbid_allows_a_drawn_tile_and_another_copy() -> None:
    """R7.2 `forbid` speaks of the tile taken from the pile only."""
    position = rigged(FORBID, 2, hands={0: "R5", 1: "R5 K2"}, stock="Y9")
    drawn = play(position, "R5 draw")
    assert parse_action("Y9", drawn.wild) in drawn.legal
    two = play(position, "R5 take")
    assert parse_action("R5", two.wild) in two.legal


def test_return_taken_forbid_allows_going_out_with_the_tile_taken() -> None:
    """R7.2: except to go out."""
    position = play(rigged(FORBID, 2, hands={0: "B13", 1: MELDS}), "B13 take")
    assert code_of(position, "B13") is Refusal.RETURN_FORBIDDEN
    outcome = play(position, "B13!").outcome
    assert outcome is not None
    assert (outcome.winner, outcome.ending) == (1, "melds")


def test_only_a_tile_of_the_hand_can_be_discarded() -> None:
    """R7.2."""
    position = rigged(REMIK, 2, hands={0: "R5", 1: "K2 K2"})
    assert code_of(position, "K2") is Refusal.NOT_IN_HAND
    assert code_of(position, "K2!") is Refusal.NOT_IN_HAND


@pytest.mark.parametrize("action", [-1, 109, 1000])
def test_numbers_outside_the_actions_are_refused(action: int) -> None:
    position = rigged(REMIK, 2)
    assert position.refusal(action) is Refusal.NO_SUCH_ACTION
    with pytest.raises(IllegalActionError, match=f"{action}: there is no such action, expected 0 to 108"):
        position.play(action)


def test_the_starter_may_go_out_in_his_first_turn() -> None:
    """R8.1, R8.3: fourteen tiles in runs and sets, the 15th on the pile."""
    position = rigged(REMIK, 4, hands={0: MELDS + " R13"})
    outcome = play(position, "R13!").outcome
    assert outcome is not None
    assert (outcome.ending, outcome.winner, outcome.wild) == ("melds", 0, False)
    assert outcome.penalties == (0, 20, 20, 20)


def test_others_go_out_only_in_their_own_turn_after_taking_a_tile() -> None:
    """R8.3."""
    position = play(rigged(REMIK, 3, hands={0: "R13", 1: MELDS}, stock="R12"), "R13")
    assert code_of(position, "K1!") is Refusal.TAKE_A_TILE_FIRST
    outcome = play(position, "draw R12!").outcome
    assert outcome is not None
    assert outcome.winner == 1


def test_nobody_has_to_go_out() -> None:
    """R8.3."""
    position = rigged(REMIK, 2, hands={0: MELDS + " R13"})
    assert play(position, "R13").outcome is None


def test_seven_pairs_go_out() -> None:
    """R8.2."""
    outcome = play(rigged(REMIK, 2, hands={0: PAIRS + " R13"}), "R13!").outcome
    assert outcome is not None
    assert (outcome.ending, outcome.penalties) == ("pairs", (0, 40))


def test_pairs_and_melds_never_mix() -> None:
    """R8.2, R8.4: the refusal says so and costs nothing."""
    hand = "R1 R1 Y3 Y3 B5 B5 K7 K7 R9 R10 R11 Y11 B11 K11 R13"
    position = rigged(REMIK, 2, hands={0: hand})
    assert code_of(position, "R13!") is Refusal.DOES_NOT_GO_OUT
    assert position.outcome is None


def test_a_hand_that_is_both_scores_the_better_for_its_owner() -> None:
    """R8.5: melds would pay 20, pairs pay 40."""
    outcome = play(rigged(REMIK, 3, "B7", hands={0: BOTH + " K13"}), "K13!").outcome
    assert outcome is not None
    assert (outcome.ending, outcome.penalties) == ("pairs+melds", (0, 40, 40))


def test_going_out_on_a_wild() -> None:
    """R10: a wild as the last discard pays 40; R10.1: with seven pairs still 40."""
    melds = play(rigged(REMIK, 3, "B7", hands={0: MELDS + " J"}), "J!").outcome
    assert melds is not None
    assert (melds.ending, melds.wild, melds.penalties) == ("melds", True, (0, 40, 40))
    pairs = play(rigged(REMIK, 3, "B7", hands={0: PAIRS + " J"}), "J!").outcome
    assert pairs is not None
    assert (pairs.ending, pairs.wild, pairs.penalties) == ("pairs", True, (0, 40, 40))
    double = play(rigged(REMIK.replace(combo="double"), 3, "B7", hands={0: PAIRS + " J"}), "J!").outcome
    assert double is not None
    assert double.penalties == (0, 80, 80)


@pytest.mark.parametrize(
    "laid",
    [
        "R7 J J Y1 Y2 Y3 B10 K10 Y10 K1 K2 K3 K4 K5",
        "R4 R5 J J R8 Y1 Y2 Y3 B10 K10 Y10 K5 K6 K7",
        "R1 Y1 B1 J Y2 Y3 Y4 K9 K10 J K12 K5 K6 K7",
    ],
)
def test_two_wilds_may_stand_for_any_tiles_of_one_combination(laid: str) -> None:
    """R5.2, R6.1, R6.2, R6.3: one natural with two wilds is fine, too."""
    outcome = play(rigged(REMIK, 2, "B12", hands={0: f"{laid} R11"}), "R11!").outcome
    assert outcome is not None
    assert outcome.ending == "melds"


@pytest.mark.parametrize("last", ["S S", "S J", "Y11 J", "J J"])
def test_wilds_and_starred_tiles_make_pairs(last: str) -> None:
    """R6.4: S+S, S+J, J+anything and J+J are pairs."""
    laid = f"R1 R1 Y3 Y3 B5 B5 K7 K7 R9 R9 B13 B13 {last}"
    outcome = play(rigged(REMIK, 2, "K1", hands={0: f"{laid} R12"}), "R12!").outcome
    assert outcome is not None
    assert outcome.ending == "pairs"
    worse = rigged(REMIK, 2, "K1", hands={0: laid.replace("B13 B13", "B12 B13").replace("J", "S") + " R12"})
    assert code_of(worse, "R12!") is Refusal.DOES_NOT_GO_OUT


@pytest.mark.parametrize(("ace_high", "goes_out"), [(True, True), (False, False)])
def test_ace_high_is_a_switch(ace_high: bool, goes_out: bool) -> None:  # noqa: FBT001
    """R6.2: 12-13-1."""
    hand = "R12 R13 R1 Y2 Y3 Y4 B10 K10 Y10 R10 K9 K10 K11 K12 B13"
    position = rigged(REMIK.replace(ace_high=ace_high), 2, "B4", hands={0: hand})
    assert (GO_OUT + parse_kind("B13", position.wild) in position.legal) is goes_out


def test_after_the_end_everything_is_refused() -> None:
    position = play(rigged(REMIK, 2, hands={0: MELDS + " R13"}), "R13!")
    assert position.phase is Phase.OVER
    assert position.legal == ()
    for word in ("draw", "take", "R1", "R1!", "show"):
        assert code_of(position, word) is Refusal.ROUND_OVER


def throw_what_came(position: Position, draws: int) -> Position:
    for _ in range(draws):
        position = position.play(DRAW)
        assert position.taken is not None
        position = position.play(position.taken)
    return position


@pytest.mark.parametrize(("players", "draws"), [(2, 76), (3, 62), (4, 48)])
def test_o24_the_last_stock_tile_ends_the_round_with_its_discard(players: int, draws: int) -> None:
    """R9, R10: everybody gets 10, and the next player gets no turn; the stock count is right all along."""
    position = rigged(REMIK.replace(bonus="off"), players)
    position = position.play(position.hand(0)[0])
    for draw in range(1, draws + 1):
        position = position.play(DRAW)
        assert position.stock == draws - draw
        assert position.outcome is None
        assert position.taken is not None
        position = position.play(position.taken)
    assert position.outcome is not None
    assert position.outcome.ending == "stalemate"
    assert position.outcome.penalties == (10,) * players
    assert position.turn == draws % players, "the seat that drew last ended it"


def test_o24_the_last_stock_tile_may_be_used_to_go_out() -> None:
    """R9: whoever draws it finishes his turn and may go out."""
    position = rigged(REMIK, 4, hands={0: MELDS + " B13"})
    position = throw_what_came(position.play(parse_action("B13", position.wild)), 47)
    position = position.play(DRAW)
    assert (position.turn, position.stock) == (0, 0)
    assert position.taken is not None
    outcome = position.play(GO_OUT + position.taken).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.ending) == (0, "melds")


def test_o24_a_stalemate_counts_the_twin() -> None:
    """R9, R10.2: its holder 10, the others 20."""
    position = rigged(REMIK, 4, "B7", hands={1: "B7"})
    position = throw_what_came(position.play(position.hand(0)[0]), 48)
    assert position.outcome is not None
    assert position.outcome.penalties == (20, 10, 20, 20)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_round_without_stock_draws_ends_after_20_turns_each(players: int) -> None:
    """R7.3: the starter's first turn is one of them."""
    position = rigged(REMIK, players)
    position = position.play(position.hand(0)[0])
    for turn in range(2, 20 * players + 1):
        assert position.outcome is None
        assert position.idle == turn - 1
        position = position.play(TAKE)
        assert position.idle == turn
        assert position.taken is not None
        position = position.play(position.taken)
    assert position.outcome is not None
    assert position.outcome.ending == "stalemate"
    assert position.stock > 0


def test_a_stock_draw_starts_the_count_of_idle_turns_anew() -> None:
    """R7.3."""
    position = play(rigged(REMIK, 2, hands={0: "R5", 1: "K2"}), "R5 take")
    assert position.idle == 2
    position = play(position, "K2 draw")
    assert position.idle == 0


def test_the_last_idle_turn_may_go_out() -> None:
    """R7.3, R8: a win comes before the stalemate that the discard would make."""
    position = rigged(REMIK, 2, hands={0: "B13", 1: MELDS})
    position = position.play(parse_action("B13", position.wild))
    for _ in range(38):
        position = position.play(TAKE).play(parse_action("B13", position.wild))
    position = position.play(TAKE)
    assert position.idle == 40
    outcome = play(position, "B13!").outcome
    assert outcome is not None
    assert outcome.winner == 1


@pytest.mark.parametrize("seat", [0, 1])
def test_the_bonus_goes_to_the_seat_that_was_dealt_the_twin(seat: int) -> None:
    """R10.2 `dealt`: discarding it loses nothing, and whoever takes it gains nothing."""
    position = rigged(REMIK, 2, "B7", hands={0: "R5 R6", seat: "B7 K2"})
    position = play(
        position, "B7 take B7" if seat == 0 else f"{names(position, position.hand(0)[-1:])} draw B7"
    )
    position = throw_what_came(position, position.stock)
    assert position.outcome is not None
    assert position.outcome.holder == seat
    assert position.outcome.penalties == ((10, 20) if seat == 0 else (20, 10))


def test_drawing_the_twin_later_earns_nothing() -> None:
    """R10.2 `dealt`."""
    position = play(rigged(REMIK, 2, "B7", hands={0: "R5"}, stock="B7"), "R5 draw")
    assert position.outcome is None
    position = throw_what_came(play(position, names(position, position.hand(1)[:1])), position.stock)
    assert position.outcome is not None
    assert position.outcome.holder is None
    assert position.outcome.penalties == (10, 10)


@pytest.mark.parametrize("bonus", ["dealt", "round_end", "off"])
def test_the_twin_is_shown_in_the_shown_mode_only(bonus: str) -> None:
    """R10.2."""
    position = rigged(REMIK.replace(bonus=bonus), 2, "B7", hands={0: "B7"})
    assert code_of(position, "show") is Refusal.NOTHING_TO_SHOW


def test_the_twin_is_shown_before_the_first_discard() -> None:
    """R10.2 `shown`: in one's first turn, before or after taking a tile; it costs no action."""
    rules = REMIK.replace(bonus="shown")
    position = rigged(rules, 3, "B7", hands={0: "R5", 1: "B7"}, stock="K1")
    assert code_of(position, "show") is Refusal.NOTHING_TO_SHOW
    position = play(position, "R5")
    assert SHOW in position.legal
    before, after = play(position, "show draw"), play(position, "draw show")
    assert before == after
    assert (before.shown, before.turn, before.phase) == (1, 1, Phase.DISCARD)
    assert code_of(before, "show") is Refusal.NOTHING_TO_SHOW
    late = play(position, "draw K1")
    late = play(late, f"draw {names(late, late.hand(2)[:1])} draw {names(late, late.hand(0)[:1])} draw")
    assert late.turn == 1
    assert code_of(late, "show") is Refusal.NOTHING_TO_SHOW
    assert late.shown is None


def test_a_shown_twin_that_changes_hands_is_not_shown_again() -> None:
    """R10.2 `shown`: one claim a round."""
    position = play(rigged(REMIK.replace(bonus="shown"), 2, "B7", hands={0: "B7"}), "show B7 take")
    assert position.turn == 1
    assert code_of(position, "show") is Refusal.NOTHING_TO_SHOW
    position = throw_what_came(play(position, "B7"), 76)
    assert position.outcome is not None
    assert position.outcome.holder == 0


def test_a_twin_that_nobody_shows_pays_nothing() -> None:
    """R10.2 `shown`."""
    position = rigged(REMIK.replace(bonus="shown"), 2, "B7", hands={1: "B7"})
    position = throw_what_came(position.play(position.hand(0)[0]), 76)
    assert position.outcome is not None
    assert position.outcome.penalties == (10, 10)


def test_the_bonus_at_the_round_s_end_goes_to_who_holds_the_twin_then() -> None:
    """R10.2 `round_end`: the winner's tiles laid down count, the last discard does not."""
    rules = REMIK.replace(bonus="round_end")
    held = play(rigged(rules, 3, "K2", hands={0: MELDS + " R13"}), "R13!").outcome
    assert held is not None
    assert (held.holder, held.penalties) == (0, (0, 30, 30))
    thrown = play(rigged(rules, 3, "B7", hands={0: MELDS + " B7"}), "B7!").outcome
    assert thrown is not None
    assert thrown.holder is None
    drawn = rigged(rules, 2, "B7", hands={0: "R5", 1: "K2"}, stock="B7")
    drawn = throw_what_came(play(drawn, "R5 draw K2"), 75)
    assert drawn.outcome is not None
    assert (drawn.outcome.holder, drawn.outcome.penalties) == (1, (20, 10))


def test_bonus_off_pays_nothing() -> None:
    """R10.2 `off`."""
    outcome = play(rigged(REMIK.replace(bonus="off"), 2, "K2", hands={0: MELDS + " R13"}), "R13!").outcome
    assert outcome is not None
    assert (outcome.holder, outcome.penalties) == (None, (0, 20))


@pytest.mark.parametrize(
    ("indicator", "laid", "expected"),
    [
        ("R7", MELDS, (20, 20, 0, 20)),
        ("R7", PAIRS, (40, 40, 0, 40)),
        ("B11", MELDS, (30, 20, 10, 30)),
        ("B11", PAIRS, (50, 40, 10, 50)),
        ("K4", MELDS, (30, 30, 0, 30)),
    ],
)
def test_o26_points_for_one_finish_are_paid_once(
    indicator: str, laid: str, expected: tuple[int, ...]
) -> None:
    """R10, R10.2, R10.3: the third of four goes out; the second was dealt B11, the third perhaps K4."""
    position = rigged(REMIK, 4, indicator, hands={0: "R6", 1: "R10 B11", 2: laid}, stock="K13 K12")
    outcome = play(position, "R6 draw R10 draw K12!").outcome
    assert outcome is not None
    assert outcome.penalties == expected


def test_of_two_equal_tiles_the_one_received_last_is_thrown() -> None:
    """R12.1: the order dealt and drawn stays."""
    position = rigged(REMIK, 2, hands={0: "R5 K2", 1: "R5 Y1"})
    position = play(position, "R5 take")
    assert names(position, position.hand(1)[:2]) == "R5 Y1"
    position = play(position, "R5")
    assert names(position, position.hand(1)[:2]) == "R5 Y1"
