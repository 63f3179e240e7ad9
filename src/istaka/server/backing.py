"""What a server rests on, as its settings choose: a SQLite file alone, or PostgreSQL and Redis shared."""

import asyncio
import contextlib
import os
import secrets
import socket
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from istaka.server.buses.local import LocalBus
from istaka.server.clock import SharedClock, steady_clock
from istaka.server.ports import Bus
from istaka.server.service import Colleagues
from istaka.server.service.tasks import every
from istaka.server.settings import Settings, SettingsError
from istaka.server.stores.sqlite import SqliteStore

if TYPE_CHECKING:
    from istaka.server.buses.redis import RedisBus
    from istaka.server.stores.postgres import PostgresStore

Store: TypeAlias = "SqliteStore | PostgresStore"
CLOCK_SECONDS: Final = 60.0
"""So often the clock is compared with the store's."""


@dataclass(frozen=True, slots=True)
class Backing:
    """Store, bus and clock; `colleagues` where there are other workers."""

    store: Store
    bus: Bus
    clock: Callable[[], int]
    colleagues: Colleagues | None = None


@contextlib.asynccontextmanager
async def open_backing(settings: Settings) -> AsyncIterator[Backing]:
    """Everything that outlives the tables; closed when the block ends.

    Raises:
        StoreError: the database cannot be used.
        SettingsError: an address that is none.
    """
    if not settings.is_shared:
        sqlite = SqliteStore.open(Path(settings.db))
        try:
            yield Backing(sqlite, LocalBus(), steady_clock())
        finally:
            await sqlite.close()
        return
    # a server that is alone starts half a second earlier without these
    from istaka.server.stores.postgres import PostgresStore  # noqa: PLC0415

    async with contextlib.AsyncExitStack() as stack:
        store = await PostgresStore.open(settings.db)
        stack.push_async_callback(store.close)
        bus = _connect(settings.bus)
        stack.push_async_callback(bus.close)
        clock = SharedClock(store.now)
        await clock.set()
        following = asyncio.create_task(
            every(lambda: CLOCK_SECONDS, clock.follow, "the database's clock is unknown")
        )
        stack.callback(following.cancel)
        host = f"{socket.gethostname()}-{os.getpid()}"
        yield Backing(store, bus, clock, Colleagues(store, secrets.token_hex(8), host))


def _connect(url: str) -> "RedisBus":
    from istaka.server.buses.redis import RedisBus  # noqa: PLC0415 - likewise

    try:
        return RedisBus.connect(url)
    except ValueError as error:
        msg = f"--bus is no address of a Redis or Valkey server: {error}"
        raise SettingsError(msg) from error
