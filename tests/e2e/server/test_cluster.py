"""Many workers as processes: any of them takes any move, and each may end at any instant."""

import asyncio

import pytest

from at_table.checker import check, fetch_log
from at_table.player import Player
from conftest import Need
from databases import Server
from e2e.cluster import Cluster
from redis_server import NO_REDIS, redis_executable


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch, need: Need) -> None:
    """The workers under test fill no cache: the two cores are the test's."""
    need("redis", redis_executable(), NO_REDIS)
    monkeypatch.setenv("ISTAKA_WARM", "0")


async def checked(cluster: Cluster, player: Player) -> None:
    entries = await fetch_log(cluster.database, player.table)
    room = check(entries, player.table, {0: player.frames})
    assert list(room.match.totals) == player.totals


def test_a_whole_match_on_random_workers(postgres: Server) -> None:
    async def work(cluster: Cluster) -> None:
        async with Player(cluster.address) as player:
            await player.sit_down(players=4, limit=40, level="greedy")
            await player.attach()
            for _ in range(6):
                await player.play_for(8)
                await player.cut()
                await player.come_back()
            await player.play_until("match_over")
            await checked(cluster, player)

    with Cluster(postgres) as cluster:
        asyncio.run(work(cluster))
    assert "Traceback" not in cluster.everything_said()
