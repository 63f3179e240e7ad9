"""Fault 10: what is too large, in crumbs, or never comes to its end."""

import asyncio
import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from at_table.checker import check, read_log
from at_table.player import Player
from e2e.running import RunningServer
from faults.playing import at_table, end_of
from faults.proxy import FaultProxy
from faults.servers import faulty

FRAME_BYTES = 16 * 1024
PATIENCE = 2.0
"""Seconds for a request; 15 outside tests."""


@pytest.mark.parametrize("size", [FRAME_BYTES + 1, 1 << 20])
def test_fault_10_an_oversize_frame_closes_its_own_connection_only(
    house: RunningServer, folder: Path, size: int
) -> None:
    async def work() -> None:
        async with at_table(house.address) as player:
            guest = Player(house.address)
            guest.http.cookies = player.http.cookies
            assert await end_of(await guest.dial(), "x" * size) == 1009
            await guest.http.aclose()
            await player.play_for(6)
        check(read_log(folder / "istaka.db", player.table), player.table, {0: player.frames})

    asyncio.run(work())


def test_fault_10_fragments_are_one_message_and_count_as_one(house: RunningServer) -> None:
    """A message in continuation frames is put together; one that grows too large is not waited for."""

    async def work() -> None:
        async with at_table(house.address) as player:
            assert player.socket is not None
            await player.socket.send(iter(['{"t":"pi', 'ng","at"', ":", "7}"]))
            assert (await player.hear_until("pong"))["at"] == 7
            assert await end_of(player.socket, iter(["x" * 1000] * 40)) == 1009

    asyncio.run(work())


def test_fault_10_a_match_in_crumbs(house: RunningServer, folder: Path) -> None:
    """Handshake, moves and events in pieces of seven bytes, with a delay, in both directions."""

    async def work() -> None:
        async with FaultProxy(house.port) as proxy:
            proxy.up.chunk = proxy.down.chunk = 7
            proxy.up.delay = proxy.down.delay = 0.001
            async with at_table(proxy.address) as player:
                await player.play_for(12)
            check(read_log(folder / "istaka.db", player.table), player.table, {0: player.frames})

    asyncio.run(work())


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with faulty(tmp_path_factory.mktemp("impatient"), f"patience:{PATIENCE}") as server:
        yield server


@pytest.mark.parametrize(
    "begin",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"GET /ws?ticket=x HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n",
        b"POST /api/play HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{",
    ],
    ids=["nothing", "half a head", "half a handshake", "half a body"],
)
def test_fault_10_a_request_that_never_ends_is_not_waited_for(impatient: RunningServer, begin: bytes) -> None:
    """A header or a byte now and then buys no more time."""

    async def work() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", impatient.port)
        start = time.monotonic()
        writer.write(begin)
        crumbs = asyncio.create_task(drip(writer))
        with contextlib.suppress(ConnectionError):
            async with asyncio.timeout(20 * PATIENCE):
                # an unfinished body may be answered before it is whole; the end is what counts
                while await reader.read(4096):
                    pass
        assert time.monotonic() - start >= PATIENCE * 0.9
        crumbs.cancel()
        writer.close()
        async with httpx.AsyncClient(base_url=impatient.address, timeout=20) as http:
            assert (await http.get("/healthz")).status_code == 200

    asyncio.run(work())


async def drip(writer: asyncio.StreamWriter) -> None:
    """A byte of a header (or of a body) four times in the time allowed."""
    with contextlib.suppress(ConnectionError):
        while True:
            await asyncio.sleep(PATIENCE / 4)
            writer.write(b"x")
            await writer.drain()


def test_fault_10_whole_requests_are_never_hurried(impatient: RunningServer) -> None:
    """One connection asks again and again for longer than a request may take, and a socket stays open."""

    async def work() -> None:
        async with at_table(impatient.address) as player:
            end = time.monotonic() + 2 * PATIENCE
            while time.monotonic() < end:
                assert (await player.http.get("/healthz")).status_code == 200
                await asyncio.sleep(PATIENCE / 4)
            await player.play_for(6)

    asyncio.run(work())
