"""What the solver tells people: ways to go out, hands laid open, and why a declaration does not hold (R8)."""

from typing import NamedTuple

from istaka import solver
from istaka.game.position import Position
from istaka.rules.actions import GO_OUT, SHOW
from istaka.rules.errors import TileError
from istaka.rules.scoring import going_out
from istaka.rules.tiles import WILD, face_name, kind_name, parse_kind
from istaka.server.core.messages import Finish, Laid, LaidTile, Problem
from istaka.solver import Placed


class Hand(NamedTuple):
    """15 tiles and the one that was to be thrown: what a declaration is judged by."""

    kinds: tuple[int, ...]
    discard: int
    wild: int
    ace_high: bool


class Rack(NamedTuple):
    """14 tiles that are to be laid open."""

    kinds: tuple[int, ...]
    wild: int
    ace_high: bool


def finishes(game: Position) -> tuple[Finish, ...]:
    """Every way for the seat on turn to go out, with what each opponent pays (R10)."""
    kinds = [action - GO_OUT for action in game.legal if GO_OUT <= action < SHOW]
    shapes = [(kind, _shape_without(game, kind)) for kind in kinds]
    return tuple(
        Finish(
            tile=kind_name(kind, game.wild),
            shape=shape.value,
            points=going_out(game.rules, shape.value, wild_discard=kind == WILD).points,
        )
        for kind, shape in shapes
        if shape is not None
    )


def _shape_without(game: Position, kind: int) -> solver.Shape | None:
    """How the hand of the seat on turn lies down without one tile."""
    rest = game.counts(game.turn).copy()
    rest[kind] -= 1
    return solver.shape(rest, ace_high=game.rules.ace_high)


def declared(game: Position, tile: str) -> Hand | None:
    """The hand of a declaration by the seat on turn, None when the tile is none of his."""
    try:
        kind = parse_kind(tile, game.wild)
    except TileError:
        return None
    kinds = game.hand(game.turn)
    return Hand(kinds, kind, game.wild, game.rules.ace_high) if kind in kinds else None


def explain(hand: Hand) -> Problem:
    """Why these tiles do not go out (R8.4), as data: the closest arrangement, its strays and missing tiles.

    A place that nothing fills has `tile` null and says in `as` what belongs there.
    """
    found = solver.explain(hand.kinds, hand.discard, ace_high=hand.ace_high)
    places = [[_place(placed, hand.wild) for placed in group] for group in found.groups]
    return Problem(
        "does_not_go_out",
        {
            "shape": found.shape.value,
            "groups": places,
            "strays": [kind_name(kind, hand.wild) for kind in found.strays],
            "missing": [kind_name(kind, hand.wild) for kind in found.missing],
        },
    )


def _place(placed: Placed, wild: int) -> dict[str, str | None]:
    if placed.kind is None:
        return {"tile": None, "as": _face(placed.face, wild)}
    stands = {"as": _face(placed.face, wild)} if placed.kind == WILD and placed.face != WILD else {}
    return {"tile": kind_name(placed.kind, wild), **stands}


def _face(face: int, wild: int) -> str:
    """What a place asks for: a face of the printed ones, or a wild that stands for itself."""
    return kind_name(face, wild) if face == WILD else face_name(face)


def rack(game: Position, seat: int) -> Rack:
    """The hand of a seat, when the round is over."""
    return Rack(game.hand(seat), game.wild, game.rules.ace_high)


def laid(rack: Rack) -> Laid:
    """A hand laid open, with the combinations that are complete in its closest arrangement."""
    hand, wild, ace_high = rack
    lies_down = solver.arrange(hand, ace_high=ace_high)
    groups = lies_down.groups if lies_down else solver.explain(hand, ace_high=ace_high).groups
    complete = [group for group in groups if all(placed.kind is not None for placed in group)]
    return Laid(
        tiles=tuple(kind_name(kind, wild) for kind in hand),
        groups=tuple(tuple(_laid_tile(placed, wild) for placed in group) for group in complete),
    )


def _laid_tile(placed: Placed, wild: int) -> LaidTile:
    place = _place(placed, wild)
    return LaidTile(place["tile"] or "", place.get("as"))
