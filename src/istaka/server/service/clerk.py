"""Decide, append, tell: one request at one table. Whoever asks holds the table's lock."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable
from typing import Final, TypeVar

from istaka.server.core import events
from istaka.server.core.decide import Asked, Request, Restarted, Step, Steps, decide
from istaka.server.core.events import Entry, UnknownEventError
from istaka.server.core.evolve import evolve
from istaka.server.core.hints import Rack, laid
from istaka.server.core.messages import Laid, Problem
from istaka.server.core.room import Room, Stage
from istaka.server.core.telling import racks
from istaka.server.faults import place_of
from istaka.server.ports import Append, MindError, Repeated, StoreError, Won
from istaka.server.service.leases import lease
from istaka.server.service.live import Live
from istaka.server.service.world import World

logger = logging.getLogger("istaka.server")

T = TypeVar("T")
SECRET: Final = 32
"""Bytes of a round's secret."""
LAY_SECONDS: Final = 0.25
"""The result of a round is not kept from people for longer, however much the minds have to do."""
RACES: Final = 20
"""After so many lost races for one request it is given back: something else is wrong."""


class Clerk:
    """Writes into logs, and reads what others have written."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._secret = world.chance(SECRET)
        """Of the next round that begins, at whatever table; a new one is drawn when it is used."""

    async def answer(self, live: Live, request: Request, now: int) -> Steps | Problem | Repeated:
        """Decide, append and tell; a fault of ours freezes the table."""
        return await self._safely(live, self._settle(live, request, now))

    async def read_on(self, live: Live) -> Problem | None:
        """Take and tell what the log has beyond what is known here."""
        return await self._safely(live, self._read_on(live))

    async def hear(self, live: Live, entries: tuple[Entry, ...]) -> Problem | None:
        """Take and tell what another worker says it has written; what does not fit is read from the log."""
        return await self._safely(live, self._hear(live, entries))

    async def _safely(self, live: Live, work: Awaitable[T]) -> T | Problem:
        table = live.room.table
        try:
            return await work
        except StoreError as error:
            if not live.in_doubt:  # once for each time that the store fails
                logger.error("table %s: %s", table, error)  # noqa: TRY400 - a sentence, no traceback
            live.in_doubt = True
            return Problem("unavailable")
        except UnknownEventError as error:
            logger.warning("table %s is left to other workers: %s", table, error)
            live.newer = True
            return Problem("newer")
        except Exception as error:  # noqa: BLE001 - whatever it was, this table alone stops
            report = "table %s is frozen at event %d: %s"
            logger.error(report, table, live.room.seq, place_of(error))  # noqa: TRY400 - may quote hidden tiles
            live.freeze()
            return Problem("frozen")

    async def _settle(self, live: Live, request: Request, now: int) -> Steps | Problem | Repeated:
        if live.in_doubt:
            await self._read_on(live)
            live.in_doubt = False
        if live.orphaned:
            await self._append(live, Restarted(), self._world.clock())
            live.orphaned = False
        return await self._append(live, request, now)

    async def _append(self, live: Live, request: Request, now: int) -> Steps | Problem | Repeated:
        for _ in range(RACES):
            if live.frozen:
                return Problem("frozen")
            if isinstance(request, Asked) and (request.player, request.command.id) in live.acks:
                return Repeated(live.acks[request.player, request.command.id])
            steps = decide(live.room, request, now, self._secret)
            if isinstance(steps, Problem) or not steps:
                return steps
            if any(step.entry.secret is not None for step in steps):
                self._secret = self._world.chance(SECRET)
            start = time.monotonic()
            answer = await self._world.log.append(batch(steps, self._world))
            if isinstance(answer, Won):
                kinds = (step.entry.event.kind for step in steps)
                self._world.meter.appended(kinds, time.monotonic() - start)
                await self._tell(live, steps)
                return steps
            await self._read_on(live)
            if isinstance(answer, Repeated):
                return answer
        return Problem("unavailable")

    async def _tell(self, live: Live, steps: Steps) -> None:
        """To those who listen here, then to the other workers."""
        await self._take(live, steps)
        live.wrote = live.room.seq
        self._world.bus.publish(live.room.table, tuple(step.entry for step in steps))
        if live.room.stage is Stage.OVER:
            self._world.over()

    async def _read_on(self, live: Live) -> None:
        await self._follow(live, await self._world.log.read(live.room.table, live.room.seq))

    async def _hear(self, live: Live, entries: tuple[Entry, ...]) -> None:
        fresh = [entry for entry in entries if entry.seq > live.room.seq]
        if _follows(live.room.seq, fresh):
            await self._follow(live, fresh)
        elif fresh or not entries:
            await self._read_on(live)

    async def _follow(self, live: Live, entries: list[Entry]) -> None:
        """Go on by what others have appended."""
        for entry in entries:
            if entry.seq > live.room.seq:
                await self._take(live, (Step(entry, evolve(live.room, entry)),))

    async def _take(self, live: Live, steps: Steps) -> None:
        """Go on by these events and tell them; a move that ends a round does not wait for hands laid open."""
        for step in steps:
            ends = isinstance(step.entry.event, events.RoundOver)
            hands = await self._lay_open(step.room) if ends else None
            live.tell_all(live.take(step, hands), self._world.clock())

    async def _lay_open(self, room: Room) -> tuple[Laid, ...]:
        """Every hand, from a mind; where none answers, this process works it out beside the event loop."""
        hands = racks(room)
        with contextlib.suppress(MindError, TimeoutError):
            return await asyncio.wait_for(self._world.minds.lay_open(hands), LAY_SECONDS)
        return await asyncio.to_thread(lay, hands)


def batch(steps: Steps, world: World, members: tuple[tuple[str, int], ...] = ()) -> Append:
    """Steps as they are appended by this worker."""
    room, entry = steps[-1].room, steps[-1].entry
    entries = tuple(step.entry for step in steps)
    return Append(room.table, entries, lease(room, entry.at, world), members, world.worker)


def lay(hands: tuple[Rack, ...]) -> tuple[Laid, ...]:
    """Every hand laid open."""
    return tuple(map(laid, hands))


def _follows(seq: int, entries: list[Entry]) -> bool:
    """Whether entries from the bus follow event `seq` without a gap, and are whole without their secrets."""
    return bool(entries) and all(
        entry.seq == seq + place and not isinstance(entry.event, events.Committed)
        for place, entry in enumerate(entries, 1)
    )
