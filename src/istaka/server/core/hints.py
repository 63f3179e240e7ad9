"""What the solver tells people: ways to go out, hands laid open, and why a declaration does not hold (R8)."""

from typing import NamedTuple

from istaka.game.position import Position
from istaka.rules.actions import GO_OUT, SHOW
from istaka.rules.errors import TileError
from istaka.rules.scoring import going_out
from istaka.rules.tiles import kind_name, parse_kind
from istaka.server.core.messages import Finish, Laid, Problem
from istaka.solver.questions import shape


class Hand(NamedTuple):
    """15 tiles and the one that was to be thrown: what a declaration is judged by."""

    kinds: tuple[int, ...]
    discard: int
    wild: int
    ace_high: bool


def finishes(game: Position) -> tuple[Finish, ...]:
    """Every way for the seat on turn to go out, with what each opponent pays (R10)."""
    ways = []
    hand = game.counts(game.turn)
    for action in game.legal:
        if GO_OUT <= action < SHOW:
            kind = action - GO_OUT
            rest = hand.copy()
            rest[kind] -= 1
            ending = shape(rest, ace_high=game.rules.ace_high)
            if ending is not None:
                paid = going_out(game.rules, ending.value, wild_discard=kind_name(kind, game.wild) == "J")
                ways.append(Finish(kind_name(kind, game.wild), ending.value, paid.points))
    return tuple(ways)


def declared(game: Position, tile: str) -> Hand | None:
    """The hand of a declaration by the seat on turn, None when the tile is none of his."""
    try:
        kind = parse_kind(tile, game.wild)
    except TileError:
        return None
    kinds = game.hand(game.turn)
    return Hand(kinds, kind, game.wild, game.rules.ace_high) if kind in kinds else None


def explain(hand: Hand) -> Problem:
    """Why these tiles do not go out: the closest arrangement, what is left over, and what is missing."""
    return Problem("does_not_go_out", {"tiles": [kind_name(kind, hand.wild) for kind in hand.kinds]})


def laid(game: Position, seat: int) -> Laid:
    """A hand laid open: the closest arrangement of 14 tiles."""
    return Laid(tuple(kind_name(kind, game.wild) for kind in game.hand(seat)), ())
