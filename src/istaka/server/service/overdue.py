"""Tables that nobody looks after: found by their deadlines in the log, and taken up."""

import asyncio
from typing import Final

from istaka.server.core.decide import Tick
from istaka.server.service.keeper import Keeper
from istaka.server.service.leases import LEASE_MS, lease
from istaka.server.service.world import World

ALONE_SECONDS: Final = 1.0
"""How often one looks where no other worker can die. A restarted server loads tables when somebody comes, or
when they fall due."""
AMONG_SECONDS: Final = 0.5
"""How often one looks where others can."""
GRACE_MS: Final = 500
"""Who has the table in memory had so much time to act before."""
CLAIMS: Final = 100
"""At most so many tables are taken at once."""


class Overdue:
    """Takes over what has fallen due without anybody acting."""

    def __init__(self, world: World, keeper: Keeper) -> None:
        self._world = world
        self._keeper = keeper
        self.seconds = ALONE_SECONDS if world.is_alone else AMONG_SECONDS

    async def inherit(self) -> None:
        """Nobody was at work: no clock ran at the tables that are there, and they are this worker's at once.

        Raises `StoreError`.
        """
        self._keeper.tables.orphans = {table for table, _ in await self._world.log.live()}
        await self.look(grace=0)

    async def look(self, grace: int = GRACE_MS) -> None:
        """Claim what is overdue by so many ms, until nothing is left; raises `StoreError`."""
        claimed = CLAIMS
        while claimed == CLAIMS:
            now = self._world.clock()
            claim = self._world.log.claim
            tables = await claim(self._world.worker, now - grace, now + LEASE_MS, CLAIMS)
            if self._world.is_alone:
                for table in tables:  # one by one: who comes meanwhile has his table loaded before
                    await self._adopt(table)
            else:
                await asyncio.gather(*map(self._adopt, tables))
            claimed = len(tables)

    async def _adopt(self, table: str) -> None:
        """Look after a table: do what is due at it, and let its bot move."""
        live = await self._keeper.tables.load(table)
        if live is None:
            return
        live.in_doubt = True
        await self._keeper.submit(live, Tick(live.allowance()), self._world.clock())
        if live.in_doubt or live.newer:
            return
        live.wrote = live.room.seq
        self._keeper.arrange(live)
        wanted = lease(live.room, self._world.clock(), self._world)
        if wanted is not None:
            await self._world.log.hold(self._world.worker, table, live.room.seq, wanted)
