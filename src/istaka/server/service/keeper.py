"""Looks after the tables: what is asked at them, what falls due at them, and who moves next."""

import asyncio
import logging
from typing import Final

from istaka.server.core.decide import Detached, Request, Steps, Tick
from istaka.server.core.events import Entry
from istaka.server.core.messages import Problem
from istaka.server.core.room import due
from istaka.server.ports import Repeated, StoreError
from istaka.server.service.agenda import Agenda
from istaka.server.service.bots import Bots
from istaka.server.service.clerk import Clerk
from istaka.server.service.live import Live
from istaka.server.service.tables import Tables
from istaka.server.service.tasks import Tasks
from istaka.server.service.world import World

logger = logging.getLogger("istaka.server")

LOOK_MS: Final = 5000
"""How often the log is asked for overdue tables that no worker has in memory."""
CLAIMS: Final = 100
"""At most so many of them are loaded at once."""
RETRY_MS: Final = 1000
"""After a failure of the store a table is looked at again."""


class Keeper:
    """Every request goes through here, so that a table is never left without its next instant."""

    def __init__(self, world: World, tasks: Tasks) -> None:
        self._world = world
        self._tasks = tasks
        self._agenda = Agenda()
        self._looked = 0
        self.clerk = Clerk(world)
        self.bots = Bots(world, tasks, self.submit)
        self.tables = Tables(world, self._heard, self._welcome)

    async def submit(self, live: Live, request: Request, now: int) -> Steps | Problem | Repeated:
        """Decide, append and tell, at a table of one's own."""
        async with live.lock:
            answer = await self.clerk.answer(live, request, now)
        self.arrange(live)
        return answer

    def arrange(self, live: Live) -> None:
        """See to what comes next at a table: its deadline, its bot; a table that is over is let go."""
        table = live.room.table
        if live.frozen:
            self._agenda.drop(table)
        elif live.in_doubt:
            self._agenda.put(table, self._world.clock() + RETRY_MS)
        elif due(live.room) is None and not live.is_wanted:
            self._agenda.drop(table)
            self.tables.drop(live)
        else:
            if live.gallery is not None:
                live.gallery.show(self._world.clock())
            wanted = live.next_due()
            if wanted is not None:
                self._agenda.put(table, wanted)
            self.bots.wake(live)

    def sweep(self) -> list[asyncio.Task[None]]:
        """Begin everything that is due now; the tasks are done when it is in the log."""
        names = self._agenda.pop(self._world.clock())
        lives = [live for name in names if (live := self.tables.get(name)) is not None]
        return [self._tasks.spawn(self._tend(live)) for live in lives]

    async def run(self) -> None:
        """Do what falls due, for ever."""
        while True:
            self.sweep()
            if self._world.clock() - self._looked > LOOK_MS:
                self._looked = self._world.clock()
                self._tasks.spawn(self.look())
            await self._agenda.wait(self._world.clock())

    async def look(self) -> None:
        """Load overdue tables that nobody looks after."""
        now = self._world.clock()
        try:
            for table in await self._world.log.claim(None, now, now + LOOK_MS, CLAIMS):
                await self.tables.load(table)
        except StoreError as error:
            logger.error("overdue tables cannot be loaded: %s", error)  # noqa: TRY400 - a sentence

    async def take_up(self) -> None:
        """Load every table that was running; when the store fails, those that are missing once more."""
        while True:
            try:
                for table, _ in await self._world.log.live():
                    await self.tables.load(table)
            except StoreError as error:
                logger.error("the running tables cannot be loaded: %s", error)  # noqa: TRY400 - a sentence
                await asyncio.sleep(RETRY_MS / 1000)
            else:
                return

    async def hear(self, live: Live) -> None:
        """Read what another worker has written."""
        async with live.lock:
            await self.clerk.read_on(live)
        self.arrange(live)

    def _heard(self, table: str, entries: tuple[Entry, ...]) -> None:
        """Some worker has appended; what this worker wrote itself is known already."""
        live = self.tables.get(table)
        if live is not None and entries[-1].seq > live.room.seq:
            self._tasks.spawn(self.hear(live))

    async def _welcome(self, live: Live) -> None:
        """A table was loaded: do what has fallen due meanwhile."""
        if due(live.room) is not None:
            await self.submit(live, Tick(), self._world.clock())

    async def _tend(self, live: Live) -> None:
        """Do what is due at a table, one thing after the other."""
        now = self._world.clock()
        if live.in_doubt:
            await self.submit(live, Tick(live.allowance()), now)
        while not live.in_doubt and (request := live.is_due(now)) is not None:
            answer = await self.submit(live, request, now)
            if isinstance(answer, Problem) or (isinstance(request, Tick) and not answer):
                if isinstance(request, Detached):
                    live.left_at.setdefault(request.player, request.since)
                self._agenda.put(live.room.table, now + RETRY_MS)
                return
        self.arrange(live)
