"""*The* transition: the only code that changes a round (R3.3, R7, R8, R9, R10.2).

Every kernel takes a `game`, one STATE record. `apply` checks first and then writes, so that a refused action
leaves the record byte-identical; `advance` trusts its caller (policies choose among accepted actions).

Which hands go out is the solver's to say: `tables` (with or without 12-13-1, R6.2) and `scratch` are passed
through to it.
"""

from typing import Any, Final

import numpy as np

from istaka.jit import kernel
from istaka.rules.actions import DRAW, GO_OUT, N_ACTIONS, SHOW, TAKE, Refusal
from istaka.rules.scoring import NO_ENDING, STALEMATE_ENDING
from istaka.rules.state import (
    BONUS_DEALT,
    BONUS_ROUND_END,
    BONUS_SHOWN,
    DISCARD_PHASE,
    EARLIER,
    LATEST,
    NOBODY,
    NOTHING,
    OVER_PHASE,
    STOCK_END,
    TAKE_PHASE,
)
from istaka.rules.tiles import HAND_SIZE, N_FACES, N_KINDS, STARRED, WILD, swap_wild, wild_of
from istaka.solver.bits import bit_of, with_tile, without_tile
from istaka.solver.gain import reaches, shape_of, wins
from istaka.solver.tables import Scratch, Tables

Game = Any
"""One STATE record: a NumPy record here, a typed pointer when compiled."""
Mask = Any
"""bool[109]: one for each action."""

IDLE_TURNS: Final = 20
"""R7.3: a stalemate after this many turns in a row without a stock draw, times the players."""

KINDS: Final = np.array(
    [[swap_wild(face, wild_of(indicator)) for face in range(N_FACES)] for indicator in range(STARRED)],
    np.int8,
)
"""int8[52, 53]: what each face counts as beside each indicator (R5)."""

ACCEPTED: Final = Refusal.ACCEPTED.value
ROUND_OVER: Final = Refusal.ROUND_OVER.value
TAKE_A_TILE_FIRST: Final = Refusal.TAKE_A_TILE_FIRST.value
ALREADY_TOOK: Final = Refusal.ALREADY_TOOK.value
EMPTY_PILE: Final = Refusal.EMPTY_PILE.value
NOT_IN_HAND: Final = Refusal.NOT_IN_HAND.value
RETURN_FORBIDDEN: Final = Refusal.RETURN_FORBIDDEN.value
DOES_NOT_GO_OUT: Final = Refusal.DOES_NOT_GO_OUT.value
NOTHING_TO_SHOW: Final = Refusal.NOTHING_TO_SHOW.value
NO_SUCH_ACTION: Final = Refusal.NO_SUCH_ACTION.value


@kernel
def deal(game: Game) -> None:
    """Begin a round from the faces in `game.wall`, for `game.players` and the options set in the record.

    The wall holds the tiles dealt, the k-th for seat k mod n and the last for seat 0 (R3.3), then the stock,
    and at the end the indicator (R4.1). Everything else is set anew.
    """
    clear(game)
    indicator = int(game.wall[STOCK_END])
    game.indicator = indicator
    game.wild = KINDS[indicator, STARRED]
    for place in range(STOCK_END):
        game.wall[place] = KINDS[indicator, int(game.wall[place])]
    players = game.players
    game.position = HAND_SIZE * players + 1
    for place in range(game.position):
        receive(game, place % players, int(game.wall[place]))
    if game.bonus == BONUS_DEALT:
        game.holder = seat_with(game, indicator)


@kernel(inline=True)
def clear(game: Game) -> None:
    """Empty every field but the wall, the players and the options; the starter may discard (R3.3)."""
    game.bits[:, :] = 0
    game.received[:, :, :] = 0
    game.hands[:, :] = 0
    game.known[:, :] = 0
    game.piles[:, :] = 0
    game.pile_sizes[:] = 0
    game.turn = 0
    game.phase = DISCARD_PHASE
    game.taken = NOTHING
    game.from_pile = 0
    game.turns = 0
    game.idle = 1
    game.clock = 1
    game.holder = NOBODY
    game.winner = NOBODY
    game.ending = NO_ENDING
    game.last_discard = NOTHING


@kernel
def apply(game: Game, action: int, tables: Tables, scratch: Scratch) -> int:
    """Check an action and, if it is accepted, carry it out.

    Returns:
        A `Refusal`; the record is unchanged unless it is ACCEPTED.
    """
    refusal = check(game, action, tables, scratch)
    if refusal == ACCEPTED:
        advance(game, action, tables, scratch)
    return refusal


