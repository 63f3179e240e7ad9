"""People from outside: a match is played and counts, friends agree, and the best are listed."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from at_table.hall import Thinker
from at_table.house import House, quick, serving
from at_table.player import Player
from istaka.rules.ruleset import RuleSet
from istaka.server.core.decide import Opening
from istaka.server.core.events import Seat
from istaka.server.service.standings import Standings
from istaka.server.service.terms import terms

Work = Callable[[House], Awaitable[None]]
NAMES = ("Ala", "Bob")


def run(folder: Path, work: Work) -> None:
    async def whole() -> None:
        async with serving(quick(folder), Thinker()) as house:
            await work(house)

    asyncio.run(whole())


async def account(player: Player, name: str) -> str:
    answer = await player.http.post("/api/account", json={"name": name, "password": "long enough"})
    assert answer.status_code == 201, answer.text
    person: str = (await get(player, "me"))["id"]
    return person


async def get(player: Player, path: str, status: int = 200) -> Any:  # noqa: ANN401 - JSON
    answer = await player.http.get(f"/api/{path}")
    assert answer.status_code == status, answer.text
    return answer.json()


async def put(player: Player, path: str, method: str = "PUT") -> int:
    return (await player.http.request(method, f"/api/{path}")).status_code


async def match(house: House, *players: Player, rated: bool = True, table: str = "t") -> list[str]:
    """The players sit down at one table; answers their ids."""
    people = [(await get(player, "me")) for player in players]
    seats = tuple(Seat(me["name"], owner=me["id"], kind=me["kind"]) for me in people)
    opening = Opening(RuleSet.fast(), seats, "careful", terms(house.settings, 0), rated=rated)
    await house.app.service.open(table, opening)
    for player in players:
        player.table = table
    return [me["id"] for me in people]


async def until_noted(player: Player, person: str) -> dict[str, Any]:
    """Somebody's history, once there is a match in it."""
    async with asyncio.timeout(60):
        while not (found := await get(player, f"people/{person}/matches"))["matches"]:  # noqa: ASYNC110 - outside
            await asyncio.sleep(0.02)
    history: dict[str, Any] = found
    return history


