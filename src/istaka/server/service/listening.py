"""Sockets, as far as a table cares, and what is sent to them."""

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple, Protocol

from msgspec.structs import replace

from istaka.server.core import messages as wire
from istaka.server.core.messages import Problem, PublicEvent
from istaka.server.core.room import Room
from istaka.server.core.telling import Told, left, snapshot
from istaka.server.service.lag import Lag

KEPT: Final = 64
"""So many of the latest events can be sent again one by one; who has missed more gets a snapshot."""
SHOWN: Final = 20
"""So many of them are in a snapshot."""


class Listener(Protocol):
    """A socket, as far as a table cares."""

    @property
    def lag(self) -> Lag:
        """What the network between the server and this socket costs."""

    def send(self, frame: bytes) -> None:
        """Queue a frame; never waits."""

    def end(self, problem: Problem) -> None:
        """Say why nothing more follows, and close."""


class Scene(NamedTuple):
    """What is shown of a table to a player, or to spectators (None): its state, its latest events."""

    room: Room
    told: Collection[Told]
    player: int | None = None


def catch_up(listener: Listener, scene: Scene, seq: int | None, now: int) -> None:
    """Send what a socket has missed: the events behind `seq`, or a snapshot; then a beat."""
    room, told, player = scene
    first = next(iter(told), None)
    if seq is not None and first is not None and first.seq - 1 <= seq <= room.seq:
        for one in told:
            if one.seq > seq:
                listener.send(frame(one, player, now))
    else:
        table = snapshot(room, player, now, tuple(told))
        table = replace(table, log=table.log[-SHOWN:])
        listener.send(wire.encode(wire.Snapshot(room.seq, now, table)))
    listener.send(wire.encode(wire.Beat(room.seq, now)))


def frame(told: Told, player: int | None, now: int) -> bytes:
    """The event as this player, or a spectator, gets it, with the time that is left now."""
    return frames(told, (player,), now)[player]


def frames(told: Told, players: Iterable[int | None], now: int) -> dict[int | None, bytes]:
    """The same for several: who has no part of his own gets what all others get."""
    public = _timed(told, now)
    everyones = wire.encode(wire.Event(told.seq, now, public))
    made: dict[int | None, bytes] = {}
    for player in players:
        private = None if player is None else told.private[player]
        if private is None:
            made[player] = everyones
        elif player not in made:
            made[player] = wire.encode(wire.Event(told.seq, now, public, private))
    return made


def _timed(told: Told, now: int) -> PublicEvent:
    """The public part, with the time that is left."""
    public = told.public
    if not hasattr(public, "deadline"):
        return public
    deadline = left(told.due, now)
    if not hasattr(public, "bank"):
        return replace(public, deadline=deadline)
    return replace(public, deadline=deadline, bank=min(told.bank, deadline or 0))
