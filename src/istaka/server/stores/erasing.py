"""Forgetting somebody: what was his alone goes, what others have played with him stays without his name.

The log is append-only but for this: the name and the person of his seats are taken out of the first event of
his tables. Nothing in a replay, a deal or a result depends on them.
"""

from collections.abc import Collection
from typing import Final

import msgspec
from sqlalchemy import Column, Connection, delete, select, update

from istaka.server.core.events import Seated, decode_event, encode_event
from istaka.server.stores.schema import (
    blocks,
    events,
    friends,
    members,
    offer_seats,
    offers,
    people,
    ratings,
    recovery,
    reports,
    results,
    sessions,
    stats,
    talk,
    tickets,
    tokens,
)

NOBODY: Final = "\u2014"
"""What stands where a name stood: a dash, which every language reads."""
HIS_ALONE: Final[tuple[Column[str], ...]] = (
    sessions.c.person,
    tickets.c.person,
    recovery.c.person,
    tokens.c.person,
    ratings.c.person,
    stats.c.person,
    friends.c.person,
    friends.c.other,
    blocks.c.person,
    blocks.c.other,
    talk.c.person,
    members.c.person,
    people.c.id,
)
"""Rows with him in one of these columns are deleted, in this order."""


def erase(connection: Connection, person: str) -> list[str]:
    """Forget a person and the bot accounts that he owns; answers the ids of all of them."""
    programs = connection.scalars(select(people.c.id).where(people.c.owner == person)).all()
    gone = [person, *programs]
    tables = connection.scalars(select(members.c.table_id).where(members.c.person.in_(gone))).all()
    for table in tables:
        _unname_seats(connection, table, gone)
    _leave_offers(connection, gone)
    nameless = update(results).where(results.c.person.in_(gone))
    connection.execute(nameless.values(person=None, name=NOBODY))
    connection.execute(update(reports).where(reports.c.by_.in_(gone)).values(by_=""))
    for column in HIS_ALONE:
        connection.execute(delete(column.table).where(column.in_(gone)))
    return gone


def _unname_seats(connection: Connection, table: str, gone: Collection[str]) -> None:
    first = (events.c.table_id == table) & (events.c.seq == 1)
    event = decode_event(connection.execute(select(events.c.body).where(first)).scalar_one())
    if not isinstance(event, Seated):
        return
    seats = tuple(
        msgspec.structs.replace(seat, name=NOBODY, owner=None) if seat.owner in gone else seat
        for seat in event.seats
    )
    body = encode_event(msgspec.structs.replace(event, seats=seats))
    connection.execute(update(events).where(first).values(body=body))


def _leave_offers(connection: Connection, gone: Collection[str]) -> None:
    """Close the open tables that are his, get up from the others', and lose the name at those of old."""
    his = (offers.c.state == "open") & offers.c.owner.in_(gone)
    connection.execute(update(offers).where(his).values(state="closed"))
    open_ones = select(offers.c.id).where(offers.c.state == "open")
    seat = offer_seats.c.person.in_(gone)
    connection.execute(delete(offer_seats).where(seat, offer_seats.c.offer.in_(open_ones)))
    connection.execute(update(offer_seats).where(seat).values(person=None, name=NOBODY))
