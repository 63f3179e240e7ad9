"""Fast policies as kernels, for whole rounds by the million.

A policy looks at nothing but the hand on turn, the pile it may take from and what it has just taken, and
answers with an action that `step.check` accepts. Both go out, and show the twin (R10.2), whenever they can.
"""

from typing import Final

from istaka.game.step import Game, goes_out, hand_without, may_not_return, may_show, previous_seat
from istaka.jit import kernel, popcount
from istaka.rules.actions import DRAW, GO_OUT, SHOW, TAKE
from istaka.rules.chance import Generator, advance, next_below
from istaka.rules.scoring import PAIRS_ENDING
from istaka.rules.state import TAKE_PHASE
from istaka.rules.tiles import HAND_SIZE, N_KINDS, WILD
from istaka.solver.bits import bit_of, kind_at, with_tile
from istaka.solver.free import free_discards
from istaka.solver.gain import gain, reaches, shape_of, wins
from istaka.solver.tables import Scratch, Tables

RANDOM: Final = 0
GREEDY: Final = 1


@kernel(inline=True)
def random_action(game: Game, rng: Generator, tables: Tables, scratch: Scratch) -> int:
    """Take from the pile every other time (it is never empty then), go out if possible, throw any tile."""
    if may_show(game):
        return SHOW
    if game.phase == TAKE_PHASE:
        return TAKE if advance(rng) & 1 else DRAW
    seat = game.turn
    once = game.bits[seat, 0]
    twice = game.bits[seat, 1]
    if wins(once, twice, int(game.hands[seat, WILD]), tables, scratch):
        return best_exit(game, tables, scratch)
    kind = nth_tile(once, twice, next_below(rng, HAND_SIZE + 1))
    while may_not_return(game, kind):
        kind = nth_tile(once, twice, next_below(rng, HAND_SIZE + 1))
    return kind


@kernel(inline=True)
def greedy_action(game: Game, rng: Generator, tables: Tables, scratch: Scratch) -> int:
    """Take a wild, or a tile that lowers the distance; throw any tile whose loss does not raise it.

    A tile taken from a pile is never among those: without it the distance is what it was before (R7.2).
    """
    if may_show(game):
        return SHOW
    seat = game.turn
    once = game.bits[seat, 0]
    twice = game.bits[seat, 1]
    places = HAND_SIZE - int(game.hands[seat, WILD])
    if game.phase == TAKE_PHASE:
        return TAKE if wants_top(game, once, twice, places, tables, scratch) else DRAW
    reached = gain(once, twice, places, tables, scratch)
    if reached >= places:
        return best_exit(game, tables, scratch)
    free = free_discards(once, twice, reached, tables, scratch)
    for _ in range(next_below(rng, popcount(free))):
        free &= free - 1
    return kind_at(free)


@kernel(inline=True)
def wants_top(game: Game, once: int, twice: int, places: int, tables: Tables, scratch: Scratch) -> bool:
    """Whether the top of the previous seat's pile is a wild or brings the hand on turn nearer.

    There is a top: a seat takes right after the previous one has discarded.
    """
    giver = previous_seat(game)
    top = int(game.piles[giver, int(game.pile_sizes[giver]) - 1])
    if top == WILD:
        return True
    more_once, more_twice = with_tile(once, twice, bit_of(top))
    now = gain(once, twice, places, tables, scratch)
    return bool(reaches(more_once, more_twice, now + 1, tables, scratch))


@kernel
def best_exit(game: Game, tables: Tables, scratch: Scratch) -> int:
    """The going out that pays best, for a hand of 15 that can: with a wild, else in pairs, else any (R10)."""
    seat = game.turn
    if game.hands[seat, WILD] > 0 and goes_out(game, WILD, tables, scratch):
        return GO_OUT + WILD
    exit_kind = WILD
    for kind in range(N_KINDS - 1):
        if game.hands[seat, kind] == 0:
            continue
        once, twice, wilds = hand_without(game, kind)
        shape = shape_of(once, twice, wilds, tables, scratch)
        if shape & PAIRS_ENDING:
            return GO_OUT + kind
        if shape:
            exit_kind = kind
    return GO_OUT + exit_kind


@kernel(inline=True)
def nth_tile(once: int, twice: int, place: int) -> int:
    """The kind of one of 15 tiles, each at one place: second copies first, then first ones, then wilds."""
    seconds = popcount(twice)
    mask = twice
    if place >= seconds:
        place -= seconds
        mask = once
        if place >= popcount(once):
            return WILD
    for _ in range(place):
        mask &= mask - 1
    return kind_at(mask)
