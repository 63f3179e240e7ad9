"""A round at one moment: the typed, immutable face of a state record."""

import base64
import dataclasses
import enum
import struct
import threading
import zlib
from collections.abc import Iterable, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple, NoReturn, Self

import numpy as np
import numpy.typing as npt

from istaka.game import step
from istaka.game.view import View, may_know_holder
from istaka.rules import state
from istaka.rules.actions import DRAW, N_ACTIONS, Refusal, action_name, discard_of
from istaka.rules.errors import IllegalActionError, IstakaError
from istaka.rules.ruleset import RuleSet
from istaka.rules.scoring import ENDINGS, Ending, Penalty, penalties
from istaka.rules.shuffle import Deal
from istaka.rules.state import BONUS_CODES, BONUS_SHOWN, NOBODY, NOTHING, STATE, STOCK_END
from istaka.rules.tiles import WILD, kind_name, kind_names
from istaka.solver.tables import new_scratch, tables

_WORKSPACE: Final = threading.local()


class Phase(enum.IntEnum):
    """What the seat on turn has to do."""

    TAKE = state.TAKE_PHASE
    """R7.1: take one tile."""
    DISCARD = state.DISCARD_PHASE
    """R7.2, R8: discard one tile, or go out with it."""
    OVER = state.OVER_PHASE
    """Nothing: the round has ended."""


_PHASES: Final = tuple(Phase)
"""By number: a look-up costs a quarter of asking the enumeration."""


class _Numbers(NamedTuple):
    """The single numbers of a record, in its order: reading all at once costs what NumPy takes for one."""

    players: int
    turn: int
    phase: int
    position: int
    indicator: int
    wild: int
    taken: int
    from_pile: int
    turns: int
    idle: int
    clock: int
    holder: int
    winner: int
    ending: int
    last_discard: int


_NUMBERS: Final = struct.Struct(f"={len(_Numbers._fields)}q")
_FIRST: Final = int(STATE.fields["players"][1])  # type: ignore[index]
"""Where they begin."""


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """How a round ended and what it costs (R8, R9, R10).

    Attributes:
        ending: the winner's shape, or `stalemate`.
        wild: whether the winner's last discard was a wild.
        winner: the seat that went out; None in a stalemate.
        discard: the kind discarded last.
        holder: the seat that gets the indicator bonus; None when nobody does (R10.2).
        why: the penalties of each seat, reason by reason.
    """

    ending: Ending
    wild: bool
    winner: int | None
    discard: int
    holder: int | None
    why: tuple[tuple[Penalty, ...], ...]

    @property
    def penalties(self) -> tuple[int, ...]:
        """The penalty points of each seat (R10)."""
        return tuple(sum(penalty.points for penalty in seat) for seat in self.why)


