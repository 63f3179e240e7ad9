"""The one state of a round: a NumPy record that kernels read and write field by field (DESIGN.md).

A copy is one memcpy, `tobytes()` a snapshot, a batch an array of records. Every number is signed, so that
kernels compute alike compiled and interpreted; no byte of the record is padding.

Seats are places in the turn order of the round: seat 0 begins (R3.1). Tiles are kinds (`rules/tiles.py`).
"""

from collections.abc import Callable, Sequence
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from istaka.rules.tiles import N_KINDS, N_TILES

SEATS: Final = 4
"""Room in the record; with two or three players the last seats stay empty (R2)."""
PILE_SIZE: Final = 78
"""Room for a pile: with two players at most 77 tiles are neither in hands nor the indicator."""
STOCK_END: Final = N_TILES - 1
"""The stock is `wall[position:STOCK_END]`; the last place of the wall is the indicator's."""
NOBODY: Final = -1
NOTHING: Final = -1

TAKE_PHASE: Final = 0
"""The seat on turn must take a tile (R7.1)."""
DISCARD_PHASE: Final = 1
"""The seat on turn must discard or may go out (R7.2, R8)."""
OVER_PHASE: Final = 2
"""The round has ended."""

BONUS_CODES: Final = MappingProxyType({"off": 0, "dealt": 1, "shown": 2, "round_end": 3})
"""R10.2: the record's number of each bonus mode."""
BONUS_DEALT: Final = BONUS_CODES["dealt"]
BONUS_SHOWN: Final = BONUS_CODES["shown"]
BONUS_ROUND_END: Final = BONUS_CODES["round_end"]

LATEST: Final = 0
"""`received[seat, kind, LATEST]`: when the seat last received a tile of that kind; 0 when it has none."""
EARLIER: Final = 1
"""The same for the other copy, when the seat has two."""


def record_dtype(name: str, fields: Sequence[tuple[Any, ...]]) -> np.dtype[np.void]:
    """A structured dtype whose elements have their fields as attributes, as kernels write them.

    `np.record` has them, too, but takes six times as long to find one when kernels run interpreted.
    """
    attributes = {field: property(itemgetter(field), _setter(field)) for field, *_ in fields}
    return np.dtype((type(name, (np.void,), attributes), list(fields)))


def _setter(field: str) -> Callable[[Any, Any], None]:
    def write(record: Any, value: Any) -> None:  # noqa: ANN401 (whatever NumPy takes)
        record[field] = value

    return write


STATE: Final = record_dtype(
    "State",
    [
        ("bits", np.int64, (SEATS, 2)),  # once, twice: the naturals of each hand (solver/bits.py)
        ("players", np.int64),
        ("turn", np.int64),  # the seat on turn; when over, the seat that ended the round
        ("phase", np.int64),
        ("position", np.int64),  # in the wall: the top of the stock
        ("indicator", np.int64),  # face (R4.1)
        ("wild", np.int64),  # face (R5.1)
        ("taken", np.int64),  # kind received this turn, or NOTHING (R7.1)
        ("from_pile", np.int64),  # 1: it came from the previous seat's pile
        ("turns", np.int64),  # discards so far
        ("idle", np.int64),  # turns in a row without a stock draw (R7.3)
        ("clock", np.int64),  # receptions so far: the next stamp
        ("holder", np.int64),  # the seat that gets the indicator bonus so far, or NOBODY (R10.2)
        ("winner", np.int64),
        ("ending", np.int64),
        ("last_discard", np.int64),  # kind, or NOTHING
        ("received", np.int16, (SEATS, N_KINDS, 2)),  # stamps of each seat's copies (R12.1)
        ("hands", np.int8, (SEATS, N_KINDS)),  # counts
        ("known", np.int8, (SEATS, N_KINDS)),  # those of them that everyone knows of
        ("piles", np.int8, (SEATS, PILE_SIZE)),  # kinds, bottom first (R7.1)
        ("wall", np.int8, (N_TILES,)),  # kinds: dealt, stock, indicator (faces before the deal)
        ("pile_sizes", np.int8, (SEATS,)),
        ("return_forbidden", np.int8),  # R7.2
        ("bonus", np.int8),  # R10.2, one of BONUS_CODES
    ],
)
"""The dtype of a round's state."""
