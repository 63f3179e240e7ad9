"""Workers that race at one PostgreSQL database; `python -m contract.racing URL SEED` is one of them."""

import asyncio
import random
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from istaka.server.core import events
from istaka.server.core.events import Entry
from istaka.server.ports import Append, Lost
from istaka.server.stores.postgres import PostgresStore
from istaka.server.stores.postgres_pool import USUAL, Patience


def here(seq: int, player: int | None = None, command: str | None = None) -> Entry:
    return Entry(seq, 1000 + seq, events.Here(player=0), player, command)


def batch(*entries: Entry, table: str = "t", due: int | None = 50) -> Append:
    return Append(table, entries, due)


@asynccontextmanager
async def opened(url: str, patience: Patience = USUAL) -> AsyncIterator[PostgresStore]:
    store = await PostgresStore.open(url, patience)
    try:
        yield store
    finally:
        await store.close()


TABLES = 60


async def race(store: PostgresStore, seed: int) -> None:
    """Write to many tables for a while, as a worker does; a `StoreError` comes out."""
    chance = random.Random(seed)
    worker = f"w{seed}"
    heads = dict.fromkeys([f"t{i}" for i in range(TABLES)], 0)

    async def at_table(table: str) -> None:
        for i in range(30):
            await asyncio.sleep(chance.random() / 50)
            seq = heads[table] + 1
            command = f"{seed}-{table}-{i}"
            answer = await store.append(Append(table, (here(seq, 0, command),), 50, worker=worker))
            heads[table] = answer.head if isinstance(answer, Lost) else seq

    async def beside() -> None:
        for i in range(60):
            await store.report(worker, "host", i)
            await store.claim(worker, 100, 60, 20)
            await store.bury(i - 1, 70)
            await asyncio.sleep(chance.random() / 50)

    tables = list(heads)
    chance.shuffle(tables)
    await asyncio.gather(*map(at_table, tables), beside())


async def main(url: str, seed: int) -> None:
    async with opened(url) as store:
        await race(store, seed)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
