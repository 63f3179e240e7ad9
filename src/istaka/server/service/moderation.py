"""What moderators do: read reports, mute, ban, take lines away; everything they do stands in the book."""

import secrets
from collections.abc import Callable
from typing import Final

from istaka.server.core.messages import Said
from istaka.server.ports import Bus, Person
from istaka.server.ports.moderation import Deed, Moderation, Reason, Report, Sanction
from istaka.server.service.lobby import Lobby
from istaka.server.service.meters import Meters
from istaka.server.service.notes import Banned, Erased, encode
from istaka.server.service.refused import Code, RefusedError, refused

HOUR: Final = 3_600_000
REPORTS_EACH: Final = 20
"""Open reports that one person may have."""
PACE: Final = (5, 60.0)
"""So many reports of one person at once, then one in so many seconds."""
AROUND: Final = 5
"""So many lines before and after a reported one are shown."""
SHOWN: Final = 100
"""So many reports, or entries of the book, at once."""


class Moderators:
    """The use cases; every one may raise `RefusedError` and `StoreError`."""

    def __init__(self, store: Moderation, lobby: Lobby, bus: Bus, clock: Callable[[], int]) -> None:
        self._store = store
        self._lobby = lobby
        self._bus = bus
        self._clock = clock
        self._paces = Meters(*PACE, clock)

    async def report(
        self, by: Person, about: str, place: str | None, said: int | None, reason: Reason
    ) -> None:
        """Tell moderators about somebody."""
        self._paces.take(by.id)
        report = Report(secrets.token_hex(8), self._clock(), by.id, about, place, said, reason)
        problem = await self._store.file(report, REPORTS_EACH)
        if problem is not None:
            raise refused(problem)

    async def reports(self, by: Person | None) -> list[tuple[Report, list[Said]]]:
        """Open reports, each with the lines about which it is."""
        moderator(by)
        found = await self._store.reports(SHOWN)
        return [
            (report, [] if report.said is None else await self._store.around(report.said, AROUND))
            for report in found
        ]

    async def close(self, by: Person | None, report: str) -> None:
        """A report is dealt with."""
        if not await self._store.close(report, self._deed(by, "done")):
            raise RefusedError(Code.UNKNOWN_REPORT)

    async def sanction(self, by: Person | None, kind: Sanction, person: str, hours: int, why: str) -> None:
        """Mute or ban somebody for so many hours from now; none ends it. Who is banned is gone at once."""
        deed = self._deed(by, kind, person, f"{hours} h: {why}")
        until = deed.at + hours * HOUR if hours else None
        problem = await self._store.sanction(kind, until, deed)
        if problem is not None:
            raise refused(problem)
        if kind == "ban" and until is not None:
            self._bus.announce(f"person:{person}", encode(Banned(until)))
            await self._lobby.turn_out(person)

    async def erase(self, by: Person | None, n: int) -> None:
        """Take away a line everywhere."""
        place = await self._store.erase(n, self._deed(by, "remove"))
        if place is None:
            raise RefusedError(Code.UNKNOWN_LINE)
        self._bus.announce(f"talk:{place}", encode(Erased()))

    async def deeds(self, by: Person | None, before: int) -> tuple[list[Deed], bool]:
        """The book from its end, or from before an entry; and whether there is more."""
        moderator(by)
        found = await self._store.deeds(before, SHOWN + 1)
        return found[:SHOWN], len(found) > SHOWN

    def _deed(self, by: Person | None, act: str, about: str = "", detail: str = "") -> Deed:
        return Deed(self._clock(), moderator(by).id, act, about, detail)


def moderator(person: Person | None) -> Person:
    """The person, if he is one of those in charge; raises `RefusedError`."""
    if person is None or person.role != "moderator":
        raise RefusedError(Code.NOT_MODERATOR)
    return person
