"""Decide, append, tell: one request at one table."""

import logging

from istaka.server.core.decide import Asked, Request, Restarted, Steps, decide
from istaka.server.core.messages import Problem
from istaka.server.core.room import due
from istaka.server.faults import place_of
from istaka.server.ports import Append, Repeated, StoreError, Won
from istaka.server.service.live import Live
from istaka.server.service.world import World

logger = logging.getLogger("istaka.server")


class Clerk:
    """Writes into logs. Whoever asks holds the table's lock."""

    def __init__(self, world: World) -> None:
        self._world = world

    async def answer(self, live: Live, request: Request, now: int) -> Steps | Problem | Repeated:
        """Decide, append and tell; a fault of ours freezes the table."""
        table = live.room.table
        try:
            return await self._settle(live, request, now)
        except StoreError as error:
            logger.error("table %s: %s", table, error)  # noqa: TRY400 - a sentence, no traceback
            live.in_doubt = True
            return Problem("unavailable")
        except Exception as error:  # noqa: BLE001 - whatever it was, this table alone stops
            report = "table %s is frozen at event %d: %s"
            logger.error(report, table, live.room.seq, place_of(error))  # noqa: TRY400 - may quote hidden tiles
            live.freeze()
            return Problem("frozen")

    async def read_on(self, live: Live) -> None:
        """Take and tell what the log has beyond what is known here."""
        entries = await self._world.log.read(live.room.table, live.room.seq)
        for told in live.take_entries(entries):
            live.tell_all(told, self._world.clock())

    async def _settle(self, live: Live, request: Request, now: int) -> Steps | Problem | Repeated:
        if live.in_doubt:
            await self.read_on(live)
            live.in_doubt = False
        if live.orphaned:
            await self._append(live, Restarted(), self._world.clock())
            live.orphaned = False
        return await self._append(live, request, now)

    async def _append(self, live: Live, request: Request, now: int) -> Steps | Problem | Repeated:
        while not live.frozen:
            if isinstance(request, Asked) and (request.player, request.command.id) in live.acks:
                return Repeated(live.acks[request.player, request.command.id])
            steps = decide(live.room, request, now, self._world.chance(32))
            if isinstance(steps, Problem) or not steps:
                return steps
            entries = tuple(step.entry for step in steps)
            answer = await self._world.log.append(Append(live.room.table, entries, due(steps[-1].room)))
            if isinstance(answer, Won):
                for step in steps:
                    live.tell_all(live.take(step), self._world.clock())
                self._world.bus.publish(live.room.table, entries)
                return steps
            await self.read_on(live)
            if isinstance(answer, Repeated):
                return answer
        return Problem("frozen")
