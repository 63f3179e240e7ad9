"""Who is let in, how often, from which pages and through which proxies."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from at_table.hall import Thinker
from at_table.house import House, quick, serving
from at_table.visitor import Visitor

Work = Callable[[House, httpx.AsyncClient], Awaitable[None]]
PROXIED = {"x-forwarded-proto": "https", "x-forwarded-host": "play.example.org"}


def run(folder: Path, work: Work, **settings: object) -> None:
    async def whole() -> None:
        async with (
            serving(quick(folder, **settings), Thinker()) as house,
            httpx.AsyncClient(base_url=house.address, timeout=20) as client,
        ):
            await work(house, client)

    asyncio.run(whole())


def test_a_proxy_that_changes_the_host_is_no_other_site(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        origin = {"origin": "https://play.example.org"}
        assert (await client.post("/api/tickets", headers=origin)).status_code == 403
        answer = await client.post("/api/tickets", headers={**origin, **PROXIED})
        assert answer.status_code == 201
        assert answer.headers["set-cookie"].startswith("__Host-istaka=")
        address = f"{house.address.replace('http', 'ws')}/ws?ticket={answer.json()['ticket']}"
        with pytest.raises(InvalidStatus):
            await connect(address, additional_headers=origin)
        async with connect(address, additional_headers={**origin, **PROXIED}) as socket:
            await socket.send('{"t":"ping","at":1}')
            assert '"pong"' in str(await socket.recv())

    run(tmp_path, work)


def test_origins_of_ours_can_be_named(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        del house
        for origin, status in (("https://play.example.org", 201), ("https://other.example.org", 403)):
            answer = await client.post("/api/tickets", headers={"origin": origin})
            assert answer.status_code == status
        assert (await client.get("/api/address")).json() == {
            "urls": ["https://play.example.org", "http://b.example"],
            "reachable": True,
        }

    run(tmp_path, work, origins="https://play.example.org, http://b.example")


def test_who_is_not_trusted_cannot_say_where_he_comes_from(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        del house
        answers = [
            await client.post("/api/login", json={}, headers={"x-forwarded-for": f"203.0.113.{i}"})
            for i in range(12)
        ]
        assert [answer.status_code for answer in answers] == [400] * 10 + [429] * 2
        assert answers[-1].json()["error"]["params"] == {"seconds": 1}
        assert answers[-1].headers["retry-after"] == "1"

    run(tmp_path, work, posts=1.0, trusted_proxies="203.0.113.0/24")


def test_people_behind_a_trusted_proxy_are_metered_one_by_one(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        del house
        for client_address, status in (("203.0.113.7", 400), ("203.0.113.7", 429), ("203.0.113.8", 400)):
            for _ in range(10 if status == 400 else 1):
                answer = await client.post(
                    "/api/login", json={}, headers={"x-forwarded-for": f"6.6.6.6, {client_address}"}
                )
            assert answer.status_code == status
        for i in range(12):
            answer = await client.post(
                "/api/login", json={}, headers={"x-forwarded-for": f"2001:db8:1:2::{i:x}"}
            )
        assert answer.status_code == 429, "a household is one address of IPv6, however many it has"

    run(tmp_path, work, posts=1.0)


def test_one_household_brings_only_so_many_guests(tmp_path: Path) -> None:
    """Nobody fills the lobby with people who are not there."""

    async def work(house: House, client: httpx.AsyncClient) -> None:
        del house
        answers = []
        for _ in range(5):
            client.cookies.clear()
            answers.append(await client.post("/api/tickets"))
        assert [answer.status_code for answer in answers] == [201] * 3 + [429] * 2
        assert answers[-1].json()["error"]["params"]["seconds"] <= 40
        client.cookies.set("istaka", answers[0].cookies["istaka"])
        assert (await client.post("/api/tickets")).status_code == 201, "who is known comes in"

    run(tmp_path, work, posts=1.0)


def test_what_costs_is_read_slowly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("istaka.server.web.gate.COSTLY_PACE", (5, 60.0))

    async def work(house: House, client: httpx.AsyncClient) -> None:
        del house
        answers = [await client.get("/api/tables/nothing/record") for _ in range(7)]
        assert [answer.status_code for answer in answers] == [404] * 5 + [429] * 2
        assert (await client.get("/api/offers/nothing/qr.svg")).status_code == 429
        assert (await client.get("/api/offers/nothing")).status_code == 404
        assert (await client.get("/healthz")).status_code == 200

    run(tmp_path, work)


@pytest.mark.parametrize("told", [True, False])
def test_a_prefix_leads_to_the_same_server(tmp_path: Path, *, told: bool) -> None:
    """O25: a proxy that keeps the prefix in the path, and one that says it in a header."""

    async def work(house: House, client: httpx.AsyncClient) -> None:
        headers = {"x-forwarded-prefix": "/okey"} if told else {}
        start = "" if told else "/okey"
        assert (await client.get(f"{start}/healthz", headers=headers)).status_code == 200
        answer = await client.post(f"{start}/api/tickets", headers=headers)
        ticket = answer.json()["ticket"]
        ws = house.address.replace("http", "ws")
        async with connect(f"{ws}{start}/ws?ticket={ticket}", additional_headers=headers) as socket:
            await socket.send('{"t":"hello","table":"lobby"}')
            assert '"lobby"' in str(await socket.recv())
        urls = (await client.get(f"{start}/api/address", headers={**headers, **PROXIED})).json()["urls"]
        assert urls == ["https://play.example.org/okey"]

    run(tmp_path, work, **({} if told else {"prefix": "/okey"}))


def test_the_page_under_a_prefix_loads_its_files_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """O25."""
    from istaka.server.web.static import Bundle  # noqa: PLC0415 - the name is replaced below

    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text('<script type="module" src="/app-ABCD2345.js"></script>')
    monkeypatch.setattr("istaka.server.app.Bundle", lambda: Bundle(static))

    async def work(house: House, client: httpx.AsyncClient) -> None:
        del house
        assert 'src="/app-' in (await client.get("/lobby")).text
        page = await client.get("/okey/lobby", headers={"x-forwarded-prefix": "/okey"})
        assert 'src="/okey/app-ABCD2345.js"' in page.text

    run(tmp_path, work)


def test_friends_find_the_address_that_reaches_this_server(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        alone = (await client.get("/api/address")).json()
        assert alone == {"urls": [], "reachable": False}, "127.0.0.1 is nobody else's"
        named = (await client.get("/api/address", headers={"host": "home.example:8000"})).json()
        assert named == {"urls": ["http://home.example:8000"], "reachable": True}
        visitor = Visitor(house.address)
        offer = (await visitor.make())["id"]
        picture = await visitor.http.get(f"/api/offers/{offer}/qr.svg")
        assert picture.headers["content-type"] == "image/svg+xml"
        assert picture.text.startswith("<svg ")
        assert "style" not in picture.text
        assert "<script" not in picture.text
        other = await visitor.http.get(f"/api/offers/{offer}/qr.svg", headers={"host": "home.example"})
        assert other.text != picture.text
        assert (await client.get("/api/offers/nothing/qr.svg")).status_code == 404
        await visitor.__aexit__()

    run(tmp_path, work)


def test_a_server_for_all_names_the_addresses_of_its_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("istaka.server.web.address._own_hosts", lambda: ("192.168.1.5", "2001:db8::5"))

    async def work(house: House, client: httpx.AsyncClient) -> None:
        port = house.address.rpartition(":")[2]
        assert (await client.get("/api/address")).json() == {
            "urls": [f"http://192.168.1.5:{port}", f"http://[2001:db8::5]:{port}"],
            "reachable": True,
        }

    run(tmp_path, work, host="0.0.0.0")  # noqa: S104 - said, not listened on
