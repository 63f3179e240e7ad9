"""A table's state after some event of its log, with everything in it, the hidden tiles too."""

import enum
from typing import Literal

from msgspec import Struct

from istaka.game.match import Match
from istaka.game.position import Outcome, Position
from istaka.rules.ruleset import RuleSet
from istaka.rules.shuffle import Deal, fixed_nonce
from istaka.server.core.events import RoundOver, Seat, Terms


class Stage(enum.Enum):
    """What a table waits for."""

    WAITING = "waiting"
    """For people, then for nonces."""
    PLAY = "play"
    BETWEEN = "between"
    """For the next round."""
    OVER = "over"


class Chair(Struct, frozen=True):
    """A seat and who plays it now.

    Attributes:
        seat: whose it is.
        here: whether a socket of the person is attached; True for bots.
        gone_due: when a bot takes over, while the person is not attached.
        away: why a bot plays for the person, None while he plays himself.
        late: turns in a row that ran out of time (R12.2).
        bank: what is left of the time bank, ms.
        worker: which worker the person was attached to last, while he is here.
    """

    seat: Seat
    here: bool
    gone_due: int | None = None
    away: Literal["left", "gone", "late"] | None = None
    late: int = 0
    bank: int = 0
    worker: str | None = None

    @property
    def is_person(self) -> bool:
        """Whether the seat belongs to a person."""
        return self.seat.bot is None

    @property
    def plays(self) -> bool:
        """Whether a person moves for this seat now."""
        return self.seat.bot is None and self.away is None


class Room(Struct, frozen=True):
    """A table after event `seq`.

    Attributes:
        table: its id, which is also the match id of records and fixed nonces.
        seq: number of the last event.
        moved: number of the last event that changed the game: what was decided before it is stale.
        terms: the times of the table.
        rules: the rule set.
        standin: level of the bots that play for people.
        rated: whether the result counts for ratings.
        watch: whether spectators are let in.
        delay: so many ms later they are told.
        chairs: one for each player.
        match: totals and order, up to the last round that ended.
        stage: what is waited for.
        committed: whether the round to be dealt has a secret.
        secret: of the round committed to, dealt or just ended.
        nonces: in hexadecimal, None for those that have not come.
        deal: of the round dealt or just ended.
        position: of the round dealt or just ended.
        turn: the player to move.
        turn_due: deadline of the turn.
        turn_bank: how much of it, at its end, is the time bank of whoever moves.
        wait_due: deadline of nonces, or of the time between rounds.
        ready: players ready for the next round.
        agreed: players who agree to end the match without a result.
        ended: the result of the last round, while it is shown.
        ranking: places by player when the match is over.
    """

    table: str
    seq: int
    moved: int
    terms: Terms
    rules: RuleSet
    standin: str
    chairs: tuple[Chair, ...]
    match: Match
    rated: bool = False
    watch: bool = False
    delay: int = 0
    stage: Stage = Stage.WAITING
    committed: bool = False
    secret: bytes | None = None
    nonces: tuple[str | None, ...] = ()
    deal: Deal | None = None
    position: Position | None = None
    turn: int | None = None
    turn_due: int | None = None
    turn_bank: int = 0
    wait_due: int | None = None
    ready: frozenset[int] = frozenset()
    agreed: frozenset[int] = frozenset()
    ended: RoundOver | None = None
    ranking: tuple[int, ...] | None = None

    @property
    def round(self) -> int:
        """Number of the round that is played, shown or waited for, from 1."""
        return self.match.round - (self.ended is not None)

    @property
    def game(self) -> Position:
        """The position of the round that is played or shown."""
        if self.position is None:
            raise AbsentError(self, "deal")
        return self.position

    @property
    def opened(self) -> bytes:
        """The secret of the round that is waited for, played or shown; never told before the round's end."""
        if self.secret is None:
            raise AbsentError(self, "secret")
        return self.secret

    @property
    def outcome(self) -> Outcome:
        """How the round ended that is shown."""
        outcome = self.game.outcome
        if outcome is None:
            raise AbsentError(self, "outcome")
        return outcome

    @property
    def received(self) -> int:
        """The kind that the player to move has taken this turn."""
        taken = self.game.taken
        if taken is None:
            raise AbsentError(self, "draw")
        return taken

    @property
    def order(self) -> tuple[int, ...]:
        """`order[seat]` is the player who sits there this round; empty before the deal."""
        return () if self.deal is None else self.deal.order

    def seat_of(self, player: int) -> int:
        """Where a player sits this round."""
        return self.order.index(player)

    def player_of(self, person: str) -> int | None:
        """The seat that a person owns."""
        return next((i for i, chair in enumerate(self.chairs) if chair.seat.owner == person), None)

    def bank_of(self, player: int) -> int:
        """What a turn that this player begins now has beside the clock, ms; bots have nothing."""
        chair = self.chairs[player]
        return chair.bank if chair.plays and self.terms.clock else 0

    def spent(self, now: int) -> int:
        """What the turn has taken of the time bank by now, ms."""
        left = (self.turn_due or now) - now
        return min(self.turn_bank, max(0, self.turn_bank - left))

    def level(self, player: int) -> str | None:
        """The level of the bot that moves for a seat now, None where a person does."""
        chair = self.chairs[player]
        return None if chair.plays else chair.seat.bot or self.standin

    def nonce_bytes(self) -> tuple[bytes, ...]:
        """The nonces of the deal: those that came, and fixed ones."""
        given = self.nonces or (None,) * len(self.chairs)
        return tuple(
            fixed_nonce(self.table, self.round, player) if nonce is None else bytes.fromhex(nonce)
            for player, nonce in enumerate(given)
        )


class AbsentError(LookupError):
    """Something that a room does not have at this stage was asked of it: a fault of ours."""

    def __init__(self, room: Room, what: str) -> None:
        super().__init__(f"table {room.table} has no {what} at event {room.seq}")


def due(room: Room, allowance: int = 0) -> int | None:
    """When a table must be looked at next; None only when it is over.

    Args:
        room: the table.
        allowance: so many ms the turn's end is waited for, for a move on its way.
    """
    if room.stage is Stage.OVER:
        return None
    turn_due = None if room.turn_due is None else room.turn_due + allowance
    ends = [chair.gone_due for chair in room.chairs] + [turn_due, room.wait_due]
    return min((end for end in ends if end is not None), default=None)
