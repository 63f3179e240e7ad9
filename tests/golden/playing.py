"""Rounds and matches that repeat, for golden files: mostly the greedy policy, sometimes anything legal."""

import hashlib
from collections.abc import Iterator

import numpy as np

from istaka.game.match import Match
from istaka.game.policy import greedy_action
from istaka.game.position import Position
from istaka.game.record import Move, Player, Record, Round, all_nonces
from istaka.rules.chance import Generator, next_below, seed_rng
from istaka.rules.ruleset import RuleSet
from istaka.rules.state import STATE
from istaka.solver.tables import new_scratch, tables

NAMES = ("Ada", "Barbara Ş.", "Łucja", "greedy 4")


def bytes_of(label: str, size: int) -> bytes:
    return hashlib.sha256(label.encode()).digest()[:size]


def generator(label: str) -> Generator:
    return seed_rng(int.from_bytes(bytes_of(label, 7), "big"))


def choose(position: Position, rng: Generator) -> Move:
    """One action in eight is any legal one, one in sixteen the clock's (R12.1)."""
    kind = next_below(rng, 16)
    if kind < 2:
        return Move(position.legal[next_below(rng, len(position.legal))])
    if kind == 2:
        return Move(position.timeout_action(), late=True)
    game = np.frombuffer(position.to_bytes(), STATE)[0]
    lookup = tables(position.rules.ace_high)
    return Move(int(greedy_action(game, rng, lookup, new_scratch())))


def playing(position: Position, rng: Generator) -> Iterator[tuple[Position, Move, Position]]:
    """Each position of a round, the move made there, and the position after it."""
    while position.outcome is None:
        move = choose(position, rng)
        after = position.play(move.action)
        yield position, move, after
        position = after


def played_match(label: str, rules: RuleSet, players: int, *, cut: int = 0) -> Record:
    """A whole match; with `cut`, it is abandoned after so many moves of its second round."""
    rng = generator(label)
    match = Match.new(rules, players, label)
    rounds: list[Round] = []
    while not match.over:
        secret = bytes_of(f"{label} secret {match.round}", 32)
        nonces = tuple(
            bytes_of(f"{label} nonce {match.round} {player}", 16) if next_below(rng, 3) else None
            for player in range(players)
        )
        deal = match.deal(secret, all_nonces(match, nonces))
        moves, position = [], Position.deal(rules, deal)
        for _, move, after in playing(position, rng):
            moves.append(move)
            position = after
            if cut and match.round == 2 and len(moves) == cut:
                break
        rounds.append(Round(secret, nonces, tuple(moves)))
        if position.outcome is None:
            break
        match = match.score(deal.order, position.outcome)
    seats = tuple(Player(NAMES[player], bot=player == players - 1) for player in range(players))
    return Record(label, rules, seats, tuple(rounds))