@kernel
def check(game: Game, action: int, tables: Tables, scratch: Scratch) -> int:
    """Whether the seat on turn may do this now: a `Refusal`, ACCEPTED if so (R7, R8, R10.2)."""
    if action < 0 or action >= N_ACTIONS:
        return NO_SUCH_ACTION
    if game.phase == OVER_PHASE:
        return ROUND_OVER
    if action == SHOW:
        return ACCEPTED if may_show(game) else NOTHING_TO_SHOW
    if game.phase == TAKE_PHASE:
        return check_taking(game, action)
    if action in (DRAW, TAKE):
        return ALREADY_TOOK
    return check_discard(game, action, tables, scratch)


@kernel(inline=True)
def check_taking(game: Game, action: int) -> int:
    """Whether the action takes a tile that is there (R7.1). A live round always has a stock (R9)."""
    if action == DRAW:
        return ACCEPTED
    if action != TAKE:
        return TAKE_A_TILE_FIRST
    return EMPTY_PILE if game.pile_sizes[previous_seat(game)] == 0 else ACCEPTED


@kernel(inline=True)
def check_discard(game: Game, action: int, tables: Tables, scratch: Scratch) -> int:
    """Whether the discard, or going out with it, holds (R7.2, R8)."""
    kind = action - GO_OUT if action >= GO_OUT else action
    if game.hands[game.turn, kind] == 0:
        return NOT_IN_HAND
    if action >= GO_OUT:
        return ACCEPTED if goes_out(game, kind, tables, scratch) else DOES_NOT_GO_OUT
    return RETURN_FORBIDDEN if may_not_return(game, kind) else ACCEPTED


@kernel(inline=True)
def may_not_return(game: Game, kind: int) -> bool:
    """R7.2 `forbid`: the only copy of this kind is the tile taken from the pile in this turn."""
    return bool(
        game.return_forbidden != 0
        and game.from_pile != 0
        and game.taken == kind
        and game.hands[game.turn, kind] == 1
    )


@kernel(inline=True)
def may_show(game: Game) -> bool:
    """R10.2 `shown`: the seat holds the twin, has not discarded yet, and nobody has shown it."""
    return bool(
        game.bonus == BONUS_SHOWN
        and game.turns < game.players
        and game.holder == NOBODY
        and game.hands[game.turn, game.indicator] > 0
    )


@kernel
def goes_out(game: Game, kind: int, tables: Tables, scratch: Scratch) -> bool:
    """R8: whether the 14 tiles that stay after discarding `kind` are melds or seven pairs."""
    once, twice, wilds = hand_without(game, kind)
    return bool(reaches(once, twice, HAND_SIZE - wilds, tables, scratch))


@kernel(inline=True)
def hand_without(game: Game, kind: int) -> tuple[int, int, int]:
    """The hand on turn without one tile: its naturals `once` and `twice`, and its wilds."""
    seat = game.turn
    once = game.bits[seat, 0]
    twice = game.bits[seat, 1]
    wilds = int(game.hands[seat, WILD]) - int(kind == WILD)
    if kind != WILD:
        once, twice = without_tile(once, twice, bit_of(kind))
    return once, twice, wilds


@kernel
def legal(game: Game, mask: Mask, tables: Tables, scratch: Scratch) -> int:
    """Fill the mask (109 bools) with the actions that `check` accepts; returns their number."""
    mask[:] = False
    if game.phase == OVER_PHASE:
        return 0
    count = 0
    if may_show(game):
        mask[SHOW] = True
        count += 1
    if game.phase == TAKE_PHASE:
        mask[DRAW] = True
        mask[TAKE] = game.pile_sizes[previous_seat(game)] > 0
        return count + (2 if mask[TAKE] else 1)
    return count + legal_discards(game, mask, tables, scratch)


@kernel(inline=True)
def legal_discards(game: Game, mask: Mask, tables: Tables, scratch: Scratch) -> int:
    """Mark the discards and the goings out of the hand on turn; returns their number."""
    seat = game.turn
    hand = game.hands[seat]
    winning = wins(game.bits[seat, 0], game.bits[seat, 1], int(hand[WILD]), tables, scratch)
    stays = game.taken if game.taken >= 0 and may_not_return(game, game.taken) else NOTHING
    count = 0
    for kind in range(N_KINDS):
        if hand[kind] == 0:
            continue
        if kind != stays:
            mask[kind] = True
            count += 1
        if winning and goes_out(game, kind, tables, scratch):
            mask[GO_OUT + kind] = True
            count += 1
    return count


