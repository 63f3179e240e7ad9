"""What a round costs each seat, reason by reason (R10)."""

from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from istaka.rules.ruleset import RuleSet

Ending = Literal["melds", "pairs", "pairs+melds", "stalemate"]
"""How a round ended: going out (R8; `pairs+melds` when the hand is both, R8.5) or a stalemate (R7.3, R9)."""
NO_ENDING: Final = 0
MELDS_ENDING: Final = 1
PAIRS_ENDING: Final = 2
BOTH_ENDING: Final = MELDS_ENDING | PAIRS_ENDING
STALEMATE_ENDING: Final = 4
ENDINGS: Final = MappingProxyType[int, Ending](
    {
        MELDS_ENDING: "melds",
        PAIRS_ENDING: "pairs",
        BOTH_ENDING: "pairs+melds",
        STALEMATE_ENDING: "stalemate",
    }
)
"""The numbers that kernels and the state record write endings with, and how a hand of 14 lies down."""
Reason = Literal["melds", "pairs", "wild", "stalemate", "bonus"]


class Penalty(NamedTuple):
    """Some points that a seat gets, and what for."""

    reason: Reason
    points: int


def going_out(rules: RuleSet, ending: Ending, *, wild_discard: bool) -> Penalty:
    """What each opponent of a seat that goes out gets, without the bonus (R10, R10.1).

    A hand that is both pays as the shape that is better for its owner (R8.5).
    """
    shapes: list[Penalty] = []
    if ending != "melds":
        shapes.append(Penalty("pairs", rules.pairs))
    if ending != "pairs":
        shapes.append(Penalty("melds", rules.melds))
    if wild_discard:
        shapes = [_with_wild(rules, shape) for shape in shapes]
    return max(shapes, key=lambda shape: shape.points)


def _with_wild(rules: RuleSet, shape: Penalty) -> Penalty:
    if shape.reason == "melds":
        return Penalty("wild", rules.wild)
    higher = max(shape, Penalty("wild", rules.wild), key=lambda penalty: penalty.points)
    return higher._replace(points=2 * higher.points) if rules.combo == "double" else higher


def penalties(
    rules: RuleSet,
    players: int,
    ending: Ending,
    *,
    wild_discard: bool,
    winner: int | None,
    holder: int | None,
) -> tuple[tuple[Penalty, ...], ...]:
    """The penalties of each seat for a round (R10); a seat that pays nothing has none.

    Args:
        rules: the points and the combo switch.
        players: the number of seats.
        ending: how the round ended.
        wild_discard: whether the last discard of the winner was a wild.
        winner: the seat that went out; None in a stalemate.
        holder: the seat that gets the indicator bonus (R10.2); None when nobody does.
    """
    base = Penalty("stalemate", rules.stalemate)
    if ending != "stalemate":
        base = going_out(rules, ending, wild_discard=wild_discard)
    bonus = Penalty("bonus", rules.bonus_points)
    return tuple(
        tuple(
            penalty
            for penalty, due in ((base, seat != winner), (bonus, holder is not None and seat != holder))
            if due and penalty.points
        )
        for seat in range(players)
    )
