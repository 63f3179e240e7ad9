"""Whole rounds on state records, every invariant checked after every action, compiled or interpreted.

The checks are a kernel of their own, because 90,000 rounds are some twenty million states.
"""

from typing import Any, Final

import numpy as np

from istaka.game import step
from istaka.game.playouts import empty_games
from istaka.game.policy import greedy_action
from istaka.jit import borrow, kernel
from istaka.rules.actions import N_ACTIONS, Refusal
from istaka.rules.chance import next_below, seed_rng, shuffle
from istaka.rules.ruleset import RuleSet
from istaka.rules.state import DISCARD_PHASE, OVER_PHASE, STATE, STOCK_END
from istaka.solver.tables import new_scratch, tables

SOUND: Final = 0
TILES_LOST: Final = 1
HAND_SIZE_WRONG: Final = 2
BITS_DIFFER: Final = 3
STAMPS_DIFFER: Final = 4
KNOWN_UNHELD: Final = 5
MASK_EMPTY: Final = 6
MASK_DIFFERS: Final = 7
REFUSAL_WROTE: Final = 8
LEGAL_REFUSED: Final = 9
PHASE_WRONG: Final = 10
FAULTS: Final = (
    "sound",
    "the tiles are not the 106 of R1",
    "a hand has the wrong size",
    "the bitboards do not match the hand",
    "the stamps do not match the hand",
    "more tiles known than held",
    "a live round without a legal action",
    "the mask is not what is accepted",
    "a refused action wrote to the record",
    "a legal action was refused",
    "the round ended too late or too early",
)


def play_and_check(rules: RuleSet, players: int, rounds: int, seed: int) -> Any:  # noqa: ANN401 (STATE[rounds])
    """The final records of rounds that are all sound.

    Three rounds in four are played by any legal actions, every fourth by the greedy policy, so that many end
    by going out.
    """
    games = empty_games(2, rules, players)
    finals: Any = np.zeros(rounds, STATE)
    mask = np.zeros(N_ACTIONS, np.bool_)
    words = games.view(np.int64).reshape(2, -1)
    lookup = tables(rules.ace_high)
    fault = play_checked(games, words, finals, seed_rng(seed), lookup, new_scratch(), mask)
    assert fault == SOUND, FAULTS[fault]
    return finals


@kernel
def play_checked(games, words, finals, rng, tables, scratch, mask):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201, PLR0913, PLR0917
    """Fill `finals`; returns the first fault found, or SOUND.

    `games[1]` keeps copies of `games[0]`, `words` are the bytes of both.
    """
    games = borrow(games)
    words = borrow(words)
    finals = borrow(finals)
    rng = borrow(rng)
    mask = borrow(mask)
    counts = np.zeros(53, np.int64)
    game = games[0]
    for number in range(len(finals)):
        shuffle(game.wall, rng)
        step.deal(game)
        fault = SOUND
        while game.phase != OVER_PHASE and fault == SOUND:
            fault = check_state(games, words, tables, scratch, mask, counts)
            if fault == SOUND:
                if number % 4 == 3:
                    action = greedy_action(game, rng, tables, scratch)
                else:
                    action = any_action(mask, rng)
                if step.apply(game, action, tables, scratch) != Refusal.ACCEPTED.value:
                    fault = LEGAL_REFUSED
        if fault == SOUND:
            fault = check_state(games, words, tables, scratch, mask, counts)
        if fault != SOUND:
            return fault
        finals[number] = game
    return SOUND


@kernel
def any_action(mask, rng):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """One of the actions that are True in the mask, each equally likely."""
    count = 0
    for action in range(N_ACTIONS):
        count += int(mask[action])
    place = next_below(rng, count)
    for action in range(N_ACTIONS):
        if mask[action]:
            if place == 0:
                return action
            place -= 1
    return -1


@kernel
def check_state(games, words, tables, scratch, mask, counts):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """The first fault of `games[0]`, or SOUND; fills the mask."""
    game = games[0]
    fault = check_tiles(game, counts)
    if fault != SOUND:
        return fault
    fault = check_hands(game)
    if fault != SOUND:
        return fault
    legal = step.legal(game, mask, tables, scratch)
    if (legal == 0) != (game.phase == OVER_PHASE):
        return MASK_EMPTY
    out_of_stock = game.position == STOCK_END and game.phase != DISCARD_PHASE
    idle = game.idle >= 20 * game.players and game.phase != DISCARD_PHASE
    ended = out_of_stock or idle or game.winner >= 0
    if ended != (game.phase == OVER_PHASE):
        return PHASE_WRONG
    return check_actions(games, words, tables, scratch, mask)


@kernel
def check_tiles(game, counts):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """R1: hands, piles, stock and the indicator are two of each kind."""
    hands, piles, pile_sizes, wall = game.hands, game.piles, game.pile_sizes, game.wall
    if wall[STOCK_END] != game.indicator:
        return TILES_LOST
    for kind in range(53):
        counts[kind] = int(kind == game.indicator)
        for seat in range(4):
            counts[kind] += int(hands[seat, kind])
    for seat in range(4):
        for place in range(pile_sizes[seat]):
            counts[piles[seat, place]] += 1
    for place in range(game.position, STOCK_END):
        counts[wall[place]] += 1
    for kind in range(53):
        if counts[kind] != 2:
            return TILES_LOST
    return SOUND


@kernel
def check_hands(game):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """R3.3, R7: 14 tiles, 15 before the discard; bitboards, stamps and what is known agree with them."""
    hands, received, known, bits = game.hands, game.received, game.known, game.bits
    for seat in range(4):
        once, twice = bits[seat, 0], bits[seat, 1]
        size = 0
        for kind in range(53):
            count = int(hands[seat, kind])
            size += count
            if kind < 52:
                place = 16 * (kind // 13) + kind % 13
                if (once >> place & 1) != int(count > 0) or (twice >> place & 1) != int(count > 1):
                    return BITS_DIFFER
            latest, earlier = int(received[seat, kind, 0]), int(received[seat, kind, 1])
            if int(latest > 0) + int(earlier > 0) != count or (earlier > 0 and latest <= earlier):
                return STAMPS_DIFFER
            if known[seat, kind] < 0 or known[seat, kind] > count:
                return KNOWN_UNHELD
        holds = 14 + int(game.phase == DISCARD_PHASE and seat == game.turn)
        if size != (holds if seat < game.players else 0):
            return HAND_SIZE_WRONG
    return SOUND


@kernel
def check_actions(games, words, tables, scratch, mask):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """The mask is what is accepted, and a refused action leaves every byte as it is."""
    game = games[0]
    games[1] = games[0]
    for action in range(-1, N_ACTIONS + 1):
        allowed = 0 <= action < N_ACTIONS and mask[action]
        if allowed:
            if step.check(game, action, tables, scratch) != Refusal.ACCEPTED.value:
                return MASK_DIFFERS
        elif step.apply(game, action, tables, scratch) == Refusal.ACCEPTED.value:
            return MASK_DIFFERS
    for word in range(words.shape[1]):
        if words[0, word] != words[1, word]:
            return REFUSAL_WROTE
    return SOUND
