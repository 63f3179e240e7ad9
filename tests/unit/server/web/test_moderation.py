"""Keeping order from outside: reports, mutes, bans, lines taken away, and who may do what."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from websockets.exceptions import ConnectionClosed

from at_table.hall import Thinker
from at_table.house import House, quick, serving
from at_table.visitor import Visitor
from istaka.server.stores.schema import people

Work = Callable[[House, list[Visitor]], Awaitable[None]]


def run(folder: Path, work: Work, count: int = 3) -> None:
    """The first of these people is a moderator, and all have tables of their own."""

    async def whole() -> None:
        async with serving(quick(folder), Thinker()) as house:
            visitors = [Visitor(house.address) for _ in range(count)]
            try:
                for visitor, name in zip(visitors, ("Zofia", "Eve", "Olek"), strict=False):
                    await visitor.make(name=name)
                await appoint(house, visitors[0].id)
                await work(house, visitors)
            finally:
                for visitor in visitors:
                    await visitor.__aexit__()

    asyncio.run(whole())


async def appoint(house: House, person: str) -> None:
    database = house.app.desk.people.database  # type: ignore[attr-defined]
    role = update(people).where(people.c.id == person).values(role="moderator")
    await database.write(lambda connection: connection.execute(role) and None)


async def got(visitor: Visitor, path: str) -> dict[str, Any]:
    answer = await visitor.http.get(path)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def done(visitor: Visitor, path: str, **body: object) -> None:
    answer = await visitor.http.post(path, json=body)
    assert (answer.status_code, answer.content) == (204, b""), answer.text


async def last_words(visitor: Visitor) -> tuple[dict[str, Any], int]:
    """The error before the socket was closed, and the code of closing."""
    while (heard := await visitor.hear())["t"] != "error":
        pass
    with pytest.raises(ConnectionClosed) as closed:
        await visitor.hear()
    assert closed.value.rcvd is not None
    return heard["error"], closed.value.rcvd.code


def test_a_report_reaches_who_is_in_charge(tmp_path: Path) -> None:
    async def work(house: House, visitors: list[Visitor]) -> None:
        del house
        mod, eve, olek = visitors
        for visitor in visitors:
            await visitor.go_to("lobby")
            await visitor.lines()
        await olek.say(text="good evening")
        line = (await eve.say(text="<b>rude</b>"))["seq"]
        told = {"about": eve.id, "place": "lobby", "said": line, "reason": "insult"}
        for _ in range(2):
            await done(olek, "/api/reports", **told)
        (report,) = (await got(mod, "/api/moderation/reports"))["reports"]
        assert report["by"] == {"id": olek.id, "name": "Olek", "kind": "guest"}
        assert report["about"]["name"] == "Eve"
        assert (report["place"], report["reason"], report["state"]) == ("lobby", "insult", "open")
        assert report["said"]["text"] == "<b>rude</b>"
        assert [one["text"] for one in report["around"]] == ["good evening", "<b>rude</b>"]
        await done(mod, f"/api/moderation/reports/{report['id']}/done")
        assert (await got(mod, "/api/moderation/reports"))["reports"] == []
        again = await mod.refusal(f"/api/moderation/reports/{report['id']}/done")
        assert again == (404, "unknown_report")

    run(tmp_path, work)


def test_only_moderators_keep_order(tmp_path: Path) -> None:
    async def work(house: House, visitors: list[Visitor]) -> None:
        del house
        mod, eve, stranger = visitors[0], visitors[1], Visitor(visitors[0].address)
        sanction = {"person": eve.id, "hours": 1, "why": ""}
        for visitor in (eve, stranger):
            for method, path in (
                ("GET", "reports"),
                ("GET", "audit"),
                ("POST", "reports/x/done"),
                ("POST", "mute"),
                ("POST", "ban"),
                ("DELETE", "talk/1"),
            ):
                answer = await visitor.http.request(
                    method, f"/api/moderation/{path}", json=sanction if method == "POST" else None
                )
                assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_moderator")
        assert await stranger.refusal("/api/reports", about=eve.id, reason="spam") == (401, "no_session")
        assert await eve.refusal("/api/reports", about="nobody", reason="spam") == (404, "unknown_person")
        assert await eve.refusal("/api/reports", about=mod.id, reason="boring") == (400, "bad_request")
        for wrong, refusal in (
            ({"person": "nobody", "hours": 1}, (404, "unknown_person")),
            ({"person": mod.id, "hours": 1}, (409, "is_moderator")),
            ({"person": eve.id, "hours": -1}, (400, "bad_request")),
            ({"person": eve.id, "hours": 10**9}, (400, "bad_request")),
            ({"person": eve.id}, (400, "bad_request")),
        ):
            assert await mod.refusal("/api/moderation/mute", **wrong) == refusal
        assert (await mod.http.delete("/api/moderation/talk/9")).status_code == 404
        assert (await mod.http.delete(f"/api/moderation/talk/{10**30}")).status_code in {400, 404}
        assert (await got(mod, "/api/moderation/audit"))["audit"] == []
        await stranger.__aexit__()

    run(tmp_path, work, 2)


def test_who_is_muted_reads_and_says_nothing(tmp_path: Path) -> None:
    async def work(house: House, visitors: list[Visitor]) -> None:
        del house
        mod, eve = visitors
        await eve.go_to("lobby")
        await eve.lines()
        await done(mod, "/api/moderation/mute", person=eve.id, hours=24, why="rude")
        answer = await eve.say(text="but")
        assert (answer["t"], answer["error"]["code"]) == ("reject", "muted")
        assert answer["error"]["params"]["until"] == (await got(eve, "/api/me"))["muted"]
        await done(mod, "/api/moderation/mute", person=eve.id, hours=0, why="sorry")
        assert (await eve.say(text="thank you"))["t"] == "ack"
        book = (await got(mod, "/api/moderation/audit"))["audit"]
        assert [(entry["act"], entry["by"]["id"], entry["about"]["id"]) for entry in book] == [
            ("mute", mod.id, eve.id)
        ] * 2
        assert [entry["detail"] for entry in book] == ["0 h: sorry", "24 h: rude"]

    run(tmp_path, work, 2)


def test_who_is_banned_is_out_everywhere_and_at_once(tmp_path: Path) -> None:
    async def work(house: House, visitors: list[Visitor]) -> None:
        mod, eve, olek = visitors
        waiting = eve.table
        table = (await eve.make(players=2, bank=1))["id"]
        await olek.join(table)
        await eve.go_to(table)
        await eve.hear_until("snapshot")
        spare = await eve.ticket()
        await done(mod, "/api/moderation/ban", person=eve.id, hours=1, why="cheating")
        error, code = await last_words(eve)
        assert (error["code"], code) == ("banned", 4003)
        until = error["params"]["until"]
        for method, path in (
            ("GET", "/api/me"),
            ("POST", "/api/tickets"),
            ("POST", "/api/play"),
            ("POST", "/api/offers"),
            ("POST", "/api/quick"),
            ("POST", f"/api/offers/{olek.table}/join"),
            ("POST", f"/api/offers/{olek.table}/leave"),
            ("POST", f"/api/tables/{table}/rematch"),
            ("GET", f"/api/offers/{olek.table}"),
        ):
            answer = await eve.http.request(method, path, json={} if method == "POST" else None)
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "banned"), path
            assert answer.json()["error"]["params"] == {"until": until}
        eve.socket = await eve.dial(spare)
        assert (await last_words(eve))[0]["code"] == "bad_ticket"
        assert (await got(olek, f"/api/offers/{waiting}"))["state"] == "closed", "she waits nowhere"
        assert house.app.house.crowd.sockets_of(eve.id) == 0
        await done(mod, "/api/moderation/ban", person=eve.id, hours=0, why="")
        assert (await got(eve, "/api/me"))["id"] == eve.id

    run(tmp_path, work)


def test_a_line_is_taken_away_everywhere(tmp_path: Path) -> None:
    async def work(house: House, visitors: list[Visitor]) -> None:
        del house
        mod, eve = visitors
        for visitor in visitors:
            await visitor.go_to("lobby")
            await visitor.lines()
        line = (await eve.say(text="rude"))["seq"]
        await eve.say(text="kind")
        answer = await mod.http.delete(f"/api/moderation/talk/{line}")
        assert answer.status_code == 204
        for visitor in visitors:
            assert [one["text"] for one in await visitor.lines()] == ["kind"]
        (entry,) = (await got(mod, "/api/moderation/audit"))["audit"]
        assert (entry["act"], entry["about"]["id"]) == ("remove", eve.id)
        assert "rude" in entry["detail"]
        await eve.say(text="kinder")
        while (heard := await mod.hear_until("said"))["said"]["text"] != "kinder":
            pass
        assert heard["said"]["n"] > line

    run(tmp_path, work, 2)


def test_a_block_holds_from_the_next_line_on(tmp_path: Path) -> None:
    async def work(house: House, visitors: list[Visitor]) -> None:
        del house
        ala, eve = visitors
        for visitor in visitors:
            await visitor.go_to("lobby")
            await visitor.lines()
        await eve.say(text="before")
        await ala.hear_until("said")
        assert (await ala.http.put(f"/api/blocks/{eve.id}")).status_code == 204
        assert await ala.lines() == []
        await eve.say(text="after")
        assert (await ala.http.delete(f"/api/blocks/{eve.id}")).status_code == 204
        assert [line["text"] for line in await ala.lines()] == ["before", "after"]

    run(tmp_path, work, 2)
