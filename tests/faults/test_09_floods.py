"""Fault 9: floods are slowed and then closed; a storm of reconnects is served; others play on meanwhile."""

import asyncio
import contextlib
import time
from pathlib import Path
from statistics import median

import httpx
from websockets.exceptions import ConnectionClosed

from at_table.checker import check, read_log
from at_table.player import Player
from e2e.running import RunningServer
from faults.playing import at_table, same_person
from faults.servers import sound

STORM = 40
ROUNDS = 5
STALL = 20
"""So many times as long as before may a ping of somebody else take meanwhile,"""
STALL_SECONDS = 0.25
"""and so much longer: a machine that tests does other things too."""


def test_fault_09_a_flood_is_slowed_and_closed_and_nobody_else_waits(
    house: RunningServer, folder: Path
) -> None:
    async def work() -> None:
        async with at_table(house.address) as loud, at_table(house.address) as calm:
            before = [await ping(calm) for _ in range(9)]
            flooding = asyncio.create_task(asyncio.to_thread(flood_from_another_window, loud))
            during = []
            while not flooding.done():
                during.append(await ping(calm))
            code, loud_frames = await flooding
            assert code == 4008
            assert median(during) < STALL * median(before) + STALL_SECONDS
            await loud.cut()
            await loud.come_back()
            await calm.play_for(10)
        check(read_log(folder / "istaka.db", loud.table), loud.table, {0: loud_frames})
        for player in (loud, calm):
            check(read_log(folder / "istaka.db", player.table), player.table, {0: player.frames})

    asyncio.run(work())


def flood_from_another_window(loud: Player) -> tuple[int, list[str]]:
    """The code that ends a flood, and what its socket was told; no ping waits for this loop."""

    async def work() -> tuple[int, list[str]]:
        async with same_person(loud) as window:
            return await flood(window), window.frames

    return asyncio.run(work())


async def flood(player: Player) -> int:
    """Send without a pause until the server has had enough; answers the code it closes with."""
    socket = player.socket
    assert socket is not None

    async def send_on() -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                await socket.send('{"t":"ping","at":1}')
                await asyncio.sleep(0)  # sending alone never lets this loop read why it ends

    sending = asyncio.create_task(send_on())
    try:
        while True:
            player.frames.append(str(await socket.recv()))
    except ConnectionClosed as closed:
        return 0 if closed.rcvd is None else closed.rcvd.code
    finally:
        await sending


async def ping(player: Player) -> float:
    """Seconds until a pong; a little pause first."""
    await asyncio.sleep(0.05)
    start = time.perf_counter()
    await player.send({"t": "ping", "at": 1})
    await player.hear_until("pong")
    return time.perf_counter() - start


def test_fault_09_a_storm_of_reconnects_finds_every_seat(house: RunningServer, folder: Path) -> None:
    """Everybody is cut and comes back at once, several times; nothing is missed."""

    async def work() -> None:
        players = [Player(house.address) for _ in range(STORM)]
        try:
            for player in players:
                await player.sit_down(players=2, limit=80, level="random")
            await asyncio.gather(*(player.attach() for player in players))
            for _ in range(ROUNDS):
                await asyncio.gather(*(player.cut() for player in players))
                await asyncio.gather(*(player.come_back() for player in players))
            await asyncio.gather(*(player.play_for(6) for player in players))
        finally:
            for player in players:
                await player.cut()
                await player.http.aclose()
        for player in players:
            check(read_log(folder / "istaka.db", player.table), player.table, {0: player.frames})

    asyncio.run(work())


def test_fault_09_a_flood_of_posts_is_refused_and_the_page_still_answers(tmp_path: Path) -> None:
    async def work(address: str) -> None:
        async with httpx.AsyncClient(base_url=address, timeout=20) as http:
            codes = [(await http.post("/api/tickets")).status_code for _ in range(30)]
            assert set(codes) == {201, 429}
            refused = await http.post("/api/tickets")
            assert refused.json()["error"]["code"] == "slow_down"
            assert (await http.get("/healthz")).status_code == 200

    with sound(tmp_path, ISTAKA_POSTS="1") as server:
        asyncio.run(work(server.address))
