"""The last hint may be lost: what this worker knows is compared with where the logs end."""

import asyncio
from typing import Final

from istaka.server.service.keeper import Keeper
from istaka.server.service.world import World

SECONDS: Final = 1.0
"""How often logs are asked,"""
DEAF_SECONDS: Final = 0.2
"""and how often while no hints come at all."""


class Heads:
    """Finds tables that have grown without a hint."""

    def __init__(self, world: World, keeper: Keeper) -> None:
        self._world = world
        self._keeper = keeper

    def seconds(self) -> float:
        """How long to wait before the next comparison."""
        return SECONDS if self._world.bus.is_up else DEAF_SECONDS

    async def compare(self) -> None:
        """Read on wherever somebody listens and the log has more; raises `StoreError`.

        A table that nobody here wants is let go where another worker looks after it.
        """
        for live in self._keeper.tables:
            if live.is_idle and not live.is_mine:
                self._keeper.let_go(live)
        watched = [live for live in self._keeper.tables if live.sockets]
        if not watched:
            return
        heads = await self._world.log.heads([live.room.table for live in watched])
        grown = [live for live in watched if heads.get(live.room.table, 0) > live.room.seq]
        await asyncio.gather(*map(self._keeper.read_on, grown))
