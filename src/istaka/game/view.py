"""What one seat may know of a round, as a record of its own (R7.4, R10.2).

A view is copied out of the state tile by tile: it holds no reference to it, so a pickled view holds no hidden
tile. Everything in it follows from the seat's own hand and from what happened openly at the table: whether
another seat's discard was the tile it had just drawn does not show.
"""

from collections.abc import Sequence
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

from istaka.rules.actions import N_ACTIONS
from istaka.rules.ruleset import RuleSet
from istaka.rules.state import (
    BONUS_SHOWN,
    NOTHING,
    OVER_PHASE,
    PILE_SIZE,
    SEATS,
    STOCK_END,
    record_dtype,
)
from istaka.rules.tiles import COPIES, N_KINDS

COPIED: Final = (
    "players",
    "turn",
    "phase",
    "indicator",
    "wild",
    "turns",
    "idle",
    "last_discard",
    "winner",
    "ending",
    "known",
    "piles",
    "pile_sizes",
)
"""The fields of the state that everyone at the table sees."""

VIEW: Final = record_dtype(
    "Seen",
    [
        ("seat", np.int64),
        ("stock", np.int64),
        ("players", np.int64),
        ("turn", np.int64),
        ("phase", np.int64),
        ("indicator", np.int64),
        ("wild", np.int64),
        ("taken", np.int64),
        ("from_pile", np.int64),
        ("turns", np.int64),
        ("idle", np.int64),
        ("holder", np.int64),
        ("winner", np.int64),
        ("ending", np.int64),
        ("last_discard", np.int64),
        ("hand", np.uint8, (N_KINDS,)),
        ("known", np.uint8, (SEATS, N_KINDS)),
        ("sizes", np.int8, (SEATS,)),
        ("piles", np.int8, (SEATS, PILE_SIZE)),
        ("pile_sizes", np.int8, (SEATS,)),
        ("mask", np.bool_, (N_ACTIONS,)),
    ],
)
"""The dtype of a view; kinds and counts as in the state."""


