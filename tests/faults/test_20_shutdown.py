"""Fault 20: a server that is stopped says so, and nobody's clock pays for it (many workers: `e2e/server`)."""

import asyncio
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from at_table.checker import check, read_log
from at_table.player import Player
from faults.playing import at_table, look
from faults.servers import sound

SPENT_SECONDS = 4.0
CLOCK_MS = 10_000


def test_fault_20_a_stop_in_the_middle_of_a_turn_gives_the_turn_back(tmp_path: Path) -> None:
    async def think(address: str) -> Player:
        async with at_table(address, clock=CLOCK_MS // 1000) as player:
            await asyncio.sleep(SPENT_SECONDS)
            stopping = asyncio.create_task(asyncio.to_thread(server.stop))
            with pytest.raises(ConnectionClosed) as closed:
                await player.hear_until("never")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
            await stopping
            return player

    async def go_on(address: str) -> int:
        async with Player(address) as again:
            again.http.cookies, again.table = player.http.cookies, player.table
            await again.attach()
            left: int = (await look(again))["deadline"]
            await again.play_for(8)
            player.frames += again.frames
            return left

    server = sound(tmp_path)
    try:
        player = asyncio.run(think(server.address))
    finally:
        server.kill()
    assert server.process.returncode == 0
    with sound(tmp_path, server.port) as restarted:
        left = asyncio.run(go_on(restarted.address))
    assert left > CLOCK_MS - SPENT_SECONDS * 1000
    check(read_log(tmp_path / "istaka.db", player.table), player.table, {0: player.frames})
