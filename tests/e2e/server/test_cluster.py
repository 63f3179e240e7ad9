"""Many workers as processes: any of them takes any move, and each part may end at any instant."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed

from at_table.checker import check, fetch_log
from at_table.player import Player
from at_table.visitor import Visitor
from conftest import Need
from databases import Server, crash
from e2e.cluster import Cluster
from istaka.server.core import events
from istaka.server.core.events import Entry
from redis_server import NO_REDIS, redis_executable

SETTINGS = {"ISTAKA_WARM": "0", "NUMBA_DISABLE_JIT": "1", "ISTAKA_POSTS": "1000"}
KILLS = 4


@pytest.fixture(scope="module")
def cluster(postgres: Server, need: Need) -> Iterator[Cluster]:
    """Two workers; every test leaves them running, and nothing of what they said may be a fault of theirs."""
    need("redis", redis_executable(), NO_REDIS)
    with Cluster(postgres, **SETTINGS) as running:
        yield running
        said = running.everything_said()
        assert "Traceback" not in said
        assert "frozen" not in said


@contextlib.asynccontextmanager
async def two_at(cluster: Cluster, **wish: object) -> AsyncIterator[tuple[Visitor, Visitor]]:
    """Two people at one table, each with a socket at any worker."""
    async with Visitor(cluster.address) as ala, Visitor(cluster.address) as bob:
        offer = await ala.make(players=2, preset="fast", **wish)
        await bob.join(offer["id"])
        for person in (ala, bob):
            await person.attach()
        yield ala, bob


async def play_on(player: Player, kind: str = "match_over") -> None:
    """Play until an event of this kind, and come back after every cut."""
    while True:
        try:
            await player.play_until(kind)
        except (ConnectionClosed, OSError):
            await player.come_back()
        else:
            return


async def checked(cluster: Cluster, *players: Player) -> list[Entry]:
    """The log of the players' table, after it was held against what they have seen."""
    entries = await fetch_log(cluster.database, players[0].table)
    room = check(entries, players[0].table, {})
    for player in players:
        seat = room.player_of(player.id) if isinstance(player, Visitor) else 0
        assert seat is not None
        check(entries, player.table, {seat: player.frames})
        assert list(room.match.totals) == player.totals
    return entries


async def restart_one(cluster: Cluster, number: int) -> None:
    await asyncio.to_thread(cluster.kill, number)
    await asyncio.to_thread(cluster.restart, number)


def test_a_whole_match_on_random_workers(cluster: Cluster) -> None:
    async def work() -> None:
        async with Player(cluster.address) as player:
            await player.sit_down(players=4, limit=40, level="greedy")
            await player.attach()
            for _ in range(6):
                await player.play_for(8)
                await player.cut()
                await player.come_back()
            await player.play_until("match_over")
            await checked(cluster, player)

    asyncio.run(work())


def test_two_people_at_two_workers(cluster: Cluster) -> None:
    async def work() -> None:
        async with two_at(cluster) as (ala, bob):
            for player, worker in zip((ala, bob), cluster.workers, strict=True):
                await player.cut()
                player.address = worker.address
                await player.attach()
            await asyncio.gather(play_on(ala), play_on(bob))
            assert ala.seq == bob.seq
            entries = await checked(cluster, ala, bob)
            workers = {entry.event.worker for entry in entries if isinstance(entry.event, events.Here)}
            assert len(workers) == 2
            assert None not in workers

    asyncio.run(work())


def test_killed_workers_lose_nothing_and_apply_nothing_twice(cluster: Cluster) -> None:
    """Fault 1: SIGKILL of any worker at any instant; its people come to another one and play on."""
    random = Random(7)

    async def kill_on() -> None:
        for _ in range(KILLS):
            await asyncio.sleep(random.random())
            await restart_one(cluster, random.randrange(2))

    async def work() -> None:
        async with two_at(cluster, limit=80) as (ala, bob):
            playing = [asyncio.create_task(play_on(player)) for player in (ala, bob)]
            await kill_on()
            await asyncio.gather(*playing)
            await checked(cluster, ala, bob)

    asyncio.run(work())


def test_an_update_of_every_worker_costs_nobody_his_turn(cluster: Cluster) -> None:
    """Fault 20: each worker is stopped and started; clients get 1012 and come back, clocks are credited."""

    async def wait(player: Player) -> None:
        """Do nothing, and come back when the worker stops."""
        while True:
            try:
                await player.hear_until("never")
            except (ConnectionClosed, OSError) as closed:
                codes.append(closed.rcvd.code if isinstance(closed, ConnectionClosed) and closed.rcvd else 0)
                await player.come_back()

    codes: list[int] = []

    async def work() -> None:
        async with two_at(cluster, clock=60) as (ala, bob):
            begun = [asyncio.create_task(player.play_for(4)) for player in (ala, bob)]
            await asyncio.wait(begun, timeout=3)
            waiting = [asyncio.create_task(wait(player)) for player in (ala, bob)]
            for task in begun:
                task.cancel()
            await asyncio.to_thread(cluster.rolling_restart)
            for task in waiting:
                task.cancel()
            await asyncio.gather(*begun, *waiting, return_exceptions=True)
            entries = await checked(cluster, ala, bob)
            assert any(isinstance(entry.event, events.Credited) for entry in entries)
            assert not any(getattr(entry.event, "late", False) for entry in entries)
            assert set(codes) == {1012}
            for player in (ala, bob):
                await player.cut()
                await player.come_back()
            await asyncio.gather(play_on(ala, "round_over"), play_on(bob, "round_over"))

    asyncio.run(work())


def test_without_a_bus_people_play_on(cluster: Cluster) -> None:
    """Fault 16: what is not heard is read from the log, a fifth of a second later."""

    async def work() -> None:
        async with two_at(cluster) as (ala, bob):
            for player, worker in zip((ala, bob), cluster.workers, strict=True):
                await player.cut()
                player.address = worker.address
                await player.attach()
            playing = [asyncio.create_task(play_on(player)) for player in (ala, bob)]
            await asyncio.sleep(0.3)
            await asyncio.to_thread(cluster.redis.kill)
            await asyncio.sleep(4)
            await asyncio.to_thread(cluster.redis.start)
            await asyncio.gather(*playing)
            await checked(cluster, ala, bob)

    asyncio.run(work())


def test_a_database_that_crashes_loses_nothing(cluster: Cluster, postgres: Server) -> None:
    """Fault 2: commands that could not be written are sent again under their ids."""

    async def work() -> None:
        async with two_at(cluster) as (ala, bob):
            playing = [asyncio.create_task(play_on(player)) for player in (ala, bob)]
            for _ in range(2):
                await asyncio.sleep(0.5)
                await asyncio.to_thread(crash, postgres)
            await asyncio.gather(*playing)
            await checked(cluster, ala, bob)

    asyncio.run(work())
