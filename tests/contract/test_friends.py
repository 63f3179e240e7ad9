"""Friends and blocks in both databases."""

import asyncio
from collections.abc import Callable

from databases import Check
from istaka.server.stores.blocks import BlockStore
from istaka.server.stores.database import Database
from istaka.server.stores.friends import FriendStore

OnDatabase = Callable[[Check], None]
NOW = 1 << 41


def test_two_who_want_one_another_are_friends(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = FriendStore(database)
        assert await store.between("ala", "bob") == "no"
        assert await store.ask("ala", "bob", NOW, 10) == "asked"
        assert await store.ask("ala", "bob", NOW + 1, 10) == "asked"
        assert await store.between("bob", "ala") == "asks"
        assert await store.of("bob", 10) == {"ala": "asks"}
        assert await store.ask("bob", "ala", NOW, 10) == "agreed"
        assert await store.of("ala", 10) == {"bob": "agreed"}
        await store.end("ala", "bob")
        assert (await store.of("ala", 10), await store.of("bob", 10)) == ({}, {})

    on_database(check)


def test_who_ask_one_another_at_once_are_friends(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = FriendStore(database)
        await asyncio.gather(store.ask("ala", "bob", NOW, 10), store.ask("bob", "ala", NOW, 10))
        assert await store.between("ala", "bob") == "agreed"

    on_database(check)


def test_the_latest_come_first_and_nobody_wants_everybody(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = FriendStore(database)
        for number, other in enumerate("bcde"):
            await store.ask("ala", other, NOW + number, 3)
        await store.ask("f", "ala", NOW + 9, 3)
        assert list(await store.of("ala", 10)) == ["f", "d", "c", "b"]
        assert list(await store.of("ala", 2)) == ["f", "d", "c"]
        assert await store.between("ala", "e") == "no"
        assert await store.ask("ala", "f", NOW, 3) == "asks"

    on_database(check)


def test_blocks_are_added_and_removed(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        store = BlockStore(database)
        assert await store.add("ala", "bob", 2)
        assert await store.add("ala", "bob", 2)
        assert await store.add("ala", "cem", 2)
        assert not await store.add("ala", "ewa", 2)
        assert await store.of("ala") == {"bob", "cem"}
        assert await store.against("bob") == {"ala"}
        await store.remove("ala", "bob")
        assert await store.of("ala") == {"cem"}

    on_database(check)
