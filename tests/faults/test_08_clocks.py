"""Fault 8: clocks that are off, or are stepped."""

import asyncio
import time
from pathlib import Path

import pytest

from at_table.checker import check, read_log
from at_table.player import Player
from faults.playing import at_table, look
from faults.servers import faulty, sound
from istaka.server.clock import steady_clock

HOUR = 3600


@pytest.mark.parametrize("step", [-HOUR, HOUR])
def test_fault_08_a_stepped_clock_moves_no_deadline(monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    clock, now = steady_clock(), time.time_ns
    before = clock()
    monkeypatch.setattr(time, "time_ns", lambda: now() + step * 10**9)
    assert 0 <= clock() - before < 1000


@pytest.mark.parametrize("shift", [-HOUR, HOUR])
def test_fault_08_a_restart_on_a_machine_with_another_time_gives_a_whole_turn(
    tmp_path: Path, shift: int
) -> None:
    """O16: deadlines of the log are an hour off; the running turn begins afresh, and its time-out fires."""

    async def begin(address: str) -> Player:
        async with at_table(address, clock=10) as player:
            return player

    async def go_on(player: Player, address: str) -> int:
        player.address = address
        async with Player(address) as again:
            again.http.cookies, again.table = player.http.cookies, player.table
            await again.attach()
            left: int = (await look(again))["deadline"]
            await again.play_for(6)
            player.frames += again.frames
            return left

    server = sound(tmp_path)
    try:
        player = asyncio.run(begin(server.address))
    finally:
        server.kill()
    with faulty(tmp_path, f"clock:{shift}", server.port) as shifted:
        left = asyncio.run(go_on(player, shifted.address))
    assert 0 < left <= 13_000
    check(read_log(tmp_path / "istaka.db", player.table), player.table, {0: player.frames})