def test_a_rated_match_is_in_profiles_histories_and_on_the_ladder(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        async with Player(house.address) as ala, Player(house.address) as bob:
            for player, name in zip((ala, bob), NAMES, strict=True):
                await account(player, name)
            ids = await match(house, ala, bob)
            await asyncio.gather(ala.attach(), bob.attach())
            over, _ = await asyncio.gather(ala.play_until("match_over"), bob.play_until("match_over"))
            history = await until_noted(bob, ids[0])
            (played,) = history["matches"]
            assert (played["table"], played["rated"], played["limit"]) == ("t", True, 40)
            assert not history["more"]
            assert [one["name"] for one in played["players"]] == list(NAMES)
            assert [one["id"] for one in played["players"]] == ids
            assert [one["place"] for one in played["players"]] == over["e"]["ranking"]
            assert [one["points"] for one in played["players"]] == over["e"]["totals"]
            place = over["e"]["ranking"][0]
            drawn = over["e"]["ranking"] == [1, 1]
            assert (played["change"] > 0) == (place == 1 and not drawn)
            assert (played["change"] == 0) == drawn
            profile = await get(bob, f"people/{ids[0]}")
            assert profile["history"] == history
            (rating,) = profile["ratings"]
            assert rating["rating"] == 1500 + played["change"]
            assert (rating["players"], rating["games"]) == (2, 1)
            assert (rating["provisional"], rating["place"]) == (True, None)
            (stats,) = profile["stats"]
            assert (stats["matches"], stats["won"]) == (1, int(place == 1))
            assert stats["points"] == over["e"]["totals"][0]
            ladder = await get(ala, "leaderboard?players=2")
            assert {row["id"]: row["rating"] for row in ladder["rows"]}[ids[0]] == rating["rating"]
            assert ladder["mine"]["id"] == ids[0]
            assert (await get(ala, "leaderboard?players=3")) == {"players": 3, "rows": [], "mine": None}
            assert (await get(ala, "leaderboard?players=2&kind=bot"))["rows"] == []
            assert (await get(ala, "me"))["ratings"] == [{**rating, "place": None}]
            fair = await get(bob, "tables/t/fairness")
            assert all(one["secret"] for one in fair["rounds"])
            assert [one["round"] for one in fair["rounds"]] == list(range(1, len(fair["rounds"]) + 1))

    run(tmp_path, work)


def test_what_was_not_noted_before_a_crash_is_noted_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that dies between the end of a match and its result."""

    async def nothing(_: Standings) -> None:
        """The follower of a worker that is as good as dead."""

    async def crash(house: House) -> None:
        async with Player(house.address) as ala:
            ids.append(await account(ala, "Ala"))
            await ala.sit_down(players=2, limit=40, level="random")
            await ala.attach()
            await ala.play_until("match_over")
            assert (await get(ala, f"people/{ids[0]}/matches"))["matches"] == []

    async def come_back(house: House) -> None:
        async with Player(house.address) as other:
            (played,) = (await until_noted(other, ids[0]))["matches"]
            assert (played["rated"], played["change"]) == (False, None)
            assert played["players"][1]["bot"] == "random"
            assert (await get(other, f"people/{ids[0]}"))["ratings"] == []

    ids: list[str] = []
    with monkeypatch.context() as dying:
        dying.setattr(Standings, "run", nothing)
        run(tmp_path, crash)
    run(tmp_path, come_back)


def test_friends_ask_and_agree_and_part(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        async with Player(house.address) as ala, Player(house.address) as bob, Player(house.address) as guest:
            one, two = await account(ala, "Ala"), await account(bob, "Bob")
            assert await put(ala, f"friends/{two}") == 204
            assert (await get(bob, "me"))["asks"] == 1
            assert (await get(bob, f"people/{one}"))["friend"] == "asks"
            assert (await get(ala, "friends"))["asked"] == [{"id": two, "name": "Bob", "kind": "account"}]
            assert await put(bob, f"friends/{one}") == 204
            assert (await get(bob, "friends"))["friends"] == [{"id": one, "name": "Ala", "kind": "account"}]
            assert (await get(ala, f"people/{two}"))["friend"] == "agreed"
            assert await put(bob, f"blocks/{one}") == 204
            listed = await get(bob, "friends")
            assert (listed["friends"], [person["name"] for person in listed["blocks"]]) == ([], ["Ala"])
            assert await put(ala, f"friends/{two}") == 204
            assert (await get(bob, "me"))["asks"] == 0
            assert (await get(bob, f"people/{one}"))["blocked"] is True
            assert await put(bob, f"blocks/{one}", "DELETE") == 204
            assert (await get(bob, "me"))["asks"] == 1
            assert await put(bob, f"friends/{one}", "DELETE") == 204
            assert (await get(ala, f"people/{two}"))["friend"] == "no"
            await guest.sit_down()
            me = (await get(guest, "me"))["id"]
            assert await put(guest, f"friends/{one}") == 403
            assert await put(ala, f"friends/{me}") == 404
            assert await put(ala, f"friends/{one}") == 404
            assert await put(guest, f"blocks/{one}") == 204

    run(tmp_path, work)


def test_people_are_found_by_the_beginning_of_a_name(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        async with Player(house.address) as ala, Player(house.address) as other:
            person = await account(ala, "Alicja Młynarz")
            found = {"people": [{"id": person, "name": "Alicja Młynarz", "kind": "account"}]}
            for name in ("ali", "AL", "alicja m", "alicjam\u0142"):
                assert await get(other, f"people?name={name}") == found
            assert await get(other, "people?name=mlynarz") == {"people": []}
            assert await get(other, "people?name=") == {"people": []}
            await get(other, "people", 400)
            await get(other, "people/nobody", 404)
            await get(other, f"people/{person}/matches?before=-1", 400)
            await get(other, "leaderboard?players=5", 400)
            await get(other, "friends", 401)
            await get(other, "tables/nothing/fairness", 404)

    run(tmp_path, work)
