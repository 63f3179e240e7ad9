"""Bot accounts from outside: made by an account, let in by a token, shown as bots, gone when they shall."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest

from at_table.hall import Thinker
from at_table.house import House, quick, serving

Work = Callable[[House, httpx.AsyncClient], Awaitable[None]]


def run(folder: Path, work: Work) -> None:
    async def whole() -> None:
        async with (
            serving(quick(folder), Thinker()) as house,
            httpx.AsyncClient(base_url=house.address, timeout=20) as owner,
        ):
            answer = await owner.post("/api/account", json={"name": "Ala", "password": "long enough"})
            assert answer.status_code == 201
            await work(house, owner)

    asyncio.run(whole())


def bearer(house: House, token: str) -> httpx.AsyncClient:
    headers = {"authorization": f"Bearer {token}"}
    return httpx.AsyncClient(base_url=house.address, timeout=20, headers=headers)


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_a_bot_account_does_what_a_player_does(tmp_path: Path) -> None:
    async def work(house: House, owner: httpx.AsyncClient) -> None:
        made = (await owner.post("/api/bots", json={"name": "Ala's bot"})).json()
        async with bearer(house, made["token"]) as bot:
            me = (await bot.get("/api/me")).json()
            assert (me["id"], me["name"], me["kind"]) == (made["id"], "Ala's bot", "bot")
            played = await bot.post("/api/play", json={"name": "Somebody else"})
            assert played.status_code == 201
            assert "set-cookie" not in played.headers
            assert (await bot.post("/api/tickets")).status_code == 201
            me = (await bot.get("/api/me")).json()
            assert (me["name"], me["table"]) == ("Ala's bot", played.json()["table"])
            room = house.app.service.keeper.tables.get(me["table"])
            assert room is not None
            assert (room.room.chairs[0].seat.kind, room.room.chairs[0].seat.owner) == ("bot", made["id"])
        profile = (await owner.get(f"/api/people/{made['id']}")).json()
        assert (profile["name"], profile["kind"]) == ("Ala's bot", "bot")
        (found,) = (await owner.get("/api/bots")).json()["bots"]
        assert (found["id"], found["name"]) == (made["id"], "Ala's bot")
        assert found["used"] == found["tokens"][0]["used"] is not None

    run(tmp_path, work)


def test_a_token_for_looking_changes_nothing(tmp_path: Path) -> None:
    async def work(house: House, owner: httpx.AsyncClient) -> None:
        made = (await owner.post("/api/bots", json={"name": "Robo", "scope": "read"})).json()
        async with bearer(house, made["token"]) as bot:
            assert (await bot.get("/api/me")).json()["name"] == "Robo"
            for path in ("/api/play", "/api/tickets", "/api/offers", "/api/logout"):
                assert code(await bot.post(path, json={})) == (403, "read_only")
        more = await owner.post(f"/api/bots/{made['id']}/tokens", json={"name": "at home"})
        assert (more.status_code, more.json()["scope"]) == (201, "play")
        async with bearer(house, more.json()["token"]) as bot:
            assert (await bot.post("/api/tickets")).status_code == 201

    run(tmp_path, work)


def test_a_revoked_token_and_a_made_up_one_are_refused(tmp_path: Path) -> None:
    async def work(house: House, owner: httpx.AsyncClient) -> None:
        made = (await owner.post("/api/bots", json={"name": "Robo"})).json()
        async with bearer(house, made["token"]) as bot, bearer(house, "bot.made-up") as thief:
            assert (await bot.get("/api/me")).status_code == 200
            path = f"/api/bots/{made['id']}/tokens/{made['token_id']}"
            assert (await owner.delete(path)).status_code == 204
            assert code(await owner.delete(path)) == (404, "not_found")
            for one in (bot, thief):
                assert code(await one.get("/api/me")) == (401, "bad_token")
                assert code(await one.post("/api/tickets")) == (401, "bad_token")

    run(tmp_path, work)


def test_a_bot_account_is_no_account(tmp_path: Path) -> None:
    async def work(house: House, owner: httpx.AsyncClient) -> None:
        made = (await owner.post("/api/bots", json={"name": "Robo"})).json()
        async with bearer(house, made["token"]) as bot:
            refused = [
                await bot.post("/api/bots", json={"name": "Robo two"}),
                await bot.put(f"/api/friends/{made['id']}"),
                await bot.delete("/api/account"),
            ]
            assert [code(answer) for answer in refused] == [(403, "no_account")] * 3
            assert code(await bot.post("/api/name", json={"name": "X"})) == (409, "not_guest")
        async with httpx.AsyncClient(base_url=house.address, timeout=20) as guest:
            await guest.post("/api/play", json={})
            assert code(await guest.post("/api/bots", json={"name": "Robo two"})) == (403, "no_account")
            assert code(await guest.delete(f"/api/bots/{made['id']}")) == (403, "no_account")
            enrol = {"name": "Bob", "password": "long enough"}
            assert (await guest.post("/api/account", json=enrol)).status_code == 201
            for path in (f"/api/bots/{made['id']}", f"/api/bots/{made['id']}/tokens/{made['token_id']}"):
                assert code(await guest.delete(path)) == (404, "not_found")
            taken = await guest.post("/api/bots", json={"name": "ROBO"})
            assert code(taken) == (409, "name_taken")

    run(tmp_path, work)


def test_ten_are_enough_and_one_can_go(tmp_path: Path) -> None:
    async def work(house: House, owner: httpx.AsyncClient) -> None:
        made = [(await owner.post("/api/bots", json={"name": f"Robo {i}x"})).json() for i in range(10)]
        assert code(await owner.post("/api/bots", json={"name": "Robo 11x"})) == (409, "too_many_programs")
        async with bearer(house, made[0]["token"]) as bot:
            assert (await owner.delete(f"/api/bots/{made[0]['id']}")).status_code == 204
            assert code(await bot.get("/api/me")) == (401, "bad_token")
        assert (await owner.post("/api/bots", json={"name": "Robo 0x"})).status_code == 201
        for _ in range(9):
            path = f"/api/bots/{made[1]['id']}/tokens"
            assert (await owner.post(path, json={})).status_code == 201
        assert code(await owner.post(path, json={})) == (409, "too_many_tokens")

    run(tmp_path, work)


@pytest.mark.parametrize("name", ["", "Admin", "x" * 41])
def test_a_bot_needs_a_name(tmp_path: Path, name: str) -> None:
    async def work(house: House, owner: httpx.AsyncClient) -> None:
        del house
        assert (await owner.post("/api/bots", json={"name": name})).status_code == 400

    run(tmp_path, work)
