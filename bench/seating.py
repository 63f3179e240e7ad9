"""Tables full of people, written into a database before its server starts, and the logs read back afterwards.

The server that is measured is `istaka serve` as it is: it takes the tables up as those of a server that was
stopped. Only the store knows how they are kept.
"""

import contextlib
import secrets
import time
from collections.abc import AsyncIterator
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
LIMIT: Final = 500
"""Points of a match that outlasts every measurement."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table's id, and the session token of each of its people."""

    table: str
    sessions: tuple[str, ...]


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


async def seat(database: str, tables: int, players: int = 4, clock: int = 60_000) -> list[Sitting]:
    """So many new tables of people, none of whom has come yet."""
    async with store_of(database) as store:
        return [await _sit_down(store, players, clock) for _ in range(tables)]


async def _sit_down(store: Store, players: int, clock: int) -> Sitting:
    now = time.time_ns() // 1_000_000
    table = secrets.token_hex(8)
    people = [Person(secrets.token_hex(8), f"Player {i + 1}") for i in range(players)]
    sessions = tuple(secrets.token_urlsafe(32) for _ in people)
    for person, session in zip(people, sessions, strict=True):
        await store.add_guest(person, digest(session), now)
    seats = tuple(Seat(person.name, owner=person.id) for person in people)
    rules = RuleSet.remik().replace(limit=LIMIT)
    steps = open_table(table, Opening(rules, seats, "careful", terms(clock)), now, secrets.token_bytes(32))
    members = tuple((person.id, i) for i, person in enumerate(people))
    await store.append(Append(table, tuple(s.entry for s in steps), due(steps[-1].room), members))
    return Sitting(table, sessions)


async def logs(database: str, sittings: list[Sitting]) -> dict[str, list[Entry]]:
    """Every table's log, once its server has stopped."""
    async with store_of(database) as store:
        return {sitting.table: await store.read(sitting.table) for sitting in sittings}
