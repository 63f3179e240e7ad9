"""Fault 1: SIGKILL at named points of a commit; random instants are `bench/kill.py` and `e2e/server`."""

import asyncio
import contextlib
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from at_table.checker import check, read_log
from at_table.player import Player
from faults.servers import faulty, sound

NUMBER = 5
POINTS = ("before_commit", "after_commit", "before_bus", "half_fan_out")


@pytest.mark.parametrize("point", POINTS)
def test_fault_01_killed_in_the_middle_of_a_commit(tmp_path: Path, point: str) -> None:
    """O16: what was seen is there after the restart; what was not answered is asked again under its id."""
    server = faulty(tmp_path, f"{point}:{NUMBER}")

    async def work() -> Player:
        nonlocal server
        async with Player(server.address) as player:
            await player.sit_down(players=2, limit=80, level="greedy")
            # a second window of the same person: half of the sockets may have heard of the last event
            async with Player(server.address) as other:
                other.http.cookies, other.table = player.http.cookies, player.table
                await player.attach()
                await other.attach()
                with contextlib.suppress(ConnectionClosed, OSError):
                    await player.play_for(10_000)
                with contextlib.suppress(ConnectionClosed, OSError):
                    await other.hear_until("never")
                assert await asyncio.to_thread(server.process.wait, 60) == -9
                seen = max(player.seq or 0, other.seq or 0)
                player.frames += other.frames
            server = sound(tmp_path, server.port)
            await player.come_back()
            assert player.seq is not None
            assert player.seq >= seen
            await player.play_for(20)
            return player

    try:
        player = asyncio.run(work())
    finally:
        server.kill()
    entries = read_log(tmp_path / "istaka.db", player.table)
    check(entries, player.table, {0: player.frames})
    assert [type(entry.event).__name__ for entry in entries].count("Resumed") == 1
