"""A table in memory: its room, what was told of it lately, and who listens."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final, Protocol

import msgspec

from istaka.server.core import messages as wire
from istaka.server.core.decide import Detached, Step, Tick
from istaka.server.core.events import Entry
from istaka.server.core.evolve import evolve, found
from istaka.server.core.messages import Problem
from istaka.server.core.room import Room, due
from istaka.server.core.telling import Told, left, snapshot, tell
from istaka.server.service.lag import Lag

KEPT: Final = 64
"""So many of the latest events can be sent again one by one; who has missed more gets a snapshot."""
SHOWN: Final = 20
"""So many of them are in a snapshot."""
ABSENCE_MS: Final = 3000
"""Who comes back within this time was never gone: a page that is loaded again tells nobody."""


class Listener(Protocol):
    """A socket, as far as a table cares."""

    @property
    def lag(self) -> Lag:
        """What the network between the server and this socket costs."""

    def send(self, frame: bytes) -> None:
        """Queue a frame; never waits."""

    def end(self, problem: Problem) -> None:
        """Say why nothing more follows, and close."""


class Live:
    """One table of this worker. Its lock serialises what is decided at it, so a slow table stops no other.

    Attributes:
        room: the table after the last event known here.
        told: the latest events as they are told.
        acks: the event that each command of (player, id) led to.
        listeners: the player of each socket.
        left_at: since when a player has no socket, while that is not in the log yet.
        asked: the (moved, player) for which a bot is thinking.
        coming: how many sockets are about to listen.
        in_doubt: set when the log may hold more than is known here: the store failed, or a command is ahead.
        orphaned: set while it is not in the log yet that the process which held its sockets is gone.
        frozen: set when the log does not fit the rules, or we fail at it: nothing is decided any more.
    """

    def __init__(self, room: Room, stop_listening: Callable[[], None]) -> None:
        self.room = room
        self.lock = asyncio.Lock()
        self.told: deque[Told] = deque(maxlen=KEPT)
        self.acks: dict[tuple[int, str], int] = {}
        self.listeners: dict[Listener, int] = {}
        self.left_at: dict[int, int] = {}
        self.asked: tuple[int, int] | None = None
        self.coming = 0
        self.in_doubt = False
        self.orphaned = False
        self.frozen = False
        self.stop_listening = stop_listening

    def next_due(self) -> int | None:
        """When this table must be looked at next."""
        if self.frozen:
            return None
        ends = [at + ABSENCE_MS for at in self.left_at.values()]
        room_due = due(self.room, self.allowance())
        return min(ends if room_due is None else [*ends, room_due], default=None)

    def is_due(self, now: int) -> Detached | Tick | None:
        """What has to be done first, if anything has to be by now."""
        end = self.next_due()
        if end is None or end > now:
            return None
        for player, since in self.left_at.items():
            if since + ABSENCE_MS <= now:
                del self.left_at[player]
                return Detached(player, since)
        return Tick(self.allowance())

    def allowance(self) -> int:
        """How late, in ms, the move may come that is waited for: what the network costs its player."""
        room = self.room
        if not room.terms.lag or room.turn_due is None:
            return 0
        lags = [listener.lag.allowance(room.turn_due) for listener in self._sockets(room.turn)]
        return min(room.terms.lag, max(lags, default=0))

    def _sockets(self, player: int | None) -> list[Listener]:
        return [listener for listener, owner in self.listeners.items() if owner == player]

    def take(self, step: Step) -> Told:
        """Go on by one event that is in the log."""
        told = tell(self.room, step.entry, step.room)
        self._pay_for_lag(step.entry)
        self._keep(step.entry, told)
        self.room = step.room
        return told

    def take_entries(self, entries: Iterable[Entry]) -> list[Told]:
        """Go on by entries that another worker, or an earlier process, has appended."""
        return [
            self.take(Step(entry, evolve(self.room, entry))) for entry in entries if entry.seq > self.room.seq
        ]

    def pass_over(self, entries: Iterable[Entry]) -> None:
        """Go on by old entries that nobody will be told of one by one."""
        for entry in entries:
            self.room = evolve(self.room, entry)
            self._remember(entry)

    def freeze(self) -> None:
        """Decide nothing more: the log does not fit the rules. Who listens is told, and nobody wins by it."""
        self.frozen = True
        for listener in tuple(self.listeners):
            listener.end(Problem("frozen"))

    def _pay_for_lag(self, entry: Entry) -> None:
        """A command that came after the end of its turn was forgiven what the network cost."""
        end = self.room.turn_due
        if entry.command is not None and end is not None and entry.at > end:
            for listener in self._sockets(entry.player):
                listener.lag.spend(entry.at - end, entry.at)

    def _keep(self, entry: Entry, told: Told) -> None:
        self.told.append(told)
        self._remember(entry)

    def _remember(self, entry: Entry) -> None:
        if entry.command is not None and entry.player is not None:
            self.acks[entry.player, entry.command] = entry.seq

    def tell_all(self, told: Told, now: int) -> None:
        """Send an event to every socket, to each with its own part only."""
        frames: dict[int, bytes] = {}
        for listener, player in self.listeners.items():
            if player not in frames:
                frames[player] = frame(told, player, now)
            listener.send(frames[player])

    def catch_up(self, listener: Listener, player: int, seq: int | None, now: int) -> None:
        """Send what a socket has missed: the events behind `seq`, or a snapshot; then a beat."""
        if seq is not None and self.told and self.told[0].seq - 1 <= seq <= self.room.seq:
            for told in self.told:
                if told.seq > seq:
                    listener.send(frame(told, player, now))
        else:
            table = snapshot(self.room, player, now, tuple(self.told))
            table = msgspec.structs.replace(table, log=table.log[-SHOWN:])
            listener.send(wire.encode(wire.Snapshot(self.room.seq, now, table)))
        listener.send(wire.encode(wire.Beat(self.room.seq, now)))


def rebuild(table: str, entries: list[Entry], stop_listening: Callable[[], None]) -> Live:
    """A table from its whole log."""
    first, *rest = entries
    live = Live(found(table, first), stop_listening)
    if len(rest) < KEPT:
        live.told.append(tell(None, first, live.room))
    live.pass_over(rest[:-KEPT])
    live.take_entries(rest[-KEPT:])
    return live


def frame(told: Told, player: int, now: int) -> bytes:
    """The event as this player gets it, with the time that is left now."""
    public = told.public
    if hasattr(public, "deadline"):
        deadline = left(told.due, now)
        public = msgspec.structs.replace(public, deadline=deadline)
        if hasattr(public, "bank"):
            public = msgspec.structs.replace(public, bank=min(told.bank, deadline or 0))
    return wire.encode(wire.Event(told.seq, now, public, told.private[player]))
