"""Clocks never go back, and those of all workers tell the store's time."""

import asyncio
import time

from istaka.server.clock import MOST_NS, SharedClock, steady_clock


class Store:
    """A store whose clock is so many ms away from this machine's, and whose answers take their time."""

    def __init__(self, away: int) -> None:
        self.away = away
        self.waits = [0.3, 0.0, 0.2]

    async def now(self) -> int:
        wait = self.waits[0]
        self.waits = [*self.waits[1:], wait]
        await asyncio.sleep(wait)  # all of it on the way there: half of it is taken for the way back
        return time.time_ns() // 1_000_000 + self.away


def test_a_steady_clock_tells_the_time_of_day() -> None:
    clock = steady_clock()
    assert abs(clock() - time.time() * 1000) < 1000


def test_a_shared_clock_tells_the_time_of_the_store() -> None:
    """Fault 8: the clocks of workers may differ by minutes; a deadline is the same instant for all."""

    async def work() -> None:
        for away in (-300_000, 0, 300_000):
            clock = SharedClock(Store(away).now)
            await clock.set()
            # the quickest answer counts
            before, told, after = time.time() * 1000, clock(), time.time() * 1000
            assert before - 90 < told - away < after + 90

    asyncio.run(work())


def test_a_store_whose_clock_is_stepped_moves_no_deadline_at_once_and_nothing_back() -> None:
    async def work() -> None:
        store = Store(0)
        clock = SharedClock(store.now)
        await clock.set()
        for away in (3_600_000, -3_600_000):
            store.away = away
            at, before = time.monotonic(), clock()
            await clock.follow()
            after = clock()
            passed = (time.monotonic() - at) * 1000
            assert 0 <= after - before <= passed + MOST_NS / 1_000_000 + 2

    asyncio.run(work())
