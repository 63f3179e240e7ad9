"""How many moves a store keeps: `python bench/appends.py`; group commit against one by one, both databases.

Every table appends its next event as soon as the last one is on the disk, as a table with a person does. Runs
are interleaved, and the medians are printed.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from databases import Server, fresh_postgres, postgres_server
from istaka.server.core import events
from istaka.server.core.events import Entry
from istaka.server.ports import Append, Won
from istaka.server.stores import postgres_append, writer
from istaka.server.stores.postgres import PostgresStore
from istaka.server.stores.sqlite import SqliteStore

Store = SqliteStore | PostgresStore
GROUPS = {"one by one": (1, 1), "in groups": (512, postgres_append.LANES)}
MOVE = events.Acted(player=0, do="draw stock", due=1 << 41)


@asynccontextmanager
async def opened(kind: str, server: Server) -> AsyncIterator[Store]:
    """An empty store."""
    if kind == "SQLite":
        with tempfile.TemporaryDirectory() as folder:
            sqlite = SqliteStore.open(Path(folder) / "a.db")
            yield sqlite
            await sqlite.close()
        return
    async with fresh_postgres(server) as url:
        postgres = await PostgresStore.open(url)
        yield postgres
        await postgres.close()


async def play(store: Store, table: str, end: float) -> int:
    """How many events one table has appended by then."""
    seq = 0
    while time.perf_counter() < end:
        seq += 1
        entry = Entry(seq, seq, MOVE, 0, f"c{seq}")
        assert await store.append(Append(table, (entry,), 1 << 41)) == Won()  # noqa: S101 - or it counts nothing
    return seq


async def measure(kind: str, way: str, server: Server, tables: int, seconds: float) -> float:
    """Events a second of all tables together."""
    group, lanes = GROUPS[way]
    writer.GROUP = postgres_append.GROUP = group  # type: ignore[misc]
    postgres_append.LANES = lanes  # type: ignore[misc]
    async with opened(kind, server) as store:
        start = time.perf_counter()
        played = await asyncio.gather(*(play(store, f"t{i}", start + seconds) for i in range(tables)))
        return sum(played) / (time.perf_counter() - start)


def main() -> None:
    """Measure, and print one line for each kind of store and way to write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--runs", type=int, default=3)
    asked = parser.parse_args()
    cases = [(kind, way) for kind in ("PostgreSQL", "SQLite") for way in GROUPS]
    found: dict[tuple[str, str], list[float]] = {case: [] for case in cases}
    with postgres_server() as server:
        for _ in range(asked.runs):
            for kind, way in cases:
                rate = asyncio.run(measure(kind, way, server, asked.tables, asked.seconds))
                found[kind, way].append(rate)
    for (kind, way), rates in found.items():
        print(f"{kind:10} {way:10} {statistics.median(rates):8.0f} events/s")  # noqa: T201 - what it is for


if __name__ == "__main__":
    main()
