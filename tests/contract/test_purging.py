"""What is old goes, and nothing else."""

import asyncio
from collections.abc import Callable

import pytest
from sqlalchemy import Connection, insert, select

from databases import Check
from istaka.server.stores import purging
from istaka.server.stores.database import Database
from istaka.server.stores.purging import DAY, GUEST_MS, OFFER_MS, SESSION_MS, TALK_MS, purge
from istaka.server.stores.schema import members, offer_seats, offers, people, sessions, talk, tickets

OnDatabase = Callable[[Check], None]
NOW = 1_700_000_000_000
OFFER = {
    **dict.fromkeys(("public", "rated", "quick", "watch"), False),
    **dict.fromkeys(("players", "limit_", "clock", "bank", "delay", "made"), 4),
    **dict.fromkeys(("owner", "rules", "level"), "x"),
}


def person(name: str, age: int, unseen: int | None = None, **more: object) -> dict[str, object]:
    seen = NOW - (age if unseen is None else unseen)
    kept = {"kind": "guest", "banned": None, "id": name, "name": name, "made": NOW - age, "seen": seen}
    return kept | more


def ids(connection: Connection, column: object) -> list[object]:
    return sorted(connection.scalars(select(column)))  # type: ignore[call-overload]


def test_tickets_that_are_no_good_any_more(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        rows = [{"hash": bytes([i]), "person": "p", "expires": NOW + i - 2} for i in range(5)]
        await database.write(lambda c: c.execute(insert(tickets), rows) and None)
        assert await purge(database, NOW) == 3
        assert await database.read(lambda c: ids(c, tickets.c.hash)) == [b"\x03", b"\x04"]

    on_database(check)


def test_sessions_that_nobody_has_used_for_a_year(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        old, new = SESSION_MS + 1, SESSION_MS - 1
        rows = [person("away", old, kind="account"), person("here", old, new, kind="account")]
        made = {b"away": ("away", old), b"here": ("here", old), b"new": ("away", new), b"nobody": ("x", old)}
        kept = [{"hash": key, "person": who, "made": NOW - age} for key, (who, age) in made.items()]
        await database.write(lambda c: c.execute(insert(people), rows) and None)
        await database.write(lambda c: c.execute(insert(sessions), kept) and None)
        assert await purge(database, NOW) == 2
        assert await database.read(lambda c: ids(c, sessions.c.hash)) == [b"here", b"new"]
        assert await database.read(lambda c: ids(c, people.c.id)) == ["away", "here"]

    on_database(check)


def test_guests_who_have_never_sat_down(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        old = GUEST_MS + 1
        rows = [
            person("gone", old),
            person("ban is over", old, banned=NOW),
            person("young", GUEST_MS - 1),
            person("seen", old, GUEST_MS - 1),
            person("account", old, kind="account"),
            person("bot", old, kind="bot"),
            person("banned", old, banned=NOW + 1),
            person("played", old),
            person("sits", old),
        ]

        def fill(connection: Connection) -> None:
            connection.execute(insert(people), rows)
            connection.execute(insert(members).values(person="played", table_id="t", player=0))
            connection.execute(insert(offer_seats).values(offer="o", seat=0, person="sits", name="S"))
            of_all = [{"hash": row["id"].encode(), "person": row["id"], "made": NOW} for row in rows]  # type: ignore[attr-defined]
            connection.execute(insert(sessions), of_all)

        await database.write(fill)
        assert await purge(database, NOW) == 2
        left = sorted({row["id"] for row in rows} - {"gone", "ban is over"}, key=str)
        assert await database.read(lambda c: ids(c, people.c.id)) == left
        assert await database.read(lambda c: ids(c, sessions.c.person)) == left

    on_database(check)


def test_closed_offers_and_their_seats(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        kinds = {"old": ("closed", OFFER_MS + 1), "new": ("closed", OFFER_MS - 1), "open": ("open", 9 * DAY)}
        rows = [
            OFFER | {"id": name, "state": state, "changed": NOW - age} for name, (state, age) in kinds.items()
        ]
        seats = [{"offer": name, "seat": 0, "person": "p", "name": "P"} for name in kinds]
        await database.write(lambda c: c.execute(insert(offers), rows) and None)
        await database.write(lambda c: c.execute(insert(offer_seats), seats) and None)
        assert await purge(database, NOW) == 1
        assert await database.read(lambda c: ids(c, offers.c.id)) == ["new", "open"]
        assert await database.read(lambda c: ids(c, offer_seats.c.offer)) == ["new", "open"]

    on_database(check)


def test_what_was_said_long_ago(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        ages = [TALK_MS + 2, TALK_MS + 1, TALK_MS - 1, 0]
        rows = [
            {"place": "lobby", "person": "p", "name": "P", "text": str(age), "at": NOW - age} for age in ages
        ]
        await database.write(lambda c: c.execute(insert(talk), rows) and None)
        assert await purge(database, NOW) == 2
        assert await database.read(lambda c: ids(c, talk.c.text)) == sorted(str(age) for age in ages[2:])

    on_database(check)


def test_much_goes_in_pieces_and_two_workers_share_it(
    on_database: OnDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(purging, "ROWS", 7)
    monkeypatch.setattr(purging, "GUESTS", 3)

    async def check(database: Database) -> None:
        passes = [{"hash": bytes([i]), "person": "p", "expires": 1} for i in range(100)]
        guests = [person(f"g{i:02}", GUEST_MS + 1) for i in range(20)]
        await database.write(lambda c: c.execute(insert(tickets), passes) and None)
        await database.write(lambda c: c.execute(insert(people), guests) and None)
        assert sum(await asyncio.gather(*(purge(database, NOW) for _ in range(3)))) == 120
        assert await purge(database, NOW) == 0

    on_database(check)
