"""A bot at a real server comes back after cuts, takes its seat back, and says in a sentence what is wrong."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest

from at_table.checker import read_log
from at_table.hall import Thinker
from at_table.house import House, quick, serving
from faults.proxy import FaultProxy
from istaka.bots import BOTS
from istaka.remote import playing
from istaka.remote.door import Door, RemoteError
from istaka.remote.playing import Match
from istaka.server.core.messages import Ack, Leave

Work = Callable[[House, str, httpx.AsyncClient], Awaitable[None]]
SECONDS = 120.0


def run(folder: Path, work: Work, **settings: object) -> None:
    async def whole() -> None:
        async with serving(quick(folder, **settings), Thinker()) as house:
            async with httpx.AsyncClient(base_url=house.address, timeout=20) as owner:
                enrol = {"name": "Ala", "password": "long enough"}
                assert (await owner.post("/api/account", json=enrol)).status_code == 201
                token = (await owner.post("/api/bots", json={"name": "Robo"})).json()["token"]
            headers = {"authorization": f"Bearer {token}"}
            async with httpx.AsyncClient(base_url=house.address, timeout=20, headers=headers) as bot:
                await work(house, token, bot)

    asyncio.run(whole())


async def table_with_bots(bot: httpx.AsyncClient, **wish: object) -> str:
    """A table that has begun, with the bot and one of the house."""
    made = (await bot.post("/api/offers", json={"players": 2, "preset": "fast", **wish})).json()["id"]
    assert (await bot.post(f"/api/offers/{made}/fill")).status_code < 300
    table: str = made
    return table


def match(address: str, token: str, table: str) -> Match:
    return Match(Door(address, token), table, BOTS["greedy"], lambda _: None)


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "PAUSE", 0.05)


def test_a_bot_comes_back_after_every_cut(tmp_path: Path) -> None:
    async def work(house: House, token: str, bot: httpx.AsyncClient) -> None:
        table = await table_with_bots(bot)
        async with FaultProxy(int(house.address.rpartition(":")[2])) as proxy:
            remote = match(f"http://127.0.0.1:{proxy.port}", token, table)
            task = asyncio.create_task(asyncio.to_thread(remote.play))
            cuts = 0
            while not task.done() and cuts < 200:
                await asyncio.sleep(0.1)
                proxy.cut()
                cuts += 1
            await asyncio.wait_for(task, SECONDS)
        assert cuts > 2
        assert remote.ranking is not None
        assert sorted(remote.ranking) in ([1, 2], [1, 1])
        record = (await bot.get(f"/api/tables/{table}/record")).text
        assert " bot Robo\n" in record

    run(tmp_path, work, bot_pace=0.02)


def test_a_bot_that_was_away_takes_its_seat_back(tmp_path: Path) -> None:
    async def work(house: House, token: str, bot: httpx.AsyncClient) -> None:
        table = await table_with_bots(bot)
        remote = match(house.address, token, table)
        task = asyncio.create_task(asyncio.to_thread(remote.play))
        async with asyncio.timeout(SECONDS):
            while house.app.service.head(table, 0) < 12:  # noqa: ASYNC110 - until it plays
                await asyncio.sleep(0.01)
        leave = Leave("somebody else's", house.app.service.head(table, 0))
        assert isinstance(await house.app.service.command(table, 0, leave, 0), Ack)
        await asyncio.wait_for(task, SECONDS)
        kinds = [type(entry.event).__name__ for entry in read_log(house.settings.db, table)]
        assert kinds.index("Away") < kinds.index("Returned")
        assert kinds[-1] == "MatchOver"

    run(tmp_path, work, bot_pace=0.02)


def test_two_bots_meet_in_a_quick_match(tmp_path: Path) -> None:
    async def work(house: House, token: str, bot: httpx.AsyncClient) -> None:
        del bot
        async with httpx.AsyncClient(base_url=house.address, timeout=20) as owner:
            await owner.post("/api/account", json={"name": "Bob", "password": "long enough"})
            other = (await owner.post("/api/bots", json={"name": "Bob's"})).json()["token"]
        told: list[str] = []
        places: set[str] = set()

        def play(one: str) -> tuple[int, ...] | None:
            door = Door(house.address, one)
            places.add(place := door.hurry(2))
            remote = Match(door, place, BOTS["greedy"], told.append)
            remote.play()
            return remote.ranking

        first, second = await asyncio.gather(*(asyncio.to_thread(play, one) for one in (token, other)))
        assert first == second
        assert first is not None
        assert len(places) == 1
        assert set(told) <= {f"waiting for 1 more at table {place}" for place in places}

    run(tmp_path, work)


def test_a_table_that_is_taken_back_or_none_is_said_in_a_sentence(tmp_path: Path) -> None:
    async def work(house: House, token: str, bot: httpx.AsyncClient) -> None:
        made = (await bot.post("/api/offers", json={"players": 2})).json()["id"]
        waiting = asyncio.create_task(asyncio.to_thread(match(house.address, token, made).play))
        await asyncio.sleep(0.3)
        await bot.post(f"/api/offers/{made}/leave")
        with pytest.raises(RemoteError, match="was taken back before the match began"):
            await asyncio.wait_for(waiting, SECONDS)
        with pytest.raises(RemoteError, match="the match cannot go on"):
            await asyncio.to_thread(match(house.address, token, "nowhere").play)

    run(tmp_path, work)


def test_what_is_wrong_at_the_door_is_said_in_a_sentence(tmp_path: Path) -> None:
    async def work(house: House, token: str, bot: httpx.AsyncClient) -> None:
        del bot

        def try_all() -> None:
            for url in ("ftp://somewhere", "nothing", "http://"):
                with pytest.raises(RemoteError, match="no address of a server"):
                    Door(url, token)
            with pytest.raises(RemoteError, match=r"401 .* \(bad_token\)"):
                Door(house.address, "bot.made-up").name()
            with pytest.raises(RemoteError, match="none of a bot account"):
                Door(house.address, "made-up").name()
            with pytest.raises(RemoteError, match=r"404 .*unknown_offer"):
                Door(house.address, token).join("no where")
            with pytest.raises(RemoteError, match="no istaka server"):
                Door(f"{house.address}/rules?", token).name()
            with pytest.raises(OSError, match="refused"):
                Door("http://127.0.0.1:9", token).name()
            assert Door(house.address + "/", token).name() == "Robo"

        await asyncio.to_thread(try_all)

    run(tmp_path, work)
