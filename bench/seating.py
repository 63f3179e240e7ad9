"""Tables full of people, written into a database before its server starts, and the logs read back afterwards.

The server that is measured is `istaka serve` as it is: it takes the tables up as those of a server that was
stopped. Only the store knows how they are kept.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from istaka.rules.ruleset import RuleSet
from istaka.server.core.decide import Opening, open_table
from istaka.server.core.events import Entry, Seat, Terms
from istaka.server.core.room import due
from istaka.server.ports import Append, Person
from istaka.server.stores.postgres import PostgresStore
from istaka.server.stores.sqlite import SqliteStore
from istaka.server.web.desk import digest

Store = SqliteStore | PostgresStore
HOUR: Final = 3_600_000
AT_ONCE: Final = 64
"""Tables that are made at the same time: a pool of connections has its patience."""
LIMIT: Final = 500
"""Points of a match that outlasts every measurement."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table's id, and the session token of each of its people."""

    table: str
    sessions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wish:
    """What every table of a measurement is like; `clock` in ms, 0 for none.

    Nobody's time runs out while eight thousand sockets attach.
    """

    players: int = 4
    clock: int = 600_000
    watch: bool = False


def terms(clock: int) -> Terms:
    """The times of a table with a clock of so many ms: nobody is waited for longer than need be."""
    return Terms(clock=clock, deal=0, nonces=2000, between=20_000, gone=HOUR, idle=24 * HOUR, bot=30_000)


@contextlib.asynccontextmanager
async def store_of(database: str) -> AsyncIterator[Store]:
    """The store in a file or at an address, while no server runs."""
    shared = database.startswith("postgresql")
    store: Store = await PostgresStore.open(database) if shared else SqliteStore.open(Path(database))
    try:
        yield store
    finally:
        await store.close()


async def seat(database: str, tables: int, wish: Wish | None = None) -> list[Sitting]:
    """So many new tables of people, none of whom has come yet."""
    limit = asyncio.Semaphore(AT_ONCE)

    async def sit_down(store: Store) -> Sitting:
        async with limit:
            return await _sit_down(store, wish or Wish())

    async with store_of(database) as store:
        return await asyncio.gather(*(sit_down(store) for _ in range(tables)))


async def guests(database: str, count: int) -> list[str]:
    """Session tokens of so many people without a seat."""
    async with store_of(database) as store:
        return [session for _, session in await asyncio.gather(*(_guest(store) for _ in range(count)))]


async def add_tickets(database: str, sessions: Sequence[str]) -> list[str]:
    """A socket ticket for each of these sessions, good for an hour."""
    async with store_of(database) as store:
        return await asyncio.gather(*(_ticket(store, session) for session in sessions))


async def _ticket(store: Store, session: str) -> str:
    person = await store.by_session(digest(session))
    if person is None:
        msg = "a session of nobody"
        raise LookupError(msg)
    ticket = secrets.token_urlsafe(24)
    await store.add_ticket(digest(ticket), person.id, _now() + HOUR)
    return ticket


async def _guest(store: Store) -> tuple[Person, str]:
    person, session = Person(secrets.token_hex(8), "Player"), secrets.token_urlsafe(32)
    await store.add_guest(person, digest(session), _now())
    return person, session


async def _sit_down(store: Store, wish: Wish) -> Sitting:
    people = [await _guest(store) for _ in range(wish.players)]
    seats = tuple(Seat(person.name, owner=person.id) for person, _ in people)
    rules = RuleSet.remik().replace(limit=LIMIT)
    opening = Opening(rules, seats, "careful", terms(wish.clock), watch=wish.watch)
    table = secrets.token_hex(8)
    steps = open_table(table, opening, _now(), secrets.token_bytes(32))
    members = tuple((person.id, i) for i, (person, _) in enumerate(people))
    await store.append(Append(table, tuple(s.entry for s in steps), due(steps[-1].room), members))
    return Sitting(table, tuple(session for _, session in people))


def _now() -> int:
    return time.time_ns() // 1_000_000


async def logs(database: str, sittings: list[Sitting]) -> dict[str, list[Entry]]:
    """Every table's log, once its server has stopped."""
    async with store_of(database) as store:
        return {sitting.table: await store.read(sitting.table) for sitting in sittings}
