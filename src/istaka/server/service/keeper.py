"""Looks after the tables: what is asked at them, what falls due at them, and who moves next."""

import asyncio
from dataclasses import replace
from typing import Final

from istaka.server.core.decide import Attached, Detached, Request, Steps, Tick
from istaka.server.core.events import Entry
from istaka.server.core.messages import Problem
from istaka.server.core.room import due
from istaka.server.ports import Repeated
from istaka.server.service.agenda import Agenda
from istaka.server.service.bots import Bots
from istaka.server.service.clerk import Clerk
from istaka.server.service.live import Live
from istaka.server.service.tables import Tables
from istaka.server.service.tasks import Tasks
from istaka.server.service.world import World

RETRY_MS: Final = 1000
"""After a failure of the store a table is looked at again."""
LATER_MS: Final = 250
"""Who did not write the latest event acts so much after a deadline: who did was on time, if he lives."""
AHEAD_TRIES: Final = 10
AHEAD_SECONDS: Final = 0.002
"""So often, and so long each time, a hint is waited for that somebody else has heard already."""


class Keeper:
    """Every request goes through here, so that a table is never left without its next instant."""

    def __init__(self, world: World, tasks: Tasks) -> None:
        self._world = world
        self._tasks = tasks
        self._agenda = Agenda()
        self.clerk = Clerk(world)
        self.bots = Bots(world, tasks, self.submit)
        self.tables = Tables(world, self._heard, self._welcome)

    async def submit(self, live: Live, request: Request, now: int) -> Steps | Problem | Repeated:
        """Decide, append and tell, at a table of one's own."""
        async with live.lock:
            answer = await self.clerk.answer(live, request, now)
        self.arrange(live)
        return answer

    async def read_on(self, live: Live) -> None:
        """Take and tell what others have written."""
        async with live.lock:
            await self.clerk.read_on(live)
        self.arrange(live)

    async def catch_up(self, live: Live, seq: int) -> None:
        """Somebody has seen event `seq`, perhaps at another worker: wait a moment for it, then look."""
        tries = 0 if self._world.is_alone else AHEAD_TRIES
        for _ in range(tries):
            if live.room.seq >= seq:
                return
            await asyncio.sleep(AHEAD_SECONDS)
        if live.room.seq < seq:
            live.in_doubt = True

    def arrange(self, live: Live) -> None:
        """See to what comes next at a table: its deadline, its bot; one that is over is let go."""
        table = live.room.table
        if live.frozen:
            self._agenda.drop(table)
        elif live.newer:
            self._leave(live)
        elif live.in_doubt:
            self._agenda.put(table, self._world.clock() + RETRY_MS)
        elif due(live.room) is None and live.is_done_with:
            self.let_go(live)
        else:
            self._plan(live)

    def let_go(self, live: Live) -> None:
        """A table that is over, or that another worker looks after, is no more needed here."""
        if self.tables.drop(live):
            self._agenda.drop(live.room.table)

    def sweep(self) -> list[asyncio.Task[None]]:
        """Begin everything that is due now; the tasks are done when it is in the log."""
        now = self._world.clock()
        late = self._agenda.lateness(now)
        names = self._agenda.pop(now)
        if names:
            self._world.meter.looked(late / 1000)
        lives = [live for name in names if (live := self.tables.get(name)) is not None]
        return [self._tasks.spawn(self._tend(live)) for live in lives]

    async def run(self) -> None:
        """Do what falls due, for ever."""
        while True:
            self.sweep()
            await self._agenda.wait(self._world.clock())

    def _plan(self, live: Live) -> None:
        is_mine = self._world.is_alone or live.is_mine
        live.patience = 0 if is_mine else LATER_MS + live.room.terms.lag
        if live.gallery is not None:
            live.gallery.show(self._world.clock())
        wanted = live.next_due()
        if wanted is not None:
            self._agenda.put(live.room.table, wanted)
        if is_mine:
            self.bots.wake(live)
        for player in live.missed():
            if player not in live.greeting:
                live.greeting.add(player)
                self._tasks.spawn(self._greet(live, player))

    def _leave(self, live: Live) -> None:
        """A later istaka plays on: whoever listens goes to a worker of that version."""
        self.let_go(live)
        self.tables.leave(live.room.table)
        for listener in live.sockets:
            listener.end(Problem("newer"))

    def _heard(self, table: str, entries: tuple[Entry, ...]) -> None:
        """Some worker has appended; what this worker wrote itself is known already."""
        live = self.tables.get(table)
        if live is not None and (not entries or entries[-1].seq > live.room.seq):
            self._tasks.spawn(self._hear(live, entries))

    async def _hear(self, live: Live, entries: tuple[Entry, ...]) -> None:
        async with live.lock:
            await self.clerk.hear(live, entries)
        self.arrange(live)

    async def _greet(self, live: Live, player: int) -> None:
        """Say that a player is here who was taken for gone: by another worker, which held him before."""
        try:
            await self.submit(live, Attached(player, self._world.worker), self._world.clock())
        finally:
            live.greeting.discard(player)

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
            if isinstance(request, Detached):
                request = replace(request, worker=self._world.worker)
            answer = await self.submit(live, request, now)
            if isinstance(answer, Problem) or (isinstance(request, Tick) and not answer):
                if isinstance(request, Detached):
                    live.left_at.setdefault(request.player, request.since)
                self._agenda.put(live.room.table, now + RETRY_MS)
                return
        self.arrange(live)
