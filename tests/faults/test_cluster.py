"""The faults of many workers (1, 2, 3, 5, 8, 15, 17): processes, PostgreSQL, Redis, and the same checker."""

import asyncio
import contextlib
import json
from typing import Any

import asyncpg
import pytest
from websockets.exceptions import ConnectionClosed

from at_table.checker import check, fetch_log
from at_table.player import Player
from conftest import Need
from databases import Server
from e2e.cluster import Cluster
from faults.playing import answers, at_table, same_person, until_turn
from faults.proxy import FaultProxy, ProxyThread
from faults.servers import FaultyCluster
from istaka.server.core.events import Acted, Resumed
from redis_server import NO_REDIS, redis_executable

POINTS = ("after_commit:3", "before_bus:12", "half_fan_out:12")
RACES = 20
TIME_OUT_SECONDS = 2.0
"""How late a time-out may be whose owner was killed."""
OWN_SECONDS = 6.0
"""and how much later this test may look, on a machine that does other things too."""


async def checked(cluster: Cluster, *players: Player) -> None:
    """Hold the log of the players' table against what they have seen."""
    frames = [frame for player in players for frame in player.frames]
    check(await fetch_log(cluster.database, players[0].table), players[0].table, {0: frames})


def test_fault_01_workers_die_in_the_middle_of_commits(postgres: Server, need: Need) -> None:
    """Each worker is killed at a point of its own; the person comes to the next one within a moment."""
    need("redis", redis_executable(), NO_REDIS)

    async def work(cluster: Cluster) -> None:
        async with Player(cluster.workers[0].address) as player:
            await player.sit_down(players=2, limit=80, level="greedy")
            for worker in cluster.workers[:-1]:
                player.address = worker.address
                await ask_at(player, worker.address)
                with contextlib.suppress(ConnectionClosed, OSError):
                    await player.play_for(10_000)
                assert await asyncio.to_thread(worker.process.wait, 60) == -9
            await ask_at(player, cluster.workers[-1].address)
            await player.play_for(20)
            await checked(cluster, player)
            entries = await fetch_log(cluster.database, player.table)
            assert not any(isinstance(entry.event, Resumed) for entry in entries)

    with FaultyCluster(postgres, [*POINTS, ""]) as cluster:
        asyncio.run(work(cluster))
        assert "Traceback" not in cluster.everything_said()


async def ask_at(player: Player, address: str) -> None:
    """Come back at another worker."""
    player.address = address
    player.http.base_url = address
    await player.come_back()


def test_fault_02_a_lost_answer_of_a_commit_applies_nothing_twice(pair: Cluster, door: ProxyThread) -> None:
    """The database has committed and the worker does not hear of it, nor can it ask for a while."""

    async def work() -> None:
        async with at_table(pair.workers[0].address) as player:
            can = await until_turn(player)
            assert player.seq is not None
            head = player.seq
            door.do(deafen)
            do = {"do": "draw"} if "draw" in can["do"] else {"do": "discard", "tile": can["discard"][-1]}
            player.can = None
            await player.command("act", **do)
            await grown(pair.database, player.table, head)
            door.do(FaultProxy.cut)
            door.do(FaultProxy.restore)
            asked = player.open
            assert asked is not None
            while True:
                answer = (await answers(player, 1))[0]
                if answer["t"] == "ack":
                    break
                assert answer["error"]["code"] == "unavailable"
                await asyncio.sleep(0.05)
                await player.send(asked)
            assert answer == {"t": "ack", "id": asked["id"], "seq": head + 1}
            await player.play_for(10)
            await checked(pair, player)

    asyncio.run(work())


async def grown(url: str, table: str, head: int) -> None:
    """Wait until a log has gone on."""
    for _ in range(1000):
        if await rows(url, table) > head:
            return
        await asyncio.sleep(0.02)
    message = "nothing was written"
    raise AssertionError(message)


def deafen(proxy: FaultProxy) -> None:
    """Commands reach the database, its answers reach nobody."""
    proxy.down.open.clear()


