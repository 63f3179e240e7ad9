"""People at different workers meet: one table however many press, one talk for all, one ban everywhere."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest
from sqlalchemy import update
from websockets.exceptions import ConnectionClosed

from at_table.visitor import Visitor
from conftest import Need
from databases import Server
from e2e.cluster import Cluster
from istaka.server.stores.postgres_database import PostgresDatabase
from istaka.server.stores.schema import people
from redis_server import NO_REDIS, redis_executable

SETTINGS = {"ISTAKA_WARM": "0", "ISTAKA_POSTS": "1000"}
Work = Callable[[list[Visitor]], Awaitable[None]]


@pytest.fixture(scope="module")
def cluster(postgres: Server, need: Need) -> Iterator[Cluster]:
    """Two workers; nothing of what they said may be a fault of theirs."""
    need("redis", redis_executable(), NO_REDIS)
    with Cluster(postgres, **SETTINGS) as running:
        yield running
        said = running.everything_said()
        assert "Traceback" not in said
        assert "failed" not in said


def run(cluster: Cluster, count: int, work: Work) -> None:
    """So many people with sessions, every second one at the second worker."""

    async def whole() -> None:
        visitors = [Visitor(cluster.workers[i % 2].address) for i in range(count)]
        try:
            for visitor in visitors:
                await visitor.ticket()
            await work(visitors)
        finally:
            for visitor in visitors:
                await visitor.__aexit__()

    asyncio.run(whole())


def test_twenty_presses_at_two_workers_start_one_table(cluster: Cluster) -> None:
    """O05: everybody gets his one seat or is told that it has started; everybody sees the same table."""

    async def work(visitors: list[Visitor]) -> None:
        host, *others = visitors
        offer = (await host.make(players=4, public=True))["id"]
        answers = await asyncio.gather(
            *(other.http.post(f"/api/offers/{offer}/join", json={}) for other in others for _ in range(4))
        )
        assert {answer.status_code for answer in answers} == {200, 409}
        codes = {a.json()["error"]["code"] for a in answers if a.status_code == 409}
        assert codes == {"started"}
        final = (await host.http.get(f"/api/offers/{offer}")).json()
        seated = {seat["person"]["id"] for seat in final["seats"]}
        assert (final["state"], len(seated)) == ("started", 4)
        at_table = [v for v in visitors if (await v.http.get("/api/me")).json()["id"] in seated]
        assert len(at_table) == 4
        for visitor in at_table:
            await visitor.go_to(offer)
        players = [(await v.hear_until("snapshot"))["table"]["players"] for v in at_table]
        assert all([one["id"] for one in seats] == [one["id"] for one in players[0]] for seats in players)

    run(cluster, 6, work)


def test_people_in_a_hurry_meet_across_workers(cluster: Cluster) -> None:
    async def work(visitors: list[Visitor]) -> None:
        wish = {"players": 2, "limit": 130, "clock": 30}
        found = await asyncio.gather(*(visitor.post("/api/quick", **wish) for visitor in visitors))
        assert len({offer["id"] for offer in found}) == len(visitors) // 2

    run(cluster, 6, work)


def test_the_lobby_and_a_waiting_room_are_live_across_workers(cluster: Cluster) -> None:
    async def work(visitors: list[Visitor]) -> None:
        host, guest = visitors
        await guest.go_to("lobby")
        await guest.hear_until("lobby")
        offer = (await host.make(players=2, public=True, title="across"))["id"]
        while offer not in [one["id"] for one in (await guest.hear_until("lobby"))["offers"]]:
            pass
        await host.go_to(offer)
        await host.hear_until("offer")
        await guest.join(offer)
        while (await host.hear_until("offer"))["offer"]["state"] != "started":
            pass
        while offer in [one["id"] for one in (await guest.hear_until("lobby"))["offers"]]:
            pass

    run(cluster, 2, work)


def test_talk_is_one_order_for_all(cluster: Cluster) -> None:
    """O28, with speakers at both workers at once."""

    async def work(visitors: list[Visitor]) -> None:
        for visitor in visitors:
            await visitor.go_to("lobby")
            await visitor.lines()
        for turn in range(4):
            spoken = [v.say(text=f"{number}-{turn}") for number, v in enumerate(visitors)]
            answers = await asyncio.gather(*spoken)
            assert {answer["t"] for answer in answers} == {"ack"}
        orders = []
        for visitor in visitors:
            lines = await visitor.told(4 * len(visitors))
            assert [line["n"] for line in lines] == sorted(line["n"] for line in lines)
            orders.append([line["text"] for line in lines])
        assert all(order == orders[0] for order in orders)
        assert len(set(orders[0])) == 4 * len(visitors)
        late = Visitor(visitors[0].address)
        await late.go_to("lobby")
        assert [line["text"] for line in await late.lines()][-len(orders[0]) :] == orders[0]
        await late.__aexit__()

    run(cluster, 4, work)


def test_a_rematch_is_one_table_wherever_it_is_pressed(cluster: Cluster) -> None:
    async def work(visitors: list[Visitor]) -> None:
        host, guest = visitors
        table = (await host.make(players=2, preset="fast", limit=10))["id"]
        await guest.join(table)
        for visitor in visitors:
            await visitor.attach()
        await asyncio.gather(*(visitor.play_until("match_over") for visitor in visitors))
        pressed = await asyncio.gather(*(v.post(f"/api/tables/{table}/rematch") for v in visitors * 4))
        assert len({offer["id"] for offer in pressed}) == 1
        assert {offer["seats"][0]["person"]["id"] for offer in pressed if offer["seats"][0]} == {host.id}
        for visitor in visitors:
            await visitor.go_to(pressed[0]["id"])
            assert (await visitor.hear_until("snapshot"))["table"]["players"][1]["id"] == guest.id

    run(cluster, 2, work)


def test_a_ban_closes_the_sockets_at_every_worker(cluster: Cluster) -> None:
    async def work(visitors: list[Visitor]) -> None:
        moderator, eve = visitors
        await moderator.make()
        await eve.make()
        database = PostgresDatabase(cluster.database)
        role = update(people).where(people.c.id == moderator.id).values(role="moderator")
        await database.write(lambda connection: connection.execute(role) and None)
        await database.close()
        await eve.go_to("lobby")
        await eve.lines()
        sanction = {"person": eve.id, "hours": 1, "why": "spam"}
        answer = await moderator.http.post("/api/moderation/ban", json=sanction)
        assert answer.status_code == 204
        assert (await eve.hear_until("error"))["error"]["code"] == "banned"
        with pytest.raises(ConnectionClosed):
            await eve.hear()
        assert (await eve.http.post("/api/tickets")).status_code == 403

    run(cluster, 2, work)
