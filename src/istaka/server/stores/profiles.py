"""What is known of people, from the database."""

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, func, select

from istaka.server.core.skill import DOUBT, GAMES, Skill
from istaka.server.ports.people import Person
from istaka.server.ports.profiles import Leader, Match, Seated, Stats
from istaka.server.stores.database import Database
from istaka.server.stores.people import PERSON
from istaka.server.stores.schema import matches, people, ratings, results, stats

PLACED: Final = and_(ratings.c.games >= GAMES, ratings.c.sigma <= DOUBT)
"""Ratings that are not provisional."""
LAST: Final = "\U0010ffff"
"""Behind every character of a name."""


class ProfileStore:
    """`ports.profiles.Profiles` over either database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def made(self, person: str) -> int | None:
        """When somebody came, in ms since 1970; None where there is nobody of that id."""
        query = select(people.c.made).where(people.c.id == person)
        return await self._database.read(lambda connection: connection.scalar(query))

    async def skills(self, person: str) -> dict[int, Skill]:
        """Somebody's skills by number of players."""
        query = select(ratings).where(ratings.c.person == person).order_by(ratings.c.players)
        rows = await self._rows(query)
        return {row.players: Skill(row.mu, row.sigma, row.games) for row in rows}

    async def stats(self, person: str) -> list[Stats]:
        """Somebody's statistics, by number of players."""
        columns = [column for column in stats.c if column.name != "person"]
        query = select(*columns).where(stats.c.person == person).order_by(stats.c.players)
        return [Stats(*row) for row in await self._rows(query)]

    async def matches(self, person: str, before: int, limit: int) -> list[Match]:
        """Somebody's matches that ended before that instant, the latest first."""
        mine = (results.c.person == person) & (results.c.ended < before)
        latest = select(matches).join(results, results.c.table_id == matches.c.table_id).where(mine)
        latest = latest.order_by(results.c.ended.desc()).limit(limit)

        def work(connection: Connection) -> list[Match]:
            found = connection.execute(latest).all()
            wanted = results.c.table_id.in_([row.table_id for row in found])
            seats = connection.execute(select(results).where(wanted).order_by(results.c.player)).all()
            return [_match(row, [seat for seat in seats if seat.table_id == row.table_id]) for row in found]

        return await self._database.read(work)

    async def leaders(self, players: int, kind: str, limit: int) -> list[Leader]:
        """The best of a kind of people with that many players: those with a place, then the provisional."""
        query = _ladder(players, kind, *PERSON, ratings.c.mu, ratings.c.sigma, ratings.c.games)
        order = ratings.c.mu.desc(), ratings.c.person
        placed = query.where(PLACED).order_by(*order).limit(limit)
        early = query.where(~PLACED).order_by(*order)

        def work(connection: Connection) -> list[Leader]:
            first = connection.execute(placed).all()
            rest = connection.execute(early.limit(limit - len(first))).all()
            return [Leader(Person(*row[:-3]), Skill(*row[-3:])) for row in (*first, *rest)]

        return await self._database.read(work)

    async def ahead(self, players: int, kind: str, skill: Skill, most: int) -> int:
        """How many of a kind of people have a place before somebody of that skill; no more than `most`."""
        better = _ladder(players, kind, ratings.c.mu).where(PLACED, ratings.c.mu > skill.mu)
        # from the top of the ladder, so that no more of it is read than counts
        counted = better.order_by(ratings.c.mu.desc()).limit(most).subquery()
        query = select(func.count()).select_from(counted)
        return await self._database.read(lambda connection: connection.scalar(query) or 0)

    async def called(self, key: str, limit: int) -> list[Person]:
        """Accounts and bot accounts whose names begin so, by skeleton."""
        query = select(*PERSON).where(people.c.key >= key, people.c.key < key + LAST)
        rows = await self._rows(query.order_by(people.c.key).limit(limit))
        return [Person(*row) for row in rows]

    async def known(self, persons: Collection[str]) -> dict[str, Person]:
        """These people by id; unknown ones are left out."""
        rows = await self._rows(select(*PERSON).where(people.c.id.in_(list(persons))))
        return {row.id: Person(*row) for row in rows}

    async def _rows(self, query: Select[Any]) -> list[Row[Any]]:
        return await self._database.read(lambda connection: list(connection.execute(query).all()))


def _ladder(players: int, kind: str, *columns: ColumnElement[Any]) -> Select[Any]:
    """A question about everyone of a kind who has a rating with that many players."""
    query = select(*columns).select_from(ratings).join(people, people.c.id == ratings.c.person)
    return query.where(ratings.c.players == players, people.c.kind == kind)


def _match(row: Row[Any], seats: Collection[Row[Any]]) -> Match:
    players = tuple(
        Seated(seat.name, seat.person, seat.bot, seat.place, seat.points, _skills(seat)) for seat in seats
    )
    return Match(row.table_id, row.ended, row.limit_, row.rules, row.rated, players)


def _skills(seat: Row[Any]) -> tuple[Skill, Skill] | None:
    return None if seat.mu0 is None else (Skill(seat.mu0, seat.sigma0), Skill(seat.mu1, seat.sigma1))
