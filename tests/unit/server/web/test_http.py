"""HTTP from outside: sessions, tickets, tables, records, the page, and every way to ask wrongly."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from at_table.hall import Thinker
from at_table.house import House, quick, serving
from at_table.player import Player
from istaka.server.web.gate import CONTENT_POLICY
from istaka.server.web.http import HANDLERS

Work = Callable[[House, httpx.AsyncClient], Awaitable[None]]
SCRIPTS = ["<img src=x onerror=window.pwn=1>", '"><script>window.pwn=1</script>']


def run(folder: Path, work: Work, **settings: object) -> None:
    async def whole() -> None:
        async with (
            serving(quick(folder, **settings), Thinker()) as house,
            httpx.AsyncClient(base_url=house.address, timeout=20) as client,
        ):
            await work(house, client)

    asyncio.run(whole())


def error_of(answer: httpx.Response) -> dict[str, Any]:
    """The error of an answer, in the one shape that all have."""
    body: dict[str, Any] = answer.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "message", "params"}
    assert "Traceback" not in answer.text
    return {"status": answer.status_code, **body["error"]}


def test_playing_begins_a_session_that_lasts(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        del house
        stranger = await client.get("/api/me")
        assert (stranger.json()["name"], stranger.json()["table"]) == (None, None)
        assert stranger.headers["cache-control"] == "no-store"
        answer = await client.post("/api/play", json={"players": 2, "name": "  Łódź  "})
        assert answer.status_code == 201
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("istaka=")
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Secure" not in cookie
        table = answer.json()["table"]
        me = (await client.get("/api/me")).json()
        assert (me["name"], me["table"], me["kind"], me["named"]) == ("Łódź", table, "guest", True)
        again = await client.post("/api/play", json={})
        assert "set-cookie" not in again.headers
        second = again.json()["table"]
        assert (await client.get("/api/me")).json() == {**me, "table": second, "tables": [second, table]}

    run(tmp_path, work)


def test_a_ticket_comes_with_who_asks_where_that_is_wanted(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        del house
        assert set((await client.post("/api/tickets")).json()) == {"ticket"}
        me = (await client.get("/api/me")).json()
        assert (await client.post("/api/tickets?me=true")).json()["me"] == me
        client.cookies.clear()  # a guest begun with the ticket is told too
        newcomer = (await client.post("/api/tickets?me=true")).json()["me"]
        assert newcomer["id"] not in {None, me["id"]}

    run(tmp_path, work)


def test_behind_https_the_cookie_is_bound_to_the_host(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        del house
        proxied = {"x-forwarded-proto": "https"}
        answer = await client.post("/api/play", json={"name": "Ala"}, headers=proxied)
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-istaka=")
        assert "Secure" in cookie
        assert "Path=/" in cookie
        token = cookie.split(";")[0]
        me = await client.get("/api/me", headers={**proxied, "cookie": token})
        assert me.json()["name"] == "Ala"

    run(tmp_path, work)


def test_tokens_are_stored_as_hashes_only(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        await client.post("/api/play", json={})
        ticket = (await client.post("/api/tickets")).json()["ticket"]
        token = client.cookies["istaka"]
        raw = b"".join(path.read_bytes() for path in Path(house.settings.db).parent.iterdir())
        assert token.encode() not in raw
        assert ticket.encode() not in raw

    run(tmp_path, work)


def test_a_name_is_kept_literally(tmp_path: Path) -> None:
    """O22."""

    async def work(house: House, client: httpx.AsyncClient) -> None:
        del house
        for name in SCRIPTS:
            await client.post("/api/play", json={"name": name})
            answer = await client.get("/api/me")
            assert answer.json()["name"] == name
            assert answer.headers["content-type"] == "application/json"
            assert answer.headers["x-content-type-options"] == "nosniff"

    run(tmp_path, work)


WRONG_WISHES = (
    (b"", 400),
    (b"{", 400),
    (b"null", 400),
    (b"\xff\xfe", 400),
    (b"[" * 5000, 400),
    (b'{"players":5}', 400),
    (b'{"players":"many"}', 400),
    (b'{"players":"4"}', 400),
    (b'{"players":4.0}', 400),
    (b'{"limit":"80"}', 400),
    (b'{"clock":false}', 400),
    (b'{"players":4}{}', 400),
    (b'{"limit":50}', 400),
    (b'{"level":"best"}', 400),
    (b'{"clock":-1}', 400),
    (b'{"owner":"x"}', 400),
    (b'{"name":7}', 400),
    (b'{"name":"' + b"x" * 300 + b'"}', 400),
    (b'{"name":" "}', 400),
    (b" " * 17_000, 413),
)


def test_a_wish_that_cannot_be_is_refused(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        for body, status in WRONG_WISHES:
            answer = await client.post(
                "/api/play", content=body, headers={"content-type": "application/json"}
            )
            assert (body, error_of(answer)["status"]) == (body, status)
            assert "set-cookie" not in answer.headers
        assert house.app.service.tables == 0

    run(tmp_path, work)


def test_a_ticket_makes_a_guest_where_there_is_none(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        del house
        client.cookies.set("istaka", "made-up")
        first = await client.post("/api/tickets")
        assert first.status_code == 201
        client.cookies = httpx.Cookies([("istaka", first.cookies["istaka"])])
        name = (await client.get("/api/me")).json()["name"]
        assert name.startswith("Guest ")
        assert "set-cookie" not in (await client.post("/api/tickets")).headers
        assert (await client.get("/api/me")).json()["name"] == name

    run(tmp_path, work)


def test_pages_of_other_sites_may_not_ask(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        for headers in (
            {"origin": "http://evil.example"},
            {"origin": "null"},
            {"sec-fetch-site": "cross-site"},
            {"origin": house.address + ".evil.example"},
            {"origin": "http://["},
            {"origin": "http://[::1"},
        ):
            for path in ("/api/play", "/api/tickets"):
                answer = await client.post(path, json={}, headers=headers)
                assert error_of(answer)["code"] == "bad_origin"
        assert (await client.post("/api/play", json={}, headers={"origin": house.address})).status_code == 201
        own = {"sec-fetch-site": "same-origin"}
        assert (await client.post("/api/play", json={}, headers=own)).status_code == 201

    run(tmp_path, work)


def test_a_flood_of_requests_is_slowed(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        del house
        answers = [(await client.post("/api/tickets")) for _ in range(10)]
        assert [answer.status_code for answer in answers[:5]] == [201] * 5
        assert error_of(answers[-1])["code"] == "slow_down"
        assert (await client.get("/healthz")).status_code == 200
        await asyncio.sleep(2.1)
        assert (await client.post("/api/tickets")).status_code == 201

    run(tmp_path, work, posts=0.5)


def test_one_person_has_only_so_many_running_tables(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        del house
        assert [(await client.post("/api/play", json={})).status_code for _ in range(2)] == [201, 201]
        refused = error_of(await client.post("/api/play", json={}))
        assert (refused["status"], refused["code"], refused["params"]) == (
            409,
            "too_many_tables",
            {"most": 2},
        )

    run(tmp_path, work, tables_each=2)


def test_every_answer_carries_the_strict_headers(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        del house
        answers = [
            await client.get(path) for path in ("/", "/healthz", "/api/nothing", "/nothing.js", "/api/me")
        ]
        answers += [await client.post("/api/play", json={}, headers={"origin": "http://evil"})]
        for answer in answers:
            assert answer.headers["content-security-policy"] == CONTENT_POLICY
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert "server" not in answer.headers
        assert "unsafe" not in CONTENT_POLICY

    run(tmp_path, work)


def test_unknown_addresses_and_methods(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        del house
        assert error_of(await client.get("/api/nothing"))["status"] == 404
        assert error_of(await client.get("/nothing.js"))["code"] == "not_found"
        assert error_of(await client.get("/../app.py"))["status"] == 404
        assert error_of(await client.get("/%2e%2e/app.py"))["status"] == 404
        assert error_of(await client.get(f"/{'x' * 300}.js"))["status"] == 404
        for method in ("PUT", "PATCH", "TRACE", "PROPFIND", "GET-OUT"):
            assert error_of(await client.request(method, "/healthz"))["status"] == 405
        assert error_of(await client.delete("/api/play"))["status"] == 405
        assert error_of(await client.get("/api/tables/nothing/record"))["code"] == "unknown_table"
        assert error_of(await client.get(f"/api/tables/{'x' * 65}/record"))["status"] == 400
        assert (await client.head("/healthz")).status_code == 200

    run(tmp_path, work)


class TestPage:
    @pytest.fixture
    def built(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        static = tmp_path / "static"
        static.mkdir()
        (static / "index.html").write_text("<!doctype html><title>istaka</title>")
        (static / "app-ABCD2345.js").write_text("let a = 1;" * 50)
        monkeypatch.setattr("istaka.server.app.Bundle", lambda: _bundle(static))
        return static

    @pytest.mark.usefixtures("built")
    def test_every_path_without_a_dot_is_the_app(self, tmp_path: Path) -> None:
        async def work(house: House, client: httpx.AsyncClient) -> None:
            del house
            for path in ("/", "/t/abc", "/rules", "/fair"):
                answer = await client.get(path)
                assert answer.status_code == 200
                assert "<title>istaka" in answer.text
                assert answer.headers["content-type"] == "text/html; charset=utf-8"
                again = await client.get(path, headers={"if-none-match": answer.headers["etag"]})
                assert (again.status_code, again.content) == (304, b"")

        run(tmp_path, work)

    @pytest.mark.usefixtures("built")
    def test_scripts_are_packed_and_kept(self, tmp_path: Path) -> None:
        async def work(house: House, client: httpx.AsyncClient) -> None:
            del house
            answer = await client.get("/app-ABCD2345.js")
            assert answer.headers["content-encoding"] == "gzip"
            assert "immutable" in answer.headers["cache-control"]
            assert answer.text == "let a = 1;" * 50
            plain = await client.get("/app-ABCD2345.js", headers={"accept-encoding": "identity"})
            assert "content-encoding" not in plain.headers
            assert plain.text == answer.text

        run(tmp_path, work)

    def test_a_server_without_its_page_says_so(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("istaka.server.app.Bundle", lambda: _bundle(tmp_path / "nowhere"))

        async def work(house: House, client: httpx.AsyncClient) -> None:
            del house
            answer = await client.get("/")
            assert answer.status_code == 503
            assert "The page is not built" in answer.text

        run(tmp_path, work)


def _bundle(folder: Path) -> object:
    from istaka.server.web.static import Bundle  # noqa: PLC0415 - the name is replaced above

    return Bundle(folder)


def test_the_record_is_a_download_of_what_has_ended(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        del client
        async with Player(house.address) as player:
            await player.sit_down(players=2, limit=80, level="greedy")
            await player.attach()
            early = await player.http.get(f"/api/tables/{player.table}/record")
            assert "round 1" not in early.text
            await player.play_until("round_over")
            answer = await player.http.get(f"/api/tables/{player.table}/record")
            assert answer.headers["content-type"] == "text/plain; charset=utf-8"
            assert answer.headers["cache-control"] == "no-store"
            assert f"istaka-{player.table}.txt" in answer.headers["content-disposition"]
            assert answer.text.startswith("istaka record 1\n")
            assert "round 1" in answer.text

    run(tmp_path, work)


def test_the_interface_describes_itself(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        del house
        described = (await client.get("/api/schema/openapi.json")).json()
        paths = {path for handler in HANDLERS for path in handler.paths}
        assert set(described["paths"]) == {path.replace(":str", "").replace(":int", "") for path in paths}
        for asked in described["paths"].values():
            for deed in asked.values():
                assert deed["summary"]

    run(tmp_path, work)


def test_a_failing_store_is_said_without_a_word_about_the_inside(tmp_path: Path) -> None:
    async def work(house: House, client: httpx.AsyncClient) -> None:
        store = house.app.desk.people.database  # type: ignore[attr-defined]
        store._writing.execute("PRAGMA query_only = ON")  # noqa: SLF001
        failed = error_of(await client.post("/api/play", json={}))
        assert (failed["status"], failed["code"]) == (503, "unavailable")
        store._writing.execute("PRAGMA query_only = OFF")  # noqa: SLF001

    run(tmp_path, work)


def test_a_fault_of_ours_is_said_without_a_word_about_the_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        message = "secret inside"
        raise ZeroDivisionError(message)

    monkeypatch.setattr("istaka.server.web.desk.session_token", fail)

    async def work(house: House, client: httpx.AsyncClient) -> None:
        del house
        failed = await client.post("/api/play", json={})
        assert error_of(failed)["code"] == "internal"
        assert "secret inside" not in failed.text

    run(tmp_path, work)
