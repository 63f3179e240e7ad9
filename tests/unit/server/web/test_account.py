"""Accounts from outside: a guest becomes one, signs in and out, loses his password, and goes."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from at_table.hall import Clock, Thinker
from at_table.house import House, quick, serving
from at_table.player import Player

Work = Callable[[House, httpx.AsyncClient], Awaitable[None]]
ALA = {"name": "Ala", "password": "long enough"}


def run(folder: Path, work: Work, clock: Clock | None = None) -> None:
    async def whole() -> None:
        async with serving(quick(folder), Thinker(), clock) as house, visitor(house) as client:
            await work(house, client)

    asyncio.run(whole())


def visitor(house: House) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=house.address, timeout=20)


async def ask(client: httpx.AsyncClient, method: str, path: str, **body: object) -> tuple[int, Any]:
    """The status, and the code of the error or the body."""
    answer = await client.request(method, f"/api/{path}", json=body or None)
    content = answer.json() if answer.content else None
    if answer.is_error:
        assert set(content["error"]) == {"code", "message", "params"}
        return answer.status_code, content["error"]["code"]
    return answer.status_code, content


async def me(client: httpx.AsyncClient) -> dict[str, Any]:
    answer: dict[str, Any] = (await client.get("/api/me")).json()
    return answer


async def enrolled(client: httpx.AsyncClient, **wish: str) -> list[str]:
    status, answer = await ask(client, "POST", "account", **{**ALA, **wish})
    assert status == 201
    codes: list[str] = answer["codes"]
    return codes


def test_a_guest_becomes_an_account_and_keeps_everything(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        table = (await client.post("/api/play", json={"name": "Somebody"})).json()["table"]
        before = await me(client)
        codes = await enrolled(client)
        assert len(set(codes)) == 8
        after = await me(client)
        assert (after["id"], after["name"], after["kind"]) == (before["id"], "Ala", "account")
        assert after["table"] == table
        async with visitor(house) as elsewhere:
            status, who = await ask(elsewhere, "POST", "login", **ALA)
            assert (status, who) == (200, {"id": before["id"], "name": "Ala", "kind": "account"})
            assert (await me(elsewhere))["table"] == table
        assert await ask(client, "POST", "account", name="Ola", password="x" * 8) == (409, "not_guest")

    run(tmp_path, work)


def test_an_account_can_be_the_first_thing(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        del house
        await enrolled(client)
        assert (await me(client))["name"] == "Ala"

    run(tmp_path, work)


def test_a_name_is_its_owners_alone(tmp_path: Path) -> None:
    """O22: nobody else is called so, or looks as if he were."""

    async def work(house: House, client: httpx.AsyncClient) -> None:
        await enrolled(client, name="I\u015f\u0131k")
        async with visitor(house) as other:
            for name in ("ISIK", "lsik", "i.s.i.k", "\u0406\u0455ik"):
                assert await ask(other, "POST", "account", name=name, password="x" * 8) == (409, "name_taken")
                assert await ask(other, "POST", "play", name=name) == (409, "name_taken")
                assert await ask(other, "POST", "name", name=name) == (409, "name_taken")
            assert await ask(other, "POST", "account", name="Admin", password="x" * 8) == (
                400,
                "name_reserved",
            )
            status, who = await ask(other, "POST", "name", name="  O\u202ela ")
            assert (status, who["name"]) == (200, "Ola")
            assert (await me(other))["name"] == "Ola"
        assert await ask(client, "POST", "name", name="Ola") == (409, "not_guest")
        await ask(client, "POST", "play", name="Somebody")
        assert (await me(client))["name"] == "I\u015f\u0131k"

    run(tmp_path, work)


@pytest.mark.parametrize("password", ["", "x" * 7, "x" * 201])
def test_a_password_has_a_length(tmp_path: Path, password: str) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        del house
        assert await ask(client, "POST", "account", name="Ala", password=password) == (400, "bad_password")

    run(tmp_path, work)


def test_signing_in_takes_the_name_and_the_password(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        await enrolled(client)
        async with visitor(house) as other:
            wrong = [{**ALA, "password": "other word"}, {**ALA, "name": "Ola"}, {**ALA, "name": ""}]
            for wish in wrong:
                assert await ask(other, "POST", "login", **wish) == (401, "wrong_password")
            assert (await me(other))["id"] is None
            assert (await ask(other, "POST", "login", name=" aLa ", password=ALA["password"]))[0] == 200
            token = other.cookies["istaka"]
            assert (await ask(other, "POST", "logout"))[0] == 204
            assert "istaka" not in other.cookies
            other.cookies.set("istaka", token)
            assert (await me(other))["id"] is None
        assert (await me(client))["name"] == "Ala"

    run(tmp_path, work)


def test_a_guest_with_matches_is_asked_before_he_leaves_them(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        await enrolled(client)
        async with visitor(house) as other:
            await other.post("/api/play", json={"name": "Somebody"})
            assert await ask(other, "POST", "login", **ALA) == (409, "guest_has_matches")
            assert (await me(other))["name"] == "Somebody"
            old = other.cookies["istaka"]
            assert (await ask(other, "POST", "login", **ALA, leave_guest=True))[0] == 200
            assert (await me(other))["name"] == "Ala"
            other.cookies.set("istaka", old)
            assert (await me(other))["id"] is None

    run(tmp_path, work)


def test_a_lost_password_is_replaced_with_a_code_once(tmp_path: Path) -> None:
    clock = Clock()

    async def work(house: House, client: httpx.AsyncClient) -> None:
        code, other_code, *_ = await enrolled(client)
        typed = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
        async with visitor(house) as other:
            wish = {"name": "Ala", "password": "new password"}
            assert await ask(other, "POST", "recover", **wish, code="0000") == (401, "wrong_code")
            assert await ask(other, "POST", "recover", **{**wish, "name": "Ola"}, code=code) == (
                401,
                "wrong_code",
            )
            assert (await ask(other, "POST", "recover", **wish, code=typed))[0] == 200
            assert (await me(other))["name"] == "Ala"
            assert (await me(client))["id"] is None
            assert await ask(client, "POST", "recover", **wish, code=code) == (401, "wrong_code")
            assert (await ask(client, "POST", "login", **wish))[0] == 200
            status, answer = await ask(client, "POST", "codes", password="new password")
            assert status == 201
            assert await ask(client, "POST", "recover", **wish, code=other_code) == (401, "wrong_code")
        fresh = answer["codes"][0]
        clock.now += 61_000
        async with visitor(house) as third:
            assert (await ask(third, "POST", "recover", **wish, code=fresh))[0] == 200

    run(tmp_path, work, clock)


def test_another_password_signs_out_everywhere_else(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        await enrolled(client)
        async with visitor(house) as other:
            await ask(other, "POST", "login", **ALA)
            change = {"old": "not this one", "new": "another word"}
            assert await ask(client, "POST", "password", **change) == (401, "wrong_password")
            assert (await ask(client, "POST", "password", **{**change, "old": ALA["password"]}))[0] == 204
            assert (await me(other))["id"] is None
            assert await ask(other, "POST", "login", **ALA) == (401, "wrong_password")
        assert (await me(client))["name"] == "Ala"

    run(tmp_path, work)


def test_sessions_are_listed_and_ended(tmp_path: Path) -> None:
    clock = Clock()

    async def work(house: House, client: httpx.AsyncClient) -> None:
        await enrolled(client)
        clock.now += 1000
        async with visitor(house) as other:
            await ask(other, "POST", "login", **ALA)
            _, listed = await ask(client, "GET", "sessions")
            assert [row["here"] for row in listed["sessions"]] == [False, True]
            assert listed["sessions"][0]["made"] == clock.now
            away, here = (row["id"] for row in listed["sessions"])
            assert (await ask(client, "DELETE", f"sessions/{away}"))[0] == 204
            assert await ask(client, "DELETE", f"sessions/{away}") == (404, "not_found")
            assert await ask(other, "DELETE", f"sessions/{here}") == (401, "no_session")
        assert (await me(client))["name"] == "Ala"

    run(tmp_path, work, clock)


def test_who_guesses_is_slowed_and_locks_nobody_out(tmp_path: Path) -> None:
    clock = Clock()

    async def work(house: House, client: httpx.AsyncClient) -> None:
        await enrolled(client)
        async with visitor(house) as other:
            for _ in range(5):
                assert await ask(other, "POST", "login", **{**ALA, "password": "guess"}) == (
                    401,
                    "wrong_password",
                )
            slowed = await other.post("/api/login", json=ALA)
            assert (slowed.status_code, slowed.json()["error"]["params"]) == (429, {"seconds": 60})
            assert await ask(other, "POST", "login", name="aIa", password="guess") == (429, "slow_down")
            proxied = {"x-forwarded-for": "192.0.2.7"}
            assert (await other.post("/api/login", json=ALA, headers=proxied)).status_code == 200
            clock.now += 61_000
            assert (await ask(other, "POST", "login", **ALA))[0] == 200

    run(tmp_path, work, clock)


def test_a_password_is_nowhere_as_it_was_typed(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        codes = await enrolled(client)
        raw = b"".join(path.read_bytes() for path in Path(house.settings.db).parent.iterdir())
        for secret in (ALA["password"], codes[0], codes[0].replace("-", "")):
            assert secret.encode() not in raw
        assert b"$argon2id$" in raw

    run(tmp_path, work)


def test_an_account_is_deleted_by_its_password(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        await enrolled(client)
        assert await ask(client, "DELETE", "account") == (401, "wrong_password")
        assert await ask(client, "DELETE", "account", password="not this one") == (401, "wrong_password")
        assert (await ask(client, "DELETE", "account", password=ALA["password"]))[0] == 204
        assert (await me(client))["id"] is None
        assert await ask(client, "POST", "login", **ALA) == (401, "wrong_password")
        await enrolled(client)
        async with visitor(house) as guest:
            assert await ask(guest, "DELETE", "account") == (401, "no_session")
            await guest.post("/api/play", json={"name": "Somebody"})
            assert (await ask(guest, "DELETE", "account"))[0] == 204
            assert (await me(guest))["id"] is None

    run(tmp_path, work)


def test_what_is_kept_is_given_to_whom_it_is_about(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        assert await ask(client, "GET", "export") == (401, "no_session")
        table = (await client.post("/api/play", json={})).json()["table"]
        await enrolled(client)
        answer = await client.get("/api/export")
        assert "istaka-export.json" in answer.headers["content-disposition"]
        kept = answer.json()
        assert kept["person"][0]["name"] == "Ala"
        assert kept["tables"][0]["table_id"] == table
        assert "argon2" not in answer.text
        async with visitor(house) as other:
            await other.post("/api/play", json={})
            assert (await ask(other, "GET", "export"))[1]["person"][0]["kind"] == "guest"
        for _ in range(2):
            await client.get("/api/export")
        assert await ask(client, "GET", "export") == (429, "slow_down")

    run(tmp_path, work)


def test_sockets_of_who_signs_out_elsewhere_are_closed(tmp_path: Path) -> None:
    """A page that was left open somewhere sees nothing more once the password is another one."""

    async def work(house: House, client: httpx.AsyncClient) -> None:
        await enrolled(client)
        async with Player(house.address) as other:
            await ask(other.http, "POST", "login", **ALA)
            await other.sit_down(players=2)
            await other.attach()
            change = {"old": ALA["password"], "new": "another word"}
            assert (await ask(client, "POST", "password", **change))[0] == 204
            with pytest.raises(ConnectionClosed) as closed:
                await other.hear_until("nothing")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4001

    run(tmp_path, work)


def test_guests_have_no_password(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        del house
        await client.post("/api/play", json={})
        assert await ask(client, "POST", "password", old="", new="x" * 8) == (403, "no_account")
        assert await ask(client, "POST", "codes", password="") == (403, "no_account")

    run(tmp_path, work)


def test_a_thousand_sign_ins_at_once_hold_up_nobody(tmp_path: Path) -> None:
    """Hashing happens on two threads, with a bounded queue before them."""

    async def work(house: House, client: httpx.AsyncClient) -> None:
        async with httpx.AsyncClient(base_url=house.address, timeout=60) as other:
            requests = [
                other.post(
                    "/api/login",
                    json={"name": f"p{number}", "password": "guess"},
                    headers={"x-forwarded-for": f"192.0.2.{number}"},
                )
                for number in range(90)
            ]
            storm = [asyncio.create_task(request) for request in requests]
            await asyncio.sleep(0.1)
            start = asyncio.get_running_loop().time()
            assert (await client.get("/healthz")).status_code == 200
            assert asyncio.get_running_loop().time() - start < 2
            assert not all(request.done() for request in storm)
            statuses = [answer.status_code for answer in await asyncio.gather(*storm)]
        assert set(statuses) == {401, 503}
        assert statuses.count(401) >= 66

    run(tmp_path, work)
