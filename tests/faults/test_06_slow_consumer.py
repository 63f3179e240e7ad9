"""Fault 6: a client that does not read is let go, and nobody else waits for it."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from at_table.checker import check, read_log
from at_table.player import Player
from e2e.running import RunningServer
from faults.playing import at_table, is_gone
from faults.proxy import FaultProxy
from faults.servers import faulty

LET_GO_SECONDS = 60.0
QUEUE = 16
"""Frames that wait for a client; 256 outside tests."""
SNAPSHOTS = 50
"""Answers that nobody reads: more than the server's queue and the kernel's buffers hold, and no flood yet."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    with faulty(tmp_path, f"small_buffers:{QUEUE}") as running:
        yield running


def test_fault_06_who_does_not_read_is_closed_and_comes_back(server: RunningServer, tmp_path: Path) -> None:
    async def work() -> None:
        async with (
            FaultProxy(server.port, small_buffers=True) as proxy,
            at_table(server.address, players=4) as quick,
        ):
            async with Player(proxy.address) as slow:
                await slow.sit_down(players=4, limit=80, level="random")
                await slow.attach()
                proxy.down.open.clear()
                await ask_for_snapshots(slow)
                await quick.play_for(40)
                await is_gone(tmp_path, slow.table, LET_GO_SECONDS)
                proxy.restore()
                await slow.cut()
                slow.address = server.address
                await slow.come_back()
                await slow.play_for(10)
            for player in (quick, slow):
                check(read_log(tmp_path / "istaka.db", player.table), player.table, {0: player.frames})

    asyncio.run(work())


async def ask_for_snapshots(player: Player) -> None:
    """Ask for more than is read, no faster than a client may."""
    for _ in range(SNAPSHOTS):
        await player.send({"t": "hello", "v": 1, "table": player.table, "seq": None})
