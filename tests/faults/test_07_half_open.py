"""Fault 7: a connection that is dead and does not say so."""

import asyncio
from pathlib import Path

from at_table.checker import check, read_log
from at_table.player import Player
from faults.playing import at_table, is_gone
from faults.proxy import FaultProxy
from faults.servers import faulty

PERIOD = 2.0
"""Seconds between two pings of the server; 20 outside tests."""
ABSENCE = 3.0
"""Seconds after which the log says that a player is gone."""
LATE = 1.0
"""Seconds that a machine may add which does other things too."""


def test_fault_07_a_silent_link_is_noticed_within_two_ping_periods(tmp_path: Path) -> None:
    """O25: the log says `gone`, the seat is kept, and a new connection has it at once."""

    async def work(port: int) -> tuple[Player, float]:
        loop = asyncio.get_running_loop()
        async with FaultProxy(port) as proxy, at_table(proxy.address) as player:
            await asyncio.sleep(3 * PERIOD)
            proxy.silence()
            start = loop.time()
            await is_gone(tmp_path, player.table, 30)
            noticed = loop.time() - start - ABSENCE
            await player.cut()
            player.address = f"http://127.0.0.1:{port}"
            player.http.base_url = player.address
            await player.come_back()
            await player.play_for(10)
            return player, noticed

    with faulty(tmp_path, f"fast_pings:{PERIOD}") as server:
        player, noticed = asyncio.run(work(server.port))
    assert noticed < 2 * PERIOD + LATE
    entries = read_log(tmp_path / "istaka.db", player.table)
    check(entries, player.table, {0: player.frames})
    kinds = [type(entry.event).__name__ for entry in entries]
    assert kinds.count("Gone") == 1
    assert kinds.count("Here") == 2
