"""Open tables in the database. A row is locked while a step is decided from it: so a table starts once."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, Select, delete, exists, insert, select, update
from sqlalchemy.exc import IntegrityError

from istaka.rules.ruleset import RuleSet
from istaka.server.core.messages import Problem
from istaka.server.core.offers import Offer, Place, Wish, closed
from istaka.server.core.skill import Skill
from istaka.server.ports.offers import LATELY_MS, Card, Step
from istaka.server.stores.database import Database
from istaka.server.stores.locks import serialise
from istaka.server.stores.schema import members, offer_seats, offers, people, ratings, tables

TWICE_MS: Final = 2000
"""The same wish of the same person within this time is a double click (O05)."""


class OfferStore:
    """`ports.Offers` over either database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, offer: Offer, most: int) -> Offer | Problem:
        """A new offer, unless its owner sits at `most` open ones already."""

        def work(connection: Connection) -> Offer | Problem:
            serialise(connection, f"owner:{offer.owner}")
            mine = _load_all(connection, _at_which(offer.owner).where(offers.c.state == "open"))
            for other in mine:
                if other.wish == offer.wish and offer.made - other.made < TWICE_MS:
                    return other
            if len(mine) >= most:
                return Problem("too_many_offers", {"most": most})
            return _insert(connection, offer)

        return await self._database.write(work)

    async def change(self, offer: str, step: Step, now: int) -> Offer | Problem:
        """The offer after the step; `unknown_offer` where there is none."""

        def work(connection: Connection) -> Offer | Problem:
            found = _load(connection, offers.c.id == offer, lock=True)
            if found is None:
                return Problem("unknown_offer", {"offer": offer})
            return _advance(connection, found, step, now)

        return await self._database.write(work)

    async def meet(self, fresh: Offer, person: str, avoid: Collection[str], step: Step) -> Offer | Problem:
        """The step applied to the oldest fitting public offer, or to the fresh one where none fits."""

        def work(connection: Connection) -> Offer | Problem:
            # whoever finds nothing makes a table before the next one looks
            serialise(connection, "quick")
            for offer in _fitting(connection, fresh, person):
                if unwanted.isdisjoint(offer.people):
                    answer = _advance(connection, offer, step, fresh.made)
                    if isinstance(answer, Offer):
                        return answer
            answer = step(fresh)
            return answer if isinstance(answer, Problem) else _insert(connection, answer)

        unwanted = frozenset(avoid)
        return await self._database.write(work)

    async def again(self, fresh: Offer, step: Step) -> Offer | Problem:
        """The step applied to the rematch of a table: to the fresh one, if there is none yet."""

        def work(connection: Connection) -> Offer | Problem:
            try:
                with connection.begin_nested():
                    _insert(connection, fresh)
                found: Offer | None = fresh
            except IntegrityError:
                found = _load(connection, offers.c.rematch_of == fresh.rematch_of, lock=True)
            if found is None:
                return Problem("closed")
            return _advance(connection, found, step, fresh.made)

        return await self._database.write(work)

    async def get(self, offer: str) -> Offer | None:
        """The offer as it is."""
        return await self._database.read(lambda connection: _load(connection, offers.c.id == offer))

    async def rematch(self, table: str) -> Offer | None:
        """The rematch that was offered of a table."""
        return await self._database.read(lambda connection: _load(connection, offers.c.rematch_of == table))

    async def sat_at(self, table: str) -> list[tuple[str, str]]:
        """Ids and names of the people of a table, by player."""
        query = select(people.c.id, people.c.name).join(members, members.c.person == people.c.id)
        query = query.where(members.c.table_id == table).order_by(members.c.player)
        return await self._database.read(
            lambda connection: [(row.id, row.name) for row in connection.execute(query)]
        )

    async def waiting(self, since: int, limit: int) -> list[Offer]:
        """Public open offers of which a member was seen since, the oldest first."""
        query = select(offers).where(offers.c.state == "open", offers.c.public, offers.c.changed >= since)
        return await self._all(query.order_by(offers.c.made).limit(limit))

    async def watchable(self, since: int, limit: int) -> list[Offer]:
        """The offers of public tables that run, began since and may be watched, the newest first."""
        runs = tables.c.due.is_not(None)
        query = select(offers).join(tables, tables.c.id == offers.c.id).where(runs, _started(since))
        query = query.where(offers.c.public, offers.c.watch)
        return await self._all(query.order_by(offers.c.made.desc()).limit(limit))

    async def open_of(self, person: str) -> list[str]:
        """Open offers where a person sits, the newest first."""
        query = select(offers.c.id).join(offer_seats, offer_seats.c.offer == offers.c.id)
        query = query.where(offer_seats.c.person == person, offers.c.state == "open")
        query = query.order_by(offers.c.made.desc())
        return await self._database.read(lambda connection: list(connection.scalars(query)))

    async def unopened(self, since: int) -> list[Offer]:
        """Offers that started since and have no table: whoever started them died before he opened it."""
        opened = exists().where(tables.c.id == offers.c.id)
        return await self._all(select(offers).where(_started(since), ~opened))

    async def members(self) -> list[tuple[str, str]]:
        """(offer, person) of every seat of every open offer."""
        query = select(offers.c.id, offer_seats.c.person).join(
            offer_seats, offer_seats.c.offer == offers.c.id
        )
        query = query.where(offers.c.state == "open", offer_seats.c.person.is_not(None))
        return await self._database.read(
            lambda connection: [(offer, person) for offer, person in connection.execute(query)]
        )

    async def keep(self, seen: Collection[str], now: int) -> None:
        """Members of these open offers are connected."""
        kept = update(offers).where(offers.c.id.in_(list(seen)), offers.c.state == "open")

        def work(connection: Connection) -> None:
            connection.execute(kept.values(changed=now))

        await self._database.write(work)

    async def expire(self, before: int, now: int) -> list[Offer]:
        """Close the open offers of which no member was seen since; each is answered to one caller."""
        old = select(offers).where(offers.c.state == "open", offers.c.changed < before)

        def work(connection: Connection) -> list[Offer]:
            found = _load_all(connection, old.with_for_update(skip_locked=True))
            return [_save(connection, replace(closed(offer), changed=now)) for offer in found]

        return await self._database.write(work)

    async def cards(self, persons: Collection[str]) -> dict[str, Card]:
        """The cards of these people; unknown ones are left out."""
        wanted = list(set(persons))

        def work(connection: Connection) -> dict[str, Card]:
            kinds = select(people.c.id, people.c.kind).where(people.c.id.in_(wanted))
            cards = {person: Card(kind, {}) for person, kind in connection.execute(kinds)}
            for row in connection.execute(select(ratings).where(ratings.c.person.in_(wanted))):
                if row.person in cards:
                    cards[row.person].skills[row.players] = Skill(row.mu, row.sigma, row.games)
            return cards

        return await self._database.read(work)

    async def _all(self, query: Select[Any]) -> list[Offer]:
        return await self._database.read(lambda connection: _load_all(connection, query))


