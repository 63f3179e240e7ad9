"""Bot accounts in both databases."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from sqlalchemy import Connection, insert, update

from databases import Check
from istaka.server.ports.people import Person
from istaka.server.ports.programs import Token
from istaka.server.stores import schema
from istaka.server.stores.database import Database
from istaka.server.stores.programs import MINUTE, ProgramStore

OnDatabase = Callable[[Check], None]
NOW = 1 << 41
ROBO = Person("robo", "Robo", "bot")
TOKEN = Token("t1", "at home", "play", NOW)


async def owners(database: Database) -> ProgramStore:
    def work(connection: Connection) -> None:
        for person in ("ala", "bob"):
            row = {"id": person, "name": person.title(), "kind": "account", "key": person, "made": NOW}
            connection.execute(insert(schema.people).values(row))

    await database.write(work)
    return ProgramStore(database)


def test_a_bot_account_has_an_owner_and_a_name_of_its_own(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = await owners(database)
        assert await store.add("ala", ROBO, "robo", NOW, 2) is None
        assert await store.add("bob", Person("other", "Robo", "bot"), "robo", NOW, 2) == "name"
        assert await store.add("bob", Person("other", "Ala", "bot"), "ala", NOW, 2) == "name"
        assert await store.add("ala", Person("two", "Two", "bot"), "two", NOW + 1, 2) is None
        assert await store.add("ala", Person("three", "Three", "bot"), "three", NOW, 2) == "most"
        assert [program.person.name for program in await store.of("ala")] == ["Robo", "Two"]
        assert await store.of("bob") == []
        assert await store.owns("ala", "robo")
        assert not await store.owns("bob", "robo")

    on_database(check)


def test_a_token_is_good_until_it_is_revoked(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = await owners(database)
        await store.add("ala", ROBO, "robo", NOW, 2)
        assert await store.give("robo", TOKEN, b"one", 2)
        assert await store.give("robo", replace(TOKEN, id="t2", scope="read"), b"two", 2)
        assert not await store.give("robo", replace(TOKEN, id="t3"), b"three", 2)
        assert await store.bearer(b"one", NOW + 5) == (ROBO, "play")
        assert await store.bearer(b"two", NOW + 5) == (ROBO, "read")
        assert await store.bearer(b"three", NOW + 5) is None
        await store.bearer(b"one", NOW + 5 + MINUTE)
        (program,) = await store.of("ala")
        assert [token.used for token in program.tokens] == [NOW + 5, NOW + 5]
        await store.bearer(b"one", NOW + 6 + MINUTE)
        (program,) = await store.of("ala")
        assert [token.used for token in program.tokens] == [NOW + 6 + MINUTE, NOW + 5]
        assert not await store.revoke("other", "t1")
        assert await store.revoke("robo", "t1")
        assert not await store.revoke("robo", "t1")
        assert await store.bearer(b"one", NOW) is None

    on_database(check)


def test_a_program_is_banned_with_its_owner(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = await owners(database)
        await store.add("ala", ROBO, "robo", NOW, 2)
        await store.give("robo", TOKEN, b"one", 2)
        for person, column, until in (("ala", "banned", 7), ("robo", "banned", 5), ("robo", "muted", 9)):
            change = update(schema.people).where(schema.people.c.id == person).values({column: until})
            await database.write(lambda c, change=change: c.execute(change) and None)
        bearer = await store.bearer(b"one", NOW)
        assert bearer is not None
        assert (bearer[0].banned, bearer[0].muted) == (7, 9)

    on_database(check)


def test_of_many_who_want_a_name_one_gets_it(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = await owners(database)
        wishes = (store.add("ala", Person(f"p{i}", "Robo", "bot"), "robo", NOW, 50) for i in range(6))
        answers = await asyncio.gather(*wishes)
        assert answers.count(None) == 1
        assert answers.count("name") == 5

    on_database(check)
