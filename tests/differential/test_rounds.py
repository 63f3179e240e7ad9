"""The transition against the slow round written from the rules: every state of many whole rounds."""

import itertools
import random

import pytest

from istaka.game.match import Match
from istaka.game.position import Phase, Position
from istaka.rules.actions import N_ACTIONS, Refusal
from istaka.rules.errors import IllegalActionError
from istaka.rules.ruleset import PRESETS, RuleSet
from istaka.rules.shuffle import Deal
from oracles.slow_round import SlowRound

OPTIONS = [
    RuleSet.remik().replace(name="options", return_taken=kept, combo=combo, bonus=bonus, ace_high=ace)
    for kept, combo, bonus, ace in itertools.product(
        ("allow", "forbid"), ("max", "double"), ("dealt", "shown", "round_end", "off"), (True, False)
    )
]


def some_deal(rules: RuleSet, players: int, chance: random.Random) -> Deal:
    nonces = [chance.randbytes(16) for _ in range(players)]
    return Match.new(rules, players, "m").deal(chance.randbytes(32), nonces)


def assert_same(position: Position, slow: SlowRound) -> None:
    assert set(position.legal) == slow.legal()
    assert [list(position.hand(seat)) for seat in range(slow.players)] == slow.hands
    assert [list(position.pile(seat)) for seat in range(slow.players)] == slow.piles
    assert position.stock == len(slow.stock)
    assert position.turn == slow.turn
    assert (position.phase is Phase.OVER) == slow.over
    if not slow.over:
        assert position.timeout_action() == slow.timeout_action()


def assert_refuses_the_rest(position: Position) -> None:
    """R8.4: what is not legal is refused with its reason, and the record stays as it is."""
    before = position.to_bytes()
    for action in {-1, N_ACTIONS, *range(N_ACTIONS)} - set(position.legal):
        with pytest.raises(IllegalActionError) as caught:
            position.play(action)
        assert caught.value.code == position.refusal(action) != Refusal.ACCEPTED
    assert position.to_bytes() == before


def play_both(rules: RuleSet, players: int, chance: random.Random, *, eager: bool) -> SlowRound:
    """A round in step; an eager one goes out and takes whenever it may, so that rounds end early."""
    deal = some_deal(rules, players, chance)
    position, slow = Position.deal(rules, deal), SlowRound.deal(rules, deal)
    assert_same(position, slow)
    while not slow.over:
        if chance.random() < 0.02:
            assert_refuses_the_rest(position)
        action = choose(position, chance, eager=eager)
        position = position.play(action)
        slow.play(action)
        assert_same(position, slow)
    outcome = position.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.holder) == (slow.winner, slow.holder)
    assert list(outcome.penalties) == slow.points()
    assert set(outcome.ending.split("+")) == set(slow.shapes or ("stalemate",))
    assert_refuses_the_rest(position)
    return slow


def choose(position: Position, chance: random.Random, *, eager: bool) -> int:
    """Any legal action; eager: go out if possible, else what a tidy player throws, a lonely tile."""
    if not eager:
        return chance.choice(position.legal)
    exits = [action for action in position.legal if action > 54]
    if exits:
        return chance.choice(exits)
    if position.phase is Phase.TAKE:
        return chance.choice(position.legal)
    hand = position.hand(position.turn)
    return min((action for action in position.legal if action < 52), key=lambda kind: neighbours(kind, hand))


def neighbours(kind: int, hand: tuple[int, ...]) -> float:
    near = sum(abs(kind - other) <= 2 and kind // 13 == other // 13 for other in hand)
    same_rank = len({other for other in hand if other < 52 and other % 13 == kind % 13})
    return near + 0.9 * same_rank


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_presets_agree_with_the_slow_round(preset: str, players: int) -> None:
    chance = random.Random(f"{preset} {players}")
    rounds = [play_both(PRESETS[preset], players, chance, eager=eager) for eager in (False, True, True, True)]
    assert all(slow.over for slow in rounds)


@pytest.mark.parametrize("rules", OPTIONS, ids=lambda rules: rules.text.partition("limit")[2][3:60])
def test_every_option_agrees_with_the_slow_round(rules: RuleSet) -> None:
    chance = random.Random(rules.text)
    for players in (2, 3, 4):
        play_both(rules, players, chance, eager=True)


@pytest.mark.slow
@pytest.mark.parametrize("rules", OPTIONS, ids=lambda rules: rules.text.partition("limit")[2][3:60])
def test_every_option_agrees_with_the_slow_round_many_times(rules: RuleSet) -> None:
    chance = random.Random(rules.text)
    for _ in range(6):
        for players in (2, 3, 4):
            play_both(rules, players, chance, eager=chance.random() < 0.8)
