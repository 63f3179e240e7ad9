"""Results in both databases: noted once, whoever tries, and found again as profiles, matches and ladders."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from sqlalchemy import Connection, insert

from databases import Check
from istaka.rules.ruleset import RuleSet
from istaka.server.core.events import Seat
from istaka.server.core.results import Result, Score
from istaka.server.core.skill import Skill
from istaka.server.ports.people import Person
from istaka.server.ports.profiles import Stats
from istaka.server.service.ratings import rate
from istaka.server.stores import schema
from istaka.server.stores.database import Database
from istaka.server.stores.people import PeopleStore
from istaka.server.stores.profiles import ProfileStore
from istaka.server.stores.results import ResultStore

OnDatabase = Callable[[Check], None]
NOW = 1 << 41
PEOPLE = ("ala", "bob")
SEATS = tuple(Seat(person.title(), person, kind="account") for person in PEOPLE)
WON = Score(place=1, points=10, rounds=3, won=2, pairs=1, wilds=0, bonuses=1, left=False)
LOST = Score(place=2, points=40, rounds=3, won=1, pairs=0, wilds=1, bonuses=0, left=False)
RESULT = Result(ended=NOW, rules=RuleSet.fast().text, rated=True, seats=SEATS, scores=(WON, LOST))


async def fill(
    database: Database, *over: str, running: Sequence[str] = (), people: Sequence[str] = PEOPLE
) -> None:
    def work(connection: Connection) -> None:
        for table in (*over, *running):
            due = NOW if table in running else None
            connection.execute(insert(schema.tables).values(id=table, head=1, due=due, made=NOW))
        for person in people:
            row = {"id": person, "name": person.title(), "kind": "account", "key": person, "made": NOW}
            connection.execute(insert(schema.people).values(row))

    await database.write(work)


def test_what_is_over_is_found_until_it_is_noted(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = ResultStore(database)
        await fill(database, "a", "b", running=("c",))
        assert sorted(await store.unsettled(10)) == ["a", "b"]
        assert len(await store.unsettled(1)) == 1
        assert await store.settle("a", None, rate)
        assert await store.unsettled(10) == ["b"]
        assert await store.settle("b", RESULT, rate)
        assert await store.unsettled(10) == []
        matches = await ProfileStore(database).matches("ala", NOW + 1, 10)
        assert [match.table for match in matches] == ["b"]

    on_database(check)


def test_of_many_who_note_a_result_one_does(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store, profiles = ResultStore(database), ProfileStore(database)
        await fill(database, "a")
        assert sum(await asyncio.gather(*(store.settle("a", RESULT, rate) for _ in range(6)))) == 1
        assert not await store.settle("nothing", RESULT, rate)
        first, second = rate([Skill(), Skill()], [1, 2])
        assert await profiles.skills("ala") == {2: first}
        assert await profiles.skills("bob") == {2: second}
        assert await profiles.stats("ala") == [Stats(2, 1, 1, 3, 2, 1, 0, 1, 10)]

    on_database(check)


def test_results_noted_at_once_lose_nothing_of_one_another(on_database: OnDatabase) -> None:
    """Ratings and statistics of the same people, by many workers at the same time."""

    async def check(database: Database) -> None:
        store, profiles = ResultStore(database), ProfileStore(database)
        tables = [f"t{number}" for number in range(12)]
        await fill(database, *tables)
        turned = replace(RESULT, seats=SEATS[::-1], scores=(LOST, WON))
        noting = (store.settle(table, (RESULT, turned)[i % 2], rate) for i, table in enumerate(tables))
        assert all(await asyncio.gather(*noting))
        assert await profiles.stats("ala") == [Stats(2, 12, 12, 36, 24, 12, 0, 12, 120)]
        expected = [Skill(), Skill()]
        for _ in tables:
            expected = rate(expected, [1, 2])
        for person, skill in zip(PEOPLE, expected, strict=True):
            found = (await profiles.skills(person))[2]
            assert found.games == 12
            assert (found.mu, found.sigma) == pytest.approx((skill.mu, skill.sigma))

    on_database(check)


def test_an_unrated_match_counts_in_statistics_only(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store, profiles = ResultStore(database), ProfileStore(database)
        await fill(database, "a")
        seats = (SEATS[0], Seat("Ola", bot="greedy"))
        await store.settle("a", replace(RESULT, rated=False, seats=seats), rate)
        assert await profiles.skills("ala") == {}
        assert (await profiles.stats("ala"))[0].won == 1
        (match,) = await profiles.matches("ala", NOW + 1, 10)
        assert [player.skills for player in match.players] == [None, None]
        assert [(player.name, player.person, player.bot) for player in match.players] == [
            ("Ala", "ala", None),
            ("Ola", None, "greedy"),
        ]

    on_database(check)


def test_who_left_has_won_nothing(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        await fill(database, "a")
        scores = (replace(WON, left=True), replace(LOST, place=1))
        await ResultStore(database).settle("a", replace(RESULT, scores=scores), rate)
        assert [(await ProfileStore(database).stats(one))[0].won for one in PEOPLE] == [0, 1]

    on_database(check)


def test_who_was_forgotten_meanwhile_is_nobody(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store, profiles = ResultStore(database), ProfileStore(database)
        await fill(database, "a")
        await PeopleStore(database).erase("bob")
        assert await store.settle("a", RESULT, rate)
        (match,) = await profiles.matches("ala", NOW + 1, 10)
        assert [(player.name, player.person) for player in match.players] == [
            ("Ala", "ala"),
            ("\u2014", None),
        ]
        assert (await profiles.skills("ala"))[2].games == 1
        assert await profiles.skills("bob") == {}

    on_database(check)


def test_nobody_is_rated_against_his_own_program(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store, profiles = ResultStore(database), ProfileStore(database)
        await fill(database, "a", "b", "c")
        rows = [{"id": f"r{i}", "name": "R", "kind": "bot", "made": NOW, "owner": "ala"} for i in range(2)]
        await database.write(lambda connection: connection.execute(insert(schema.people), rows) and None)
        programs = tuple(Seat("R", f"r{i}", kind="bot") for i in range(2))
        for table, seats in (("a", (SEATS[0], programs[0])), ("b", programs), ("c", (SEATS[1], programs[0]))):
            assert await store.settle(table, replace(RESULT, seats=seats), rate)
        assert await profiles.skills("ala") == {}
        assert await profiles.skills("r1") == {}
        assert (await profiles.skills("r0"))[2].games == 1
        assert [match.rated for match in await profiles.matches("r0", NOW + 1, 9)].count(True) == 1

    on_database(check)


def test_matches_come_page_by_page_the_latest_first(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store, profiles = ResultStore(database), ProfileStore(database)
        tables = [f"t{number}" for number in range(5)]
        await fill(database, *tables)
        for number, table in enumerate(tables):
            await store.settle(table, replace(RESULT, ended=NOW + number), rate)
        first = await profiles.matches("bob", NOW + 100, 3)
        assert [match.table for match in first] == ["t4", "t3", "t2"]
        rest = await profiles.matches("bob", first[-1].ended, 3)
        assert [match.table for match in rest] == ["t1", "t0"]
        assert rest[0].players[0].skills is not None
        assert rest[0].players[0].skills[1].mu > rest[0].players[0].skills[0].mu
        assert await profiles.matches("nobody", NOW + 100, 3) == []

    on_database(check)


def skilled(person: str, mu: float, games: int = 20, players: int = 2) -> dict[str, object]:
    return {"person": person, "players": players, "mu": mu, "sigma": 3.0, "games": games}


def test_a_ladder_has_the_placed_first_and_kinds_apart(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        profiles = ProfileStore(database)
        await fill(database, people=("ala", "bob", "cem", "ewa"))

        def work(connection: Connection) -> None:
            robo = {"id": "robo", "name": "Robo", "kind": "bot", "made": NOW}
            guest = {"id": "guest", "name": "Guest", "made": NOW}
            connection.execute(insert(schema.people), [robo, {**guest, "kind": "guest"}])
            rows = [skilled("ala", 30), skilled("bob", 31), skilled("cem", 40, games=9), skilled("robo", 50)]
            rows += [skilled("guest", 60), skilled("ewa", 70, players=4)]
            connection.execute(insert(schema.ratings), rows)

        await database.write(work)
        leaders = await profiles.leaders(2, "account", 10)
        assert [leader.person.id for leader in leaders] == ["bob", "ala", "cem"]
        assert leaders[0].skill == Skill(31, 3.0, 20)
        assert [leader.person.id for leader in await profiles.leaders(2, "account", 2)] == ["bob", "ala"]
        assert [leader.person.id for leader in await profiles.leaders(2, "bot", 10)] == ["robo"]
        assert await profiles.leaders(3, "account", 10) == []
        assert await profiles.ahead(2, "account", Skill(30, 3.0, 20), 9) == 1
        assert await profiles.ahead(2, "account", Skill(20, 3.0, 20), 9) == 2
        assert await profiles.ahead(2, "account", Skill(20, 3.0, 20), 1) == 1
        assert await profiles.ahead(2, "account", Skill(99, 3.0, 20), 9) == 0

    on_database(check)


def test_people_are_found_by_the_beginning_of_their_names(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        profiles = ProfileStore(database)
        await fill(database, people=("ala", "alan", "albert", "bob"))
        assert [person.id for person in await profiles.called("ala", 10)] == ["ala", "alan"]
        assert [person.id for person in await profiles.called("al", 2)] == ["ala", "alan"]
        assert await profiles.called("%", 10) == []
        assert await profiles.known(["bob", "nobody"]) == {"bob": Person("bob", "Bob", "account")}
        assert await profiles.made("bob") == NOW
        assert await profiles.made("nobody") is None

    on_database(check)
