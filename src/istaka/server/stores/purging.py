"""What nobody needs any more is deleted, a little at a time: moves wait behind each piece of it."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, exists, func, or_, select

from istaka.server.stores.database import Database
from istaka.server.stores.erasing import erase
from istaka.server.stores.schema import members, offer_seats, offers, people, sessions, talk, tickets

DAY: Final = 24 * 3_600_000
SESSION_MS: Final = 365 * DAY
"""Who has not come for so long signs in again; a guest cannot, so he is kept as a name in his matches."""
GUEST_MS: Final = 30 * DAY
"""A guest who has never sat down is forgotten after this time."""
TALK_MS: Final = 90 * DAY
"""What was said is of no more use to moderators either."""
OFFER_MS: Final = DAY
"""A table that closed before it began is no news any more."""
ROWS: Final = 200
"""Rows in one transaction,"""
GUESTS: Final = 20
"""or guests: each has rows in many tables."""

Piece = Callable[[Connection], int]
"""Deletes a few rows and answers how many; none when it is done."""


async def purge(database: Database, now: int) -> int:
    """Delete what is old, and answer how much that was; raises `StoreError`.

    Many workers may do it at once: each takes what no other one is at.
    """
    return sum([await _all(database, piece) for piece in _pieces(now)])


async def _all(database: Database, piece: Piece) -> int:
    deleted = 0
    while some := await database.write(piece):
        deleted += some
    return deleted


def _pieces(now: int) -> Iterator[Piece]:
    yield lambda connection: _some(connection, tickets, tickets.c.expires <= now)
    yield lambda connection: _some(connection, sessions, _unused(now - SESSION_MS))
    yield lambda connection: _guests(connection, now)
    yield lambda connection: _offers(connection, now - OFFER_MS)
    yield lambda connection: _lines(connection, now - TALK_MS)


def _unused(before: int) -> ColumnElement[bool]:
    lately = exists().where(people.c.id == sessions.c.person, people.c.seen >= before)
    return (sessions.c.made < before) & ~lately


def _some(connection: Connection, table: Table, old: ColumnElement[bool]) -> int:
    (key,) = table.primary_key.columns
    keys = _taken(connection, table, old, ROWS)
    connection.execute(delete(table).where(key.in_(keys)))
    return len(keys)


def _taken(connection: Connection, table: Table, old: ColumnElement[bool], most: int) -> list[Any]:
    """Keys of old rows, which no other worker takes meanwhile."""
    (key,) = table.primary_key.columns
    query = select(key).where(old).limit(most).with_for_update(skip_locked=True, of=table)
    return list(connection.scalars(query))


def _guests(connection: Connection, now: int) -> int:
    """Guests who came once and never sat down; one who is banned is known until that is over."""
    before = now - GUEST_MS
    old = and_(
        people.c.kind == "guest",
        people.c.made < before,
        people.c.seen < before,
        or_(people.c.banned.is_(None), people.c.banned <= now),
        ~exists().where(members.c.person == people.c.id),
        ~exists().where(offer_seats.c.person == people.c.id),
    )
    guests = _taken(connection, people, old, GUESTS)
    for guest in guests:
        erase(connection, guest)
    return len(guests)


def _offers(connection: Connection, before: int) -> int:
    closed = (offers.c.state == "closed") & (offers.c.changed < before)
    keys = _taken(connection, offers, closed, ROWS)
    connection.execute(delete(offer_seats).where(offer_seats.c.offer.in_(keys)))
    connection.execute(delete(offers).where(offers.c.id.in_(keys)))
    return len(keys)


def _lines(connection: Connection, before: int) -> int:
    """Of what was said only the first lines are looked at: later numbers were said later."""
    first = select(func.min(talk.c.n)).scalar_subquery()
    return _some(connection, talk, (talk.c.at < before) & (talk.c.n < first + ROWS))
