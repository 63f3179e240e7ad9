"""Who looks on: one replica of a table, as late as its spectators are told, and the same frames for all.

What a spectator gets is made of public parts only, and none of it before its time: the snapshot shows the
table as it was, and `now` and deadlines are those of then.
"""

import asyncio
from collections import deque
from typing import Final

from msgspec.structs import replace

from istaka.server.core.events import Entry
from istaka.server.core.evolve import evolve, found
from istaka.server.core.room import Room
from istaka.server.core.telling import Told, tell
from istaka.server.service.listening import KEPT, Listener, Scene, catch_up, frame

AT_ONCE: Final = 128
"""After so many sockets others have their turn: a move elsewhere does not wait for 2,000 spectators."""


class Gallery:
    """The spectators of one table.

    Attributes:
        room: the table as they see it.
        listeners: their sockets, and the last event that each has got when it came.
    """

    def __init__(self, room: Room, told: Told) -> None:
        self.room = room
        self.listeners: dict[Listener, int] = {}
        self._told: deque[Told] = deque([told], maxlen=KEPT)
        self._coming: deque[tuple[Entry, Told]] = deque()

    def expect(self, entry: Entry, told: Told) -> None:
        """An event has happened, and will be shown when it is old enough."""
        self._coming.append((entry, public(told)))

    def next_due(self) -> int | None:
        """When the next event is to be shown."""
        return self._coming[0][0].at + self.room.delay if self._coming else None

    def show(self, now: int) -> None:
        """Show what is old enough by now."""
        while self._coming and self._coming[0][0].at + self.room.delay <= now:
            entry, told = self._coming.popleft()
            self.room = evolve(self.room, entry)
            self._told.append(told)
            if self.listeners:
                self._send(frame(told, None, now - self.room.delay), told.seq, tuple(self.listeners))

    def enter(self, listener: Listener, seq: int | None, now: int) -> None:
        """One more spectator, who has seen the events up to `seq`."""
        self.show(now)
        self.listeners[listener] = self.room.seq
        catch_up(listener, Scene(self.room, self._told), seq, now - self.room.delay)

    def _send(self, text: bytes, seq: int, to: tuple[Listener, ...]) -> None:
        """The same frame for all, so many at once; who left or came back meanwhile is passed over."""
        for listener in to[:AT_ONCE]:
            if self.listeners.get(listener, seq) < seq:
                listener.send(text)
        if len(to) > AT_ONCE:
            asyncio.get_running_loop().call_soon(self._send, text, seq, to[AT_ONCE:])


def public(told: Told) -> Told:
    """An event without what is private in it."""
    return replace(told, private=())


def hang(table: str, entries: list[Entry], now: int) -> Gallery:
    """The gallery of a table, from its whole log; that the table was made is shown at once."""
    first, *rest = entries
    room = found(table, first)
    gallery = Gallery(room, public(tell(None, first, room)))
    for entry in rest:
        after = evolve(room, entry)
        gallery.expect(entry, tell(room, entry, after))
        room = after
    gallery.show(now)
    return gallery