class View:
    """What one seat may know, with its legal actions. Immutable; equal when everything in it is.

    `rules` and `totals` (points per seat, empty where the match does not matter) come from the table.
    """

    __slots__ = ("_record", "rules", "totals")
    _record: Any
    rules: RuleSet
    totals: tuple[int, ...]

    def __init__(self, data: bytes, rules: RuleSet, totals: Sequence[int] = ()) -> None:
        object.__setattr__(self, "_record", np.frombuffer(data, VIEW)[0])
        object.__setattr__(self, "rules", rules)
        object.__setattr__(self, "totals", tuple(totals))

    @classmethod
    def of(
        cls,
        game: Any,  # noqa: ANN401 (a STATE record)
        seat: int,
        mask: npt.NDArray[np.bool_],
        rules: RuleSet,
        totals: Sequence[int] = (),
    ) -> Self:
        """The view of `seat` on a state; `mask` holds the legal actions of the seat on turn."""
        seen = np.zeros(1, VIEW)[0]
        for field in COPIED:
            seen[field] = game[field]
        seen.seat = seat
        seen.stock = STOCK_END - game.position
        seen.hand = game.hands[seat]
        seen.sizes = game.hands.sum(axis=1)
        seen.from_pile = game.from_pile
        seen.taken = game.taken if game.from_pile or game.turn == seat else NOTHING
        seen.holder = game.holder if may_know_holder(game, seat) else NOTHING
        seen.mask = mask if game.turn == seat else False
        return cls(seen.tobytes(), rules, totals)

    def to_bytes(self) -> bytes:
        """The record alone, without rules and totals."""
        data: bytes = self._record.tobytes()
        return data

    @property
    def seat(self) -> int:
        """Whose view this is; seats are in the order of turns, seat 0 began (R3.1)."""
        return int(self._record.seat)

    @property
    def players(self) -> int:
        """The number of players (R2)."""
        return int(self._record.players)

    @property
    def turn(self) -> int:
        """The seat on turn; when the round is over, the seat that ended it."""
        return int(self._record.turn)

    @property
    def phase(self) -> int:
        """0: the seat on turn must take a tile, 1: it must discard or may go out, 2: the round is over."""
        return int(self._record.phase)

    @property
    def indicator(self) -> int:
        """The face turned up (R4.1)."""
        return int(self._record.indicator)

    @property
    def wild(self) -> int:
        """The face of the wild (R5.1)."""
        return int(self._record.wild)

    @property
    def stock(self) -> int:
        """How many tiles the stock holds (R4.3, R9)."""
        return int(self._record.stock)

    @property
    def turns(self) -> int:
        """How many tiles have been discarded so far."""
        return int(self._record.turns)

    @property
    def idle(self) -> int:
        """Turns in a row without a stock draw (R7.3)."""
        return int(self._record.idle)

    @property
    def hand(self) -> npt.NDArray[np.uint8]:
        """uint8[53]: the seat's own tiles of each kind; read-only."""
        return self._array("hand")

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many tiles each seat holds; a winner's hand still counts as it lies."""
        return tuple(int(size) for size in self._record.sizes[: self.players])

    def pile(self, seat: int) -> tuple[int, ...]:
        """The kinds on a seat's pile, bottom first (R7.4)."""
        return tuple(int(kind) for kind in self._record.piles[seat, : self._record.pile_sizes[seat]])

    @property
    def top(self) -> int | None:
        """The kind on top of the pile that this seat may take from (R7.1); None when it is empty."""
        pile = self.pile((self.seat - 1) % self.players)
        return pile[-1] if pile else None

    @property
    def known(self) -> npt.NDArray[np.uint8]:
        """uint8[4, 53]: tiles everyone knows a seat holds: taken from a pile or shown, not thrown since."""
        return self._array("known")

    @property
    def taken(self) -> int | None:
        """The kind received this turn, where this seat knows it: in its own turn, or from a pile (R7.1)."""
        kind = int(self._record.taken)
        return None if kind == NOTHING else kind

    @property
    def taken_from_pile(self) -> bool:
        """Whether the seat on turn took its tile from the previous seat's pile."""
        return bool(self._record.from_pile)

    @property
    def last_discard(self) -> int | None:
        """The kind discarded last; it may have been taken since."""
        kind = int(self._record.last_discard)
        return None if kind == NOTHING else kind

    @property
    def holder(self) -> int | None:
        """The seat that gets the indicator bonus, where this seat may know it (R10.2)."""
        seat = int(self._record.holder)
        return None if seat == NOTHING else seat

    @property
    def winner(self) -> int | None:
        """The seat that went out."""
        seat = int(self._record.winner)
        return None if seat == NOTHING else seat

    @property
    def mask(self) -> npt.NDArray[np.bool_]:
        """bool[109]: the legal actions of this seat, all False when another is on turn; read-only."""
        mask: npt.NDArray[np.bool_] = self._record["mask"]
        return mask

    @property
    def legal(self) -> tuple[int, ...]:
        """The legal actions of this seat, ascending; empty when another is on turn."""
        return tuple(int(action) for action in np.flatnonzero(self.mask))

    @property
    def unseen(self) -> npt.NDArray[np.uint8]:
        """uint8[53]: tiles whose place this seat does not know: the stock, and other hands where hidden."""
        counts = np.full(N_KINDS, COPIES, np.int64)
        counts[self.indicator] -= 1
        counts -= self.hand
        for seat in range(self.players):
            np.subtract.at(counts, np.array(self.pile(seat), np.int64), 1)
            if seat != self.seat:
                counts -= self.known[seat]
        return counts.astype(np.uint8)

    def _array(self, field: str) -> npt.NDArray[np.uint8]:
        array: npt.NDArray[np.uint8] = self._record[field]
        return array

    def __setattr__(self, name: str, value: object) -> None:
        msg = f"a view is immutable: {name} cannot be set to {value!r}"
        raise AttributeError(msg)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        mine = (self.to_bytes(), self.rules, self.totals)
        return mine == (other.to_bytes(), other.rules, other.totals)

    def __hash__(self) -> int:
        return hash((self.to_bytes(), self.rules, self.totals))

    def __reduce__(self) -> tuple[type[Self], tuple[bytes, RuleSet, tuple[int, ...]]]:
        return type(self), (self.to_bytes(), self.rules, self.totals)

    def __repr__(self) -> str:
        return f"<View of seat {self.seat} at discard {self.turns}, seat {self.turn} on turn>"


def may_know_holder(game: Any, seat: int | None) -> bool:  # noqa: ANN401 (a STATE record)
    """R10.2: who shows the twin tells everyone, who was dealt it knows; the others learn it at the end.

    Without a seat: whether everyone may know.
    """
    return bool(game.bonus == BONUS_SHOWN or game.holder == seat or game.phase == OVER_PHASE)
