"""Fault 2: the database is busy, its disk is full, or the answer of a commit is lost."""

import asyncio
import resource
import sqlite3
from pathlib import Path

from at_table.checker import check, read_log
from at_table.player import Player
from e2e.running import RunningServer
from faults.playing import look
from faults.servers import faulty, sound

BUSY_SECONDS = 1.5


def test_fault_02_a_lost_answer_of_a_commit_applies_nothing_twice(tmp_path: Path) -> None:
    """The player is told to try again, does so under the same id and gets the first answer."""

    async def work(server: RunningServer) -> tuple[Player, str]:
        async with Player(server.address) as player:
            await player.sit_down(players=2, limit=80, level="greedy")
            await player.attach()
            asked = player.open
            while (message := await player.hear())["t"] != "reject":
                await player.answer(message)
                asked = player.open or asked
            assert asked is not None
            assert asked["id"] == message["id"]
            await player.send(asked)
            assert (await player.hear_until("ack"))["id"] == asked["id"]
            await player.answer({"t": "snapshot", "table": await look(player)})
            await player.play_for(20)
            return player, message["error"]["code"]

    with faulty(tmp_path, "lost_reply:5") as server:
        player, refused = asyncio.run(work(server))
    assert refused == "unavailable"
    check(read_log(tmp_path / "istaka.db", player.table), player.table, {0: player.frames})


def test_fault_02_a_busy_database_delays_moves_and_loses_none(tmp_path: Path) -> None:
    """O20: another program holds the write lock for a while."""

    async def work(server: RunningServer) -> Player:
        async with Player(server.address) as player:
            await player.sit_down(players=2, limit=80, level="greedy")
            await player.attach()
            await player.play_for(10)
            locking = sqlite3.connect(tmp_path / "istaka.db", isolation_level=None)
            locking.execute("BEGIN IMMEDIATE")
            loop = asyncio.get_running_loop()
            start = loop.time()
            loop.call_later(BUSY_SECONDS, locking.close)
            await player.play_for(20)
            assert loop.time() - start >= BUSY_SECONDS
            return player

    with sound(tmp_path) as server:
        player = asyncio.run(work(server))
        assert not [line for line in server.said if "locked" in line]
    check(read_log(tmp_path / "istaka.db", player.table), player.table, {0: player.frames})


def test_fault_02_a_full_disk_stops_moves_until_there_is_room(tmp_path: Path) -> None:
    """The mover is told that it is not in the log; when there is room again the match goes on."""

    async def work(server: RunningServer) -> Player:
        async with Player(server.address) as player:
            await player.sit_down(players=2, limit=80, level="greedy")
            await player.attach()
            await player.play_for(10)
            # less than one page of a write-ahead log, wherever in it SQLite writes just now
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
            seen = player.seq
            # it may be a bot's turn, whose move waits: whoever asks for something is told
            await player.send({"t": "leave", "id": "full", "seq": seen})
            async with asyncio.timeout(60):
                while (message := await player.hear())["t"] != "reject":
                    await player.answer(message)
            assert message["error"]["code"] == "unavailable"
            assert player.seq is not None
            assert seen is not None
            unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
            await player.cut()
            await player.come_back()
            await player.answer({"t": "snapshot", "table": await look(player)})
            await player.play_for(20)
            return player

    with sound(tmp_path) as server:
        player = asyncio.run(work(server))
        assert any("the database did not take the change" in line for line in server.said)
        assert not any("Traceback" in line for line in server.said)
    check(read_log(tmp_path / "istaka.db", player.table), player.table, {0: player.frames})
