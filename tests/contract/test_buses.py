"""One suite for every bus: two workers on it, each of which may be the one that speaks."""

import asyncio
import logging
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from redis.asyncio import Redis

from conftest import Need
from istaka.server.buses.local import LocalBus
from istaka.server.buses.redis import CHANNEL, RedisBus
from istaka.server.core import events
from istaka.server.core.events import Entry
from redis_server import NO_REDIS, RedisServer, redis_executable

AnyBus = LocalBus | RedisBus
Check = Callable[[AnyBus, AnyBus], Awaitable[None]]
Run = Callable[[Check], None]


def here(seq: int) -> Entry:
    return Entry(seq, 1000 + seq, events.Here(player=0), 0, f"c{seq}")


async def until(holds: Callable[[], bool], seconds: float = 30.0) -> None:
    end = asyncio.get_running_loop().time() + seconds
    while not holds():
        assert asyncio.get_running_loop().time() < end, "it did not come to that"
        await asyncio.sleep(0.005)


@pytest.fixture(params=["local", "redis"])
def run(request: pytest.FixtureRequest) -> Run:
    """Runs a check with the buses of two workers, or with one bus twice where a process is alone."""

    async def checking(check: Check) -> None:
        if request.param == "local":
            bus = LocalBus()
            await check(bus, bus)
            return
        async with two_on(request.getfixturevalue("redis").url) as (one, other):
            await check(one, other)

    return lambda check: asyncio.run(checking(check))


@asynccontextmanager
async def two_on(url: str) -> AsyncIterator[tuple[RedisBus, RedisBus]]:
    buses = RedisBus.connect(url), RedisBus.connect(url)
    try:
        await until(lambda: all(bus.is_up for bus in buses))
        yield buses
    finally:
        for bus in buses:
            await bus.close()


def test_every_listener_of_a_table_hears_and_no_other(run: Run) -> None:
    async def check(one: AnyBus, other: AnyBus) -> None:
        heard: list[tuple[str, str]] = []

        def ear(name: str) -> Callable[[str, Any], None]:
            return lambda table, _: heard.append((name, table))

        one.listen("a", ear("w"))
        one.listen("a", ear("x"))
        other.listen("a", ear("y"))
        other.listen("b", ear("z"))
        one.publish("a", (here(1),))
        assert ("w", "a") in heard  # one's own listeners do not wait for anything
        await until(lambda: len(heard) == 3)
        other.publish("b", (here(1),))
        await until(lambda: len(heard) == 4)
        assert sorted(heard) == [("w", "a"), ("x", "a"), ("y", "a"), ("z", "b")]

    run(check)


def test_entries_arrive_as_they_are_and_in_order(run: Run) -> None:
    async def check(one: AnyBus, other: AnyBus) -> None:
        heard: list[Entry] = []
        other.listen("a", lambda _, entries: heard.extend(entries))
        said = [here(seq) for seq in range(1, 301)]
        for first in range(0, 300, 2):
            one.publish("a", tuple(said[first : first + 2]))
        await until(lambda: len(heard) >= 300)
        assert heard == said

    run(check)


def test_a_secret_is_never_said(run: Run) -> None:
    """The bus may be listened to by others; what a secret belongs to is read from the log."""

    async def check(one: AnyBus, other: AnyBus) -> None:
        heard: list[Entry] = []
        for bus in {one, other}:
            bus.listen("a", lambda _, entries: heard.extend(entries))
        event = events.Committed(round=1, commitment="00", due=9)
        one.publish("a", (Entry(1, 5, event, secret=b"s" * 32),))
        await until(lambda: len(heard) == len({one, other}))
        assert set(heard) == {Entry(1, 5, event)}

    run(check)


def test_who_stops_listening_hears_no_more(run: Run) -> None:
    async def check(one: AnyBus, other: AnyBus) -> None:
        heard: list[int] = []
        stop = other.listen("a", lambda _, entries: heard.append(len(entries)))
        other.listen("end", lambda *_: heard.append(0))
        one.publish("a", (here(1), here(2)))
        await until(lambda: heard == [2])
        stop()
        stop()
        one.publish("a", (here(3),))
        one.publish("end", (here(1),))
        await until(lambda: 0 in heard)
        assert heard == [2, 0]

    run(check)


def test_every_follower_of_a_topic_gets_its_notes_and_no_others(run: Run) -> None:
    async def check(one: AnyBus, other: AnyBus) -> None:
        noted: list[bytes] = []
        stop = other.follow("offer:1", noted.append)
        other.follow("lobby", lambda note: noted.append(b"lobby " + note))
        one.announce("offer:1", b"full")
        one.announce("nobody", b"lost")
        one.announce("lobby", b"new")
        await until(lambda: len(noted) == 2)
        stop()
        one.announce("offer:1", b"gone")
        one.announce("lobby", b"\xff\x00")
        await until(lambda: len(noted) == 3)
        assert noted == [b"full", b"lobby new", b"lobby \xff\x00"]

    run(check)


