"""Fault 19 and O27: what is over costs nothing any more."""

import asyncio
from pathlib import Path

import pytest

from at_table.player import Player
from e2e.running import RunningServer
from faults.servers import sound

GROWTH = 20 << 20
"""Bytes that a server may grow by."""
PEOPLE = 4
"""So many come and go at the same time."""
PLAYED_SHARE = 20
"""One in so many tables is played to its end."""

SOAK = (pytest.mark.soak, pytest.mark.timeout(1800))


def memory_of(server: RunningServer) -> int:
    """Bytes of the server's process that lie in memory."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


async def gauge(player: Player, name: str) -> float:
    """A figure of /metrics."""
    text = (await player.http.get("/metrics")).text
    return float(next(line.split()[-1] for line in text.splitlines() if line.startswith(f"{name} ")))


async def empty(player: Player, name: str) -> None:
    """Wait until a gauge is back at 0."""
    for _ in range(600):
        if await gauge(player, name) == 0:
            return
        await asyncio.sleep(0.1)
    message = f"{name} does not come back to 0"
    raise AssertionError(message)


async def come_and_go(address: str, count: int) -> None:
    """Tables that nobody joins, connections that are dropped, and a few tables played to their end."""
    await asyncio.gather(*(one_after_another(address, count // PEOPLE) for _ in range(PEOPLE)))
    async with Player(address) as player:
        await empty(player, "istaka_tables")
        await empty(player, "istaka_sockets")


async def one_after_another(address: str, count: int) -> None:
    """So many tables of one person."""
    async with Player(address) as player:
        for number in range(count):
            if number % PLAYED_SHARE == 0:
                await see_one_end(player)
            await player.sit_down(players=2, limit=40, level="random")
            socket = await player.dial()
            socket.transport.abort()


async def see_one_end(player: Player) -> None:
    """Leave a table to bots, and see them play it to its end."""
    while True:
        await player.sit_down(players=2, limit=40, level="random")
        player.seq = None
        await player.attach()
        if (await player.ask("leave"))["t"] == "ack":
            await player.hear_until("match_over")
            await player.cut()
            return
        # on a slow machine nobody had come to it for so long that it was over already
        await player.cut()


@pytest.mark.parametrize(
    ("first", "more"), [(20, 40), pytest.param(200, 2000, marks=SOAK)], ids=["quick", "soak"]
)
def test_fault_19_finished_tables_leave_nothing_behind(tmp_path: Path, first: int, more: int) -> None:
    settings = {"gone_wait": "0.3", "between_free": "0", "tables_each": "100000", "standin": "random"}
    with sound(tmp_path, **{f"ISTAKA_{name.upper()}": value for name, value in settings.items()}) as server:
        asyncio.run(come_and_go(server.address, first))
        before = memory_of(server)
        asyncio.run(come_and_go(server.address, more))
        assert memory_of(server) - before < GROWTH
