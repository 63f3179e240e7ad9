"""The log: what happened at a table, as small facts from which everything else follows.

An event holds nothing hidden: an action is stored, and what was drawn follows from the wall, which follows
from the secret. The secret lies beside the log in a place of its own and is joined to its `Committed` when
the room is made again. Instants are absolute: milliseconds since 1970 by the server's clock.

Events are told apart by `k` and carry a version `v`; an old log replays for ever, so a field may be added
with a default, and a changed meaning is a new version that `decode_event` lifts. What a later istaka wrote
is refused with `UnknownEventError`.
"""

from typing import Final, Literal, get_args

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
    bank: int = 0
    """What each player has beside his clock, for the whole match."""
    lag: int = 0
    """The most that the network may make a move late."""


class Seat(Struct, frozen=True):
    """Who sits at a table: a person (`owner`), or a bot of that level."""

    name: str
    owner: str | None = None
    bot: str | None = None
    kind: Literal["guest", "account", "bot"] = "guest"
    """Of the owner, when he sat down: `bot` is somebody's own program."""


class Base(Struct, frozen=True, tag_field="k", omit_defaults=True, kw_only=True):
    """An event of the log."""

    v: int = 1

    @property
    def kind(self) -> str:
        """What tells it apart in the log."""
        return str(self.__struct_config__.tag)


class Seated(Base, frozen=True, tag="seated"):
    """The table is made; the people have until `due` to come."""

    rules: str
    """`RuleSet.text`."""
    terms: Terms
    seats: tuple[Seat, ...]
    standin: str
    """The level of the bots that play for people."""
    due: int
    rated: bool = False
    watch: bool = False
    """Whether spectators are let in,"""
    delay: int = 0
    """who are told everything so many ms later."""


class Here(Base, frozen=True, tag="here"):
    """A person's socket is attached, to the worker of that id (told to nobody)."""

    player: int
    worker: str | None = None


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
    spent: int = 0
    """What the turn has taken of his time bank, ms."""


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
    spent: int = 0
    """What the turn that ends with this has taken of the player's time bank, ms."""


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


class Ending(Base, frozen=True, tag="ending"):
    """A person agrees to end the match without a result, or takes that back."""

    player: int
    agree: bool


class Credited(Base, frozen=True, tag="credited"):
    """The worker that held this player's socket stops: his turn ends at `due` instead."""

    player: int
    due: int


class Closed(Base, frozen=True, tag="closed"):
    """The table ended without a result; the secret of the round that was running is opened."""

    reason: Literal["idle", "empty", "agreed"]
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
    | Ending
    | Credited
    | Closed
)


class Entry(Struct, frozen=True):
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
_decode = msgspec.json.Decoder(LogEvent).decode
_KNOWN: Final = 1
"""The version of every kind of event that this code writes."""
_KINDS: Final = frozenset(str(kind.__struct_config__.tag) for kind in get_args(LogEvent))


class UnknownEventError(Exception):
    """An event from a later istaka: this one leaves its table alone."""


class _Head(Struct):
    """What tells whether an event can be read at all."""

    k: str
    v: int = 1


def decode_event(body: bytes | str) -> LogEvent:
    """An event as it was stored.

    Raises:
        UnknownEventError: its kind or its version is unknown here.
        msgspec.DecodeError: it is no event.
    """
    try:
        event = _decode(body)
    except msgspec.ValidationError:
        head = msgspec.json.decode(body, type=_Head)
        if head.k not in _KINDS or head.v > _KNOWN:
            raise _unknown(head.k, head.v) from None
        raise
    if event.v > _KNOWN:
        raise _unknown(str(type(event).__struct_config__.tag), event.v)
    return event


def _unknown(kind: str, version: int) -> UnknownEventError:
    return UnknownEventError(f"{kind[:40]!r} of version {version} is unknown: a later istaka wrote this log")
