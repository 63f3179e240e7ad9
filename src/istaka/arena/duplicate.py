"""Duplicate deals: the same tiles are played with the bots in every seating, so luck cancels.

Everything follows from the seed: deal number k and the bots' coin flips in it are the same whoever plays,
however many processes share the work, and whether or not an earlier run was broken off.
"""

import hashlib
import random
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from multiprocessing.resource_tracker import ensure_running
from signal import SIG_BLOCK, SIG_SETMASK, SIGINT, pthread_sigmask, raise_signal, signal
from threading import current_thread, main_thread
from typing import Final

from istaka.bots import BOTS
from istaka.bots.interface import unlimited
from istaka.game.position import Outcome, Phase, Position
from istaka.rules.ruleset import RuleSet
from istaka.rules.shuffle import deal, fixed_nonce

CHUNK: Final = 8
"""Deals that a process plays before it answers: a second or two, so that progress shows."""


@dataclass(frozen=True)
class RoundPlayed:
    """One round: who sat where, and how it ended."""

    bots: tuple[int, ...]
    """`bots[seat]`: the place of the seat's bot in the list that was asked for."""
    outcome: Outcome
    turns: int
    """How many times a player discarded or went out."""

    def points(self, bot: int) -> int:
        """The penalty points of a bot (R10)."""
        return self.outcome.penalties[self.bots.index(bot)]

    def won_by(self, bot: int) -> bool:
        """Whether that bot went out."""
        return self.outcome.winner == self.bots.index(bot)


@dataclass(frozen=True)
class DealPlayed:
    """One deal, played once in each seating."""

    rounds: tuple[RoundPlayed, ...]

    def mean_points(self, bot: int) -> float:
        """A bot's mean penalty over the seatings."""
        return sum(played.points(bot) for played in self.rounds) / len(self.rounds)


def seatings(players: int) -> Iterator[tuple[int, ...]]:
    """Every rotation: each bot sits in each seat once, with the same neighbours."""
    for first in range(players):
        yield tuple((first + seat) % players for seat in range(players))


def arena_deal(seed: int, number: int, players: int) -> Position:
    """Deal number `number` of a seed; the seats' order is not drawn, since every seating is played."""
    secret = hashlib.sha256(f"istaka arena {seed} {number}".encode()).digest()
    nonces = [fixed_nonce(f"arena {seed}", number, player) for player in range(players)]
    return Position.deal(RuleSet.remik(), deal(secret, nonces, range(players)))


def play_round(
    start: Position, names: Sequence[str], chances: Sequence[random.Random]
) -> tuple[Outcome, int]:
    """Play a dealt round to its end.

    Args:
        start: the position after the deal.
        names: the bot of each seat.
        chances: each seat's coin.

    Returns:
        How it ended, and after how many turns.
    """
    position = start
    while position.phase != Phase.OVER:
        seat = position.turn
        action = BOTS[names[seat]].choose(position.view(seat), chances[seat], unlimited)
        position = position.play(action)
    outcome = position.outcome
    assert outcome is not None  # noqa: S101 - the phase is OVER
    return outcome, position.turns


def play_deal(names: Sequence[str], seed: int, number: int) -> DealPlayed:
    """Play one deal in every seating."""
    start = arena_deal(seed, number, len(names))
    played = []
    for seating in seatings(len(names)):
        chances = [random.Random(f"{seed} {number} {bot}") for bot in seating]  # noqa: S311 - no secret
        outcome, turns = play_round(start, [names[bot] for bot in seating], chances)
        played.append(RoundPlayed(seating, outcome, turns))
    return DealPlayed(tuple(played))


def play_deals(names: Sequence[str], seed: int, numbers: range) -> list[DealPlayed]:
    """Play several deals."""
    return [play_deal(names, seed, number) for number in numbers]


def play(names: Sequence[str], deals: int, seed: int, *, processes: int = 1) -> Iterator[DealPlayed]:
    """Play deals 0..deals-1 and yield each as it is done, in order; who stops early loses only the rest.

    Args:
        names: the bots, 2 to 4 names of `BOTS`.
        deals: how many deals, each of which is played `len(names)` times.
        seed: any whole number.
        processes: how many processes share the work; no more are started than there are chunks.
    """
    chunks = [range(first, min(first + CHUNK, deals)) for first in range(0, deals, CHUNK)]
    processes = min(processes, len(chunks))
    if processes <= 1:
        for chunk in chunks:
            yield from play_deals(names, seed, chunk)
        return
    # leaving the block ends the processes at once, in the middle of a deal if need be
    with ExitStack() as ending:
        with _uninterrupted():
            pool = ending.enter_context(get_context("spawn").Pool(processes))
        for chunk_played in pool.imap(partial(play_deals, names, seed), chunks):
            yield from chunk_played


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Processes started here never see Ctrl-C: a terminal sends it to all, and the first alone decides.

    It decides when all are started: one that was half started would complain of whoever is gone.
    """
    # otherwise it is started with the first process, and lets interrupts in again
    ensure_running()
    before = pthread_sigmask(SIG_BLOCK, {SIGINT})
    with _deferred() if current_thread() is main_thread() else nullcontext():
        try:
            yield
        finally:
            pthread_sigmask(SIG_SETMASK, before)


@contextmanager
def _deferred() -> Iterator[None]:
    """An interrupt waits for the end of the block; Python hears of it from its other threads, too."""
    heard: list[int] = []
    handler = signal(SIGINT, lambda number, _: heard.append(number))
    try:
        yield
    finally:
        signal(SIGINT, handler)
    if heard:
        raise_signal(SIGINT)
