"""Everything a seat can do, as numbers (R7, R8, R10.2).

0..52 discard that kind; 53 draw from the stock; 54 take the previous player's top discard;
55..107 go out, the last discard being kind `action - 55`; 108 show the indicator's twin
(only under `bonus="shown"`).
"""

import enum
from collections.abc import Mapping
from functools import cache
from typing import Final

from istaka.rules.errors import IllegalActionError
from istaka.rules.tiles import N_KINDS, names_beside, parse_kind

DRAW: Final = N_KINDS
TAKE: Final = N_KINDS + 1
GO_OUT: Final = N_KINDS + 2
"""`GO_OUT + kind` goes out with that kind as the last discard."""
SHOW: Final = GO_OUT + N_KINDS
N_ACTIONS: Final = SHOW + 1


class Refusal(enum.IntEnum):
    """Why an action is refused; `ACCEPTED` is what the transition answers otherwise."""

    ACCEPTED = 0
    ROUND_OVER = 1
    """The round has ended."""
    TAKE_A_TILE_FIRST = 2
    """R7.1: one tile must be taken before one is discarded."""
    ALREADY_TOOK = 3
    """R7.1: only one tile is taken a turn (the starter skips it, R3.3)."""
    EMPTY_PILE = 4
    """R7.1: the previous player's pile holds no tile."""
    NOT_IN_HAND = 5
    """R7.2: only a tile of the hand can be discarded."""
    RETURN_FORBIDDEN = 6
    """R7.2 with `return_taken="forbid"`: the tile taken from the pile stays this turn."""
    DOES_NOT_GO_OUT = 7
    """R8.4: the other 14 tiles are neither all in runs and sets nor seven pairs."""
    NOTHING_TO_SHOW = 8
    """R10.2: the bonus is not claimed in this rule set, not now, or the twin is not in the hand."""
    NO_SUCH_ACTION = 9
    """The number is outside 0..108."""


def discard_of(action: int) -> int:
    """The kind that a discard or a going out puts on the pile, -1 for the other actions."""
    if 0 <= action < N_KINDS:
        return action
    return action - GO_OUT if GO_OUT <= action < SHOW else -1


def action_name(action: int, wild: int) -> str:
    """Notation: `draw`, `take`, `show`, a tile (`R5`) for a discard, `R5!` for going out with it."""
    return _names(wild)[action]


@cache
def _names(wild: int) -> tuple[str, ...]:
    """Every action as it is written in a round with this wild face."""
    tiles = names_beside(wild)
    return (*tiles, "draw", "take", *(f"{tile}!" for tile in tiles), "show")


@cache
def _numbers(wild: int) -> Mapping[str, int]:
    """Every action by its notation."""
    return {name: action for action, name in enumerate(_names(wild))}


def parse_action(text: str, wild: int) -> int:
    """The action written as `action_name` writes it.

    Raises:
        IllegalActionError: the text is no action.
    """
    action = _numbers(wild).get(text)
    if action is not None:
        return action
    try:  # the other ways to write a tile
        kind = parse_kind(text.removesuffix("!"), wild)
    except ValueError:
        msg = f"{text!r} is no action: expected draw, take, show, a tile such as R5, or R5! to go out"
        raise IllegalActionError(msg, Refusal.NO_SUCH_ACTION) from None
    return kind + GO_OUT if text.endswith("!") else kind
