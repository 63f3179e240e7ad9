"""Who is connected."""

import secrets
from collections import Counter
from collections.abc import Callable, Collection

from istaka.server.ports import Bus
from istaka.server.service.notes import LOBBY, Online, decode, encode

FORGOTTEN_MS = 15_000
"""A worker that has not said for so long how many people it has counts no more."""


class Crowd:
    """The people with sockets at this worker, and how many there are at all workers together."""

    def __init__(self, bus: Bus, clock: Callable[[], int]) -> None:
        self._bus = bus
        self._clock = clock
        self._worker = secrets.token_hex(8)
        self._sockets: Counter[str] = Counter()
        self._elsewhere: dict[str, tuple[int, int]] = {}
        bus.follow(LOBBY, self._hear)

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
        return self._sockets[person]

    def enter(self, person: str) -> None:
        """One socket more of this person."""
        self._sockets[person] += 1

    def leave(self, person: str) -> None:
        """One less."""
        self._sockets[person] -= 1
        if not self._sockets[person]:
            del self._sockets[person]

    def report(self) -> None:
        """Tell the other workers how many people are here."""
        self._bus.announce(LOBBY, encode(Online(self._worker, len(self._sockets))))

    def _hear(self, raw: bytes) -> None:
        note = decode(raw)
        if isinstance(note, Online) and note.worker != self._worker:
            since = self._clock() - FORGOTTEN_MS
            self._elsewhere = {name: was for name, was in self._elsewhere.items() if was[1] > since}
            self._elsewhere[note.worker] = (note.people, self._clock())
