"""The register of accounts in both databases."""

import asyncio
import json
from collections.abc import Callable

from sqlalchemy import Connection, func, insert, select

from databases import Check
from istaka.rules.ruleset import RuleSet
from istaka.server.core.decide import Opening, open_table
from istaka.server.core.events import Seat, Seated, decode_event, encode_event
from istaka.server.core.evolve import replay
from istaka.server.ports.people import Person
from istaka.server.service.terms import terms
from istaka.server.settings import Settings
from istaka.server.stores import schema
from istaka.server.stores.database import Database
from istaka.server.stores.people import PeopleStore

OnDatabase = Callable[[Check], None]
NOW = 1 << 41
CODES = (b"1" * 32, b"2" * 32)


async def guest(database: Database, person: str, made: int = NOW) -> Person:
    def work(connection: Connection) -> None:
        connection.execute(insert(schema.people).values(id=person, name=person.title(), made=made))
        connection.execute(insert(schema.sessions).values(hash=person.encode(), person=person, made=made))

    await database.write(work)
    return Person(person, person.title())


async def account(database: Database, person: str, key: str) -> PeopleStore:
    store = PeopleStore(database)
    named = Person((await guest(database, person)).id, person.upper(), "account")
    assert await store.enrol(named, key, "hash", CODES[:1])
    return store


async def hashes(store: PeopleStore, person: str) -> list[bytes]:
    return [session.hash for session in await store.sessions(person)]


async def hash_of(store: PeopleStore, key: str) -> str:
    locked = await store.locked(key)
    assert locked is not None
    return locked.password


