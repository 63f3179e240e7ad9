"""Any match that can be played is written, read back and replayed to the same positions."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from istaka.game.match import Match
from istaka.game.position import Position
from istaka.game.record import Move, Player, Record, Round, all_nonces, parse, replay, write
from istaka.rules.ruleset import PRESETS, RuleSet

RULES = st.builds(
    lambda preset, order, kept, bonus: PRESETS[preset].replace(order=order, return_taken=kept, bonus=bonus),
    st.sampled_from(sorted(PRESETS)),
    st.sampled_from(["drawn_each_round", "drawn_once"]),
    st.sampled_from(["allow", "forbid"]),
    st.sampled_from(["dealt", "shown", "round_end", "off"]),
)
WORDS = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=8)
NAMES = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)


def played(rules: RuleSet, names: list[str], seed: int, moves: int) -> tuple[Record, list[Position]]:
    """A match of any legal actions that is abandoned after so many moves, and all its positions."""
    chance = random.Random(seed)
    match = Match.new(rules, len(names), f"m-{seed}")
    rounds: list[Round] = []
    positions: list[Position] = []
    while moves and not match.over:
        secret = chance.randbytes(32)
        nonces = tuple(chance.choice([None, chance.randbytes(16)]) for _ in names)
        deal = match.deal(secret, all_nonces(match, nonces))
        position = Position.deal(rules, deal)
        positions.append(position)
        made: list[Move] = []
        while moves and position.outcome is None:
            late = chance.random() < 0.2
            move = Move(position.timeout_action() if late else chance.choice(position.legal), late)
            position = position.play(move.action)
            positions.append(position)
            made.append(move)
            moves -= 1
        rounds.append(Round(secret, nonces, tuple(made)))
        if position.outcome is not None:
            match = match.score(deal.order, position.outcome)
    seats = tuple(Player(name, bot=chance.random() < 0.5) for name in names)
    return Record(match.match_id, rules, seats, tuple(rounds)), positions


@settings(deadline=None, max_examples=40)
@given(RULES, st.lists(NAMES, min_size=2, max_size=4), st.integers(0, 10**9), st.integers(0, 400))
def test_what_is_written_is_read_back_and_replayed(
    rules: RuleSet, names: list[str], seed: int, moves: int
) -> None:
    record, positions = played(rules, names, seed, moves)
    text = write(record)
    assert parse(text) == record
    assert write(parse(text)) == text
    assert [step.position for step in replay(record)] == positions
