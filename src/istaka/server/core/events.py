"""The log: what happened at a table, as small facts from which everything else follows.

An event holds nothing hidden: an action is stored, and what was drawn follows from the wall, which follows
from the secret. The secret lies beside the log in a place of its own and is joined to its `Committed` when
the room is made again. Instants are absolute: milliseconds since 1970 by the server's clock.

Events are told apart by `k` and carry a version `v`; an old log replays for ever, so a field may be added
with a default, and a changed meaning is a new version that `decode_event` lifts.
"""

from dataclasses import dataclass
from typing import Literal

import msgspec
from msgspec import Struct


class Terms(Struct, frozen=True):
    """The times of a table, in ms; stored with it, so that another setting does not change an old log."""

    clock: int
    """A turn, 0 without a clock."""
    deal: int
    """What the first turn of a round has on top, while tiles are dealt."""
    nonces: int
    """How long nonces are waited for."""
    between: int
    """How long the result of a round is shown."""
    gone: int
    """How long after his last socket a bot takes over (R12.2)."""
    idle: int
    """How long a turn without a clock may take (R12.2)."""
    bot: int
    """After this a bot's turn without a clock is played as a time-out (R12.1)."""


class Seat(Struct, frozen=True):
    """Who sits at a table: a person (`owner`), or a bot of that level."""

    name: str
    owner: str | None = None
    bot: str | None = None


class Base(Struct, frozen=True, tag_field="k", omit_defaults=True, kw_only=True):
    """An event of the log."""

    v: int = 1


class Seated(Base, frozen=True, tag="seated"):
    """The table is made; the people have until `due` to come."""

    rules: str
    """`RuleSet.text`."""
    terms: Terms
    seats: tuple[Seat, ...]
    standin: str
    """The level of the bots that play for people."""
    due: int


class Here(Base, frozen=True, tag="here"):
    """A person's socket is attached."""

    player: int


class Gone(Base, frozen=True, tag="gone"):
    """A person's last socket is closed; he has until `due` to come back."""

    player: int
    due: int | None
    """None where a bot plays the seat already."""


class Away(Base, frozen=True, tag="away"):
    """A bot plays for a person (R12.2). `due`: the deadline of the turn, if it is his."""

    player: int
    reason: Literal["left", "gone", "late"]
    due: int | None


class Returned(Base, frozen=True, tag="returned"):
    """A person plays again. `due`: the deadline of the turn, if it is his."""

    player: int
    due: int | None


class Committed(Base, frozen=True, tag="committed"):
    """The server is bound to the secret of a round; nonces are taken until `due`."""

    round: int
    commitment: str
    due: int


class Nonced(Base, frozen=True, tag="nonced"):
    """A person's nonce, in hexadecimal."""

    player: int
    nonce: str


class Dealt(Base, frozen=True, tag="dealt"):
    """The tiles are dealt with the nonces given so far and fixed ones for the rest; the first turn runs."""

    round: int
    due: int


class Acted(Base, frozen=True, tag="acted"):
    """An action (`istaka.rules.actions.action_name`); `due` is the deadline of whoever moves next."""

    player: int
    do: str
    due: int | None
    late: bool = False


class RoundOver(Base, frozen=True, tag="round_over"):
    """The round has ended: its points, and its secret opened. `due`: when the next round begins by itself."""

    round: int
    points: tuple[int, ...]
    totals: tuple[int, ...]
    secret: str
    due: int | None


class Ready(Base, frozen=True, tag="ready"):
    """A person is ready for the next round."""

    player: int


class MatchOver(Base, frozen=True, tag="match_over"):
    """Somebody has reached the limit (R11.1); places by player (R11.2)."""

    ranking: tuple[int, ...]


class Resumed(Base, frozen=True, tag="resumed"):
    """The server was started again: no person is attached, and what was running has these new ends."""

    turn: int | None
    wait: int | None
    gone: int


class Closed(Base, frozen=True, tag="closed"):
    """The table ended without a result; the secret of the round that was running is opened."""

    reason: Literal["idle", "empty"]
    secret: str | None


LogEvent = (
    Seated
    | Here
    | Gone
    | Away
    | Returned
    | Committed
    | Nonced
    | Dealt
    | Acted
    | RoundOver
    | Ready
    | MatchOver
    | Resumed
    | Closed
)


@dataclass(frozen=True, slots=True)
class Entry:
    """An event in its place.

    Attributes:
        seq: its number in the table's log, from 1.
        at: when it was decided.
        event: what happened.
        player: whose command it was, None for the server's own doing.
        command: that command's id; (table, player, command) is unique in the log.
        secret: of a `Committed` only; stored apart.
    """

    seq: int
    at: int
    event: LogEvent
    player: int | None = None
    command: str | None = None
    secret: bytes | None = None


encode_event = msgspec.json.Encoder().encode
decode_event = msgspec.json.Decoder(LogEvent).decode
