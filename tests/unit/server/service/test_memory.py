"""O27: what is over leaves nothing behind."""

import asyncio
import gc
import resource
from collections import Counter

import pytest

from at_table.hall import Ear, Hall
from istaka.server.core import messages as wire
from istaka.server.core.room import Room
from istaka.server.service.gallery import Gallery
from istaka.server.service.lag import Lag
from istaka.server.service.live import Live

SECOND = 1000
FEW = 40


async def play_and_end(hall: Hall, table: str) -> None:
    """Somebody plays against a bot, is watched, and agrees that it ends."""
    await hall.open("ala", bots=1, table=table, level="random", delay=SECOND)
    ala, eve = await hall.attach("ala", table=table), await hall.look_on(table=table)
    await hall.service.nonce(table, 0, wire.Nonce(1, "ab" * 16))
    seq = hall.room(table).seq
    answer = await hall.ask(0, wire.End(hall.new_id(), seq, agree=True), table=table)
    assert isinstance(answer, wire.Ack)
    hall.service.detach(table, ala)
    hall.service.detach(table, eve)


async def never_come(hall: Hall, table: str) -> None:
    """A table to which nobody comes."""
    await hall.open("ala", "bob", table=table)


async def come_and_go(hall: Hall, table: str) -> None:
    """A hundred sockets at one table."""
    await hall.open("ala", bots=1, table=table, delay=SECOND)
    for _ in range(100):
        hall.service.detach(table, await hall.attach("ala", table=table))
        hall.service.detach(table, await hall.look_on(table=table))
    await hall.ask(0, wire.Leave(hall.new_id(), 1), table=table)


def living() -> Counter[str]:
    """How many objects of a table there are."""
    gc.collect()
    kinds = (Live, Room, Gallery, Ear, Lag, asyncio.Task, asyncio.TimerHandle)
    # by type: whose class is asked for may be a proxy, of what is no more
    return Counter(type(one).__name__ for one in gc.get_objects() if issubclass(type(one), kinds))


async def use(hall: Hall, times: int, start: int) -> None:
    """Tables of every kind, each to its end."""
    for number in range(start, start + times):
        for work in (play_and_end, never_come, come_and_go):
            await work(hall, f"{work.__name__}-{number}")
        if number % 10 == 9:
            await end_all(hall)
    await end_all(hall)


async def end_all(hall: Hall) -> None:
    """Time passes until every table is over."""
    for _ in range(400):
        if not hall.service.tables:
            return
        await hall.pass_time(60 * SECOND)
    pytest.fail("a table does not end")


def test_tables_that_are_over_leave_nothing_behind() -> None:
    async def work() -> None:
        hall = Hall()
        await use(hall, 2, 0)
        before = living()
        await use(hall, FEW, 2)
        grown = living() - before
        assert sum(grown.values()) <= 5, grown
        assert hall.service.tables == 0
        assert len(hall.service.tasks) == 0

    asyncio.run(work())


@pytest.mark.slow
def test_memory_does_not_grow_with_thousands_of_tables_that_are_over() -> None:
    async def work() -> None:
        hall = Hall()
        await use(hall, 100, 0)
        hall.log._tables.clear()  # type: ignore[attr-defined]  # noqa: SLF001 - the logs themselves
        gc.collect()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for start in range(100, 2100, 100):
            await use(hall, 100, start)
            hall.log._tables.clear()  # type: ignore[attr-defined]  # noqa: SLF001
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000, "KiB"

    asyncio.run(work())
