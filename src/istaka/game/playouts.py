"""Whole rounds from random deals, played by a fast policy on every seat."""

import dataclasses
from types import MappingProxyType
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from istaka.game import step
from istaka.game.policy import GREEDY, RANDOM, greedy_action, random_action
from istaka.game.step import Game
from istaka.jit import borrow, kernel
from istaka.rules.chance import Generator, seed_rng, shuffle
from istaka.rules.errors import IstakaError
from istaka.rules.ruleset import RuleSet
from istaka.rules.scoring import PAIRS_ENDING, STALEMATE_ENDING
from istaka.rules.shuffle import PLAYERS
from istaka.rules.state import BONUS_CODES, OVER_PHASE, STATE
from istaka.rules.tiles import WILD
from istaka.solver.tables import Scratch, Tables, new_scratch, tables

Games = Any
"""STATE[n]: an array of state records."""
Tally = npt.NDArray[np.int64]
"""int64[6]: the fields of `Playouts`."""

_CODES: Final = MappingProxyType({"random": RANDOM, "greedy": GREEDY})
POLICIES: Final = tuple(_CODES)


@dataclasses.dataclass(frozen=True, slots=True)
class Playouts:
    """How many rounds were played, and how they ended."""

    rounds: int
    turns: int
    """Discards, in all rounds."""
    melds: int
    """Rounds that ended by going out with melds alone (R8.1)."""
    pairs: int
    """Rounds that ended with seven pairs, also when they were melds, too (R8.2, R8.5)."""
    wild: int
    """Rounds that ended with a wild as the last discard (R10)."""
    stalemates: int


def playouts(
    policy: str, rounds: int, seed: int, *, rules: RuleSet | None = None, players: int = 4
) -> Playouts:
    """Deal and play whole rounds; the same arguments give the same rounds, compiled and interpreted.

    Args:
        policy: one of `POLICIES`.
        rounds: how many.
        seed: any whole number below 2^62.
        rules: `RuleSet.remik()` if not given.
        players: 2, 3 or 4 (R2).

    Raises:
        IstakaError: an unknown policy, or a number of players or rounds that cannot be.
    """
    if policy not in _CODES:
        msg = f"{policy!r} is no policy: expected {' or '.join(POLICIES)}"
        raise IstakaError(msg)
    if rounds < 0:
        msg = f"{rounds} rounds: expected 0 or more"
        raise IstakaError(msg)
    rules = rules or RuleSet.remik()
    games = empty_games(1, rules, players)
    tally = np.zeros(6, np.int64)
    play_rounds(games, rounds, _CODES[policy], seed_rng(seed), tables(rules.ace_high), new_scratch(), tally)
    return Playouts(*(int(count) for count in tally))


def empty_games(count: int, rules: RuleSet, players: int) -> Games:
    """STATE[count] with the options of a rule set, to be dealt.

    Raises:
        IstakaError: not 2, 3 or 4 players (R2).
    """
    if players not in PLAYERS:
        msg = f"{players} players: expected 2, 3 or 4 (R2)"
        raise IstakaError(msg)
    games = np.zeros(count, STATE)
    games["players"] = players
    games["return_forbidden"] = rules.return_taken == "forbid"
    games["bonus"] = BONUS_CODES[rules.bonus]
    return games


@kernel
def play_rounds(  # noqa: PLR0913, PLR0917 (all of it state of the loop, which runs without Python)
    games: Games, rounds: int, policy: int, rng: Generator, tables: Tables, scratch: Scratch, tally: Tally
) -> None:
    """Play rounds on `games[0]`, one after the other, and count their endings in `tally`."""
    games = borrow(games)
    rng = borrow(rng)
    tally = borrow(tally)
    game = games[0]
    for _ in range(rounds):
        shuffle(game.wall, rng)
        step.deal(game)
        play_out(game, policy, rng, tables, scratch)
        count_ending(game, tally)


@kernel(inline=True)
def play_out(game: Game, policy: int, rng: Generator, tables: Tables, scratch: Scratch) -> None:
    """Play a round to its end."""
    if policy == GREEDY:
        while game.phase != OVER_PHASE:
            step.advance(game, greedy_action(game, rng, tables, scratch), tables, scratch)
    else:
        while game.phase != OVER_PHASE:
            step.advance(game, random_action(game, rng, tables, scratch), tables, scratch)


@kernel(inline=True)
def count_ending(game: Game, tally: Tally) -> None:
    """Count a round that is over; the places are the fields of `Playouts`."""
    tally[0] += 1
    tally[1] += game.turns
    if game.ending == STALEMATE_ENDING:
        tally[5] += 1
        return
    tally[3 if game.ending & PAIRS_ENDING else 2] += 1
    if game.last_discard == WILD:
        tally[4] += 1