def test_nobody_listening_is_no_fault(run: Run) -> None:
    async def check(one: AnyBus, other: AnyBus) -> None:
        one.publish("a", (here(1),))
        other.announce("lobby", b"")

    run(check)


@pytest.fixture
def own_redis(need: Need) -> RedisServer:
    """A server that a test may kill."""
    need("redis", redis_executable(), NO_REDIS)
    return RedisServer()


class TestRedis:
    """What only a way between two machines can do wrong."""

    def test_without_a_server_nothing_waits_and_nothing_is_raised(self, own_redis: RedisServer) -> None:
        """Fault 16."""

        async def work() -> None:
            bus = RedisBus.connect(own_redis.url)
            heard: list[int] = []
            bus.listen("a", lambda _, entries: heard.append(entries[0].seq))
            for seq in range(30_000):
                bus.publish("a", (here(seq),))
            assert heard == list(range(30_000))
            await asyncio.sleep(0.2)
            assert not bus.is_up
            await bus.close()

        asyncio.run(work())

    def test_it_works_again_once_the_server_is_back(
        self, own_redis: RedisServer, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.INFO, "istaka.server")

        async def work() -> None:
            heard: list[int] = []
            async with two_on(own_redis.url) as (one, other):
                other.listen("a", lambda _, entries: heard.append(entries[0].seq))
                await asyncio.to_thread(own_redis.kill)
                await until(lambda: not one.is_up and not other.is_up)
                one.publish("a", (here(1),))
                await asyncio.to_thread(own_redis.start)
                await until(lambda: one.is_up and other.is_up)
                one.publish("a", (here(2),))
                await until(lambda: 2 in heard)

        with own_redis:
            asyncio.run(work())
        assert caplog.text.count("the bus does not answer") == 2
        assert caplog.text.count("the bus answers again") == 2

    def test_a_server_that_is_silent_is_noticed_and_left(self, own_redis: RedisServer) -> None:
        """Fault 7: the connection stands, and nothing comes any more."""

        async def work() -> None:
            async with two_on(own_redis.url) as (one, _):
                assert own_redis.process is not None
                own_redis.process.send_signal(signal.SIGSTOP)
                await until(lambda: not one.is_up, 4.0)
                own_redis.process.send_signal(signal.SIGCONT)
                await until(lambda: one.is_up, 8.0)

        with own_redis:
            asyncio.run(work())

    def test_it_closes_at_any_instant(self, own_redis: RedisServer) -> None:
        """Fault 20: the client takes some cancellations for a fault of the connection, and goes on."""

        async def close_while_speaking(words: int) -> None:
            bus = RedisBus.connect(own_redis.url)
            for word in range(words):
                await asyncio.sleep(0.01)
                bus.announce("x", b"%d" % word)
            await asyncio.wait_for(bus.close(), 20)

        async def work() -> None:
            await asyncio.gather(*(close_while_speaking(words) for words in range(80)))

        with own_redis:
            asyncio.run(work())

    def test_what_somebody_else_says_on_the_channel_harms_nobody(self, own_redis: RedisServer) -> None:
        async def work() -> None:
            heard: list[tuple[Entry, ...]] = []
            async with two_on(own_redis.url) as (one, other), Redis.from_url(own_redis.url) as stranger:
                other.listen("a", lambda _, entries: heard.append(entries))
                for garbage in (b"", b"\xff", b"\x92\xa1x\x91\x93\xa5table\xa1a\xc4\x01\xc1"):
                    await stranger.publish(CHANNEL, garbage)
                one.publish("a", (here(1),))
                await until(lambda: (here(1),) in heard)
                assert heard == [(), (here(1),)]  # what is not understood is read from the log

        with own_redis:
            asyncio.run(work())

    def test_a_listener_that_fails_deafens_no_other(
        self, own_redis: RedisServer, caplog: pytest.LogCaptureFixture
    ) -> None:
        def fail(_: bytes) -> None:
            message = "S1 is a hidden tile"
            raise RuntimeError(message)

        async def work() -> None:
            noted: list[bytes] = []
            async with two_on(own_redis.url) as (one, other):
                other.follow("x", fail)
                other.follow("y", noted.append)
                one.announce("x", b"1")
                one.announce("y", b"2")
                await until(lambda: noted == [b"2"])

        with own_redis:
            asyncio.run(work())
        assert "a hint could not be taken: RuntimeError" in caplog.text
        assert "hidden tile" not in caplog.text

    def test_an_address_that_is_none_is_refused(self) -> None:
        async def work() -> None:
            with pytest.raises(ValueError, match="redis://"):
                RedisBus.connect("http://127.0.0.1")

        asyncio.run(work())
