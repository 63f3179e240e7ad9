"""The tables of this worker: loaded from their logs when they are wanted, let go when they are over."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator

from istaka.server.core.events import Entry, UnknownEventError
from istaka.server.core.messages import Problem
from istaka.server.faults import place_of
from istaka.server.ports import Heard, StoreError
from istaka.server.service.live import Live, rebuild
from istaka.server.service.world import World

logger = logging.getLogger("istaka.server")

Welcome = Callable[[Live], Awaitable[object]]
"""Called with a table that was just loaded, before anybody else gets it."""


class Tables:
    """Tables in memory, by id."""

    def __init__(self, world: World, heard: Heard, welcome: Welcome) -> None:
        self._world = world
        self._heard = heard
        self._welcome = welcome
        self._here: dict[str, Live] = {}
        self._broken: set[str] = set()
        """Tables whose logs cannot be read: reported once, not tried again."""
        self._newer: set[str] = set()
        """Tables that a later istaka plays: this one does not touch them."""
        self.orphans: set[str] = set()
        """Tables that were running while nobody was at work: what runs at them begins anew."""
        self._loading: dict[str, asyncio.Task[Live | None]] = {}

    def __len__(self) -> int:
        """How many are in memory."""
        return len(self._here)

    def __iter__(self) -> Iterator[Live]:
        """Those in memory."""
        return iter(tuple(self._here.values()))

    def __getitem__(self, table: str) -> Live:
        """One in memory."""
        return self._here[table]

    def get(self, table: str) -> Live | None:
        """One in memory, if it is."""
        return self._here.get(table)

    def add(self, table: str, entries: list[Entry]) -> Live:
        """Keep a table that this worker has just made."""
        live = rebuild(table, entries, self._world.bus.listen(table, self._heard))
        live.wrote = live.room.seq
        self._here[table] = live
        return live

    def drop(self, live: Live) -> bool:
        """Let a table go, its log stays; False where it was let go already, and perhaps loaded anew."""
        is_here = self._here.get(live.room.table) is live
        if is_here:
            live.stop_listening()
            del self._here[live.room.table]
        return is_here

    def leave(self, table: str) -> None:
        """Leave a table to workers of a later version, for as long as this one runs."""
        self._newer.add(table)

    async def find(self, table: str) -> Live | Problem:
        """The table, or why there is none."""
        try:
            live = await self.load(table)
        except StoreError as error:
            logger.error("table %s: %s", table, error)  # noqa: TRY400 - a sentence, no traceback
            return Problem("unavailable")
        if table in self._broken:
            return Problem("frozen")
        if table in self._newer:
            return Problem("newer")
        return Problem("unknown_table") if live is None else live

    async def load(self, table: str) -> Live | None:
        """The table, from its log if need be; None when there is none. Raises `StoreError`."""
        live = self._here.get(table)
        if live is not None:
            return live
        task = self._loading.get(table)
        if task is None:
            task = asyncio.create_task(self._load(table))
            self._loading[table] = task
            task.add_done_callback(lambda _: self._loading.pop(table, None))
        live = await asyncio.shield(task)
        return None if live is None else self._kept(live)

    async def stop(self) -> None:
        """End the loading."""
        tasks = tuple(self._loading.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _kept(self, live: Live) -> Live:
        """A table that was loaded: it may have been let go again before those who waited for it go on."""
        table = live.room.table
        if table not in self._here:
            live.stop_listening = self._world.bus.listen(table, self._heard)
            live.in_doubt = not self._world.is_alone
            self._here[table] = live
        return self._here[table]

    async def _load(self, table: str) -> Live | None:
        live = await self._read(table)
        if live is None:
            return None
        if table in self._here:
            # it was kept meanwhile by somebody who had waited for an earlier loading, and is heard of there
            live.stop_listening()
            return self._here[table]
        self._here[table] = live
        # what other workers wrote since the reading was heard by nobody
        live.in_doubt = not self._world.is_alone
        live.orphaned = self._world.is_alone or table in self.orphans
        self.orphans.discard(table)
        await self._welcome(live)
        return live

    async def _read(self, table: str) -> Live | None:
        if table in self._broken or table in self._newer:
            return None
        live = None
        stop = self._world.bus.listen(table, self._heard)
        try:
            entries = await self._world.log.read(table)
            live = await asyncio.to_thread(rebuild, table, entries, stop) if entries else None
        except StoreError:
            raise
        except UnknownEventError as error:
            logger.warning("table %s is left to other workers: %s", table, error)
            self._newer.add(table)
        except Exception as error:  # noqa: BLE001 - one log that cannot be read stops no other table
            report = "table %s cannot be loaded from its log: %s"
            logger.error(report, table, place_of(error))  # noqa: TRY400 - may quote hidden tiles
            self._broken.add(table)
        finally:
            if live is None:
                stop()
        return live
