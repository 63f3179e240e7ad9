"""Policies and whole playouts."""

import numpy as np
import pytest

from istaka.game.perft import start
from istaka.game.playouts import POLICIES, Playouts, count_ending, empty_games, playouts
from istaka.game.policy import best_exit, greedy_action, nth_tile, random_action
from istaka.game.position import Position
from istaka.jit import compiled
from istaka.rules.actions import GO_OUT, SHOW, TAKE, parse_action
from istaka.rules.chance import seed_rng
from istaka.rules.errors import IstakaError
from istaka.rules.ruleset import PRESETS, RuleSet
from istaka.rules.state import STATE
from istaka.rules.tiles import WILD
from istaka.solver.bits import pack
from istaka.solver.tables import new_scratch, tables
from oracles.rigged import play, rigged

REMIK = RuleSet.remik()
MELDS = "R1 R2 R3 Y4 Y5 Y6 B10 K10 Y10 K1 K2 K3 K4 K5"
PAIRS = "R1 R1 Y3 Y3 B5 B5 K9 K9 R9 R9 Y11 Y11 B13 B13"


def ask(policy: object, position: Position, *rng: np.ndarray) -> int:
    game = np.frombuffer(position.to_bytes(), STATE)[0]
    lookup = tables(position.rules.ace_high)
    return int(policy(game, *rng, lookup, new_scratch()))  # type: ignore[operator]


@pytest.mark.parametrize("policy", [random_action, greedy_action])
@pytest.mark.parametrize("preset", PRESETS)
def test_policies_choose_legal_actions(policy: object, preset: str) -> None:
    rules = PRESETS[preset].replace(return_taken="forbid")
    rng = seed_rng(5)
    for number in range(3):
        position = start(rules, 3, number)
        while position.outcome is None:
            action = ask(policy, position, rng)
            assert action in position.legal
            if SHOW in position.legal:
                assert action == SHOW
            elif position.legal[-1] >= GO_OUT:
                assert action >= GO_OUT, "both go out whenever they can"
            position = position.play(action)


@pytest.mark.parametrize("policy", [random_action, greedy_action])
def test_policies_show_the_twin_and_go_out_when_they_can(policy: object) -> None:
    """R10.2 `shown`, R8."""
    rng = seed_rng(3)
    position = rigged(REMIK.replace(bonus="shown"), 2, "K2", hands={0: f"{MELDS} R13"})
    assert ask(policy, position, rng) == SHOW
    assert ask(policy, play(position, "show"), rng) == parse_action("R13!", position.wild)


def test_endings_are_counted_by_kind() -> None:
    """R8.5: a hand that is both counts as pairs; R10: a wild discard is counted beside the shape."""
    games = empty_games(1, REMIK, 2)
    tally = np.zeros(6, np.int64)
    for ending, last in ((1, 0), (2, 0), (3, WILD), (1, WILD), (4, WILD)):
        games["ending"], games["last_discard"], games["turns"] = ending, last, 7
        count_ending(games[0], tally)
    assert tally.tolist() == [5, 35, 2, 2, 2, 1]


def test_greedy_takes_a_wild_or_what_brings_it_nearer() -> None:
    """R7.1, R7.2."""
    rng = seed_rng(1)
    near = MELDS.replace(" K5", "")
    position = rigged(REMIK, 2, "B7", hands={0: "J K5 Y13", 1: f"{near} R12"})
    assert ask(greedy_action, play(position, "J"), rng) == TAKE
    assert ask(greedy_action, play(position, "K5"), rng) == TAKE
    assert ask(greedy_action, play(position, "Y13"), rng) != TAKE
    assert ask(greedy_action, play(play(position, "Y13"), "draw"), rng) not in {WILD, TAKE}


def test_greedy_throws_only_tiles_whose_loss_keeps_the_distance() -> None:
    position = rigged(REMIK, 2, "B7", hands={0: f"{MELDS} R12".replace("K5 ", "B1 ")})
    rng = seed_rng(2)
    thrown = {ask(greedy_action, position, rng) for _ in range(60)}
    expected = {parse_action(word, position.wild) for word in ("B1", "R12")}
    assert expected <= thrown
    assert not thrown & {parse_action(word, position.wild) for word in ("R1", "Y5", "B10", "K2")}


@pytest.mark.parametrize(
    ("hand", "word"),
    [
        (f"{MELDS} J", "J!"),
        (f"{PAIRS} J", "J!"),
        ("R1 R1 R2 R2 R3 R3 Y4 Y4 Y5 Y5 Y6 Y6 K9 K9 K10", "K10!"),
        ("R1 R2 R3 Y1 Y2 Y3 B1 B2 B3 K1 K2 K3 K4 K5 R13", "R13!"),
    ],
)
def test_the_best_exit_pays_most(hand: str, word: str) -> None:
    """R10: a wild, else seven pairs, else any."""
    position = rigged(REMIK, 2, "B7", hands={0: hand})
    assert ask(best_exit, position) == parse_action(word, position.wild)


def test_the_best_exit_keeps_a_wild_that_is_needed() -> None:
    position = rigged(REMIK, 2, "B7", hands={0: MELDS.replace("K4 K5", "J K5") + " R13"})
    assert ask(best_exit, position) in {parse_action(word, position.wild) for word in ("R13!", "K5!")}


def test_each_of_15_tiles_has_a_place() -> None:
    counts = np.zeros(53, np.uint8)
    kinds = [0, 0, 5, 12, 13, 20, 20, 30, 39, 45, 50, 51, 51, WILD, WILD]
    np.add.at(counts, kinds, 1)
    once, twice = pack(counts)
    assert sorted(nth_tile(once, twice, place) for place in range(15)) == kinds


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_playouts_repeat_and_add_up(policy: str, players: int) -> None:
    rounds = 40 if compiled() else 4
    result = playouts(policy, rounds, 7, players=players)
    assert result == playouts(policy, rounds, 7, players=players)
    assert result != playouts(policy, rounds, 8, players=players)
    assert result.rounds == rounds == result.melds + result.pairs + result.stalemates
    assert result.wild <= result.melds + result.pairs
    assert result.turns >= rounds


def test_playouts_are_equal_compiled_and_interpreted() -> None:
    """Golden figures for both modes."""
    assert playouts("greedy", 20, 1) == GREEDY
    assert playouts("random", 3, 1, rules=PRESETS["classic"], players=3) == RANDOM


GREEDY = Playouts(rounds=20, turns=744, melds=18, pairs=1, wild=0, stalemates=1)
RANDOM = Playouts(rounds=3, turns=369, melds=0, pairs=0, wild=0, stalemates=3)


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(IstakaError, match="'clever' is no policy: expected random or greedy"):
        playouts("clever", 1, 1)
    with pytest.raises(IstakaError, match="-1 rounds: expected 0 or more"):
        playouts("random", -1, 1)
    with pytest.raises(IstakaError, match=r"5 players: expected 2, 3 or 4 \(R2\)"):
        empty_games(1, REMIK, 5)
    assert playouts("random", 0, 1).turns == 0