def _started(since: int) -> ColumnElement[bool]:
    """Offers that became tables since; those of all time are too many to look at."""
    return (offers.c.state == "started") & (offers.c.changed >= since)


def _at_which(person: str) -> Select[Any]:
    seated = offer_seats.c.person == person
    return select(offers).join(offer_seats, offer_seats.c.offer == offers.c.id).where(seated)


def _fitting(connection: Connection, fresh: Offer, person: str) -> list[Offer]:
    """Where a person who wants this may sit, the best first; a table he has just filled counts too."""
    same = (
        offers.c.players == fresh.wish.players,
        offers.c.rules == fresh.wish.rules.text,
        offers.c.clock == fresh.wish.clock,
        offers.c.public,
        ~offers.c.rated,
    )
    just = (offers.c.state == "started") & (offers.c.changed > fresh.made - TWICE_MS)
    mine = _at_which(person).where(*same, (offers.c.state == "open") | just)
    others = select(offers).where(*same, offers.c.state == "open", offers.c.changed > fresh.made - LATELY_MS)
    others = others.order_by(offers.c.made).limit(20).with_for_update()
    return [*_load_all(connection, mine), *_load_all(connection, others)]


def _advance(connection: Connection, offer: Offer, step: Step, now: int) -> Offer | Problem:
    """Take one step from a locked offer and write what it changed."""
    after = step(offer)
    if isinstance(after, Problem) or after == offer:
        return after
    return _save(connection, replace(after, changed=now))


def _save(connection: Connection, offer: Offer) -> Offer:
    """Write an offer that was open: only one change can lead away from there."""
    values = {key: getattr(offer, key) for key in ("changed", "state", "owner", "rematch_of")}
    was_open = (offers.c.id == offer.id) & (offers.c.state == "open")
    if connection.execute(update(offers).where(was_open).values(values)).rowcount != 1:
        msg = f"offer {offer.id} was changed under its lock"
        raise RuntimeError(msg)
    connection.execute(delete(offer_seats).where(offer_seats.c.offer == offer.id))
    _insert_seats(connection, offer)
    return offer


def _insert(connection: Connection, offer: Offer) -> Offer:
    wish = offer.wish
    values = {key: getattr(offer, key) for key in ("id", "made", "changed", "state", "owner", "rematch_of")}
    values |= {key: getattr(wish, key) for key in _COLUMNS}
    connection.execute(insert(offers).values(**values, rules=wish.rules.text, limit_=wish.limit))
    _insert_seats(connection, offer)
    return offer


_COLUMNS: Final = (
    "name",
    "public",
    "rated",
    "quick",
    "players",
    "clock",
    "bank",
    "watch",
    "delay",
    "level",
)
"""Of a wish, those whose columns have their names and values."""


def _insert_seats(connection: Connection, offer: Offer) -> None:
    rows = [
        {"offer": offer.id, "seat": seat, "person": place.person, "name": place.name, "bot": place.bot}
        for seat, place in enumerate(offer.seats)
        if place is not None
    ]
    if rows:
        connection.execute(insert(offer_seats), rows)


def _load(connection: Connection, which: ColumnElement[bool], *, lock: bool = False) -> Offer | None:
    query = select(offers).where(which)
    found = _load_all(connection, query.with_for_update() if lock else query)
    return found[0] if found else None


def _load_all(connection: Connection, query: Select[Any]) -> list[Offer]:
    rows = connection.execute(query).all()
    wanted = offer_seats.c.offer.in_([row.id for row in rows])
    taken: dict[tuple[str, int], Place] = {}
    if rows:
        for row in connection.execute(select(offer_seats).where(wanted)):
            taken[row.offer, row.seat] = Place(row.name, row.person, row.bot)
    return [_offer(row, taken) for row in rows]


def _offer(row: Row[Any], taken: dict[tuple[str, int], Place]) -> Offer:
    wish = Wish(
        rules=RuleSet.parse(row.rules), limit=row.limit_, **{key: getattr(row, key) for key in _COLUMNS}
    )
    return Offer(
        id=row.id,
        made=row.made,
        changed=row.changed,
        owner=row.owner,
        wish=wish,
        seats=tuple(taken.get((row.id, seat)) for seat in range(row.players)),
        state=row.state,
        rematch_of=row.rematch_of,
    )
