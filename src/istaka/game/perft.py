"""How many sequences of actions lead on from a position: a count that any change of the rules moves."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from istaka.game import step
from istaka.game.match import Match
from istaka.game.playouts import Games
from istaka.game.position import Position
from istaka.jit import borrow, kernel
from istaka.rules.actions import N_ACTIONS
from istaka.rules.errors import IstakaError
from istaka.rules.ruleset import RuleSet
from istaka.rules.shuffle import NONCE_BYTES, SECRET_BYTES, Deal
from istaka.rules.state import STATE
from istaka.solver.tables import Scratch, Tables, new_scratch, tables

SECRETS: Final = 1 << 8 * SECRET_BYTES


def start(rules: RuleSet, players: int, number: int = 0) -> Position:
    """The first position of a fixed deal.

    Raises:
        IstakaError: a number that no secret holds.
    """
    return Position.deal(rules, fixed_deal(rules, players, number))


def fixed_deal(rules: RuleSet, players: int, number: int) -> Deal:
    """The deal of secret `number` and nonces of zeros (docs/fair-deals.md).

    Raises:
        IstakaError: a number that no secret holds.
    """
    if not 0 <= number < SECRETS:
        msg = f"deal number {number}: expected 0 to 2^{SECRETS.bit_length() - 1} - 1"
        raise IstakaError(msg)
    secret = number.to_bytes(SECRET_BYTES, "big")
    return Match.new(rules, players, "perft").deal(secret, [bytes(NONCE_BYTES)] * players)


def perft(position: Position, depth: int) -> int:
    """The number of sequences of exactly `depth` legal actions; one that ends the round earlier is none.

    Raises:
        IstakaError: a negative depth.
    """
    if depth < 0:
        msg = f"a depth of {depth}: expected 0 or more"
        raise IstakaError(msg)
    if depth == 0:
        return 1
    games: Any = np.zeros(depth, STATE)
    games[0] = np.frombuffer(position.to_bytes(), STATE)[0]
    masks = np.zeros((depth, N_ACTIONS), np.bool_)
    places = np.zeros(depth, np.int64)
    return int(count_lines(games, masks, places, tables(position.rules.ace_high), new_scratch()))


def divide(position: Position, depth: int) -> dict[int, int]:
    """For each legal action, the number of sequences of `depth` actions that begin with it.

    Raises:
        IstakaError: a depth below 1.
    """
    if depth < 1:
        msg = f"a depth of {depth}: expected 1 or more"
        raise IstakaError(msg)
    return {action: perft(position.play(action), depth - 1) for action in position.legal}


@kernel
def count_lines(
    games: Games,
    masks: npt.NDArray[np.bool_],
    places: npt.NDArray[np.int64],
    tables: Tables,
    scratch: Scratch,
) -> int:
    """The sequences from `games[0]` that are as long as the arrays: depth first, one record a level.

    `masks` and `places` hold the legal actions of each level and the next one to try.
    """
    games = borrow(games)
    masks = borrow(masks)
    places = borrow(places)
    last = len(places) - 1
    count = step.legal(games[0], masks[0], tables, scratch)
    if last == 0:
        return count
    count = 0
    level = 0
    while level >= 0:
        action = places[level]
        if action == N_ACTIONS:
            places[level] = 0
            level -= 1
            continue
        places[level] = action + 1
        if not masks[level, action]:
            continue
        games[level + 1] = games[level]
        step.advance(games[level + 1], action, tables, scratch)
        legal = step.legal(games[level + 1], masks[level + 1], tables, scratch)
        if level + 1 == last:
            count += legal
        else:
            level += 1
    return count