@kernel(inline=True)
def advance(game: Game, action: int, tables: Tables, scratch: Scratch) -> None:
    """Carry out an action that `check` accepts."""
    if action == DRAW:
        draw(game)
    elif action == TAKE:
        take(game)
    elif action == SHOW:
        show(game)
    elif action >= GO_OUT:
        go_out(game, action - GO_OUT, tables, scratch)
    else:
        discard(game, action)


@kernel(inline=True)
def draw(game: Game) -> None:
    """R7.1: take the top of the stock."""
    kind = int(game.wall[game.position])
    game.position += 1
    receive(game, game.turn, kind)
    game.taken = kind
    game.idle = 0
    game.phase = DISCARD_PHASE


@kernel(inline=True)
def take(game: Game) -> None:
    """R7.1: take the top of the previous seat's pile; from now on everyone knows who holds it."""
    giver = previous_seat(game)
    top = int(game.pile_sizes[giver]) - 1
    kind = int(game.piles[giver, top])
    game.pile_sizes[giver] = top
    game.piles[giver, top] = 0
    receive(game, game.turn, kind)
    game.known[game.turn, kind] += 1
    game.taken = kind
    game.from_pile = 1
    game.idle += 1
    game.phase = DISCARD_PHASE


@kernel(inline=True)
def show(game: Game) -> None:
    """R10.2 `shown`: claim the bonus; from now on everyone knows who holds the twin."""
    game.holder = game.turn
    game.known[game.turn, game.indicator] = 1


@kernel(inline=True)
def discard(game: Game, kind: int) -> None:
    """R7.2: put a tile on the own pile; R9, R7.3: an empty or idle stock ends the round with it."""
    throw(game, kind)
    if game.position == STOCK_END or game.idle >= IDLE_TURNS * game.players:
        end(game, STALEMATE_ENDING, NOBODY)
        return
    game.turn = game.turn + 1 if game.turn + 1 < game.players else 0
    game.phase = TAKE_PHASE
    game.taken = NOTHING
    game.from_pile = 0


@kernel
def go_out(game: Game, kind: int, tables: Tables, scratch: Scratch) -> None:
    """R8: lay down 14 tiles and put the last on the pile. The hand stays in the record as it lies."""
    once, twice, wilds = hand_without(game, kind)
    shape = shape_of(once, twice, wilds, tables, scratch)
    throw(game, kind)
    end(game, shape, game.turn)


@kernel(inline=True)
def end(game: Game, ending: int, winner: int) -> None:
    """The round is over; under `bonus="round_end"` the twin is looked for now (R10.2)."""
    game.ending = ending
    game.winner = winner
    game.phase = OVER_PHASE
    game.taken = NOTHING
    game.from_pile = 0
    if game.bonus == BONUS_ROUND_END:
        game.holder = seat_with(game, game.indicator)


@kernel(inline=True)
def previous_seat(game: Game) -> int:
    """The seat whose pile the seat on turn may take from (R7.1)."""
    return int(game.turn - 1 if game.turn > 0 else game.players - 1)


@kernel(inline=True)
def seat_with(game: Game, kind: int) -> int:
    """The lowest seat that holds this kind, or NOBODY (there is one twin, so at most one seat does)."""
    for seat in range(game.players):
        if game.hands[seat, kind] > 0:
            return seat
    return NOBODY


@kernel(inline=True)
def receive(game: Game, seat: int, kind: int) -> None:
    """Put a tile into a hand, and stamp it (R12.1)."""
    game.hands[seat, kind] += 1
    if kind != WILD:
        once, twice = with_tile(game.bits[seat, 0], game.bits[seat, 1], bit_of(kind))
        game.bits[seat, 0] = once
        game.bits[seat, 1] = twice
    game.received[seat, kind, EARLIER] = game.received[seat, kind, LATEST]
    game.received[seat, kind, LATEST] = game.clock
    game.clock += 1


@kernel(inline=True)
def throw(game: Game, kind: int) -> None:
    """Put a tile of the hand on turn onto its pile; of two equal ones the one received last."""
    seat = game.turn
    game.hands[seat, kind] -= 1
    if kind != WILD:
        once, twice = without_tile(game.bits[seat, 0], game.bits[seat, 1], bit_of(kind))
        game.bits[seat, 0] = once
        game.bits[seat, 1] = twice
    game.received[seat, kind, LATEST] = game.received[seat, kind, EARLIER]
    game.received[seat, kind, EARLIER] = 0
    if game.known[seat, kind] > 0:
        game.known[seat, kind] -= 1
    size = int(game.pile_sizes[seat])
    game.piles[seat, size] = kind
    game.pile_sizes[seat] = size + 1
    game.last_discard = kind
    game.turns += 1