def test_faults_03_and_05_two_workers_and_one_turn(pair: Cluster) -> None:
    """The same command at both workers gets one answer; different ones at one number: one is taken."""

    async def work() -> None:
        one, two = (worker.address for worker in pair.workers)
        async with at_table(one, players=2) as player, same_person(player, two) as other:
            for turn in range(RACES):
                can = await until_turn(player)
                do = {"do": "draw"} if "draw" in can["do"] else {"do": "discard", "tile": can["discard"][-1]}
                names = ("same", "same") if turn % 2 else ("a", "b")
                commands = [
                    json.dumps({"t": "act", "id": f"{turn}{name}", "seq": player.seq, **do}) for name in names
                ]
                player.can = None
                await asyncio.gather(player.send(commands[0]), other.send(commands[1]))
                (first,), (second,) = await asyncio.gather(answers(player, 1), answers(other, 1))
                if turn % 2:
                    assert first == second
                    assert first["t"] == "ack"
                else:
                    assert {first["t"], second["t"]} == {"ack", "reject"}
            await checked(pair, player, other)

    asyncio.run(work())


def test_fault_08_workers_whose_clocks_differ_show_one_deadline(pair: Cluster) -> None:
    """O15: the first worker's machine is seven seconds ahead; the database's clock is the one that counts."""

    async def work() -> None:
        one, two = (worker.address for worker in pair.workers)
        async with at_table(one, clock=60) as player, same_person(player, two) as other:
            lefts = [table["deadline"] for table in await asyncio.gather(seen(player), seen(other))]
            assert abs(lefts[0] - lefts[1]) < 2000
            await player.play_for(12)
            await checked(pair, player, other)

    asyncio.run(work())


async def seen(player: Player) -> dict[str, Any]:
    """The table as this socket's worker shows it."""
    await player.send({"t": "hello", "v": 1, "table": player.table, "seq": None})
    table: dict[str, Any] = (await player.hear_until("snapshot"))["table"]
    return table


def test_fault_15_a_later_version_plays_on_and_nobody_here_touches_its_table(pair: Cluster) -> None:
    """An event of a kind that this version does not know: its people are sent elsewhere (1012)."""

    async def work() -> None:
        async with at_table(pair.workers[0].address) as player, at_table(pair.workers[1].address) as other:
            await write_later_event(pair.database, player.table)
            with pytest.raises(ConnectionClosed) as closed:
                await player.hear_until("never")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
            before = await rows(pair.database, player.table)
            await other.play_for(12)
            assert await rows(pair.database, player.table) == before
            await checked(pair, other)

    asyncio.run(work())


async def write_later_event(url: str, table: str) -> None:
    """What a worker of a later version would append."""
    connection = await asyncpg.connect(url)
    try:
        head = await connection.fetchval(
            "UPDATE tables SET head = head + 1 WHERE id = $1 RETURNING head", table
        )
        at = await connection.fetchval(
            "SELECT at FROM events WHERE table_id = $1 AND seq = $2", table, head - 1
        )
        columns = await connection.fetch(
            "SELECT column_name FROM information_schema.columns WHERE table_name = 'events'"
        )
        assert {"table_id", "seq", "at", "body"} <= {row[0] for row in columns}
        await connection.execute(
            "INSERT INTO events (table_id, seq, at, body) VALUES ($1, $2, $3, $4)",
            table,
            head,
            at,
            b'{"k":"teleported","v":1}',
        )
    finally:
        await connection.close()


async def rows(url: str, table: str) -> int:
    """How long a table's log is."""
    connection = await asyncpg.connect(url)
    try:
        return int(await connection.fetchval("SELECT count(*) FROM events WHERE table_id = $1", table))
    finally:
        await connection.close()


def test_fault_17_the_owner_of_a_running_clock_dies(pair: Cluster) -> None:
    """Its people do not come back; another worker plays the time-out, at most two seconds late."""

    async def work() -> None:
        async with at_table(pair.workers[0].address, clock=10) as player:
            left = (await seen(player))["deadline"]
            loop = asyncio.get_running_loop()
            due = loop.time() + left / 1000
            await asyncio.to_thread(pair.kill, 0)
            late: list[Acted] = []
            while not late:
                await asyncio.sleep(0.1)
                entries = await fetch_log(pair.database, player.table)
                late = [e.event for e in entries if isinstance(e.event, Acted) and e.event.late]
                assert loop.time() < due + TIME_OUT_SECONDS + OWN_SECONDS
            await checked(pair, player)

    try:
        asyncio.run(work())
    finally:
        pair.restart(0)
