"""Who is at work: this worker says that it lives, and notices who does not."""

import logging
from typing import Final

from istaka.server.core.decide import Credit, Detached
from istaka.server.core.room import due
from istaka.server.service.keeper import Keeper
from istaka.server.service.live import Live
from istaka.server.service.world import Colleagues, World

logger = logging.getLogger("istaka.server")

SECONDS: Final = 2.0
"""How often a worker says that it lives."""
DEAD_MS: Final = 8000
"""Who has not said so for this long is dead."""
CREDIT_MS: Final = 5000
"""What a running turn has more when the worker of its player stops: he has to find another one."""


class Presence:
    """One worker among others."""

    def __init__(self, world: World, colleagues: Colleagues, keeper: Keeper) -> None:
        self._world = world
        self._workers = colleagues.workers
        self._me = colleagues.me
        self._host = colleagues.host
        self._keeper = keeper
        self._suspects: frozenset[str | None] = frozenset()

    async def begin(self) -> bool:
        """Say for the first time that this worker lives; answers whether no other does.

        Raises `StoreError`.
        """
        now = self._world.clock()
        await self._workers.bury(now - DEAD_MS, now)
        others = await self._workers.living()
        await self._workers.report(self._me, self._host, now)
        return not others

    async def refresh(self) -> None:
        """Say that this worker lives; take off the dead, and miss whom they held. Raises `StoreError`."""
        now = self._world.clock()
        await self._workers.report(self._me, self._host, now)
        for dead in await self._workers.bury(now - DEAD_MS, now):
            logger.warning("worker %s is dead: others go on with its tables", dead)
        living = await self._workers.living()
        running = [live for live in self._keeper.tables if due(live.room) is not None]
        missing = frozenset(worker for live in running for worker in _held_by(live).values()) - living
        # one that is missing for the first time may only just have begun, or its people may be on their way
        for live in running:
            for player, worker in _held_by(live).items():
                if worker in missing & self._suspects:
                    await self._keeper.submit(live, Detached(player, now, worker), now)
        self._suspects = missing

    async def credit(self) -> None:
        """Give everyone who must leave this worker in his turn the time to find another one."""
        for live in self._keeper.tables:
            player = live.room.turn
            if player is not None and (player in live.listeners.values() or player in live.left_at):
                await self._keeper.submit(live, Credit(player, CREDIT_MS), self._world.clock())

    async def leave(self) -> None:
        """Hand the tables on to the others; raises `StoreError`."""
        await self._workers.leave(self._me, self._world.clock())


def _held_by(live: Live) -> dict[int, str | None]:
    """The worker of every person who is here."""
    chairs = enumerate(live.room.chairs)
    return {player: chair.worker for player, chair in chairs if chair.is_person and chair.here}
