"""The lobby from outside: open tables over HTTP, live over the socket, to the first event of the match."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import insert

from at_table.hall import Thinker
from at_table.house import House, quick, serving
from at_table.visitor import Visitor
from istaka.server.ports import StoreError
from istaka.server.service import Service
from istaka.server.stores.schema import blocks

Work = Callable[[House, list[Visitor]], Awaitable[None]]


def run(folder: Path, work: Work, people: int = 2, **settings: object) -> None:
    async def whole() -> None:
        async with serving(quick(folder, **settings), Thinker()) as house:
            visitors = [Visitor(house.address) for _ in range(people)]
            try:
                await work(house, visitors)
            finally:
                for visitor in visitors:
                    await visitor.__aexit__()

    asyncio.run(whole())


def test_a_table_is_made_as_it_was_wished(tmp_path: Path) -> None:
    async def work(house: House, people: list[Visitor]) -> None:
        del house
        ala, eve = people
        offer = await ala.make(
            players=3, preset="remik", limit=120, clock=20, bank=60, public=True, rated=True, watch=True,
            level="greedy", title="  Łódź  ", name="Ala", options={"ace_high": False},
        )  # fmt: skip
        assert {key: offer[key] for key in ("name", "state", "public", "rated", "quick", "players")} == {
            "name": "Łódź", "state": "open", "public": True, "rated": True, "quick": False, "players": 3,
        }  # fmt: skip
        assert (offer["limit"], offer["clock"], offer["bank"], offer["level"]) == (120, 20, 60, "greedy")
        assert (offer["watch"], offer["delay"]) == (True, 30), "spectators of a rated match are behind"
        assert offer["mine"] == 0
        assert offer["owner"] == {"id": ala.id, "name": "Ala"}
        person = {"id": ala.id, "name": "Ala", "kind": "guest", "rating": None}
        assert offer["seats"] == [{"person": person, "bot": None, "name": "Ala"}, None, None]
        again = (await ala.http.get(f"/api/offers/{offer['id']}")).json()
        assert again == offer
        stranger = (await eve.http.get(f"/api/offers/{offer['id']}")).json()
        assert stranger == {**offer, "mine": None}

    run(tmp_path, work)


WRONG = (
    ({"players": 5}, 400, "bad_request"),
    ({"players": "4"}, 400, "bad_request"),
    ({"limit": 55}, 400, "bad_request"),
    ({"limit": 0}, 400, "bad_request"),
    ({"limit": 510}, 400, "bad_request"),
    ({"preset": "poker"}, 400, "bad_request"),
    ({"clock": 3}, 400, "bad_clock"),
    ({"clock": 601}, 400, "bad_request"),
    ({"bank": -1}, 400, "bad_request"),
    ({"delay": 601}, 400, "bad_request"),
    ({"level": "best"}, 400, "bad_request"),
    ({"public": 1}, 400, "bad_request"),
    ({"title": " "}, 400, "bad_name"),
    ({"name": "x" * 41}, 400, "bad_name"),
    ({"options": {"combo": "triple"}}, 400, "bad_request"),
    ({"options": {"melds": 0}}, 400, "bad_request"),
    ({"owner": "me"}, 400, "bad_request"),
)


def test_a_table_that_cannot_be_is_refused(tmp_path: Path) -> None:
    async def work(house: House, people: list[Visitor]) -> None:
        del house
        for body, status, code in WRONG:
            assert (body, await people[0].refusal("/api/offers", **body)) == (body, (status, code))
        assert (await people[0].http.get("/api/me")).json()["name"] is None
        for path in ("", "/join", "/leave", "/fill", "/bots"):
            method = "GET" if not path else "POST"
            answer = await people[0].http.request(method, f"/api/offers/nothing{path}", json={})
            assert answer.status_code in {400, 401, 404}

    run(tmp_path, work, 1)


@pytest.mark.parametrize(("preset", "limit"), [("remik", 80), ("fast", 40), ("classic", 20)])
def test_a_preset_has_a_limit_of_its_own(tmp_path: Path, preset: str, limit: int) -> None:
    async def work(house: House, people: list[Visitor]) -> None:
        (ala,) = people
        offer = await ala.make(players=2, preset=preset)
        assert (offer["rules"], offer["limit"]) == (preset, limit)
        await ala.post(f"/api/offers/{offer['id']}/fill")
        live = await house.app.service.room(offer["id"])
        assert live.rules.name == preset  # type: ignore[union-attr]

    run(tmp_path, work, 1)


def test_two_people_meet_at_a_table_and_play(tmp_path: Path) -> None:
    async def work(house: House, people: list[Visitor]) -> None:
        del house
        ala, olek = people
        offer = await ala.make(players=2, name="Ala", limit=40, preset="fast")
        await ala.go_to(offer["id"])
        assert (await ala.hear_until("offer"))["offer"]["mine"] == 0
        joined = await olek.join(offer["id"], name="Olek")
        assert (joined["state"], joined["mine"]) == ("started", 1)
        while (heard := await ala.hear_until("offer"))["offer"]["state"] != "started":
            pass
        assert [seat["name"] for seat in heard["offer"]["seats"]] == ["Ala", "Olek"]
        for person in people:
            await person.go_to(offer["id"])
            snapshot = await person.hear_until("snapshot")
            assert snapshot["table"]["players"][0]["name"] == "Ala"
        await asyncio.gather(*(person.play_until("round_over") for person in people))

    run(tmp_path, work)


def test_twenty_presses_are_one_seat_and_one_table(tmp_path: Path) -> None:
    """O05 (d): however often and however fast it is pressed."""

    async def work(house: House, people: list[Visitor]) -> None:
        ala, olek = people
        for person in people:
            await person.ticket()
        made = {offer["id"] for offer in await asyncio.gather(*(ala.make(players=3) for _ in range(6)))}
        (offer,) = made
        joined = await asyncio.gather(*(olek.join(offer) for _ in range(10)))
        assert {seat["mine"] for seat in joined} == {1}
        filled = await asyncio.gather(
            *(p.post(f"/api/offers/{offer}/fill") for p in people for _ in range(10))
        )
        assert {answer["state"] for answer in filled} == {"started"}
        assert len({str(answer["seats"]) for answer in filled}) == 1
        assert house.app.service.tables == 1

    run(tmp_path, work)


def test_the_lobby_is_live_and_shows_nothing_private(tmp_path: Path) -> None:
    async def work(house: House, people: list[Visitor]) -> None:
        del house
        ala, olek, eve = people
        await eve.go_to("lobby")
        assert (await eve.hear_until("lobby"))["offers"] == []
        hidden = await ala.make(players=2)
        offer = await olek.make(players=2, public=True, watch=True, name="Olek")
        heard = await eve.hear_until("lobby")
        while not heard["offers"]:
            heard = await eve.hear_until("lobby")
        assert [one["id"] for one in heard["offers"]] == [offer["id"]]
        assert heard["offers"][0]["mine"] is None
        await olek.go_to("lobby")
        assert (await olek.hear_until("lobby"))["offers"][0]["mine"] == 0
        await olek.post(f"/api/offers/{offer['id']}/fill")
        while heard["offers"]:
            heard = await eve.hear_until("lobby")
        (running,) = heard["running"]
        assert running["id"] == offer["id"]
        assert running["players"][0] == "Olek"
        assert hidden["id"] not in "".join(eve.frames)

    run(tmp_path, work, 3)


def test_the_lobby_is_told_at_most_twice_a_second(tmp_path: Path) -> None:
    async def work(house: House, people: list[Visitor]) -> None:
        del house
        ala, eve = people
        await eve.go_to("lobby")
        await eve.hear_until("beat")
        offer = await ala.make(players=4, public=True)
        start = asyncio.get_running_loop().time()
        for seat in (1, 2):
            for level in ("greedy", "random", None, "careful", None):
                await ala.post(f"/api/offers/{offer['id']}/bots", seat=seat, level=level)
        await ala.post(f"/api/offers/{offer['id']}/leave")
        heard = await eve.hear_until("lobby")
        frames = 1
        while heard["offers"]:
            heard = await eve.hear_until("lobby")
            frames += 1
        assert frames <= 2 + 2 * (asyncio.get_running_loop().time() - start)

    run(tmp_path, work)


def test_owners_come_and_go(tmp_path: Path) -> None:
    """O08: no table waits for somebody who has left it, and one that all have left is gone."""

    async def work(house: House, people: list[Visitor]) -> None:
        del house
        ala, olek = people
        offer = (await ala.make(players=3, public=True))["id"]
        assert await olek.refusal(f"/api/offers/{offer}/leave") == (401, "no_session")
        await olek.join(offer)
        assert await olek.refusal(f"/api/offers/{offer}/bots", seat=2, level="greedy") == (403, "not_owner")
        left = await ala.post(f"/api/offers/{offer}/leave")
        assert (left["owner"]["id"], left["state"], left["mine"]) == (olek.id, "open", None)
        assert await ala.refusal(f"/api/offers/{offer}/fill") == (403, "not_seated")
        await olek.post(f"/api/offers/{offer}/bots", seat=2, level="greedy")
        assert await olek.refusal(f"/api/offers/{offer}/bots", seat=1, level="greedy") == (409, "seat_taken")
        assert await olek.refusal(f"/api/offers/{offer}/bots", seat=9, level="greedy") == (
            400,
            "no_such_seat",
        )
        assert (await olek.post(f"/api/offers/{offer}/leave"))["state"] == "closed"
        assert await ala.refusal(f"/api/offers/{offer}/join") == (409, "closed")
        full = (await ala.make(players=2))["id"]
        await ala.post(f"/api/offers/{full}/fill")
        assert await olek.refusal(f"/api/offers/{full}/join") == (409, "started")
        assert await ala.refusal(f"/api/offers/{full}/leave") == (409, "started")

    run(tmp_path, work)


@pytest.mark.parametrize("clock", [0, 5])
def test_a_match_does_not_wait_for_who_closed_the_tab_in_the_waiting_room(tmp_path: Path, clock: int) -> None:
    """O08: with a clock and without one, a bot plays the seat of who never came, until he comes."""

    async def work(house: House, people: list[Visitor]) -> None:
        del house
        ala, olek = people
        offer = (await ala.make(players=2, clock=clock))["id"]
        await ala.go_to(offer)
        await ala.hear_until("offer")
        await ala.cut()
        await olek.join(offer)
        await olek.go_to(offer)
        await olek.hear_until("snapshot")
        away = await olek.play_until("away")
        assert (away["e"]["player"], away["e"]["reason"]) == (0, "gone")
        await olek.play_for(6)
        await ala.go_to(offer)
        snapshot = await ala.hear_until("snapshot")
        assert (snapshot["table"]["you"], snapshot["table"]["players"][0]["away"]) == (0, False)

    run(tmp_path, work, gone_wait=2)


def test_people_in_a_hurry_meet(tmp_path: Path) -> None:
    async def work(house: House, people: list[Visitor]) -> None:
        answers = await asyncio.gather(*(p.post("/api/quick", players=2, limit=40, clock=0) for p in people))
        assert len({answer["id"] for answer in answers}) == 2
        assert all(answer["quick"] and answer["public"] for answer in answers)
        assert house.app.service.tables == 2
        later = await people[0].post("/api/quick", players=3, limit=90, clock=30)
        assert (later["state"], later["rules"], later["limit"]) == ("open", "remik", 90)

    run(tmp_path, work, 4)


def test_one_person_sits_at_only_so_many(tmp_path: Path) -> None:
    async def work(house: House, people: list[Visitor]) -> None:
        del house
        (ala,) = people
        for bank in range(5):
            await ala.make(bank=bank)
        assert await ala.refusal("/api/offers", bank=9) == (409, "too_many_offers")

    run(tmp_path, work, 1)


def test_who_sits_down_everywhere_is_slowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("istaka.server.service.lobby.JOINS", (3, 10.0))

    async def work(house: House, people: list[Visitor]) -> None:
        del house
        (ala,) = people
        offer = (await ala.make())["id"]
        await ala.join(offer)
        await ala.join(offer)
        answer = await ala.http.post(f"/api/offers/{offer}/join", json={})
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "slow_down")
        assert 1 <= answer.json()["error"]["params"]["seconds"] <= 10

    run(tmp_path, work, 1)


def test_too_many_running_tables(tmp_path: Path) -> None:
    async def work(house: House, people: list[Visitor]) -> None:
        del house
        (ala,) = people
        offer = (await ala.make(players=2))["id"]
        await ala.post(f"/api/offers/{offer}/fill")
        for path in ("/api/offers", "/api/quick"):
            assert await ala.refusal(path) == (409, "too_many_tables")

    run(tmp_path, work, 1, tables_each=1)


def test_a_rematch_is_one_table_however_many_press(tmp_path: Path) -> None:
    async def work(house: House, people: list[Visitor]) -> None:
        ala, olek, eve = people
        offer = (await ala.make(players=3, preset="fast", limit=10, name="Ala"))["id"]
        await olek.join(offer, name="Olek")
        await ala.post(f"/api/offers/{offer}/bots", seat=2, level="greedy")
        path = f"/api/tables/{offer}/rematch"
        assert await ala.refusal(path) == (409, "not_over")
        for person in (ala, olek):
            await person.go_to(offer)
            await person.hear_until("snapshot")
        await asyncio.gather(*(person.play_until("match_over") for person in (ala, olek)))
        assert await eve.refusal(path) == (401, "no_session")
        await eve.make()
        assert await eve.refusal(path) == (403, "not_seated")
        assert await ala.refusal("/api/tables/nothing/rematch") == (404, "unknown_table")
        first = await olek.post(path)
        assert (first["state"], first["public"], first["mine"]) == ("open", False, 1)
        assert [seat and seat["bot"] for seat in first["seats"]] == [None, None, "greedy"]
        assert [person["name"] for person in first["missing"]] == ["Ala"]
        notice = await ala.hear_until("notice")
        assert notice == {"t": "notice", "kind": "rematch", "table": first["id"], "by": "Olek"}
        await ala.cut()
        await ala.go_to(offer)
        assert (await ala.hear_until("notice"))["table"] == first["id"]
        pressed = await asyncio.gather(*(ala.post(path) for _ in range(5)))
        assert {answer["id"] for answer in pressed} == {first["id"]}
        assert {answer["state"] for answer in pressed} == {"started"}
        assert await house.app.service.knows(first["id"])
        assert pressed[0]["limit"] == 10
        assert pressed[0]["missing"] == []

    run(tmp_path, work, 3)


def test_a_start_that_was_cut_short_is_finished_by_who_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that dies between the last seat and the table leaves an offer that has started without one."""
    opened = Service.open

    async def fail(*_: object) -> None:
        msg = "gone"
        raise StoreError(msg)

    async def work(house: House, people: list[Visitor]) -> None:
        (ala,) = people
        for finder in ("http", "socket", "rounds"):
            monkeypatch.setattr(Service, "open", fail)
            offer = (await ala.make(players=2, bank=len(finder)))["id"]
            assert (await ala.http.post(f"/api/offers/{offer}/fill", json={})).status_code == 503
            assert not await house.app.service.knows(offer)
            monkeypatch.setattr(Service, "open", opened)
            if finder == "http":
                assert (await ala.http.get(f"/api/offers/{offer}")).json()["state"] == "started"
            elif finder == "socket":
                await ala.go_to(offer)
                await ala.hear_until("snapshot")
            else:
                await house.app.house.lobby.tend(())
            assert await house.app.service.knows(offer)

    run(tmp_path, work, 1)


