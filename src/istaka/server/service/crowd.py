"""Who is connected."""

import secrets
from collections.abc import Callable, Collection
from typing import Final

from istaka.server.core.messages import Problem
from istaka.server.ports import Bus
from istaka.server.service.listening import Listener
from istaka.server.service.notes import LOBBY, Banned, Online, SignedOut, decode, encode

FORGOTTEN_MS: Final = 15_000
"""A worker that has not said for so long how many people it has counts no more."""


class Crowd:
    """The people with sockets at this worker, and how many there are at all workers together.

    `on_blocks` is called with a person whose block list has changed.
    """

    def __init__(self, bus: Bus, clock: Callable[[], int], on_blocks: Callable[[str], None]) -> None:
        self._bus = bus
        self._clock = clock
        self._on_blocks = on_blocks
        self._worker = secrets.token_hex(8)
        self._sockets: dict[str, set[Listener]] = {}
        self._stops: dict[str, Callable[[], None]] = {}
        self._elsewhere: dict[str, tuple[int, int]] = {}
        bus.follow(LOBBY, self._hear_of_workers)

    @property
    def people(self) -> Collection[str]:
        """Who has a socket here."""
        return self._sockets.keys()

    @property
    def total(self) -> int:
        """How many people are connected; who is at two workers counts twice."""
        since = self._clock() - FORGOTTEN_MS
        elsewhere = sum(people for people, at in self._elsewhere.values() if at > since)
        return len(self._sockets) + elsewhere

    def sockets_of(self, person: str) -> int:
        """How many sockets a person has here."""
        return len(self._sockets.get(person, ()))

    def enter(self, person: str, socket: Listener) -> None:
        """One socket more of this person."""
        if person not in self._sockets:
            self._sockets[person] = set()
            self._stops[person] = self._bus.follow(f"person:{person}", lambda raw: self._hear(person, raw))
        self._sockets[person].add(socket)

    def leave(self, person: str, socket: Listener) -> None:
        """One less."""
        self._sockets[person].discard(socket)
        if not self._sockets[person]:
            del self._sockets[person]
            self._stops.pop(person)()

    def report(self) -> None:
        """Tell the other workers how many people are here."""
        self._bus.announce(LOBBY, encode(Online(self._worker, len(self._sockets))))

    def _hear(self, person: str, raw: bytes) -> None:
        """What a person may do has changed, or whom he hears."""
        note = decode(raw)
        if isinstance(note, Banned):
            self._end(person, Problem("banned", {"until": note.until}))
        elif isinstance(note, SignedOut):
            self._end(person, Problem("bad_ticket"))
        else:
            self._on_blocks(person)

    def _end(self, person: str, problem: Problem) -> None:
        """Close every socket that a person has here."""
        for socket in tuple(self._sockets.get(person, ())):
            socket.end(problem)

    def _hear_of_workers(self, raw: bytes) -> None:
        note = decode(raw)
        if isinstance(note, Online) and note.worker != self._worker:
            since = self._clock() - FORGOTTEN_MS
            self._elsewhere = {name: was for name, was in self._elsewhere.items() if was[1] > since}
            self._elsewhere[note.worker] = (note.people, self._clock())