class Position:
    """A round at one moment. Immutable, hashable, picklable; `play` gives the next one.

    It knows every tile: what a seat may know is its `view`. Seats are in the order of turns, seat 0 began.
    """

    __slots__ = ("_data", "_game", "_mask", "_numbers", "_rules")

    def __init__(self, rules: RuleSet, data: bytes) -> None:
        if len(data) != STATE.itemsize:
            msg = f"{len(data)} bytes are no position: expected {STATE.itemsize}"
            raise IstakaError(msg)
        self._rules = rules
        self._data = data
        self._numbers = _Numbers._make(_NUMBERS.unpack_from(data, _FIRST))
        self._game: Any = np.frombuffer(data, STATE)[0]
        self._mask: npt.NDArray[np.bool_] | None = None

    @classmethod
    def deal(cls, rules: RuleSet, deal: Deal) -> Self:
        """The first position of a round (R3.3, R4): the starter holds 15 tiles and may discard."""
        game: Any = np.zeros(1, STATE)[0]
        game.players = deal.players
        game.wall[:] = deal.wall
        game.return_forbidden = rules.return_taken == "forbid"
        game.bonus = BONUS_CODES[rules.bonus]
        step.deal(game)
        return cls(rules, game.tobytes())

    @property
    def rules(self) -> RuleSet:
        """What the table agreed on."""
        return self._rules

    @property
    def players(self) -> int:
        """The number of players (R2)."""
        return self._numbers.players

    @property
    def starter(self) -> int:
        """The seat that begins: seat 0 (R3.1)."""
        return 0

    @property
    def turn(self) -> int:
        """The seat on turn; when the round is over, the seat that ended it."""
        return self._numbers.turn

    @property
    def phase(self) -> Phase:
        """What the seat on turn has to do."""
        return _PHASES[self._numbers.phase]

    @property
    def indicator(self) -> int:
        """The face turned up (R4.1)."""
        return self._numbers.indicator

    @property
    def wild(self) -> int:
        """The face of the wild (R5.1)."""
        return self._numbers.wild

    @property
    def stock(self) -> int:
        """How many tiles the stock holds (R4.3, R9)."""
        return STOCK_END - self._numbers.position

    @property
    def turns(self) -> int:
        """How many tiles have been discarded so far."""
        return self._numbers.turns

    @property
    def idle(self) -> int:
        """Turns in a row without a stock draw, this one included once its tile is taken (R7.3)."""
        return self._numbers.idle

    def hand(self, seat: int) -> tuple[int, ...]:
        """The kinds a seat holds, in the order dealt and drawn (R12.1)."""
        stamps = self._game.received[seat]
        kinds, copies = np.nonzero(stamps)
        order = np.argsort(stamps[kinds, copies])
        return tuple(int(kind) for kind in kinds[order])

    def counts(self, seat: int) -> npt.NDArray[np.uint8]:
        """uint8[53]: how many tiles of each kind a seat holds; read-only."""
        counts: npt.NDArray[np.uint8] = self._game.hands[seat].view(np.uint8)
        return counts

    def size(self, seat: int) -> int:
        """How many tiles a seat holds."""
        return int(self._game.hands[seat].sum())

    def pile(self, seat: int) -> tuple[int, ...]:
        """The kinds on a seat's pile, bottom first (R7.1)."""
        return tuple(int(kind) for kind in self._game.piles[seat, : self._game.pile_sizes[seat]])

    @property
    def taken(self) -> int | None:
        """The kind that the seat on turn received this turn (R7.1)."""
        kind = self._numbers.taken
        return None if kind == NOTHING else kind

    @property
    def taken_from_pile(self) -> bool:
        """Whether it came from the previous seat's pile."""
        return bool(self._numbers.from_pile)

    @property
    def last_discard(self) -> int | None:
        """The kind discarded last; it may have been taken since."""
        kind = self._numbers.last_discard
        return None if kind == NOTHING else kind

    def known(self, seat: int) -> tuple[int, ...]:
        """The kinds that everyone knows a seat holds: taken from a pile or shown, not thrown since."""
        counts = self._game.known[seat]
        kinds = np.flatnonzero(counts)
        return tuple(np.repeat(kinds, counts[kinds]).tolist())

    def holder(self, seat: int | None) -> int | None:
        """The seat that gets the indicator bonus, where a seat, or everyone, may know it (R10.2)."""
        holder = self._numbers.holder
        return None if holder == NOBODY or not may_know_holder(self._game, seat) else holder

    @property
    def shown(self) -> int | None:
        """The seat that has shown the indicator's twin (R10.2 `shown`)."""
        seat = self._numbers.holder
        return seat if self._game.bonus == BONUS_SHOWN and seat != NOBODY else None

    @property
    def mask(self) -> npt.NDArray[np.bool_]:
        """bool[109]: the legal actions of the seat on turn; read-only."""
        if self._mask is None:
            mask = np.zeros(N_ACTIONS, np.bool_)
            step.legal(self._game, mask, tables(self._rules.ace_high), _scratch())
            mask.flags.writeable = False
            self._mask = mask
        return self._mask

    @property
    def legal(self) -> tuple[int, ...]:
        """The legal actions of the seat on turn, ascending (`rules/actions.py`); empty when over."""
        actions: list[int] = self.mask.nonzero()[0].tolist()
        return tuple(actions)

    def refusal(self, action: int) -> Refusal:
        """Why an action would be refused; ACCEPTED when it is legal."""
        return Refusal(step.check(self._game, action, tables(self._rules.ace_high), _scratch()))

    def play(self, action: int) -> Self:
        """The position after an action of the seat on turn.

        Raises:
            IllegalActionError: the action is refused; its `code` says why. This position does not change.
        """
        return self.play_all((action,))

    def play_all(self, actions: Iterable[int]) -> Self:
        """The position after several actions, one after the other: `play` for each, with one copy.

        Raises:
            IllegalActionError: one of them is refused; its `code` says why.
        """
        copy = bytearray(self._data)
        game: Any = np.frombuffer(copy, STATE)[0]
        melds, scratch = tables(self._rules.ace_high), _scratch()
        for action in actions:
            code = step.apply(game, action, melds, scratch)
            if code != Refusal.ACCEPTED:
                self._refuse(action, Refusal(code))
        return type(self)(self._rules, bytes(copy))

    def timeout_action(self) -> int:
        """R12.1: what the clock does for the seat on turn; ask again until the turn has passed.

        Raises:
            IllegalActionError: the round is over.
        """
        if self.phase is Phase.OVER:
            self._refuse(DRAW, Refusal.ROUND_OVER)
        if self.phase is Phase.TAKE:
            return DRAW
        taken = self.taken
        may_return = not (self._game.return_forbidden and self.taken_from_pile)
        if taken is not None and taken != WILD and may_return:
            return taken
        rack = self.hand(self.turn) if taken is None else self.hand(self.turn)[:-1]
        return next(kind for kind in reversed(rack) if kind != WILD)

    def view(self, seat: int, totals: Sequence[int] = ()) -> View:
        """What a seat may know; `totals` are the match's points per seat, where they matter."""
        return View.of(self._game, seat, self.mask, self._rules, totals)

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended; None while it goes on."""
        game = self._numbers
        if self.phase is not Phase.OVER:
            return None
        ending = ENDINGS[game.ending]
        winner = None if game.winner == NOBODY else game.winner
        holder = None if game.holder == NOBODY else game.holder
        wild = winner is not None and game.last_discard == WILD
        why = penalties(self._rules, self.players, ending, wild_discard=wild, winner=winner, holder=holder)
        return Outcome(ending, wild, winner, game.last_discard, holder, why)

    def to_bytes(self) -> bytes:
        """The record of the round, for `from_bytes`; the rules are not in it."""
        return self._data

    @classmethod
    def from_bytes(cls, rules: RuleSet, data: bytes) -> Self:
        """The position that `to_bytes` wrote.

        Raises:
            IstakaError: not as many bytes as a position has.
        """
        return cls(rules, data)

    @classmethod
    def from_text(cls, rules: RuleSet, text: str) -> Self:
        """The position whose `repr` holds this text.

        Raises:
            IstakaError: the text is none that `repr` writes.
        """
        try:
            data = zlib.decompress(base64.b85decode(text))
        except (ValueError, zlib.error):
            msg = f"{text[:20]!r} is no position: expected the text that repr writes"
            raise IstakaError(msg) from None
        return cls(rules, data)

    def __repr__(self) -> str:
        text = base64.b85encode(zlib.compress(self.to_bytes(), 9)).decode()
        return f"Position.from_text({self._rules!r}, {text!r})"

    def __str__(self) -> str:
        hands = (f"{seat}: {kind_names(self.hand(seat), self.wild)}" for seat in range(self.players))
        return f"seat {self.turn}, {self.phase.name}, stock {self.stock}; " + "; ".join(hands)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._rules == other._rules and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash((self._rules, self.to_bytes()))

    def __reduce__(self) -> tuple[type[Self], tuple[RuleSet, bytes]]:
        return type(self), (self._rules, self.to_bytes())

    def _refuse(self, action: int, code: Refusal) -> NoReturn:
        known = 0 <= action < N_ACTIONS
        name = action_name(action, self.wild) if known else str(action)
        tile = kind_name(discard_of(action), self.wild) if known and discard_of(action) >= 0 else ""
        msg = f"{name}: {_REASONS[code].format(tile=tile)}"
        raise IllegalActionError(msg, code)


_REASONS: Final = MappingProxyType(
    {
        Refusal.ROUND_OVER: "the round has ended",
        Refusal.TAKE_A_TILE_FIRST: "first take a tile from the stock or the previous player's pile (R7.1)",
        Refusal.ALREADY_TOOK: "this turn's tile is taken; discard one now (R7.1, R3.3)",
        Refusal.EMPTY_PILE: "the previous player's pile is empty (R7.1)",
        Refusal.NOT_IN_HAND: "{tile} is not in the hand (R7.2)",
        Refusal.RETURN_FORBIDDEN: "{tile} was taken from the pile this turn and may not go back (R7.2)",
        Refusal.DOES_NOT_GO_OUT: "without {tile} the hand is neither all runs and sets nor seven pairs (R8)",
        Refusal.NOTHING_TO_SHOW: "the indicator's twin cannot be shown now (R10.2)",
        Refusal.NO_SUCH_ACTION: "there is no such action, expected 0 to 108",
    }
)


def _scratch() -> Any:  # noqa: ANN401 (the solver's own array type)
    """This thread's work space for the solver."""
    if not hasattr(_WORKSPACE, "scratch"):
        _WORKSPACE.scratch = new_scratch()
    return _WORKSPACE.scratch