def test_an_open_table_that_everybody_left_alone_closes(tmp_path: Path) -> None:
    """O08: a tab that is closed in the waiting room keeps no table for ever."""
    now = [1 << 41]

    async def whole() -> None:
        async with serving(quick(tmp_path), Thinker(), clock=lambda: now[0]) as house:
            ala, olek = Visitor(house.address), Visitor(house.address)
            kept, left = (await ala.make(public=True))["id"], (await olek.make(public=True))["id"]
            await ala.go_to("lobby")
            assert len((await ala.hear_until("lobby"))["offers"]) == 2
            now[0] += 400_000
            await house.app.house.lobby.tend(house.app.house.crowd.people)
            now[0] += 400_000
            await house.app.house.lobby.tend(house.app.house.crowd.people)
            while len(offers := (await ala.hear_until("lobby"))["offers"]) != 1:
                pass
            assert offers[0]["id"] == kept
            assert (await olek.http.get(f"/api/offers/{left}")).json()["state"] == "closed"
            await ala.__aexit__()
            await olek.__aexit__()

    asyncio.run(whole())


def test_who_is_blocked_by_the_owner_stays_outside(tmp_path: Path) -> None:
    async def work(house: House, people: list[Visitor]) -> None:
        ala, eve = people
        await eve.make()
        offer = (await ala.make(players=2, public=True))["id"]
        await block(house, ala.id, eve.id)
        assert await eve.refusal(f"/api/offers/{offer}/join") == (409, "not_welcome")
        quick_one = await eve.post("/api/quick", players=2, limit=80, clock=0)
        assert quick_one["id"] != offer

    run(tmp_path, work)


async def block(house: House, person: str, other: str) -> None:
    """One block list with one more on it."""
    row = insert(blocks).values(person=person, other=other)
    await house.app.desk.people.database.write(lambda c: c.execute(row) and None)  # type: ignore[attr-defined]