def test_a_guest_becomes_an_account_and_stays_who_he_is(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = await account(database, "ala", "ala")
        assert await store.get("ala") == Person("ala", "ALA", "account")
        locked = await store.locked("ala")
        assert locked is not None
        assert (locked.person.id, locked.password) == ("ala", "hash")
        assert await store.locked_of("ala") == locked
        assert await store.is_taken("ala")
        assert await hashes(store, "ala") == [b"ala"]
        assert not await store.enrol(Person("ala", "Other", "account"), "other", "hash", CODES)
        assert not await store.is_taken("other")

    on_database(check)


def test_of_many_who_want_a_name_one_gets_it(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = PeopleStore(database)
        people = [await guest(database, f"p{number}") for number in range(8)]
        wishes = (
            store.enrol(Person(one.id, "Ala", "account"), "ala", "hash", [one.id.encode()]) for one in people
        )
        assert sum(await asyncio.gather(*wishes)) == 1
        codes = await database.read(lambda c: c.scalar(select(func.count()).select_from(schema.recovery)))
        assert codes == 1
        assert await store.locked("nobody") is None
        assert await store.locked_of(people[0].id) is None or await store.is_taken("ala")

    on_database(check)


def test_another_password_ends_the_other_sessions(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = await account(database, "ala", "ala")
        await guest(database, "bob")
        await store.begin("ala", b"second", NOW + 5, b"")
        await store.begin("ala", b"third", NOW + 6, b"ala")
        assert await hashes(store, "ala") == [b"third", b"second"]
        await store.rehash("ala", "better")
        assert await hashes(store, "ala") == [b"third", b"second"]
        await store.change("ala", "new", b"second")
        assert await hashes(store, "ala") == [b"second"]
        assert await hash_of(store, "ala") == "new"
        await store.end(b"second")
        assert await hashes(store, "ala") == []
        assert await hashes(store, "bob") == [b"bob"]

    on_database(check)


def test_a_recovery_code_is_good_once_and_for_its_owner(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = await account(database, "ala", "ala")
        await guest(database, "bob")
        assert await store.enrol(Person("bob", "Bob", "account"), "bob", "hash", CODES[1:])
        assert not await store.recover("bob", CODES[0], "stolen")
        assert await store.recover("ala", CODES[0], "new")
        assert not await store.recover("ala", CODES[0], "again")
        assert await hash_of(store, "ala") == "new"
        assert await hashes(store, "ala") == []
        await store.recode("bob", [b"3" * 32, b"4" * 32])
        assert not await store.recover("bob", CODES[1], "old")
        answers = await asyncio.gather(*(store.recover("bob", b"3" * 32, f"race {i}") for i in range(5)))
        assert sum(answers) == 1

    on_database(check)


async def open_for(database: Database, table: str, seats: tuple[Seat, ...]) -> None:
    opening = Opening(RuleSet.fast(), seats, "careful", terms(Settings(), 0))
    steps = open_table(table, opening, NOW, b"s" * 32)

    def work(connection: Connection) -> None:
        connection.execute(insert(schema.tables).values(id=table, head=len(steps), due=None, made=NOW))
        for step in steps:
            entry = step.entry
            row = {"table_id": table, "seq": entry.seq, "at": entry.at, "body": encode_event(entry.event)}
            connection.execute(insert(schema.events).values(row))
        for player, seat in enumerate(seats):
            if seat.owner is not None:
                row = {"person": seat.owner, "table_id": table, "player": player}
                connection.execute(insert(schema.members).values(row))

    await database.write(work)


def test_who_is_forgotten_is_nowhere_and_the_others_keep_their_matches(on_database: OnDatabase) -> None:
    seats = (Seat("ALA", "ala", kind="account"), Seat("Bob", "bob"), Seat("Robo", "robo", kind="bot"))
    texts = [column for table in schema.metadata.sorted_tables for column in table.columns]

    async def check(database: Database) -> None:
        store = await account(database, "ala", "ala")
        await guest(database, "bob")
        await open_for(database, "t", seats)

        def fill(connection: Connection) -> None:
            for table, row in TRACES:
                connection.execute(insert(table).values(row))

        await database.write(fill)
        kept = await store.export("ala")
        assert json.dumps(kept)
        assert [row["text"] for row in kept["said"]] == ["secret words"]
        assert {name for name, rows in kept.items() if not rows} == {"matches", "blocks", "tokens"}
        assert "hash" not in json.dumps(kept)
        assert await store.has_played("ala")
        assert sorted(await store.erase("ala")) == ["ala", "robo"]
        await store.erase("ala")
        for person in ("ala", "robo"):
            assert await store.get(person) is None
            assert not await store.has_played(person)
        rows = [str(row) for column in texts for row in await values(database, column)]
        for word in ("ala", "ALA", "robo", "Robo", "secret words"):
            assert [row for row in rows if word in row] == []
        assert await store.has_played("bob")
        body = (await values(database, schema.events.c.body))[0]
        seated = decode_event(body)
        assert isinstance(seated, Seated)
        assert [seat.name for seat in seated.seats] == ["\u2014", "Bob", "\u2014"]
        assert [seat.owner for seat in seated.seats] == [None, "bob", None]
        assert sorted(map(str, await values(database, schema.results.c.points))) == ["10", "20"]

    on_database(check)


async def values(database: Database, column: object) -> list[object]:
    query = select(column)  # type: ignore[call-overload]
    return list(await database.read(lambda connection: connection.scalars(query).all()))


def result(player: int, person: str) -> dict[str, object]:
    counts = dict.fromkeys(("rounds", "won", "pairs", "wilds", "bonuses"), 1)
    points = 10 * (player + 1)
    return {
        "table_id": "t",
        "player": player,
        "ended": NOW,
        "person": person,
        "name": person.upper(),
        "place": 1,
        "points": points,
        "left_": False,
        **counts,
    }


OFFER = {
    "made": NOW,
    "changed": NOW,
    "public": True,
    "rated": True,
    "quick": False,
    "players": 2,
    "limit_": 40,
    "rules": RuleSet.fast().text,
    "clock": 0,
    "bank": 0,
    "watch": False,
    "delay": 0,
    "level": "careful",
}
TRACES = (
    (schema.people, {"id": "robo", "name": "Robo", "made": NOW, "kind": "bot", "key": "r", "owner": "ala"}),
    (
        schema.tokens,
        {"hash": b"t", "id": "t", "person": "robo", "name": "n", "scope": "play", "made": NOW},
    ),
    (schema.tickets, {"hash": b"x", "person": "ala", "expires": NOW}),
    (schema.friends, {"person": "ala", "other": "bob", "at": NOW}),
    (schema.friends, {"person": "bob", "other": "ala", "at": NOW}),
    (schema.blocks, {"person": "bob", "other": "ala"}),
    (schema.talk, {"place": "t", "person": "ala", "name": "ALA", "text": "secret words", "at": NOW}),
    (schema.ratings, {"person": "ala", "players": 2, "mu": 25.0, "sigma": 8.0, "games": 1}),
    (
        schema.stats,
        {"person": "ala", "players": 2, **dict.fromkeys(("matches", "won", "rounds", "rounds_won"), 1)}
        | dict.fromkeys(("pairs", "wilds", "bonuses", "points"), 0),
    ),
    (schema.results, result(0, "ala")),
    (schema.results, result(1, "bob")),
    (schema.offers, {**OFFER, "id": "o", "state": "started", "owner": "bob"}),
    (schema.offers, {**OFFER, "id": "p", "state": "open", "owner": "bob"}),
    (schema.offer_seats, {"offer": "o", "seat": 0, "person": "ala", "name": "ALA"}),
    (schema.offer_seats, {"offer": "o", "seat": 1, "person": "bob", "name": "Bob"}),
    (schema.offer_seats, {"offer": "p", "seat": 1, "person": "robo", "name": "Robo"}),
    (schema.reports, {"id": "r", "at": NOW, "by_": "ala", "about": "bob", "reason": "spam", "state": "open"}),
)


def test_a_table_replays_without_the_name() -> None:
    """R: nothing that follows from a log depends on who sat there."""
    seats = (Seat("—"), Seat("Bob", "bob"))
    opening = Opening(RuleSet.fast(), seats, "careful", terms(Settings(), 0))
    room = replay("t", [step.entry for step in open_table("t", opening, NOW, b"s" * 32)])
    assert room.player_of("bob") == 1
    assert room.chairs[0].is_person
